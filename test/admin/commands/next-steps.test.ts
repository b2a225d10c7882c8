import { expect, it } from 'vitest'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ann as atConsole, guide } from '../support.ts'
import { caller, commandHouse, uid } from './house.ts'

const labels = ({ buttons = [] }: { buttons?: readonly { label: string }[] | undefined }) =>
  buttons.map(({ label }) => label)
const owner = { account: firstAccount, author: uid('ann'), door: 'slack' } as const

it('help offers what its person would do next, the most pressing first', async () => {
  const { admin, as } = await commandHouse()
  const ann = as(caller('ann'))
  const first = await ann.say('help')
  expect(labels(first)).toEqual(['Create an agent…', 'Why that answer?', 'My data…'])
  expect((await ann.press(first, 'Create an agent…')).form?.title).toBe('Create an agent')

  await admin.agents.create({ agent: { id: 'demo', ...guide } }, atConsole)
  expect(labels(await ann.say('help'))).toEqual(['Add a document…', 'Try a question…', 'Why that answer?', 'My data…'])

  await admin.knowledge.add('demo', { name: 'a.md', text: 'Guests park behind the house.' }, atConsole)
  await ann.say('rule add hello Hi --agent demo')
  const changed = await ann.say('help')
  expect(labels(changed)).toEqual(['Review what changed', 'Try a question…', 'Why that answer?', 'My data…'])
  expect((await ann.press(changed, 'Review what changed')).text).toContain('Hi')
})

it('help offers members what is theirs, in their language, and nothing to who is blocked or at a terminal', async () => {
  const { admin, as } = await commandHouse()
  await admin.agents.create({ agent: { id: 'demo', ...guide } }, atConsole)
  expect(labels(await as(caller('ben', { language: 'ja' })).say('help'))).toEqual(['なぜその回答?', '自分のデータ…'])
  expect(labels(await as(caller('ann', { door: 'cli' })).say('help'))).toEqual([])
  await admin.roles.set(uid('ben'), 'blocked', undefined, owner)
  expect(labels(await as(caller('ben')).say('help'))).toEqual([])
})
