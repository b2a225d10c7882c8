import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const [ann, ben] = ['U0ANN', 'U0BEN']
const channel = 'C0GENERAL'

it('who is blocked is not answered, pressing or speaking, and told so alone, until they are blocked no more', async () => {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, offer: () => ['Yes', 'No'] })
  await house.connect(simulator)
  await house.work()
  const { store } = house
  const quiet = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(store)).length, { interval: 5 }).toBe(0)
    await simulator.delivered()
  }
  const say = async (user: string, text: string) => {
    simulator.say({ user, channel, text: `@Parley ${text}` })
    await quiet()
  }
  const become = async (from: 'blocked' | undefined, to: 'blocked' | undefined) => {
    const held = (role: 'blocked' | undefined) => (role ? [{ role, agent: '' }] : [])
    const person = `slack_T0PARLEY_${ann}`
    await store.db.batch(store.roles.changeSteps({ account, person, from: held(from), to: held(to), by: 'cli' }))
  }
  const press = async (label: string) => {
    const shown = simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY')
    const { ts, blocks } = shown[0]!
    type Actions = { type: string; block_id: string; elements: { action_id: string; text?: { text: string } }[] }
    const actions = (blocks as Actions[]).find(({ type }) => type === 'actions')!
    const { action_id } = actions.elements.find(({ text }) => text?.text === label)!
    await simulator.press({ user: ann, channel, ts, block_id: actions.block_id, action_id })
    await quiet()
  }

  await say(ann, 'one')
  expect(house.utterances()).toEqual(['one'])
  await become(undefined, 'blocked')
  await say(ann, 'two')
  await press('Yes')
  await say(ben, 'three')
  expect(house.utterances()).toEqual(['one', 'three'])
  const told = () => simulator.messages(channel, { as: ann }).filter(({ ephemeral_to }) => ephemeral_to === ann)
  await expect
    .poll(() => told().map(textOf))
    .toEqual(['spoke', 'pressed'].map(() => expect.stringMatching(/^An admin has blocked you/)))

  await become('blocked', undefined)
  await press('Yes')
  await say(ann, 'four')
  expect(house.utterances()).toEqual(['one', 'three', 'Yes', 'four'])
})
