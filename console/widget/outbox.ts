import type { Sending } from '../../adapters/web/view.ts'
import { delayOf, untilLookedAt } from './pauses.ts'
import { isUnknown, passes, waitOf } from './problem.ts'
import type { Kept } from './tokens.ts'

export interface OutboxParts {
  /** What this window keeps it under. */
  name: string
  waiting: Kept
  post(sending: Sending): Promise<unknown>
  pause(ms: number): Promise<void>
  isOver(): boolean
  /** What is to be sent, or has failed for good with `why`. */
  onSending(sending: Sending, state: 'waiting' | 'failed', why?: string): void
}

/** What the visitor says goes out in its order, also after a reload, and as often as it takes: the server takes each id once. */
export function createOutbox({ name, waiting, post, pause, isOver, onSending }: OutboxParts) {
  let outbox: Sending[] = JSON.parse(waiting.getItem(name) ?? '[]')
  let isSending = false

  function keep(): void {
    if (outbox.length > 0) waiting.setItem(name, JSON.stringify(outbox))
    else waiting.removeItem(name)
  }

  async function sendFirst(sending: Sending): Promise<void> {
    for (let tries = 0; !isOver(); tries++) {
      try {
        await post(sending)
        return
      } catch (error) {
        if (isUnknown(error)) await pause(untilLookedAt)
        else if (passes(error)) await pause(Math.max(waitOf(error), delayOf(tries)))
        else return onSending(sending, 'failed', (error as Error).message)
      }
    }
  }

  async function send(): Promise<void> {
    if (isSending) return
    isSending = true
    for (let [next] = outbox; next && !isOver(); [next] = outbox) {
      await sendFirst(next)
      if (isOver()) break
      outbox = outbox.slice(1)
      keep()
    }
    isSending = false
  }

  return {
    begin(): void {
      for (const one of outbox) onSending(one, 'waiting')
      void send()
    },
    add(sending: Sending): void {
      outbox = [...outbox, sending]
      keep()
      onSending(sending, 'waiting')
      void send()
    },
  }
}
