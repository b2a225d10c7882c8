import type { MessageRef, Place } from '../model/message.ts'
import type { Channel, Outcome } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { PartRow } from '../store/turns.ts'
import type { ShownTurn } from '../turns/show.ts'
import type { LookupResult, ReplyMessage } from './reply-state.ts'

/** What a platform may still be doing after a call without an outcome: only then is its absence a fact. */
const settledAfterMs = 2500
/** An intent that was committed with the answer holds for a post so soon after; the settling time above has room for it. */
const aheadMs = 500
/** So often a message is tried to be taken away whose removal has no outcome. */
const removals = 3

export interface LedgerParts {
  store: Store
  channel: Channel
  place: Place
  turn: Pick<ShownTurn, 'id' | 'lease'>
  now: () => number
  /** Reject with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Before something without an outcome is tried again. */
  pause: (error: Error) => Promise<void>
}

/** What an earlier attempt has put on the screen. */
export function messagesOf(parts: readonly PartRow[]): ReplyMessage[] {
  return parts.map(({ ref, intent_at }) => ({
    intendedAt: intent_at,
    ...(ref !== null && { ref: ref as MessageRef }),
    isFrozen: false,
  }))
}

/** What the store is told of a reply's messages: the intent before each post, and what came of it. */
export function createLedger({ store, channel, place, turn, now, sleep, pause }: LedgerParts) {
  const { id, lease } = turn
  /** When nothing comes any more of the last attempt that was given up. */
  let slowUntil = Number.NEGATIVE_INFINITY
  /** When the first post was intended together with the commit, and whether that is written. */
  let ahead = Number.NEGATIVE_INFINITY
  let isCommitted = false
  /** The last thing there is to know of the reply is written with its end. */
  const steps: Step[] = []

  const keyOf = (n: number) => `${id}:${n}`
  const waitUntil = (time: number, until: AbortSignal) => sleep(Math.max(0, time - now()), until)

  function find(n: number, since: number, until: AbortSignal): Promise<Outcome<MessageRef | undefined>> {
    return channel.find!(place, keyOf(n), { since, owned: store.turns.isOwned }, until)
  }

  /** Nothing was intended, or nobody can look: it is taken for absent. */
  async function findIntended(
    n: number,
    since: number | null | undefined,
    until: AbortSignal,
  ): Promise<Outcome<unknown>> {
    return since !== undefined && since !== null && channel.find ? find(n, since, until) : { ok: undefined }
  }

  return {
    keyOf,
    steps,

    /** What is to be written with the answer's commit, if its first message will be posted then. */
    intendAhead(): Step[] {
      ahead = now()
      return [store.turns.intendStep(id, 0, ahead)]
    },

    committed(): void {
      isCommitted = true
    },

    /** Before a post: from now on, which it resolves with, the message may exist. `calls`: it calls whoever asked. */
    async intend(n: number, calls = false): Promise<number> {
      if (isCommitted && n === 0 && !calls && now() - ahead <= aheadMs) return ahead
      await store.turns.intend(id, n, calls)
      return now()
    },

    /** Whether the message is ours. */
    placed: (n: number, ref: MessageRef): Promise<boolean> => store.turns.placed(id, n, ref),

    /** The last message was posted; nobody needs to know before the reply has ended. */
    placedLast(n: number, ref: MessageRef): true {
      steps.push(store.turns.placedStep(id, n, ref))
      return true
    },

    /**
     * A post was given up that may have been made, or may yet be: whoever was waited for in vain is taken to be slow, and has as
     * long again.
     */
    unsure(since: number): void {
      slowUntil = now() + Math.max(now() - since, settledAfterMs)
    },

    /**
     * After an attempt whose outcome nobody knows: the message, if it is there. It is taken for absent only when the platform has
     * had time to settle.
     */
    async find(n: number, since: number, signal: AbortSignal): Promise<LookupResult> {
      const absentFrom = Math.max(since + settledAfterMs, slowUntil)
      while (channel.find) {
        const at = now()
        const outcome = await lease.call(() => find(n, since, signal))
        if ('ok' in outcome && outcome.ok) {
          if (await store.turns.placed(id, n, outcome.ok)) return { ref: outcome.ok }
          // Another turn was quicker to find it; it is not found again.
        } else if ('limited' in outcome) await waitUntil(outcome.limited.retryAt, signal)
        else if ('unknown' in outcome) await pause(outcome.unknown)
        else if ('refused' in outcome) break
        else if (at >= absentFrom) return 'absent'
        else await waitUntil(absentFrom, signal)
      }
      return 'unknowable'
    },

    /** Takes a message away for good, also one that may only have been posted. */
    async remove(n: number, { ref, intendedAt }: ReplyMessage, until: AbortSignal): Promise<void> {
      if (!channel.remove) return
      // A call that was cut off may have posted all the same.
      let target = ref
      for (let attempt = 1; attempt <= removals; ) {
        const outcome: Outcome<unknown> = await lease.call(async () =>
          target ? channel.remove!(target, until) : findIntended(n, intendedAt, until),
        )
        if ('refused' in outcome) return
        if ('limited' in outcome) {
          await waitUntil(outcome.limited.retryAt, until)
        } else if ('unknown' in outcome) {
          await sleep(250 * 2 ** attempt++, until)
        } else {
          if (target) return
          target = outcome.ok as MessageRef | undefined
          const settledAt = (intendedAt ?? 0) + settledAfterMs
          if (!target && (!channel.find || now() >= settledAt)) return
          if (!target) await waitUntil(settledAt, until)
        }
      }
    },
  }
}
