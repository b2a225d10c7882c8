import type { Texts } from '../lib/language.ts'
import { LatestMap } from '../lib/latest.ts'
import { inUtc } from '../lib/moment.ts'
import { readOrderKey } from '../model/key.ts'
import type { Admission, ChatLimits } from '../model/limits.ts'
import type { InboundMessage } from '../model/message.ts'
import type { NewRow } from '../store/inbox.ts'
import type { Store } from '../store/index.ts'
import type { Counter } from '../store/spending/index.ts'
import type { Step } from '../store/statement.ts'
import { admissionRefusal } from './admission.ts'
import type { ChannelOf } from './context.ts'
import type { RaidWatch } from './raid.ts'
import { sentences } from './words/index.ts'

export interface LimitsParts {
  store: Store
  channelOf: ChannelOf
  limits: ChatLimits
  admit: Admission
  raids: Pick<RaidWatch, 'waitsUntil' | 'steps' | 'begins'>
  now: () => number
}

/** To one agent's account, in an hour of the clock: enough for alerts, and the end of two programs that answer each other. */
export const programsPerHour = 30

/** Nobody's message waits longer to be kept because a platform does not say whether they are a guest. */
const guestMs = 1000
const knownForMs = 3_600_000
const knownGuests = 10_000

/** What somebody looks for is looked for as they type it: so much more often than they write. */
const lookUpsAMessage = 3

/** Why a message is not taken in; `once`: as told in this minute, in whichever process, it is not told again. */
export interface Refusal {
  say: Texts
  /** What it is about; told again to the same person only after a while. */
  about?: string
  once?: Counter
}

/**
 * How much one person may write. Decided in the batch that takes the message in, so that it holds whichever process that is in. What
 * is refused is written down as done, so that the platform's resend of it is no second message; and whoever wrote it is told.
 */
export function createLimits({ store, channelOf, limits, admit, raids, now }: LimitsParts) {
  const guests = new LatestMap<string, { asked: Promise<boolean | undefined>; until: number }>(knownGuests)
  /** Admins see to it that an agent works, and try it out for that. */
  async function isExempt(account: string, { author, membership }: InboundMessage): Promise<boolean> {
    if (membership?.operator) return true
    const roles = await store.roles.of(account, author.uid)
    return roles.some(({ role }) => role === 'owner' || role === 'admin')
  }

  async function askedNow({ author, replyTo, ...of }: InboundMessage): Promise<boolean | undefined> {
    const { isGuest } = channelOf(of) ?? {}
    return isGuest?.(author.id, replyTo, AbortSignal.timeout(guestMs)).catch(() => undefined)
  }

  /** As the platform said within the hour; where it does not say, they are none. */
  async function isGuest(message: InboundMessage): Promise<boolean> {
    if (message.program) return false
    const name = `${message.installation} ${message.author.uid}`
    const known = guests.get(name)
    const one = known && known.until > now() ? known : { asked: askedNow(message), until: now() + knownForMs }
    guests.set(name, one)
    const told = await one.asked
    if (told === undefined) guests.delete(name)
    return told ?? false
  }

  async function notAdmitted(message: InboundMessage): Promise<Texts | undefined> {
    const said = admissionRefusal(message, admit, now())
    if (said || admit.guests || !(await isGuest(message))) return said
    return sentences.notAdmitted.guests
  }

  const minuteOf = (uid: string): Counter => ({
    scope: 'person',
    subject: uid,
    start: store.spending.starts().minute,
  })

  const hourOf = (uid: string): Counter => ({ ...minuteOf(uid), start: store.spending.starts().minute.slice(0, 13) })

  return {
    /** What can be told of the message alone. */
    async refusal(account: string, key: string, message: InboundMessage): Promise<Refusal | undefined> {
      const { files, within } = message
      const say = await notAdmitted(message)
      const until = say ? undefined : await raids.waitsUntil(account, key, message)
      const isRefused = say !== undefined || until !== undefined
      if (isRefused && !(await isExempt(account, message))) {
        return say ? { say, about: `admission ${within.at(-2) ?? within[0]}` } : raided(until!)
      }
      if (limits.files === null || files.length <= limits.files) return undefined
      return { say: sentences.tooManyFiles(limits.files) }
    },

    /** Counts that somebody looks something up; why they may not, where they have too often in this minute. */
    async lookedUp(account: string, key: string, message: InboundMessage): Promise<Refusal | undefined> {
      const { messagesPerMinute } = limits
      if (messagesPerMinute === null || (await isExempt(account, message))) return undefined
      const minute = minuteOf(readOrderKey(key).uid)
      const counter = { ...minute, start: `${minute.start} look-ups` }
      const most = messagesPerMinute * lookUpsAMessage
      if (await store.db.batch([store.spending.messageStep(account, counter, most)])) return undefined
      return { say: sentences.tooManyLookUps(60 - Math.floor((now() % 60_000) / 1000)) }
    },

    /** Takes it in: void where it is known, or where there is no room for it. */
    async steps(account: string, message: InboundMessage, row: NewRow, byProgram?: true): Promise<Step[]> {
      const { uid } = readOrderKey(row.key)
      if (await isExempt(account, message)) return [store.inbox.addStep(row)]
      const { messagesPerMinute, waiting } = limits
      return [
        ...(byProgram ? [store.spending.messageStep(account, hourOf(uid), programsPerHour)] : []),
        ...(await raids.steps(account, row.key, message)),
        ...(messagesPerMinute === null ? [] : [store.spending.messageStep(account, minuteOf(uid), messagesPerMinute)]),
        ...(waiting === null ? [store.inbox.addStep(row)] : store.inbox.addUnderSteps(row, waiting)),
      ]
    },

    /**
     * Why those were void; undefined where it is known, or was refused before; `again`: they would not be any more. Whoever was promised an
     * answer is told each time, since what ends that may have got lost.
     */
    async why(account: string, message: InboundMessage, row: NewRow): Promise<Refusal | 'again' | undefined> {
      const { event_id, key, door } = row
      const once = minuteOf(readOrderKey(key).uid)
      const before = await store.inbox.byEvent(event_id)
      const isOwed = before?.cancelled === 'limited' && message.promised === true
      if (before && !isOwed) return undefined
      if (!before && (await raids.begins(account, message))) {
        const until = await raids.waitsUntil(account, key, message)
        // Whoever is known is taken in after all.
        if (until === undefined) return 'again'
        return (await store.inbox.bury(event_id, door, 'limited')) ? raided(until) : undefined
      }
      if (!before && !(await store.inbox.bury(event_id, door, 'limited'))) return undefined
      const { messagesPerMinute: most } = limits
      const written = (await store.spending.at(account, once))?.messages ?? 0
      if (most !== null && (isOwed || written >= most)) {
        const seconds = 60 - Math.floor((now() % 60_000) / 1000)
        return { say: sentences.tooFast(most, seconds), once }
      }
      return { say: sentences.tooManyWaiting(await store.inbox.openCount(key)), once }
    },
  }
}

const raided = (until: number): Refusal => ({ say: sentences.raided(inUtc(until)), about: 'raid' })
