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

/** Asked between two pieces of a computation: a promise to wait for wherever others have not had their turn for a few milliseconds. */
export function createRests(): () => Promise<void> | undefined {
  let begun = performance.now()
  return () =>
    performance.now() - begun < sliceMs
      ? undefined
      : setImmediate().then(() => {
          begun = performance.now()
        })
}

/** The same as `atOnce` for a process that others wait for. */
export async function inSlices<Result>(work: Work<Result>): Promise<Result> {
  const rest = createRests()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    const others = rest()
    if (others) await others
  }
}
