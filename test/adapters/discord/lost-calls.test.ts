import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { createDiscord } from '../../../adapters/discord/index.ts'
import { createDiscordSimulator } from '../../../console/stand-ins/discord/index.ts'
import { chatHouse, type HouseOptions } from '../../support/chat-house.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, APP, GENERAL } from './harness.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
const ORIGINAL = 'PATCH /webhooks/{application}/{token}/messages/{message}'
const FOLLOW_UP = 'POST /webhooks/{application}/{token}'

/** Three messages long. */
const answer = Array.from({ length: 180 }, (_, n) => `Sentence ${n + 1} of an answer.`).join(' ')

async function open(options: Partial<HouseOptions>) {
  const simulator = createDiscordSimulator({ limits: { identifyWindowMs: 0, enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(onTestFinished), onFinished: onTestFinished, ...options })
  await house.join(
    createDiscord({
      botToken: simulator.token,
      apiUrl: `${simulator.url}/api`,
      installations: house.installationsOf('discord'),
      notes: house.store.notes('discord'),
      budget: house.budget,
      log: silent,
    }),
  )
  await house.work()
  await expect.poll(() => simulator.commands({ user: ANN, channel: GENERAL }).map(({ name }) => name)).toContain('ask')
  const texts = () =>
    simulator
      .messages(GENERAL)
      .filter(({ author }) => author.id === APP)
      .map(({ content }) => content)
  const ask = () => simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'everything' } })
  const count = (wanted: string) => simulator.calls.filter(({ route }) => route === wanted).length
  return { simulator, texts, ask, count }
}

it('an answer to /ask whose first message was posted unheard is not written over by its second', async () => {
  const { simulator, texts, ask } = await open({ think: async () => answer })
  simulator.faults.set([{ kind: 'drop', route: ORIGINAL, times: 1 }])
  ask()
  await expect.poll(() => texts().join(' ')).toBe(answer)
})

it('a message of an answer to /ask that was not posted is not taken for the one before it', async () => {
  const { simulator, texts, ask, count } = await open({ think: async () => answer })
  simulator.faults.set([{ kind: 'error', route: FOLLOW_UP, times: 1 }])
  ask()
  await expect.poll(() => texts().join(' ')).toBe(answer)
  expect(count(FOLLOW_UP)).toBe(3)
  expect(simulator.calls.length).toBeLessThan(40)
})

it('an interaction that Discord tells of twice is answered once, also when the answer goes on', async () => {
  const more = Promise.withResolvers<void>()
  const { simulator, texts, ask, count } = await open({
    async *speak() {
      yield answer.slice(0, 1000)
      await more.promise
      yield answer
    },
  })
  ask()
  await expect.poll(() => texts()[0]).toBe(answer.slice(0, 1000).trimEnd())
  simulator.gateway.repeat('INTERACTION_CREATE')
  await expect.poll(() => count('POST /interactions/{interaction}/{token}/callback')).toBe(2)
  more.resolve()
  await expect.poll(() => texts().join(' ')).toBe(answer)
})

it('a message that is deleted while its answer is on the way to Discord is not answered after all', async () => {
  const { simulator, texts } = await open({ think: async () => answer })
  const gone = Promise.withResolvers<void>()
  simulator.onCall(async ({ route }) => {
    if (route !== 'POST /channels/{channel}/messages') return
    simulator.remove({ user: ANN, channel: GENERAL, message })
    // Discord carries out what it was asked for after we have stopped to wait for it.
    await sleep(200)
    gone.resolve()
  })
  const message = simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> tell me` })
  await gone.promise
  await sleep(50)
  await expect.poll(texts).toEqual([])
})
