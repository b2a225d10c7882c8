import type { Log } from '../lib/log.ts'
import type { Pacer } from './pace.ts'
import type { ReplyEvent, ReplyState } from './reply-state.ts'

const longestPauseMs = 30_000
/** Of what nobody waits for any more. Without a reason one is made up, at a price. */
const over = new Error('over')

export interface SetbackParts {
  /** The turn's id. */
  id: string
  state: () => ReplyState
  tell: (event: ReplyEvent) => void
  /** Resolves at the next change of what there is to show, or when showing ends. */
  nextChange: () => Promise<void>
  losePatience: () => void
  signal: AbortSignal
  pacer: Pick<Pacer, 'limited'>
  log: Log
  now: () => number
  sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** How long a reply waits after a call that was not done, or perhaps. */
export function createSetback(parts: SetbackParts) {
  const { id, state, tell, nextChange, losePatience, signal, pacer, log, now, sleep } = parts

  /** Before something is tried again. A final does not wait for the pause of an edit. */
  async function pause(error: Error): Promise<void> {
    log.warn({ turn: id, reason: error.message }, 'a call to the platform may or may not have been carried out')
    losePatience()
    tell({ on: 'paused' })
    const rest = new AbortController()
    const pauseMs = Math.min(longestPauseMs, 250 * 2 ** state().pauses)
    const paused = sleep(pauseMs, AbortSignal.any([signal, rest.signal])).catch(() => {})
    await (state().answer ? paused : Promise.race([paused, answered()]))
    rest.abort(over)
    signal.throwIfAborted()
  }

  async function answered(): Promise<void> {
    while (!state().answer && !signal.aborted) await nextChange()
  }

  return {
    pause,

    /** `isWaited`: what the next attempt costs is waited for at the pacer. */
    async after({ step, outcome }: ReplyEvent & { on: 'failed' }, isWaited: (scope: string) => boolean): Promise<void> {
      losePatience()
      if ('limited' in outcome) {
        const { scope, retryAt } = outcome.limited
        pacer.limited(scope, retryAt)
        if (!isWaited(scope.key)) await sleep(Math.max(0, retryAt - now()), signal)
      }
      // What may have been appended is made right by an edit at once.
      if ('unknown' in outcome && step.do !== 'append' && step.do !== 'finish') await pause(outcome.unknown)
    },
  }
}
