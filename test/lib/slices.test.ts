import { expect, it } from 'vitest'
import { atOnce, inSlices, type Work } from '../../src/lib/slices.ts'

function* long(steps: number, done: () => void): Work<string> {
  for (let n = 0; n < steps; n++) {
    const until = performance.now() + 6
    while (performance.now() < until);
    yield
  }
  done()
  return 'result'
}

it('a long computation lets others have their turn, where it is told to, and comes to the same', async () => {
  const order: string[] = []
  const other = () => setImmediate(() => order.push('somebody else'))
  other()
  expect(await inSlices(long(3, () => order.push('done')))).toBe('result')
  expect(order).toEqual(['somebody else', 'done'])
  other()
  expect(atOnce(long(3, () => order.push('at once')))).toBe('result')
  expect(order.at(-1)).toBe('at once')
})
