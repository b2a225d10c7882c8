import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { faultsOf } from '../../src/lib/faults.ts'

const match = z.union([
  z.strictObject({ exact: z.union([z.string(), z.array(z.string())]) }),
  z.strictObject({ partial: z.string(), words: z.boolean().optional() }),
  z.strictObject({ webhook: z.enum(['ok', 'error']) }),
])
const schema = z.strictObject({
  on: z.array(z.union([z.strictObject({ match, goto: z.string() }), z.strictObject({ else: z.string() })])).optional(),
  end: z.union([z.enum(['completed', 'cancelled']), z.strictObject({ jump: z.string() })]).optional(),
})

/** What is said of a value, a line each. */
function said(value: unknown): string[] {
  const parsed = schema.safeParse(value)
  return parsed.success ? [] : faultsOf(schema, value, parsed.error.issues).map((it) => `${it.path} ${it.message}`)
}

describe('of several alternatives', () => {
  it.each([
    ['the one whose keys are given', { on: [{ else: 5 }] }, ['on[0].else must be a string']],
    ['a misspelt key of any', { on: [{ esle: 'a' }] }, ['on[0].esle is not known here; did you mean else?']],
    [
      'a misspelt key without the one it stands for',
      { on: [{ match: { partail: 'a' }, goto: 'b' }] },
      ['on[0].match.partail is not known here; did you mean partial?'],
    ],
    [
      'a misspelt optional key',
      { on: [{ match: { partial: 'a', wrods: true }, goto: 'b' }] },
      ['on[0].match.wrods is not known here; did you mean words?'],
    ],
    [
      'keys that exclude each other',
      { on: [{ match: { exact: 'a', webhook: 'ok' }, goto: 'b' }] },
      ['on[0].match.webhook cannot stand beside exact'],
    ],
    [
      'a wrong value inside the one that is meant',
      { on: [{ match: { webhook: 'failed' }, goto: 'b' }] },
      ['on[0].match.webhook must be one of ok, error'],
    ],
    ['what is missing', { on: [{ match: { exact: 'a' } }] }, ['on[0].goto is required']],
    [
      'a misspelt value',
      { end: 'complete' },
      ['end must be one of completed, cancelled, an object; did you mean completed?'],
    ],
    ['what they all are', { on: [{ match: 'hello', goto: 'b' }] }, ['on[0].match must be an object']],
    [
      'their alternatives',
      { on: [{ match: { exact: 5 }, goto: 'b' }] },
      ['on[0].match.exact must be a string or a list'],
    ],
  ])('names %s', (_, value, faults) => {
    expect(said(value)).toEqual(faults)
  })
})
