import { applyPatch, parsePatch } from 'diff'
import { expect, it } from 'vitest'
import { difference } from '../../src/admin/bundles/difference.ts'

const rulesOf = (count: number, word: string) =>
  Array.from({ length: count }, (_, n) => `- when: ${word} ${n}\n  say: ${word}, number ${n}\n`).join('')

it.for([
  ['a line', rulesOf(3, 'one'), rulesOf(3, 'one').replace('number 1', 'number 7'), 1],
  ['every line of thousands', rulesOf(2000, 'one'), rulesOf(2500, 'two'), 2500 * 2],
  ['all of it, without a last end of line', rulesOf(2000, 'one').trimEnd(), rulesOf(2000, 'two').trimEnd(), 2000 * 2],
] as const)('%s that changed is told as a patch that leads from one to the other', async ([, before, after, added]) => {
  const patch = await difference([{ path: 'rules.yaml', content: before }], [{ path: 'rules.yaml', content: after }])
  expect(parsePatch(patch)).toHaveLength(1)
  expect(patch.split('\n').filter((line) => /^\+[^+]/.test(line))).toHaveLength(added)
  expect(applyPatch(before, patch)).toBe(after)
  // What stands beside it is not shown.
  expect(patch.split('\n').filter((line) => line.startsWith(' '))).toEqual([])
})
