import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSchedule } from '../../src/bridge/schedule.ts'

test('behaves as a sorted list', () => {
  const item = fc.nat({ max: 20 })
  const at = fc.nat({ max: 100 })
  const step = fc.oneof(
    fc.record({ do: fc.constant('set' as const), item, at }),
    fc.record({ do: fc.constant('delete' as const), item }),
    fc.record({ do: fc.constant('takeDue' as const), at }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
      const schedule = createSchedule<number>()
      const model = new Map<number, number>()
      for (const next of steps) {
        if (next.do === 'set') {
          schedule.set(next.item, next.at)
          model.set(next.item, next.at)
        } else if (next.do === 'delete') {
          schedule.delete(next.item)
          model.delete(next.item)
        } else {
          const due = schedule.takeDue(next.at)
          const times = due.map((taken) => model.get(taken)!)
          expect(times).toEqual(times.toSorted((a, b) => a - b))
          expect(new Set(due)).toEqual(new Set([...model.keys()].filter((key) => model.get(key)! <= next.at)))
          for (const taken of due) model.delete(taken)
        }
        expect(schedule.nextAt()).toBe(model.size === 0 ? undefined : Math.min(...model.values()))
      }
    }),
  )
})
