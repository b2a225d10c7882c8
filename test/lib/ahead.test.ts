import { describe, expect, it } from 'vitest'
import { createAhead } from '../../src/lib/ahead.ts'

const noon = Date.UTC(2030, 0, 1, 12)
const minute = 60_000

describe('how far a clock is ahead of a server', () => {
  it.each<[what: string, asked: number, came: number, ms: number]>([
    ['the same', noon + 300, noon + 400, 0],
    ['a slow answer', noon - 3000, noon + 3000, 0],
    ['cut off to a second', noon + 900, noon + 999, 0],
    ['ahead', noon + 61 * minute, noon + 61 * minute + 200, 61 * minute - 1000],
    ['behind', noon - 5 * minute, noon - 5 * minute + 200, 200 - 5 * minute],
  ])('%s', (_, asked, came, ms) => {
    const ahead = createAhead({ now: () => came })
    ahead.heard('Tue, 01 Jan 2030 12:00:00 GMT', asked)
    expect(ahead.ms()).toBe(ms)
  })

  it('is what the latest answer says that says when it is', () => {
    const ahead = createAhead({ now: () => noon + minute })
    ahead.heard('Tue, 01 Jan 2030 12:00:00 GMT', noon + minute)
    ahead.heard(undefined, noon)
    ahead.heard('some time', noon)
    expect(ahead.ms()).toBe(minute - 1000)
    ahead.heard('Tue, 01 Jan 2030 12:01:00 GMT', noon + minute)
    expect(ahead.ms()).toBe(0)
  })
})
