import type { MessageRef, Place } from '../model/message.ts'
import type { Channel, Outcome } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { ShownTurn } from '../turns/show.ts'
import type { Message } from './reply-plan.ts'

/** What a platform may still be doing after a call without an outcome: only then is its absence a fact. */
const settledAfterMs = 2500
/** An intent that was committed with the answer holds for a post so soon after; the settling time above has room for it. */
const aheadMs = 500

export interface LedgerParts {
  store: Store
  channel: Channel
  place: Place
  turn: Pick<ShownTurn, 'id' | 'lease' | 'parts'>
  now: () => number
  /** Reject with the signal's reason when it is aborted. */
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Before something without an outcome is tried again. */
  pause: (error: Error) => Promise<void>
}

/** The messages of a reply, and what the store is told of them: the intent before each post, and what came of it. */
export function createLedger({ store, channel, place, turn, now, sleep, pause }: LedgerParts) {
  const { id, lease } = turn
  /** When nothing comes any more of the last attempt that was given up. */
  let slowUntil = Number.NEGATIVE_INFINITY
  const messages: Message[] = turn.parts.map(({ ref, intent_at }) => ({
    intendedAt: intent_at,
    ...(ref !== null && { ref: ref as MessageRef }),
    frozen: false,
  }))
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

  /** Whether the message is ours. */
  async function placed(n: number, ref: MessageRef): Promise<boolean> {
    const isOurs = await store.turns.placed(id, n, ref)
    if (isOurs) messages[n]!.ref = ref
    return isOurs
  }

  return {
    messages,
    keyOf,
    steps,
    placed,

    /** What is to be written with the answer's commit, if its first message will be posted then. */
    intendAhead(): Step[] {
      if (messages.length > 0) return []
      ahead = now()
      return [store.turns.intendStep(id, 0, ahead)]
    },

    committed(): void {
      isCommitted = true
    },

    /** Before a post: from now on the message may exist. */
    async intend(n: number, paid: boolean): Promise<void> {
      const holds = isCommitted && n === 0 && now() - ahead <= aheadMs
      if (!holds) await store.turns.intend(id, n)
      messages[n] = { intendedAt: holds ? ahead : now(), paid, frozen: false }
    },

    /** The last message was posted; nobody needs to know before the reply has ended. */
    placedLast(n: number, ref: MessageRef): void {
      steps.push(store.turns.placedStep(id, n, ref))
      messages[n]!.ref = ref
    },

    /**
     * A post was given up that may have been made, or may yet be: whoever was waited for in vain is taken to be slow, and has as
     * long again.
     */
    unsure(n: number): void {
      const waited = now() - (messages[n]?.intendedAt ?? now())
      slowUntil = now() + Math.max(waited, settledAfterMs)
    },

    /**
     * After an attempt whose outcome nobody knows: is the message there? Platforms without `find` never post a key twice. It is
     * taken for absent only when the platform has had time to settle.
     */
    async isThere(n: number, since: number, signal: AbortSignal): Promise<boolean> {
      const absentFrom = Math.max(since + settledAfterMs, slowUntil)
      while (channel.find) {
        await lease.ensure()
        const at = now()
        const outcome = await find(n, since, signal)
        if ('ok' in outcome && outcome.ok) {
          if (await placed(n, outcome.ok)) return true
          // Another turn was quicker to find it; it is not found again.
        } else if ('limited' in outcome) await waitUntil(outcome.limited.retryAt, signal)
        else if ('unknown' in outcome) await pause(outcome.unknown)
        // A place that cannot be read is posted to again: an answer is better than its absence.
        else if ('refused' in outcome || at >= absentFrom) break
        else await waitUntil(absentFrom, signal)
      }
      delete messages[n]!.intendedAt
      return false
    },

    /** Takes a message away for good, also one that may only have been posted. */
    async remove(n: number, until: AbortSignal): Promise<void> {
      if (!channel.remove) return
      const { ref, intendedAt } = messages[n]!
      // A call that was cut off may have posted all the same.
      let target = ref
      for (let attempt = 1; ; attempt++) {
        await lease.ensure()
        const outcome: Outcome<unknown> = target
          ? await channel.remove(target, until)
          : intendedAt !== undefined && channel.find
            ? await find(n, intendedAt, until)
            : { ok: undefined }
        if ('refused' in outcome) return
        if ('ok' in outcome) {
          if (target) return
          target = outcome.ok as MessageRef | undefined
          if (target) continue
          const settledAt = (intendedAt ?? 0) + settledAfterMs
          if (!channel.find || now() >= settledAt) return
          await waitUntil(settledAt, until)
        } else if ('limited' in outcome) await waitUntil(outcome.limited.retryAt, until)
        else await sleep(250 * 2 ** attempt, until)
      }
    },
  }
}
