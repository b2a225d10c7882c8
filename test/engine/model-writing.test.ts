import { describe, expect, it } from 'vitest'
import { createDirectiveReader } from '../../src/engine/directives.ts'
import type { RoundEvent } from '../../src/engine/model/rounds.ts'
import { createWriting } from '../../src/engine/model/writing.ts'
import { LlmError } from '../../src/ports/llm.ts'

function open() {
  let time = 0
  const writing = createWriting({
    reader: createDirectiveReader({ name: 'Ann' }, { literalCode: 'markdown' }),
    model: { id: 'gpt-4o', upstream: 'gpt-4o-2024' },
    elapsed: () => ++time,
  })
  return writing
}

const text = (written: string): RoundEvent => ({ type: 'text', text: written })
const round: RoundEvent = { type: 'round' }
const calling: RoundEvent = { type: 'calling' }
const complete: RoundEvent = { type: 'end', reason: 'complete' }

interface Row {
  is: string
  events: RoundEvent[]
  /** What is shown after each event, in full; `-`: nothing new. */
  shows: string[]
  comesTo: { text: string; options?: string[]; set?: Record<string, string>; interrupted?: string }
}

const rows: Row[] = [
  { is: 'one text', events: [round, text('Hi.'), complete], shows: ['-', 'Hi.', '-'], comesTo: { text: 'Hi.' } },
  {
    is: 'white space before and behind it',
    events: [round, text(' \n'), text(' Hi'), text('  '), text('Ann \n'), complete],
    shows: ['-', '-', 'Hi', '-', 'Hi  Ann', '-'],
    comesTo: { text: 'Hi  Ann' },
  },
  {
    is: 'two rounds, which a blank line keeps apart',
    events: [round, text('Let me see. '), calling, round, text('\n  '), text(' Sunny.'), complete],
    shows: ['-', 'Let me see.', 'searching', '-', '-', 'Let me see. \n\nSunny.', '-'],
    comesTo: { text: 'Let me see. \n\nSunny.' },
  },
  {
    is: 'a round that says nothing before it calls',
    events: [round, calling, round, text('Sunny.'), complete],
    shows: ['-', 'searching', '-', 'Sunny.', '-'],
    comesTo: { text: 'Sunny.' },
  },
  {
    is: 'directives, cut anywhere',
    events: [round, text('Hi #{na'), text('me}!#{mood:'), text('good} @{option:Y'), text('es}'), complete],
    shows: ['-', 'Hi', 'Hi Ann!', '-', '-', '-'],
    comesTo: { text: 'Hi Ann!', options: ['Yes'], set: { mood: 'good' } },
  },
  {
    is: 'quick replies alone',
    events: [round, text('@{option:Yes}'), complete],
    shows: ['-', '-', '-'],
    comesTo: { text: '', options: ['Yes'] },
  },
  {
    is: 'an end at the limit',
    events: [round, text('Once upon'), { type: 'end', reason: 'length' }],
    shows: ['-', 'Once upon', '-'],
    comesTo: { text: 'Once upon', interrupted: 'model_interrupted: length' },
  },
  {
    is: 'an end in the middle of a directive',
    events: [round, text('Once @{option:up'), { type: 'end', reason: 'filtered', detail: 'by its filter' }],
    shows: ['-', 'Once', '-'],
    comesTo: { text: 'Once', interrupted: 'model_interrupted: by its filter' },
  },
]

describe('what a model sends', () => {
  it.each(rows)('is shown as it comes, and comes to an answer: $is', ({ events, shows, comesTo }) => {
    const writing = open()
    const shown = events.map((event) => {
      const what = writing.on(event)
      return what === 'text' ? writing.state.text.trimEnd() : (what ?? '-')
    })
    expect(shown).toEqual(shows)
    const { interrupted, ...written } = writing.end()!
    const why = interrupted && `${interrupted.code}: ${interrupted.detail}`
    expect({ ...written, interrupted: why }).toEqual({ options: [], set: {}, interrupted: undefined, ...comesTo })
  })

  it('is counted: rounds, tokens of each, and the time to the first text', () => {
    const writing = open()
    writing.on({ type: 'fallback', upstream: 'gpt-4o-mini', reason: 'status 503' })
    expect(writing.state.trace).toEqual({
      id: 'gpt-4o',
      upstream: 'gpt-4o-mini',
      fallback: 'status 503',
      rounds: 0,
      ms: 0,
      end: 'interrupted',
    })
    writing.on(round)
    writing.on({ type: 'usage', inputTokens: 10, outputTokens: 2 })
    writing.on(calling)
    writing.on(round)
    writing.on(text('Sunny'))
    writing.on(text('.'))
    writing.on({ type: 'usage', inputTokens: 20, outputTokens: 3 })
    writing.on(complete)
    const counted = { rounds: 2, inputTokens: 30, outputTokens: 5, firstTextMs: 1, end: 'complete' }
    expect(writing.state.trace).toMatchObject(counted)
  })
})

describe('an answer that breaks off', () => {
  const lost = new LlmError('unavailable', 'the connection was lost')

  it('is what was written, with the reason', () => {
    const writing = open()
    for (const event of [round, text('Hi. @{option:Y')]) writing.on(event)
    writing.breakOff(lost, false)
    expect(writing.end()).toEqual({
      text: 'Hi.',
      options: [],
      set: {},
      interrupted: { code: 'model_interrupted', detail: 'the connection was lost' },
    })
    expect(writing.state.trace.end).toBe('interrupted: the connection was lost')
  })

  it('is none before it has a text', () => {
    const writing = open()
    writing.on(round)
    writing.on(text(' '))
    expect(() => writing.breakOff(lost, false)).toThrow(lost)
  })

  it('is none of what is no fault of the model', () => {
    const writing = open()
    writing.on(text('Hi.'))
    const fault = new Error('the process ends')
    expect(() => writing.breakOff(fault, false)).toThrow(fault)
  })

  it('is what was written when the person stops it, and nothing where that is nothing', () => {
    const writing = open()
    writing.on(text('Hi. '))
    writing.breakOff(new Error('aborted'), true)
    const interrupted = { code: 'stopped', detail: 'the person stopped the answer' }
    expect(writing.end()).toEqual({ text: 'Hi.', options: [], set: {}, interrupted })
    expect(writing.state.trace.end).toBe('stopped')
    const early = open()
    early.breakOff(new Error('aborted'), true)
    expect(early.end()).toBeUndefined()
  })

  it.each([
    ['nothing at all', [round, complete], 'complete', 'empty'],
    ['white space', [round, text(' \n '), complete], 'complete', 'empty'],
    ['an end before any text', [round, { type: 'end', reason: 'filtered' } as const], 'filtered', 'filtered'],
    ['a length without a text', [round, { type: 'end', reason: 'length' } as const], 'length', 'empty'],
  ] as const)('is none of %s', (_, events: readonly RoundEvent[], end, code) => {
    const writing = open()
    for (const event of events) writing.on(event)
    const fault = new LlmError(code, `gpt-4o ended without a text (${end})`)
    expect(() => writing.end()).toThrow(fault)
  })
})
