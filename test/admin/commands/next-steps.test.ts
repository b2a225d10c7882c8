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
  expect(labels(first)).toEqual(['Create an agent…', 'Why that answer?', 'My data…', 'All commands'])
  expect((await ann.press(first, 'Create an agent…')).form?.title).toBe('Create an agent')

  await admin.agents.create({ agent: { id: 'demo', ...guide } }, atConsole)
  expect(labels(await ann.say('help'))).toEqual([
    'Add a document…',
    'Try a question…',
    'Why that answer?',
    'My data…',
    'All commands',
  ])

  await admin.knowledge.add('demo', { name: 'a.md', text: 'Guests park behind the house.' }, atConsole)
  await ann.say('rule add hello Hi --agent demo')
  const changed = await ann.say('help')
  expect(labels(changed)).toEqual([
    'Review what changed',
    'Try a question…',
    'Why that answer?',
    'My data…',
    'All commands',
  ])
  expect((await ann.press(changed, 'Review what changed')).text).toContain('Hi')
})

it('help offers members what is theirs, in their language, and nothing to who is blocked or at a terminal', async () => {
  const { admin, as } = await commandHouse()
  await admin.agents.create({ agent: { id: 'demo', ...guide } }, atConsole)
  expect(labels(await as(caller('ben', { language: 'ja' })).say('help'))).toEqual([
    'なぜその回答?',
    '自分のデータ…',
    'すべてのコマンド',
  ])
  expect(labels(await as(caller('ann', { door: 'cli' })).say('help'))).toEqual([])
  await admin.roles.set(uid('ben'), 'blocked', undefined, owner)
  expect(labels(await as(caller('ben')).say('help'))).toEqual([])
})

it('help begins with that, and has the list behind it, of what its person may do alone', async () => {
  const { as } = await commandHouse()
  const ann = as(caller('ann'))
  const begun = await ann.say('help')
  expect(begun.text).toMatch(/^\*\*What you would do next is on the buttons\.\*\*/)
  expect(begun.text).toContain('- `/agent help rule` ')
  expect(begun.text).not.toContain('`rule add`')
  expect((await ann.say('help rule')).text).toContain('`rule add`')
  const all = await ann.press(begun, 'All commands')
  expect(all.text).toMatch(/^What you can do here:[\s\S]*`rule add`/)
  expect((await ann.say('help all')).text).toBe(all.text)
  const ben = await as(caller('ben')).say('help')
  expect(ben.text).not.toContain('help rule')
  expect(ben.text).toContain(`ask an admin: <@${uid('ann')}>`)
  // Nobody reads buttons at a terminal.
  expect((await as(caller('ann', { door: 'cli' })).say('help')).text).toBe(all.text)
})
