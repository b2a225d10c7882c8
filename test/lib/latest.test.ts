import { expect, it } from 'vitest'
import { LatestMap } from '../../src/lib/latest.ts'

it('forgets what was set longest ago, and what is set again is new', () => {
  const map = new LatestMap<string, number>(2).set('a', 1).set('b', 2).set('a', 3).set('c', 4)
  expect([...map]).toEqual([
    ['a', 3],
    ['c', 4],
  ])
})
