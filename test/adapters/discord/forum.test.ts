import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { APP, GUILDS } from '../../../console/stand-ins/discord/settings.ts'
import { chatHouse } from '../../support/chat-house.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, BEN } from './harness.ts'

const help = '1200000000000000770'
const [open, solved] = ['1200000000000000771', '1200000000000000772']

/** A forum in which every post is answered; `mayClose`: the app has the right to. */
async function forum({ tags = ['open', '✅ Solved'], mayClose = true } = {}) {
  const permissions = mayClose ? [...APP.permissions, 'manageThreads' as const] : APP.permissions
  const named = tags.map((name, n) => ({ id: [open, solved][n]!, name }))
  const channel = { id: help, name: 'help', kind: 'forum' as const, tags: named }
  const simulator = createDiscordSimulator({
    app: { permissions },
    guilds: [{ ...GUILDS[0]!, channels: [...GUILDS[0]!.channels, channel] }],
    limits: { identifyWindowMs: 0, enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({
    ...{ onFinished: onTestFinished, folder: tempFolder(), channelMode: 'all', source: 'model' },
  })
  const logged: string[] = []
  const say = (_: object, message: string) => void logged.push(message)
  await house.join(
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations: house.installationsOf('discord'),
      notes: house.store.notes('discord'),
      budget: house.budget,
      log: { debug: say, info: say, warn: say, error: say },
    }),
  )
  await house.work()
  // Who hears everything says so where it does, before it answers.
  const thread = simulator.startThread({
    user: BEN,
    channel: help,
    name: 'It smokes',
    content: 'The printer',
    tags: [open],
  })
  const answers = () => simulator.messages(thread).filter(({ content }) => content.startsWith('re: '))
  const told = async () => [...(await house.store.listening.all()).values()].map(({ state }) => state)
  await expect.poll(told).toEqual(['told'])
  expect(simulator.messages(thread).at(-1)!.content).toContain('hears everything')
  simulator.say({ user: BEN, channel: thread, content: 'And now?' })
  await expect.poll(() => JSON.stringify(answers().at(-1)?.components ?? [])).toContain('"f:')
  async function thumb(user: string, good: boolean): Promise<void> {
    const { id, components } = answers().at(-1)!
    const ids = JSON.stringify(components).match(/f:[\w-]+:[01]/g)!
    const custom_id = ids.find((one) => one.endsWith(good ? ':1' : ':0'))!
    const used = simulator.use({ user, channel: thread, message: id, custom_id })
    await expect.poll(() => simulator.interaction(used.id)?.state).toBe('answered')
  }
  const changes = () => simulator.calls.filter(({ route }) => route === 'PATCH /channels/{channel}')
  const post = () => changes().at(-1)?.response as { applied_tags: string[]; thread_metadata: { archived: boolean } }
  return { simulator, thread, thumb, changes, post, logged }
}

it('a post is marked as solved, and closed, by the thumb of who has asked', async () => {
  const { thumb, post, simulator, thread } = await forum()
  await thumb(BEN, true)
  await expect.poll(post).toMatchObject({ applied_tags: [open, solved], thread_metadata: { archived: true } })
  // What is written in it opens it again.
  simulator.say({ user: BEN, channel: thread, content: 'It smokes again' })
  await expect.poll(() => simulator.messages(thread).at(-1)?.content).toBe('re: It smokes again')
})

it('neither by anybody else’s, nor by a thumb down', async () => {
  const { thumb, changes, post } = await forum()
  await thumb(ANN, true)
  await thumb(BEN, false)
  await thumb(BEN, true)
  await expect.poll(post).toMatchObject({ applied_tags: [open, solved] })
  expect(changes()).toHaveLength(1)
})

it('nor where the forum has no such tag', async () => {
  const { thumb, changes, simulator, thread } = await forum({ tags: ['open', 'Unsolved'] })
  await thumb(BEN, true)
  // Whatever followed the thumb is over when the next one is answered.
  simulator.say({ user: BEN, channel: thread, content: 'Thanks' })
  await expect.poll(() => simulator.messages(thread).at(-1)?.content).toBe('re: Thanks')
  expect(changes()).toEqual([])
})

it('where the app may not close posts, the log says what it needs', async () => {
  const { thumb, logged } = await forum({ mayClose: false })
  await thumb(BEN, true)
  await expect.poll(() => logged.join()).toContain('the app needs Manage Threads there')
})
