import { typed } from '../admin/commands/call.ts'
import { timeOrderedId } from '../lib/ids.ts'
import { languageOf } from '../lib/language.ts'
import { plain } from '../lib/quoting.ts'
import type { InboundMessage, Place } from '../model/message.ts'
import type { Listening } from '../store/listening.ts'
import { createLooking } from '../store/looking.ts'
import { hearsAll } from '../store/places.ts'
import { pauseOf } from '../turns/gate.ts'
import { type AddressingParts, createAddressing } from './addressing.ts'
import type { OwedParts } from './owing.ts'
import type { SpelledAt } from './spelling.ts'
import { sentences } from './words/index.ts'

const sweepEveryMs = 5000
/** A place that refused the notice is asked again after so long, when somebody says something there. */
const askAgainMs = 3_600_000

type Heard = Pick<Listening, 'agent' | 'mode'>

export type ListeningParts = AddressingParts &
  Pick<OwedParts, 'store' | 'claims' | 'channelOf' | 'pacer' | 'budget' | 'log' | 'now' | 'signal'> & {
    spelledAt: SpelledAt
  }

/**
 * Nobody is listened to who was not told so where they are. A place is told by a post of the app that everybody there sees, once
 * for each agent and mode, also where the binding is that of a whole workspace; until then, and where the platform refuses the
 * post, what is not said to the agent is not heard. When nothing hears the place any more it is told that too, whatever the
 * reason: what stands in the table is what the place was told, and is compared with what is bound.
 */
export function createListening(parts: ListeningParts) {
  const { store, claims, channelOf, spelledAt, pacer, budget, log, now, signal } = parts
  const { accountOf, hearerAt } = createAddressing(parts)
  const looking = createLooking(log, 'the look at who listens')
  let timer: NodeJS.Timeout | undefined
  let sweeping: Promise<unknown> | undefined

  const isRecentlyRefused = ({ state, at }: Listening) => state === 'refused' && now() - at < askAgainMs
  const isSame = (a: Heard, b: Heard) => a.agent === b.agent && a.mode === b.mode

  /** Tells a place what is so there by now. Never rejects. */
  async function tell(place: string): Promise<void> {
    try {
      const claim = await claims.claim(`listening/${place}`)
      if (!claim) return
      try {
        const row = await store.listening.fresh(place)
        if (row) await tellAlone(row, AbortSignal.any([signal, claim.signal]))
      } finally {
        await claim.release()
      }
    } catch (err) {
      if (!signal.aborted) log.warn({ err, place }, 'a place could not be told who listens there; it is tried again')
    }
  }

  async function tellAlone(row: Listening, mine: AbortSignal): Promise<void> {
    const owner = await accountOf(row.platform, row.installation)
    // Nothing can be posted where we are not any more, or are somebody else's.
    if (owner !== row.account) return store.listening.drop(row)
    if (await pauseOf(store, row)) return
    const { heard, by } = await heardAt(row)
    if (!heard) return tellOfEnd(row, mine)
    if (!isSame(heard, row) || row.state === 'ending') {
      const { state: _, at: _at, ...same } = row
      await store.db.batch([store.listening.oweStep({ ...same, ...heard, key: timeOrderedId(now()) })])
      const owed = await store.listening.fresh(row.place)
      return owed && tellOfStart(owed, by, mine)
    }
    if (row.state !== 'told' && !isRecentlyRefused(row)) await tellOfStart(row, by, mine)
  }

  /** What hears everything in a row's place, as it is bound now, and who said so. */
  async function heardAt(row: Listening) {
    const { agent, mode, binding } = await hearerAt(row.account, { ...row, within: JSON.parse(row.within) as Place[] })
    const heard = agent !== undefined && hearsAll(mode) ? { agent, mode } : undefined
    return { heard, by: binding?.bound_by ?? undefined }
  }

  async function tellOfStart(row: Listening, by: string | undefined, mine: AbortSignal): Promise<void> {
    const use = typed({ caller: { spelling: spelledAt(row) } }, 'use')
    const text = sentences.hearsNow(await nameOf(row.agent), row.mode === 'all', use)[row.language]
    const told = await post(row, text, 'trying', mine)
    if (!told) return
    const { at, outcome } = told
    await store.listening.move(at, 'ok' in outcome ? 'told' : 'refused')
    if ('refused' in outcome && row.state !== 'refused') await tellWhoBound(row, by, outcome.refused.detail, mine)
  }

  /** Those who were told that something hears them are told that it does not any more. */
  async function tellOfEnd(row: Listening, mine: AbortSignal): Promise<void> {
    if (row.state === 'owed' || row.state === 'refused') return store.listening.drop(row)
    const text = sentences.hearsNoMore(await nameOf(row.agent))[row.language]
    const told = await post(row, text, 'ending', mine)
    if (told) await store.listening.drop(told.at)
  }

  /** Once, also after an outcome that nobody knows. Undefined: not now. */
  async function post(row: Listening, text: string, doing: 'trying' | 'ending', mine: AbortSignal) {
    const channel = channelOf({ platform: row.platform, installation: row.installation })
    if (!channel) return undefined
    const to = row.post_to as Place
    const key = doing === 'ending' ? `${row.key}.end` : row.key
    if (row.state === doing && channel.find) {
      const hints = { since: row.at, owned: store.turns.isOwned }
      const outcome = await channel.find(to, key, hints, mine)
      if ('unknown' in outcome || 'limited' in outcome) return undefined
      if ('ok' in outcome && outcome.ok) return { at: row, outcome: { ok: outcome.ok } }
    }
    if ((await budget.tryTake(channel.limits(to).cost.post, 'urgent')) !== 'ok') return undefined
    const at = row.state === doing ? row : await store.listening.move(row, doing)
    if (!at) return undefined
    const outcome = await channel.post(to, { text }, key, mine)
    if ('limited' in outcome) pacer.limited(outcome.limited.scope, outcome.limited.retryAt)
    return 'ok' in outcome || 'refused' in outcome ? { at, outcome } : undefined
  }

  /** Whoever bound the agent hears that it does not listen there, if their platform is that of the place. */
  async function tellWhoBound(row: Listening, by: string | undefined, why: string, mine: AbortSignal): Promise<void> {
    log.warn(
      { place: row.place, agent: row.agent, why },
      'a place could not be told that an agent listens there, so it does not',
    )
    const channel = channelOf({ platform: row.platform, installation: row.installation })
    if (!by?.startsWith(`${row.platform}_`) || !channel?.notify) return
    const text = sentences.cannotBeTold(row.agent, row.place)[row.language]
    // A uid ends with the platform's own id of the person.
    await channel.notify(by.slice(by.lastIndexOf('_') + 1), undefined, { text }, mine)
  }

  async function nameOf(agent: string): Promise<string> {
    return plain((await store.agents.live(agent))?.document.agent.displayName ?? agent)
  }

  async function sweep(): Promise<void> {
    for (const row of (await store.listening.all()).values()) {
      const { heard } = await heardAt(row)
      const isSettled = row.state === 'told' || row.state === 'refused'
      // What was refused is asked about again where somebody says something.
      if (!heard || !isSame(heard, row) || !isSettled) await tell(row.place)
    }
  }

  async function check(): Promise<void> {
    const look = () => sweep().catch((error) => (signal.aborted ? undefined : Promise.reject(error)))
    sweeping ??= looking(look).finally(() => {
      sweeping = undefined
    })
    await sweeping
  }

  return {
    /** Of a message that is not heard, because its place has not been told: it is told now. Durable when it resolves. */
    async owe(message: InboundMessage, account: string, place: Place): Promise<void> {
      const { platform, installation, within, author, text } = message
      const { agent, mode } = await hearerAt(account, { platform, installation, within })
      const isInChannel = place === within.at(-2)
      const postTo = isInChannel ? message.announceTo : message.replyTo
      if (agent === undefined || postTo === undefined) return
      const known = await store.listening.at(place)
      if (!known || !isSame(known, { agent, mode })) {
        const where = { place, account, platform, installation, post_to: postTo }
        const row = { ...where, agent, mode, language: languageOf(author.locale, text), key: timeOrderedId(now()) }
        const around = JSON.stringify(within.slice(within.indexOf(place)))
        await store.db.batch([store.listening.oweStep({ ...row, within: around })])
      } else if (isRecentlyRefused(known)) return
      void tell(place)
    },
    /** Tells all places what has changed. Never rejects; one at a time. */
    check,
    start(): void {
      timer = setInterval(() => void check(), sweepEveryMs).unref()
      void check()
    },
    stop(): void {
      clearInterval(timer)
    },
  }
}

export type ListeningPlaces = ReturnType<typeof createListening>
