import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { firstAccount as account } from '../../../src/store/accounts.ts'
import { chatHouse } from '../../support/chat-house.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, APP, BEN, GENERAL } from './harness.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Discord, the adapter, and everything between it and the engine. */
async function open({ locale = 'en-US' } = {}) {
  const clock = createShiftingClock()
  const simulator = createDiscordSimulator({
    limits: { identifyWindowMs: 0, enforceRates: false },
    people: [
      { id: ANN, username: 'ann', global_name: 'Ann', locale },
      { id: BEN, username: 'ben', global_name: 'Ben' },
    ],
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), now: clock.now, onFinished: onTestFinished })
  const { store, budget, installationsOf } = house
  const parts = { installations: installationsOf('discord'), notes: store.notes('discord'), budget, log: silent }
  await house.join(createDiscord({ botToken: simulator.token, apiUrl: `${simulator.url}/api`, ...parts }))
  await house.work()
  await expect.poll(() => simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([])

  /** What each of them sees of ours. */
  const seen = (as: string) =>
    simulator
      .messages(GENERAL, { as })
      .filter(({ author }) => author.id === APP)
      .map(
        ({ content, ephemeral, loading }) => `${ephemeral ? 'alone' : 'all'}${loading ? ', waiting' : ''}: ${content}`,
      )
  async function ask(question: string, user = ANN): Promise<void> {
    const { id } = simulator.run({ user, channel: GENERAL, name: 'ask', options: { question } })
    await expect.poll(() => simulator.interaction(id)?.state).not.toBe('pending')
  }
  const block = () =>
    store.db.batch(
      store.roles.changeSteps({
        account,
        person: `discord_${ANN}`,
        from: [],
        to: [{ role: 'blocked', agent: '' }],
        by: 'cli',
      }),
    )
  return { ...house, simulator, clock, seen, ask, block }
}

it('a blocked person’s /ask ends at once, before their eyes alone', async () => {
  const { block, ask, seen, utterances } = await open()
  await block()
  await ask('Are you there?')
  expect(seen(ANN)).toEqual([expect.stringMatching(/^alone: An admin has blocked you/)])
  expect(seen(BEN)).toEqual([])
  await ask('And for me?', BEN)
  await expect.poll(() => seen(BEN)).toEqual(['all: re: And for me?'])
  expect(utterances()).toEqual(['And for me?'])
})

it('so does an /ask where there is no agent, in their language', async () => {
  const { store, ask, seen } = await open({ locale: 'ja' })
  await store.db.batch([store.accounts.updateStep(account, { default_agent: null })])
  await ask('Are you there?')
  expect(seen(ANN)).toEqual([expect.stringMatching(/^alone: ここで回答するエージェントはまだありません/)])
  expect(seen(BEN)).toEqual([])
})

it('so does one that comes too late to be answered', async () => {
  const { clock, ask, seen } = await open()
  clock.shift(16 * 60_000)
  await ask('Are you there?')
  expect(seen(ANN)).toEqual([expect.stringMatching(/^alone: I was away/)])
})

it('and a question about a message, which only they would have seen answered', async () => {
  const { simulator, block, seen } = await open()
  const target = simulator.say({ user: BEN, channel: GENERAL, content: 'The release is on Friday.' })
  const { id } = simulator.run({ user: ANN, channel: GENERAL, name: 'Ask the agent about this', target })
  await expect.poll(() => simulator.interaction(id)?.state).toBe('answered')
  await block()
  const sent = simulator.submit({ user: ANN, fields: { question: 'Is it?' } })
  await expect.poll(() => simulator.interaction(sent.id)?.state).toBe('answered')
  expect(seen(ANN)).toEqual([expect.stringMatching(/^alone: An admin has blocked you/)])
})

it('whoever was promised nothing is told in their direct conversation', async () => {
  const { simulator, block, seen, utterances } = await open()
  await block()
  simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> hello` })
  simulator.say({ user: BEN, channel: GENERAL, content: `<@${APP}> hello, too` })
  await expect.poll(() => seen(ANN)).toEqual(['all: re: hello, too'])
  const inPrivate = () => simulator.messages(simulator.direct(ANN), { as: ANN }).map(({ content }) => content)
  await expect.poll(inPrivate).toEqual([expect.stringMatching(/^An admin has blocked you/)])
  expect(utterances()).toEqual(['hello, too'])
})

it('a question about a message where there is no agent is not even asked', async () => {
  const { simulator, store, seen } = await open()
  await store.db.batch([store.accounts.updateStep(account, { default_agent: null })])
  const target = simulator.say({ user: BEN, channel: GENERAL, content: 'The release is on Friday.' })
  const { id } = simulator.run({ user: ANN, channel: GENERAL, name: 'Ask the agent about this', target })
  await expect.poll(() => simulator.interaction(id)?.state).toBe('answered')
  expect(seen(ANN)).toEqual([expect.stringMatching(/^alone: No agent answers here yet/)])
})
