import { expect, it } from 'vitest'
import { createTurns } from '../../../adapters/teams/turns.ts'

/** Time passes only when it is told to. */
function setUp() {
  let time = 0
  let timers: { at: number; go: () => void }[] = []
  const turns = createTurns({ now: () => time, later: (ms, go) => void timers.push({ at: time + ms, go }) })
  const taken: string[] = []
  const turnedAway: string[] = []
  return {
    taken,
    turnedAway,
    come: (name: string, isSuspect = false) =>
      turns.wait(isSuspect).then((isTurn) => void (isTurn ? taken : turnedAway).push(name)),
    async pass(ms: number) {
      await Promise.resolve()
      for (const end = time + ms; ; ) {
        const [next] = timers.toSorted((a, b) => a.at - b.at)
        if (!next || next.at > end) {
          time = end
          break
        }
        timers = timers.filter((timer) => timer !== next)
        time = next.at
        next.go()
      }
      for (let n = 0; n < 3; n++) await Promise.resolve()
    },
  }
}

it('thousands a second are taken, in the order in which they came, and nobody waits for long', async () => {
  const { come, taken, turnedAway, pass } = setUp()
  for (let n = 0; n < 2000; n++) void come(String(n))
  await pass(0)
  expect(taken).toHaveLength(35)
  await pass(600)
  expect(taken).toEqual(Array.from({ length: 2000 }, (_, n) => String(n)))
  expect(turnedAway).toEqual([])
})

it('whoever comes from where many were worth nothing waits behind the others, and is turned away first', async () => {
  const { come, taken, turnedAway, pass } = setUp()
  for (let n = 0; n < 2100; n++) void come('suspect', true)
  void come('real')
  await pass(0)
  expect([taken.length, turnedAway.length]).toEqual([35, 2100 - 35 - 2000 + 1])
  await pass(10)
  expect(taken[35]).toBe('real')
})

it('too many are turned away at once, and nobody waits for longer than Teams does', async () => {
  const { come, taken, turnedAway, pass } = setUp()
  for (let n = 0; n < 2036; n++) void come(String(n))
  await pass(0)
  expect(turnedAway).toEqual(['2035'])
  void come('suspect', true)
  await pass(0)
  expect(turnedAway).toEqual(['2035', 'suspect'])
  // Those who are nobody's go on coming: whoever is suspect is told in time that they had better come again.
  for (let n = 0; n < 1100; n++) {
    if (n === 100) void come('late', true)
    for (let m = 0; m < 40; m++) void come('more')
    await pass(10)
  }
  expect(turnedAway).toContain('late')
  expect(taken).not.toContain('late')
})
