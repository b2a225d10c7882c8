/**
 * Does some work and yields what it tells meanwhile; returns what comes of it. Work that nobody listens to any more goes on, and
 * its failure is nobody's.
 */
export async function* meanwhile<Told, Result>(
  work: (tell: (told: Told) => void) => Promise<Result>,
): AsyncGenerator<Told, Result> {
  const told: Told[] = []
  let wake = () => {}
  let isDone = false
  const result = work((one) => {
    told.push(one)
    wake()
  }).finally(() => {
    isDone = true
    wake()
  })
  result.catch(() => {})
  for (;;) {
    const next = told.shift()
    if (next !== undefined) yield next
    else if (isDone) return result
    else
      await new Promise<void>((resolve) => {
        wake = resolve
      })
  }
}
