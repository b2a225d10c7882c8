import { expect, it } from 'vitest'
import { createRollover } from '../../src/bridge/rollover.ts'

const cost = { post: [], edit: [], stream: [], append: [], finish: [] }

async function setUp(lifeMs: number, { hasLine }: { hasLine: boolean }) {
  let time = 1_800_000_000_000
  const start = time
  const wakes: number[] = []
  let cuts = 0
  const rollover = createRollover({
    budget: { tryTake: async () => 'ok' },
    cost,
    cut: () => {
      cuts++
      return hasLine
    },
    wakeAt: (at) => wakes.push(at - start),
    now: () => time,
  })
  const native = { expiresAt: start + lifeMs, upTo: 100 }
  rollover.begin()
  rollover.watch(native.expiresAt)
  const lookAt = async (ms: number) => {
    time = start + ms
    await rollover.look(native)
    return { cuts, isByEdits: rollover.isByEdits() }
  }
  return { lookAt, wakes }
}

it.each([
  ['five minutes', 300_000, 240_000, 285_000],
  ['two minutes', 120_000, 90_000, 112_500],
])('a stream that lives for %s is left in time, at a line or else by edits', async (_, lifeMs, closeAt, lastAt) => {
  const atLine = await setUp(lifeMs, { hasLine: true })
  expect(atLine.wakes).toEqual([closeAt])
  expect(await atLine.lookAt(closeAt - 1)).toEqual({ cuts: 0, isByEdits: false })
  expect(await atLine.lookAt(closeAt)).toEqual({ cuts: 1, isByEdits: false })
  const without = await setUp(lifeMs, { hasLine: false })
  expect(await without.lookAt(closeAt)).toEqual({ cuts: 1, isByEdits: false })
  expect(without.wakes).toEqual([closeAt, lastAt])
  expect(await without.lookAt(lastAt)).toEqual({ cuts: 2, isByEdits: true })
})
