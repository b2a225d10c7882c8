import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { thresholdsOf } from '../../src/engine/rules/learned/thresholds.ts'
import { train } from '../../src/engine/rules/learned/train.ts'
import { trainApart } from '../../src/engine/rules/learned/train-apart.ts'
import { scoreOf } from '../../src/engine/rules/scale.ts'

const levels = [34, 47, 62, 74] as const

const asked =
  'how do I|can I|I want to|I would like to|please help me to|where can I|what if I|is there a way to|who will|should I|do I have to'.split(
    '|',
  )
const deeds =
  'cancel my booking|book a table|change my password|reset the router|track the parcel|pay an invoice|report a leak|borrow a bicycle|renew my passport|find a dentist|return these shoes|open an account|print a boarding pass|rent a boat|join the choir|feed the penguins'.split(
    '|',
  )
/** Eleven phrases for each of some deeds. */
const groupsOf = (count: number) => deeds.slice(0, count).map((deed) => asked.map((how) => `${how} ${deed}`))

describe('what is learned of phrases', () => {
  it('is the same in every process and thread', async () => {
    const groups = groupsOf(12)
    const here = train(groups)
    expect(train(groups)).toEqual(here)
    expect(await trainApart(groups)).toEqual(here)
  })
})

describe('thresholds', () => {
  const trial = fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), isRight: fc.boolean() })

  it('rise from level to level, whatever was tried, and their scores are those of the levels', () => {
    const check = (trials: { share: number; isRight: boolean }[], strangers: number[], groups: number) => {
      const fitted = thresholdsOf(trials, strangers, groups, groups * 5)
      for (const [i, own] of fitted.levels.entries()) {
        expect(own).toBeGreaterThan(0)
        if (i > 0) expect(own).toBeGreaterThanOrEqual(fitted.levels[i - 1]!)
      }
      expect(scoreOf(fitted.levels[0], fitted, levels)).toBeGreaterThanOrEqual(34)
      expect(scoreOf(fitted.levels[0] - 0.0001, fitted, levels)).toBeLessThan(34)
    }
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(fc.property(fc.array(trial), fc.array(share), fc.integer({ min: 1, max: 300 }), check), { numRuns: 60 })
  })

  it('make scores that rise with the likelihood, below 100', () => {
    const own = thresholdsOf([], [], 40, 200)
    const check = (one: number, other: number) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)]
      expect(scoreOf(low, own, levels)).toBeLessThanOrEqual(scoreOf(high, own, levels))
      expect(scoreOf(high, own, levels)).toBeLessThan(100)
    }
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), check),
    )
    for (const [i, share] of own.levels.entries()) expect(scoreOf(share, own, levels)).toBe(levels[i])
  })

  it('are higher where few phrases tell little, and where the phrases of groups are taken for each other', () => {
    const sure = Array.from({ length: 200 }, () => ({ share: 0.4, isRight: true }))
    const mixed = Array.from({ length: 200 }, (_, i) => ({ share: 0.5 + i / 500, isRight: i % 3 > 0 }))
    const calm = sure.map(() => 0.1)
    expect(thresholdsOf(mixed, calm, 20, 200).levels[2]).toBeGreaterThan(thresholdsOf(sure, calm, 20, 200).levels[2])
    expect(thresholdsOf([], [], 20, 20).levels[2]).toBeGreaterThan(thresholdsOf([], [], 20, 200).levels[2])
  })
})
