import { expect, it } from 'vitest'
import { firstThatFits } from '../../src/engine/scenario/choose.ts'
import type { Heard } from '../../src/engine/scenario/match.ts'
import type { Match } from '../../src/model/scenario.ts'

it('many large expressions let others have their turn between them', async () => {
  const heard = { utterance: 'ab'.repeat(4000) } as Heard
  const matches = Array.from({ length: 1000 }, (_, n): Match => ({ regex: `(?:a[ab]{0,90}){2}x${n}` }))
  let others = 0
  const timer = setInterval(() => others++, 0)
  const none = async () => undefined
  const found = await firstThatFits(
    [...matches, { regex: '^ab' }],
    (match) => match as Match,
    heard,
    none,
    () => false,
  )
  clearInterval(timer)
  expect(found).toMatchObject({ item: { regex: '^ab' } })
  expect(others).toBeGreaterThan(1)
})
