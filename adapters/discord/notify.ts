import { languageOf } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { Place } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import type { Channel, Outcome } from '../../src/ports/channel.ts'
import { type Interactions, original } from './interactions.ts'
import type { Scopes } from './limits.ts'
import { outcomeOf } from './outcome.ts'
import { EPHEMERAL, type Message } from './payloads.ts'
import { channelOf, readPlace, type Through } from './places.ts'
import type { Reply } from './reply.ts'
import type { Call, Request, Web } from './request.ts'
import type { Self } from './text.ts'
import { isAlive } from './through.ts'
import { renderView, type ViewPayload } from './view-payload.ts'

const KEPT = 10_000

/** What one person sees alone: through the interaction that they used while that can be answered, else in their direct conversation. */
export function createNotify(parts: {
  web: Web
  self: () => Self
  scopes: () => Scopes
  interactions: Interactions
  now: () => number
}): NonNullable<Channel['notify']> {
  const { web, self, scopes, interactions, now } = parts
  /** Discord tells which channel a person's direct conversation is only when it is asked to open it. */
  const directs = new LatestMap<string, string>(KEPT)

  /** Undefined when its time is over. */
  async function throughIt(through: Through, { body, files }: ViewPayload, call: Call): Promise<Reply | undefined> {
    const { application } = self()
    const content = {
      body: { ...body, flags: body.flags | EPHEMERAL },
      ...(files.length > 0 && { files }),
      open: true as const,
    }
    const waits = await interactions.waits(through, call)
    if (typeof waits !== 'boolean') return undefined
    const path = original(through, application)
    // What waits for everybody's eyes would make the note public: it goes.
    const gone = waits && !through.alone ? await call({ method: 'DELETE', path, open: true }) : undefined
    if (gone && 'unknown' in gone) return gone
    const request: Request =
      waits && through.alone
        ? { ...content, body, method: 'PATCH', path }
        : { ...content, method: 'POST', path: `webhooks/${application}/${through.token}` }
    const reply = await call(request)
    if (waits && 'ok' in reply) interactions.filled(through, (reply.ok as Message).id)
    return reply
  }

  async function directOf(person: string, place: Place | undefined, call: Call): Promise<string | Reply> {
    const spot = place && readPlace(place)
    if (spot?.installation.startsWith('@') && !spot.through?.only) return channelOf(spot)
    const known = directs.get(person)
    if (known !== undefined) return known
    const reply = await call({ method: 'POST', path: 'users/@me/channels', body: { recipient_id: person } })
    if (!('ok' in reply)) return reply
    const { id } = reply.ok as { id: string }
    directs.set(person, id)
    return id
  }

  async function directly(channel: string, { body, files }: ViewPayload, call: Call): Promise<Reply> {
    const path = `channels/${channel}/messages`
    return call({ method: 'POST', path, body, ...(files.length > 0 && { files }) })
  }

  const judged = (reply: Reply, channel: string): Outcome<void> =>
    outcomeOf(reply, scopes().posts(channel), scopes().everything, () => {})

  return async (person, place, view: View, signal) => {
    const language = languageOf(undefined, view.text)
    const shown = renderView(view, {}, (texts) => texts[language])
    const call = web.begin(signal)
    const through = place && readPlace(place).through
    const near = through && isAlive(through.interaction, now()) ? await throughIt(through, shown, call) : undefined
    // What may have arrived is not shown a second time.
    if (near && ('ok' in near || 'unknown' in near)) return judged(near, `~${through!.interaction}`)
    const channel = await directOf(person, place, call)
    return typeof channel === 'string' ? judged(await directly(channel, shown, call), channel) : judged(channel, '@me')
  }
}
