import { expect, it } from 'vitest'
import type { Trace } from '../../src/model/trace.ts'
import { sourcesOf } from '../../src/turns/show.ts'

const passages = ['Prices', 'Hours', ''].map((title, id) => ({ id, source: 'manual.md', title, score: 50 }))
const trace = (source: Trace['source']): Trace => ({ source, ms: 1, knowledge: { ms: 1, threshold: 20, passages } })
const named = (n: number, title: string) => ({ n, title })

it('an answer of a model rests on the passages it names, one of knowledge on the best, others on nothing', () => {
  const sources = [named(1, 'manual.md › Prices'), named(3, 'manual.md')]
  expect(sourcesOf(trace('model'), 'Ten [3]. Or twelve [1, 7].')).toEqual({ source: 'model', sources })
  expect(sourcesOf(trace('model'), 'Ten.')).toEqual({ source: 'model' })
  expect(sourcesOf(trace('knowledge'), 'Ten.')).toEqual({ source: 'knowledge', sources: sources.slice(0, 1) })
  expect(sourcesOf(trace('rule'), 'Ten [1].')).toEqual({ source: 'rule' })
  expect(sourcesOf({ source: 'model', ms: 1 }, 'Ten [1].')).toEqual({ source: 'model' })
})
