import { LatestMap } from '../../src/lib/latest.ts'
import type { Budget } from '../../src/ports/budget.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import type { FoundMessage, Reading, Search } from '../../src/ports/reading.ts'
import type { Scopes } from './limits.ts'
import { errorOf, outcomeBeside } from './outcome.ts'
import { channelPlace, readPlace } from './places.ts'
import { nameless, readText } from './text.ts'
import { type Bot, eventIdOf, timeOf } from './told.ts'
import type { Web } from './web.ts'

const SEARCH = 'assistant.search.context'
/** Documented: the most that one call brings. */
const MOST = 20
/** Of other channels than the one that is asked in, where others see the answer: each takes calls to find out who may read it. */
const CHANNELS = 5
const KEPT = 2000
/** Slack documents no lifetime. A call with leave that has run out is refused, and told so. */
const RUN_OUT = /^(?:invalid|expired|missing)_action_token$/

/** As Slack's documentation shows it, with the names that it has since been seen with. */
interface Found {
  author_user_id?: string
  author_name?: string
  channel_id?: string
  channel_name?: string
  message_ts?: string
  content?: string
  permalink?: string
  is_author_bot?: boolean
}

/**
 * Slack's search of public channels. It goes by what the person may read whose leave (`action_token`) came with their message; what
 * others see of the answer goes by what they may read, too.
 */
export function createSearch(parts: {
  web: Web
  self: Bot
  budget: Pick<Budget, 'tryTake' | 'freeze'>
  scopesOf: (team: string) => Pick<Scopes, 'search'>
  mayTell: NonNullable<Reading['mayTell']>
}) {
  const { web, self, budget, scopesOf, mayTell } = parts
  /** Slack tells of a mention twice, and the leave may stand in the one that was told second. */
  const leaves = new LatestMap<string, string>(KEPT)

  async function ask(of: Search, leave: string, signal: AbortSignal): Promise<Outcome<Found[]>> {
    const scope = scopesOf(readPlace(of.here).team).search
    const taken = await budget.tryTake([scope], 'normal')
    if (taken !== 'ok') return { limited: { retryAt: taken.retryAt, scope } }
    const kinds = { channel_types: ['public_channel'], content_types: ['messages'] }
    const reply = await web.call(SEARCH, { query: of.query, action_token: leave, ...kinds, limit: MOST }, signal)
    if (RUN_OUT.test(errorOf(reply) ?? '')) return { refused: { code: 'gone', detail: errorOf(reply)! } }
    const outcome = outcomeBeside(reply, scope, ({ results }) => (results as { messages?: Found[] })?.messages ?? [])
    if ('limited' in outcome) budget.freeze(scope, outcome.limited.retryAt)
    return outcome
  }

  /** The channels whose messages may be told to everybody who will see the answer. */
  async function tellable(found: readonly Found[], of: Search, signal: AbortSignal): Promise<Set<string>> {
    const { team, channel: here } = readPlace(of.here)
    const all = [...new Set(found.map(({ channel_id }) => channel_id!))]
    if (of.isAlone) return new Set(all)
    const others = all.filter((one) => one !== here).slice(0, CHANNELS)
    const told = others.map(async (one) => {
      const { may } = await mayTell({ ...of, place: channelPlace(team, one) }, signal)
      return may ? [one] : []
    })
    return new Set([...all.filter((one) => one === here), ...(await Promise.all(told)).flat()])
  }

  return {
    leave(eventId: string, leave: string): void {
      leaves.set(eventId, leave)
    },

    async search(of: Search, signal: AbortSignal): Promise<Outcome<FoundMessage[]>> {
      const leave = of.leave ?? leaves.get(of.eventId)
      if (leave === undefined) return { refused: { code: 'gone', detail: 'no action_token came with it' } }
      const outcome = await ask(of, leave, signal)
      if (!('ok' in outcome)) return outcome
      const found = outcome.ok
        .filter(isSound)
        .filter((one) => eventIdOf(one.channel_id!, one.message_ts!) !== of.eventId)
      const may = await tellable(found, of, signal)
      return { ok: found.filter(({ channel_id }) => may.has(channel_id!)).map((one) => readFound(one, self)) }
    },
  }
}

/** Of a public channel, and with all that a quotation needs. */
const isSound = ({ channel_id, message_ts, content }: Found): boolean =>
  [channel_id, message_ts, content].every((value) => typeof value === 'string') && channel_id!.startsWith('C')

function readFound(found: Found, self: Bot): FoundMessage {
  const { author_user_id: id, author_name: name, channel_id, channel_name, message_ts, permalink } = found
  const content = found.content!
  return {
    eventId: eventIdOf(channel_id!, message_ts!),
    author: {
      ...(id && { id }),
      ...(name && { name }),
      kind: id === self.id ? 'you' : found.is_author_bot ? 'program' : 'person',
    },
    at: timeOf(message_ts!),
    text: readText(content, self),
    named: [...nameless(content, self.id), ...(channel_name ? [] : [channel_id!])],
    in: `#${channel_name || channel_id}`,
    files: [],
    ...(permalink && { link: permalink }),
  }
}
