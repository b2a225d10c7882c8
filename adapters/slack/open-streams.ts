import type { MessageRef } from '../../src/model/message.ts'

/** Measured: a native stream ends about 306 s after its start, whatever is appended meanwhile. */
export const STREAM_MS = 300_000

export type OpenStreams = ReturnType<typeof createOpenStreams>

/** Native streams that are not known to have ended. Before one of them can be edited it has to be stopped. */
export function createOpenStreams({ now }: { now: () => number }) {
  /** When each ends by itself, in the order in which they began. */
  const open = new Map<MessageRef, number>()

  return {
    has: (ref: MessageRef): boolean => (open.get(ref) ?? 0) > now(),
    /** `endsAt`: by itself, in milliseconds since the epoch. */
    add(ref: MessageRef, endsAt: number): void {
      for (const [old, end] of open) {
        if (end > now()) break
        open.delete(old)
      }
      open.set(ref, endsAt)
    },
    delete: (ref: MessageRef): boolean => open.delete(ref),
  }
}
