import { describe, expect, it } from 'vitest'
import { day, inUtc, inZone, moment, withMoments } from '../../src/lib/moment.ts'

const at = Date.UTC(2026, 10, 22, 18, 4, 30)
const text = `Since ${moment(at)}, used on ${day(at)}`

describe('a moment in a text', () => {
  it('is written in UTC where nobody knows the zone of whoever reads', () => {
    expect(withMoments(text, inUtc)).toBe('Since 2026-11-22 18:04 UTC, used on 2026-11-22')
  })

  it.each([
    ['en', 'America/New_York', 'Since Nov 22, 2026, 1:04 PM, used on Nov 22, 2026'],
    ['ja', 'Asia/Tokyo', 'Since 2026/11/23 3:04, used on 2026/11/23'],
    ['en', 'Nowhere/Atlantis', 'Since 2026-11-22 18:04 UTC, used on 2026-11-22'],
  ])('reads in %s, in %s', (language, zone, read) => {
    expect(withMoments(text, inZone(language, zone)).replaceAll('\u202f', ' ')).toBe(read)
  })

  it('leaves what only looks like one', () => {
    expect(withMoments('<t:x> <t:123456789012> <T:1>', inUtc)).toBe('<t:x> <t:123456789012> <T:1>')
  })
})
