import { expect, it, vi } from 'vitest'
import type { Heard } from '../../src/engine/scenario/match.ts'
import { startsOf } from '../../src/engine/scenario/starts.ts'
import { twoWishes } from '../../src/engine/scenario/wishes.ts'
import { scenarioSchema } from '../../src/model/scenario.ts'
import { minimalAgent } from '../support/agent.ts'

const scenario = (id: string, word: string) =>
  scenarioSchema.parse({
    ...{ version: 1, id, title: id, first: 'done', start: [{ match: { regex: `(?i)\\b${word}\\b` } }] },
    nodes: { done: { say: 'Done.', end: 'completed' } },
  })
const starts = startsOf({ ...minimalAgent(), scenarios: [scenario('room', 'room'), scenario('taxi', 'taxi')] })

function wishes(utterance: string) {
  const heard = vi.fn((text: string) => ({ utterance: text }) as Heard)
  const two = twoWishes(starts, utterance, heard)
  return { two: two && [two.first.scenario.id, two.said, two.wish], looks: heard.mock.calls.length }
}

it('two things are wished for in one sentence, whichever stands first', () => {
  expect(wishes('a room, and a taxi').two).toEqual(['room', 'a room', 'a taxi'])
  expect(wishes('a taxi. And a room').two).toEqual(['taxi', 'a taxi', 'And a room'])
  expect(wishes('a room and another room').two).toBeUndefined()
})

it.each(['a.', 'a, ', '、', 'はい。', 'a and then '])(
  'a message of nothing but %j is not looked at part by part',
  (part) => {
    const { two, looks } = wishes(part.repeat(8000 / part.length))
    expect(two).toBeUndefined()
    expect(looks).toBe(0)
    // Nor is a sentence, beyond a few of its parts.
    expect(wishes(`a room${', '.repeat(190)}`).looks).toBeLessThan(30)
  },
)
