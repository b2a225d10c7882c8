import fc from 'fast-check'
import { expect, it } from 'vitest'
import { catchUp, evenly, isZone, nextOf, periodOf, ruleFault, wallTime } from '../../src/lib/recurrence.ts'

const at = (text: string) => Date.parse(text)
const iso = (moment: number | undefined) => (moment === undefined ? undefined : new Date(moment).toISOString())

it('a rule goes by the clock of its zone, also when that is changed', () => {
  // Facts: half past two is left out on that night, and comes twice on the other.
  expect(iso(nextOf('30 2 * * *', 'Europe/Berlin', at('2027-03-27T12:00Z')))).toBe('2027-03-28T01:00:00.000Z')
  expect(iso(nextOf('30 2 * * *', 'Europe/Berlin', at('2027-10-30T12:00Z')))).toBe('2027-10-31T00:30:00.000Z')
  expect(iso(nextOf('30 2 * * *', 'Europe/Berlin', at('2027-10-31T00:30Z')))).toBe('2027-11-01T01:30:00.000Z')
  expect(wallTime(at('2027-03-28T07:00Z'), 'Europe/Berlin')).toBe('2027-03-28T09:00')
  expect(iso(nextOf('0 0 30 2 *', 'UTC', at('2027-01-01T00:00Z')))).toBeUndefined()
})

it.each([
  ['Europe/Berlin', true],
  ['America/Argentina/Buenos_Aires', true],
  ['UTC', true],
  // Neither knows a summer time.
  ['EST', false],
  ['+09:00', false],
  ['Mars/Olympus', false],
])('%s is a zone: %s', (name, is) => expect(isZone(name)).toBe(is))

it.each([
  ['0 9 * * 1', undefined],
  ['*/5 * * * *', undefined],
  ['* * * * *', 'too_often'],
  ['0 9 * * 1 2', 'unreadable'],
  ['often', 'unreadable'],
  ['0 0 30 2 *', 'never'],
])('%s is %s', (rule, fault) => expect(ruleFault(rule, at('2027-01-01T00:00Z'))).toBe(fault))

it('after a standstill only the newest is made up for, and only while it is of use', () => {
  const daily = (now: string) => {
    const { fire, missed, next } = catchUp('0 9 * * *', 'UTC', at('2027-01-01T09:00Z'), at(now))
    return [iso(fire)?.slice(0, 16), missed, iso(next)?.slice(0, 16)]
  }
  expect(daily('2027-01-01T09:00Z')).toEqual(['2027-01-01T09:00', 0, '2027-01-02T09:00'])
  expect(daily('2027-01-04T10:00Z')).toEqual(['2027-01-04T09:00', 3, '2027-01-05T09:00'])
  expect(daily('2027-01-04T16:00Z')).toEqual([undefined, 4, '2027-01-05T09:00'])
  // For a year every five minutes: it does not count them all.
  const long = catchUp('*/5 * * * *', 'UTC', at('2027-01-01T00:00Z'), at('2028-01-01T00:02Z'))
  expect([iso(long.fire), iso(long.next)]).toEqual(['2028-01-01T00:00:00.000Z', '2028-01-01T00:05:00.000Z'])
})

it('what comes every so many minutes comes evenly, first when that time has passed, and as often as an hour or a day allows', () => {
  const start = at('2027-01-01T00:00Z')
  const property = fc.property(fc.nat(366 * 86_400), fc.integer({ min: 1, max: 3000 }), (seconds, minutes) => {
    const from = start + seconds * 1000
    const rule = evenly(minutes, from)
    const period = periodOf(minutes) * 60_000
    expect(period).toBeGreaterThanOrEqual(Math.min(minutes, 1440) * 60_000)
    expect(ruleFault(rule, from)).toBeUndefined()
    // Right before it is due it is a period away: the minute that has begun is left out.
    let last = Math.ceil(from / 60_000) * 60_000
    for (let n = 0; n < 30; n++) {
      const next = nextOf(rule, 'UTC', last)
      expect(next).toBe(last + period)
      last = next!
    }
  })
  fc.assert(property, { numRuns: 50 })
})
