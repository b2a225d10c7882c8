import type { Part } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { disarm } from './disarm.ts'
import { type FaceOf, posted } from './faces.ts'
import { metadataOf } from './find.ts'
import type { Scopes } from './limits.ts'
import { asRichAsMayBe } from './messages.ts'
import { type OpenStreams, STREAM_MS } from './open-streams.ts'
import { renderEnd } from './outbound.ts'
import { errorOf, isMissing, outcomeOf } from './outcome.ts'
import { messageRef, readPlace, type Spot } from './places.ts'
import type { Refusals } from './refusals.ts'
import { openStream } from './stream.ts'
import type { ApiCall, Reply, Web } from './web.ts'

/** Slack says so at the start of a stream of which nothing is to be seen. */
const NOT_BEGUN = 'messaging_processing_failed'

/** Begins native streams. Where Slack refuses them, they are left alone for some minutes: answers come by edits meanwhile. */
export function createStreams(parts: {
  web: Web
  scopesOf: (team: string) => Scopes
  open: OpenStreams
  /** Workspaces and channels without native streams. */
  flat: Refusals
  threadless: Refusals
  /** Faces that messages may not have. */
  faceless: Refusals
  face: FaceOf
  begun: (spot: Spot) => unknown
  now: () => number
}): NonNullable<Channel['stream']> {
  const { web, scopesOf, open, flat, threadless, faceless, begun, now } = parts

  async function start(call: ApiCall, args: object): Promise<Reply> {
    const reply = await call('chat.startStream', args)
    return errorOf(reply) === NOT_BEGUN ? call('chat.startStream', args) : reply
  }

  return async (place, text, key, signal) => {
    const spot = readPlace(place)
    const { team, channel, thread, recipient } = spot
    const isFlat = flat.has(team) || flat.has(channel) || threadless.has(channel)
    if (!thread || !recipient || isFlat) {
      const detail = isFlat ? 'native streams were refused here a moment ago' : 'no thread or nobody to answer'
      return { refused: { code: 'unsupported', detail } }
    }
    const startedAt = now()
    const scopes = scopesOf(team)
    const face = await parts.face()
    const call = web.begin(signal)
    const message = {
      channel,
      thread_ts: thread,
      recipient_user_id: recipient.user,
      recipient_team_id: recipient.team,
      ...(text && { markdown_text: disarm(text, recipient.user) }),
    }
    const reply = await posted({ face, faceless, team }, (of) => start(call, { ...message, ...of }))
    if ('error' in reply) flat.add(isMissing(reply) ? team : channel)
    if (errorOf(reply) === NOT_BEGUN) return { refused: { code: 'unsupported', detail: NOT_BEGUN } }
    return outcomeOf(reply, scopes.start, ({ ts }) => {
      begun(spot)
      const posted = { team, channel, ts: String(ts) }
      const ref = messageRef(posted)
      const expiresAt = startedAt + STREAM_MS
      open.add(ref, expiresAt)
      const stop = (args: object, part: Part, signal: AbortSignal): Promise<Reply> => {
        const call = web.begin(signal)
        return asRichAsMayBe(part, (sparing) => {
          const blocks = renderEnd(part, sparing)
          const end = { metadata: metadataOf(key), ...(blocks.length > 0 && { blocks }) }
          return call('chat.stopStream', { ...args, ...end })
        })
      }
      const ended = () => open.delete(ref)
      return openStream({ web, scopes, posted, text, alive: recipient.user, expiresAt, stop, ended })
    })
  }
}
