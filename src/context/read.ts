import type { History, Reading, Stretch } from '../ports/reading.ts'

/** Nobody waits longer for what was said around their question. */
const readMs = 4000

/** The talk around a message, or why it could not be seen. */
export type Read = { history: History } | { unseen: string }

export async function readStretch(reading: Reading, of: Stretch, signal: AbortSignal): Promise<Read> {
  const outcome = await reading.history(of, AbortSignal.any([signal, AbortSignal.timeout(readMs)]))
  if ('ok' in outcome) return { history: outcome.ok }
  return { unseen: whyUnseen(outcome) }
}

/** For the model, which can tell whoever asks. */
export function whyUnseen(outcome: Exclude<Awaited<ReturnType<Reading['history']>>, { ok: unknown }>): string {
  if ('limited' in outcome) return 'the platform allows no more reading for now'
  if ('unknown' in outcome) return 'the platform did not answer in time'
  switch (outcome.refused.code) {
    case 'gone':
      return 'it is not there any more'
    case 'unsupported':
      return 'it cannot be read here'
    default:
      return 'the app has no right to read it'
  }
}
