import { LatestMap } from '../lib/latest.ts'
import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import type { Author, Place, PlatformId } from '../model/message.ts'
import { callLimitMs } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { pauseOf } from '../turns/gate.ts'
import { afterLimit } from './after-limit.ts'
import type { ChannelOf } from './context.ts'

/** What people were told, so that nobody is told it again and again; forgotten for the oldest first. */
const kept = 10_000
/** Of one installation. A whole downtime may be told of at once, and whoever comes last has asked again by then. */
const mostWaiting = 1000
/** Whoever is told after that long wonders what it is about. */
const longestWaitMs = 60_000

export interface PrivateNote {
  platform: PlatformId
  installation: string
  /** Whose pause keeps it back; unknown where the installation is nobody's. */
  account: string | undefined
  author: Pick<Author, 'id' | 'uid'>
  /** Where an answer to them would go. */
  replyTo: Place
  text: string
  /** What it is about. Told to this person once in `everyMs`. */
  about: string
  everyMs: number
}

export interface PrivateNotesParts {
  store: Store
  channelOf: ChannelOf
  now: () => number
  log: Log
  /** Rejects with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted when the process ends. */
  signal: AbortSignal
}

export type TellAlone = (note: PrivateNote) => void

/**
 * Tells people alone why nothing will come of what they wrote. Nobody waits for it, and it never floods: the same is told to a
 * person once in a while, and an installation is told one thing at a time, as its platform lets us.
 */
export function createPrivateNotes(parts: PrivateNotesParts): TellAlone {
  const { store, channelOf, now, log, sleep, signal } = parts
  const toldAt = new LatestMap<string, number>(kept)
  /** What somebody is about to be told is not said once more; if it does not come about, it is at the next occasion. */
  const underWay = new Set<string>()
  const waiting = new Map<string, number>()
  const inLine = createOneAtATime()

  async function tell(note: PrivateNote, what: string): Promise<void> {
    const { account, author, replyTo, text } = note
    if (await pauseOf(store, { ...(account !== undefined && { account }) })) return
    const channel = channelOf(note)
    if (!channel?.notify) return
    const outcome = await afterLimit({ now, sleep, signal, longestWaitMs }, () =>
      channel.notify!(author.id, replyTo, { text }, AbortSignal.timeout(callLimitMs)),
    )
    if ('ok' in outcome) toldAt.set(what, now())
    else log.info({ person: author.uid, about: note.about, outcome }, 'somebody could not be told')
  }

  return (note) => {
    const { platform, installation, author, about } = note
    const what = `${platform} ${installation} ${author.id} ${about}`
    const before = toldAt.get(what)
    if (note.everyMs > 0 && underWay.has(what)) return
    if (before !== undefined && now() - before < note.everyMs) return
    const here = `${platform} ${installation}`
    const ahead = waiting.get(here) ?? 0
    if (ahead >= mostWaiting) return log.warn({ platform, installation }, 'too many people to tell them all')
    underWay.add(what)
    waiting.set(here, ahead + 1)
    inLine(here, () => tell(note, what))
      .catch((err) => signal.aborted || log.warn({ err, person: author.uid, about }, 'somebody could not be told'))
      .finally(() => {
        underWay.delete(what)
        const left = waiting.get(here)! - 1
        if (left > 0) waiting.set(here, left)
        else waiting.delete(here)
      })
  }
}
