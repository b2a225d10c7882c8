import { expect, it } from 'vitest'
import { playgroundAccount } from '../../../src/store/apart.ts'
import { guide, ann as operator } from '../support.ts'
import { caller, commandHouse } from './house.ts'

/** An agent `demo` of the first account and another one of the playground's; Ann owns both accounts. */
async function bothHouses() {
  const house = await commandHouse()
  const { admin, store } = house
  await store.accounts.ensurePlayground()
  const who = caller('ann', { account: playgroundAccount })
  const player = { account: playgroundAccount, author: who.person, door: 'slack' } as const
  await admin.roles.seed(player)
  await admin.agents.create({ agent: { id: 'demo', ...guide, displayName: 'Real' } }, operator)
  await admin.agents.create({ agent: { id: 'demo', ...guide, displayName: 'Played' } }, player)
  return { ...house, inPlayground: house.as(who), elsewhere: house.as(caller('ann')), who, player }
}

it('in the playground an agent is found by the name it has there, and nothing of another account is', async () => {
  const { inPlayground, elsewhere, admin, player, commands, who } = await bothHouses()
  expect((await inPlayground.say('show demo')).text).toContain('Played')
  expect((await inPlayground.say('show demo@playground')).text).toContain('Played')
  expect((await elsewhere.say('show demo')).text).toContain('Real')
  expect((await elsewhere.say('show demo@playground')).text).toMatch(/no agent|There is no/i)
  expect((await inPlayground.say('list')).text).toContain('`demo@playground`')
  expect((await inPlayground.say('list')).text).not.toContain('Real')

  const added = await inPlayground.say('rule add lunch At noon. --agent demo')
  await inPlayground.press(added, 'Publish')
  expect((await admin.agents.get('demo@playground', player)).document.rules).toMatchObject([{ when: ['lunch'] }])
  expect((await admin.agents.get('demo', operator)).document.rules).toEqual([])

  await admin.agents.create({ agent: { id: 'other', ...guide } }, operator)
  expect((await inPlayground.say('show other')).text).toMatch(/no agent|There is no/i)
  const typing = { caller: who, command: 'show', parameter: 'agent', typed: 'dem', values: {} }
  expect(await commands.complete(typing)).toMatchObject([{ value: 'demo@playground' }])
})
