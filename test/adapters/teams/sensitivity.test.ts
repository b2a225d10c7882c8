import { expect, it } from 'vitest'
import { minimalAgent } from '../../support/agent.ts'
import { ANN, DIRECT, GROUP } from './harness.ts'
import { free, open } from './talking.ts'

const word = 'Confidential'
const label = { name: word, description: word }

async function started(sensitivity: string | undefined) {
  const { speak, offer } = {
    async *speak() {
      yield 'The plan is this. It has two'
      yield 'The plan is this. It has two parts.'
    },
    offer: () => ['Part one', 'Part two', 'Both', 'Neither'],
  }
  const house = await open({ simulator: free, speak, offer, source: 'model' })
  const process = await house.start()
  const { store } = process
  const document = minimalAgent(sensitivity === undefined ? {} : { agent: { sensitivity } })
  expect(await store.db.batch(store.agents.publishSteps({ id: 'test', base: 1, document, author: 'test' }))).toBe(true)
  return { ...house, ...process }
}

it.each([
  ['a personal chat', DIRECT],
  ['a group chat', GROUP],
])('each message of the agent says in %s how confidential it is, also once a button was pressed', async (_, where) => {
  const { simulator, say, call, ours } = await started(word)
  if (where === DIRECT) say('what is the plan?')
  else call('what is the plan?', where)
  await expect.poll(() => JSON.stringify(ours())).toContain('Neither')
  expect(ours().map(({ sensitivity }) => sensitivity)).toEqual(ours().map(() => label))
  const { id } = ours().at(-1)!
  await simulator.press({ user: ANN, conversation: where, message: id, action: 'Both' })
  const pressed = () => ours().find((one) => one.id === id)!
  await expect.poll(() => JSON.stringify(pressed())).toContain('✓ Both')
  expect(pressed().sensitivity).toEqual(label)
})

it('without it none does', async () => {
  const { say, ours } = await started(undefined)
  say('what is the plan?')
  await expect.poll(() => JSON.stringify(ours())).toContain('Neither')
  expect(ours().flatMap(({ sensitivity }) => sensitivity ?? [])).toEqual([])
})
