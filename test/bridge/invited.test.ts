import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { Channel } from '../../console/stand-ins/slack/view.ts'
import { createLog } from '../../src/lib/log.ts'
import * as discord from '../adapters/discord/harness.ts'
import * as teams from '../adapters/teams/harness.ts'
import { chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** What is said by itself is said as it is. */
const think: HouseOptions['think'] = async ({ fired, utterance }) =>
  fired?.task.kind === 'message' ? fired.task.text : `re: ${utterance}`

const openHouse = (more: Partial<HouseOptions> = {}) =>
  chatHouse({ onFinished: onTestFinished, folder: tempFolder(), think, ...more })

const NEW = 'C0NEW'

async function inSlack(locale: string | undefined, more: Partial<HouseOptions> = {}) {
  const house = await openHouse(more)
  const users = [{ id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, ...(locale && { locale }) }]
  const channels: Channel[] = [
    { id: 'C0GENERAL', kind: 'channel', name: 'general' },
    { id: NEW, kind: 'group', name: 'new', members: ['U0ANN'] },
  ]
  const simulator = createSlackSimulator({ users, channels, limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  await house.connect(simulator)
  await house.work()
  const said = () => simulator.messages(NEW, { as: 'U0ANN' }).filter(({ user }) => user === 'U0PARLEY')
  const invite = () => simulator.invite({ user: 'U0ANN', channel: NEW, invited: 'U0PARLEY' })
  return { ...house, simulator, said, invite }
}

it.each([
  [undefined, /^Hello! I am .+\. Mention me with your question, and I answer\.$/],
  ['ja-JP', /^こんにちは。.+ です。私をメンションして質問してください。/],
])('says hello once in a channel of Slack, in the language of who has brought it: %s', async (locale, hello) => {
  const { simulator, said, invite } = await inSlack(locale)
  invite()
  await expect.poll(() => said().map(textOf)).toEqual([expect.stringMatching(hello)])
  expect(said()[0]!.thread_ts).toBeUndefined()
  const { id } = simulator.deliveries.find(({ type }) => type === 'member_joined_channel')!
  expect(await simulator.deliver(id, { copies: 2, retry: { num: 1, reason: 'http_timeout' } })).toEqual(['ok', 'ok'])
  simulator.say({ user: 'U0ANN', channel: NEW, text: '@parley hi' })
  await expect.poll(() => said().map(textOf)).toHaveLength(2)
  expect(said().map(textOf)[1]).toBe('re: hi')
})

it('says that it answers everything, where it does', async () => {
  const { said, invite } = await inSlack(undefined, { channelMode: 'all' })
  invite()
  await expect.poll(() => said().map(textOf).join()).toMatch(/I answer what is written here/)
})

it('says nothing where somebody else joins', async () => {
  const { simulator, said, invite } = await inSlack(undefined)
  invite()
  await expect.poll(() => said()).toHaveLength(1)
  const told = {
    type: 'member_joined_channel',
    user: 'U0ANN',
    inviter: 'U0ANN',
    channel: 'C0GENERAL',
    channel_type: 'C',
  }
  expect(await simulator.deliver({ ...told, event_ts: '1790000000.000100' })).toEqual(['ok'])
  expect(simulator.messages('C0GENERAL')).toEqual([])
})

async function inDiscord(policy: HouseOptions['policy']) {
  const house = await openHouse({ ...(policy && { policy }) })
  const simulator = createDiscordSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  await house.join(
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations: house.installationsOf('discord'),
      notes: house.store.notes('discord'),
      budget: house.budget,
      log: createLog('silent'),
    }),
  )
  await house.work()
  return { ...house, simulator }
}

const LUNCH = '19:lunch@thread.v2'

it('says hello once in a group chat of Teams', async () => {
  const house = await openHouse()
  const harness = await teams.createHarness({
    simulator: { installed: false, limits: { enforceRates: false } },
    teams: { installations: house.installationsOf('teams'), notes: house.store.notes('teams') },
  })
  onTestFinished(() => harness.close())
  await house.join(harness.adapter)
  await house.work()
  harness.simulator.install({ user: teams.ANN, conversation: LUNCH, on: true })
  const said = () => teams.ofOurs(harness.simulator).filter(({ conversation }) => conversation === LUNCH)
  await expect
    .poll(() => said().map((one) => teams.toShown(one).text))
    .toEqual([expect.stringMatching(/^Hello! I am /)])
  // Teams tells of it twice.
  await harness.simulator.idle()
  expect(said()).toHaveLength(1)
  harness.simulator.say({
    user: teams.ANN,
    conversation: LUNCH,
    text: `${harness.simulator.mention(harness.simulator.botId)} hi`,
    mentions: [harness.simulator.botId],
  })
  await expect.poll(() => said()).toHaveLength(2)
})

const guild = '1200000000000000700'
const channel = '1200000000000000701'
const settings = { id: guild, name: 'Acme', channels: [{ id: channel, name: 'general' }], system: channel }

it('says hello in a server of Discord, where that tells who has joined, in its language', async () => {
  const { simulator } = await inDiscord('open')
  simulator.addGuild({ ...settings, owner: discord.ANN, locale: 'ja' })
  await expect
    .poll(() => simulator.messages(channel).map(({ content }) => content))
    .toEqual([expect.stringMatching(/^こんにちは。/)])
})

it('tells the owner of a server alone that it has to be approved', async () => {
  const { simulator } = await inDiscord('approve')
  simulator.addGuild({ ...settings, owner: discord.BEN })
  const direct = simulator.direct(discord.BEN)
  await expect
    .poll(() =>
      simulator
        .messages(direct)
        .map(({ content }) => content)
        .join(),
    )
    .toContain(guild)
  expect(simulator.messages(channel)).toEqual([])
})
