import { expect, it } from 'vitest'
import { closest, didYouMean } from '../../src/lib/closest.ts'

it.each([
  ['thread', 'thread'],
  ['thraed', 'thread'],
  ['Threads', 'thread'],
  ['mentoin', 'mention'],
  ['al', 'all'],
  ['everything', undefined],
  ['', undefined],
])('takes %j for %j', (word, meant) => {
  expect(closest(word, ['mention', 'thread', 'all'])).toBe(meant)
})

it('takes the nearest of several', () => {
  expect(closest('gpt-4-o', ['gpt-4', 'gpt-4o-mini', 'gpt-4o'])).toBe('gpt-4o')
})

it('asks about a word that was cut short, or goes on', () => {
  expect(didYouMean('warning', ['info', 'warn'])).toBe('; did you mean warn?')
  expect(didYouMean('llm', ['prompt', 'llmSettings'])).toBe('; did you mean llmSettings?')
  expect(didYouMean('x', ['xyz'])).toBe('')
})
