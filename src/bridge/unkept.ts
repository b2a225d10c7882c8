import type { Language } from '../lib/language.ts'
import { languageOf } from '../lib/language.ts'
import { LatestMap } from '../lib/latest.ts'
import type { Log } from '../lib/log.ts'
import { type InboundMessage, waitingDoors } from '../model/message.ts'
import { callLimitMs, type Inbox } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { isCalled } from './addressing.ts'
import type { ChannelOf, WaitingMessage } from './context.ts'
import { sentences } from './words/index.ts'

/** Platforms and adapters offer again what was not kept, at first after moments: who is told by then is told in vain. */
const patienceMs = 4000
/** A failure that long ago was another one. */
const forgottenMs = 300_000
/** Messages, and people whose turns cannot be run, that are known to be in trouble. */
const known = 10_000
/** Whoever talks in a channel where everything is answered is told again after so long. */
const toldAgainMs = 600_000

export interface UnkeptParts {
  store: Pick<Store, 'inbox'>
  channelOf: ChannelOf
  /** Whether a message that does not call the agent would be answered. */
  isAsked: Inbox['isAsked']
  log: Log
  now: () => number
}

type Recipient = Pick<WaitingMessage, 'platform' | 'installation' | 'author' | 'replyTo'> & { language: Language }

/**
 * What people hear when the database takes nothing: that their message was not kept, or that their answer has to wait. Told alone,
 * once for each message, and past the database; nobody waits for it.
 */
export function createUnkept({ store, channelOf, isAsked, log, now }: UnkeptParts) {
  /** By event id. */
  const refused = new LatestMap<string, NodeJS.Timeout | 'told'>(known)
  /** When whoever did not call the agent was told, by person and channel. */
  const toldAt = new LatestMap<string, number>(known)
  /** Since when the turns of a key fail, and the row of which its person knows. */
  const failing = new LatestMap<string, { since: number; last: number; told?: number }>(known)

  function tell(
    { platform, installation, author, replyTo, language }: Recipient,
    words: Record<Language, string>,
  ): void {
    const view = { text: words[language] }
    channelOf({ platform, installation })
      ?.notify?.(author.id, replyTo, view, AbortSignal.timeout(callLimitMs))
      .then((outcome) => {
        if (!('ok' in outcome)) log.warn({ outcome }, 'a person could not be told that nothing can be kept')
      })
      .catch((err) => log.warn({ err }, 'a person could not be told that nothing can be kept'))
  }

  /** What does not call the agent is for it only if what is kept of the place says so: unless that can be read, nobody is told. */
  async function isToBeTold(message: InboundMessage): Promise<boolean> {
    if (isCalled(message)) return true
    const { author, within } = message
    const here = `${author.uid} ${within.at(-2) ?? within[0]}`
    if (now() - (toldAt.get(here) ?? Number.NEGATIVE_INFINITY) < toldAgainMs) return false
    if (!(await isAsked(message).catch(() => false))) return false
    toldAt.set(here, now())
    return true
  }

  function wasRefused(message: InboundMessage): void {
    const { eventId, addressed, author, text } = message
    if (addressed === 'other' || refused.has(eventId)) return
    const say = async () => {
      refused.set(eventId, 'told')
      // The platform may have offered it to another process, which kept it. What cannot be read either is told.
      if (await store.inbox.byEvent(eventId).catch(() => undefined)) return
      if (!(await isToBeTold(message))) return
      tell({ ...message, language: languageOf(author.locale, text) }, sentences.notKept)
    }
    refused.set(eventId, setTimeout(() => void say(), patienceMs).unref())
  }

  function wasKept({ eventId }: InboundMessage): void {
    const waiting = refused.get(eventId)
    if (waiting !== undefined && waiting !== 'told') clearTimeout(waiting)
    refused.delete(eventId)
  }

  return {
    /** An inbox whose messages are heard of when they cannot be kept. */
    watching:
      (take: Inbox['message']): Inbox['message'] =>
      async (message) => {
        try {
          const taken = await take(message)
          if (refused.size > 0) wasKept(message)
          return taken
        } catch (error) {
          wasRefused(message)
          throw error
        }
      },

    /** The turns of a key cannot be run because the database fails; they are tried again. Never rejects. */
    async stuck(key: string): Promise<void> {
      const time = now()
      const before = failing.get(key)
      const goesOn = before !== undefined && time - before.last < forgottenMs
      const one = goesOn ? { ...before, last: time } : { since: time, last: time }
      failing.set(key, one)
      if (time - one.since < patienceMs) return
      // What can be read may still be where nothing can be written.
      const row = await store.inbox.next(key).catch(() => undefined)
      if (!row || waitingDoors.includes(row.door) || row.id === one.told) return
      failing.set(key, { ...one, told: row.id })
      const message: WaitingMessage = JSON.parse(row.payload)
      // To whoever takes one answer and no more it would be that.
      if (!message.listen && !message.once) tell(message, sentences.hasToWait)
    },
  }
}
