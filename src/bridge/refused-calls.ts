import type { Log } from '../lib/log.ts'
import type { Outcome, Refusal } from '../ports/outcome.ts'
import type { Store } from '../store/index.ts'
import { aroundCalls } from './around-calls.ts'
import type { ChannelOf } from './context.ts'

/** Somebody's wish, or what a place does not have and is not asked for again: nothing that anybody could mend. */
const expected: ReadonlySet<Refusal['code']> = new Set(['stopped', 'unsupported'])

export interface RefusedCallsParts {
  store: Pick<Store, 'refusedCalls'>
  log: Log
}

/**
 * The same channels; what platforms refuse is written down, for whoever can mend it, and where they wanted a pause. No call waits for
 * that.
 */
export function notingRefusals(channelOf: ChannelOf, { store, log }: RefusedCallsParts): ChannelOf {
  const notWritten = (err: unknown) => log.warn({ err }, 'what a platform refused could not be written down')
  return aroundCalls(channelOf, async ({ name: call, place = '', ...at }, make) => {
    const outcome = await make()
    const told = refusalIn(outcome)
    if (told) void store.refusedCalls.keep({ ...at, call, place, ...told }).catch(notWritten)
    return outcome
  })
}

function refusalIn(outcome: Outcome<unknown>): { code: string; detail: string } | undefined {
  if ('limited' in outcome) return { code: 'limited', detail: outcome.limited.scope.key }
  return 'refused' in outcome && !expected.has(outcome.refused.code) ? outcome.refused : undefined
}
