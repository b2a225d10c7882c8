import { setImmediate } from 'node:timers/promises'

/** A long computation, which yields wherever something else may be done in between. */
export type Work<Result> = Generator<void, Result>

/** In milliseconds: nobody notices that they have waited for it. */
const sliceMs = 5

export function atOnce<Result>(work: Work<Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** The same for a process that others wait for: they have their turn every few milliseconds. */
export async function inSlices<Result>(work: Work<Result>): Promise<Result> {
  for (let begun = performance.now(); ; ) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - begun < sliceMs) continue
    await setImmediate()
    begun = performance.now()
  }
}
