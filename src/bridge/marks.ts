import { readOrderKey } from '../model/key.ts'
import type { Mark } from '../model/mark.ts'
import type { Channel } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { ChatContext } from './context.ts'

const callMs = 10_000

export interface WaitingMark {
  /** Somebody waits. */
  show(): void
  /** An earlier process may have shown it. */
  unsure(): void
  /** Nobody does any more. Resolves when that is told; undefined where there is nothing to tell. */
  end(): Promise<void> | undefined
}

const none: WaitingMark = { show() {}, unsure() {}, end: () => undefined }

type Marked = Pick<ChatContext, 'asked'>

async function wants(store: Store, key: string, mark: Mark): Promise<boolean> {
  return (await store.agents.live(readOrderKey(key).agent))?.document.agent.marks?.includes(mark) ?? false
}

/**
 * The emoji on a message as long as whoever wrote it waits, where its agent does so. One call at a time, and nobody waits for it: none
 * can come after its end.
 */
export function createWaitingMark(
  store: Store,
  channel: Channel,
  { key, event, where: { asked } }: { key: string; event: string; where: Marked },
): WaitingMark {
  // What is asked by a button, or by a timer, is no message that could be marked.
  if (!channel.mark || asked?.event !== event) return none
  let isShown = false
  let isDoubtful = false
  let isOver = false
  let telling = Promise.resolve()
  const tell = (on: boolean): Promise<void> => {
    telling = telling
      .then(async () => {
        if (await wants(store, key, 'waiting'))
          await channel.mark?.(asked.message, 'waiting', on, AbortSignal.timeout(callMs))
      })
      .catch(() => {})
    return telling
  }
  return {
    show() {
      if (isShown || isOver) return
      isShown = true
      void tell(true)
    },
    unsure() {
      isDoubtful = true
    },
    end() {
      const isThere = isShown || isDoubtful
      isOver = true
      isShown = false
      isDoubtful = false
      return isThere ? tell(false) : undefined
    },
  }
}

/** A question that was handed over is solved: the message that it began with says so. */
export async function markSolved(
  store: Store,
  channel: Channel,
  {
    key,
    event,
    where: { asked, handover },
  }: { key: string; event: string; where: Marked & Pick<ChatContext, 'handover'> },
): Promise<void> {
  if (!asked || !channel.mark || !handover || event !== `handover:${handover.id}:solved`) return
  try {
    if (await wants(store, key, 'solved'))
      await channel.mark(asked.message, 'solved', true, AbortSignal.timeout(callMs))
  } catch {}
}
