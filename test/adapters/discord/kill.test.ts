import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import {
  createDiscordSimulator,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '../../../console/stand-ins/discord/index.ts'
import { type ModelServer, startModelServer } from '../../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../../support/parley-process.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, APP, BEN, GENERAL } from './harness.ts'

// Long enough for several edits, also on a busy machine.
const story = Array.from({ length: 90 }, (_, i) => `Sentence ${i + 1} of the story.`).join(' ')
const beginning = story.slice(0, 1200)

const POST = 'POST /channels/{channel}/messages'
const EDIT = 'PATCH /channels/{channel}/messages/{message}'
const CALLBACK = 'POST /interactions/{interaction}/{token}/callback'
const ORIGINAL = 'PATCH /webhooks/{application}/{token}/messages/{message}'

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  models.answer('story', beginning, { tps: 20, chunkSize: 25 })
})
afterAll(() => models.stop())

/** A moment in the life of an answer, as Discord's servers see it. */
type Moment = { when: 'arrives' | 'done'; route: string; nth: number }

const moments: [string, Moment][] = [
  ['before its first text is posted', { when: 'arrives', route: POST, nth: 1 }],
  ['after its first text was posted, before we hear of it', { when: 'done', route: POST, nth: 1 }],
  ['before an edit', { when: 'arrives', route: EDIT, nth: 1 }],
  ['after a later edit', { when: 'done', route: EDIT, nth: 2 }],
]

const interactionMoments: [string, Moment][] = [
  ['before it is acknowledged', { when: 'arrives', route: CALLBACK, nth: 1 }],
  ['after it was acknowledged, before we hear of it', { when: 'done', route: CALLBACK, nth: 1 }],
  ['before its first text', { when: 'arrives', route: ORIGINAL, nth: 1 }],
  ['after its first text', { when: 'done', route: ORIGINAL, nth: 1 }],
]

describe.concurrent('killed and started again', () => {
  it.for(moments)('in the middle of an answer, %s', async ([_, moment], test) => {
    const { expect } = test
    const { simulator, start, texts } = await open(test)
    const parley = await start()
    const died = at(simulator, moment, () => parley.kill())
    simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> tell me a story` })
    await died
    await start()
    await expect.poll(texts).toEqual([beginning])
    await sleep(300)
    expect(texts()).toEqual([beginning])
  })

  it.for(interactionMoments)('in the middle of answering an interaction, %s', async ([_, moment], test) => {
    const { expect } = test
    const { simulator, start, texts } = await open(test)
    const parley = await start()
    const names = () => simulator.commands({ user: ANN, channel: GENERAL }).map(({ name }) => name)
    await expect.poll(names).toContain('ask')
    const died = at(simulator, moment, () => parley.kill())
    simulator.run({ user: ANN, channel: GENERAL, name: 'ask', options: { question: 'tell me a story' } })
    await died
    await start()
    await expect.poll(texts).toEqual([beginning])
    await sleep(300)
    expect(texts()).toEqual([beginning])
  })

  it.for([
    ['its session is gone on with', false],
    ['its session is gone', true],
  ] as const)('what was said before, at and after its death is answered once: %s', async ([_, isGone], test) => {
    const { expect } = test
    const { simulator, start, texts, direct } = await open(test, isGone ? { resumeMs: 0 } : {})
    const parley = await start()
    const say = (words: string, user = ANN) =>
      simulator.say({ user, channel: GENERAL, content: `<@${APP}> hello ${words}` })
    const answered = () =>
      simulator.messages(GENERAL).flatMap(({ author, reply }) => (author.id === APP ? [reply?.id] : []))
    const privately = () => simulator.messages(direct).filter(({ author }) => author.id === APP).length
    const asked = [say('one')]
    await expect.poll(texts).toHaveLength(1)
    simulator.say({ user: ANN, channel: direct, content: 'hello' })
    await expect.poll(privately).toBe(1)
    asked.push(say('two'))
    // It has heard that, and nobody knows how far it came.
    await parley.kill()
    asked.push(say('three'), say('four', BEN))
    if (isGone) {
      await sleep(5)
      simulator.expire()
    }
    asked.push(say('five', BEN))
    simulator.say({ user: ANN, channel: direct, content: 'hello again' })
    await start()
    await expect.poll(() => answered().length).toBeGreaterThanOrEqual(asked.length)
    await sleep(500)
    expect(answered().toSorted()).toEqual(asked.toSorted())
    expect(privately()).toBe(2)
    const resumed = simulator.frames.filter(({ direction, t }) => direction === 'out' && t === 'RESUMED')
    expect(resumed).toHaveLength(isGone ? 0 : 1)
  })
})

async function open({ onTestFinished }: TestContext, limits: DiscordSimulatorOptions['limits'] = {}) {
  const simulator = createDiscordSimulator({ limits: { identifyWindowMs: 0, ...limits } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const env = {
    PARLEY_DATA: tempFolder(onTestFinished),
    DISCORD_BOT_TOKEN: simulator.token,
    DISCORD_API_URL: `${simulator.url}/api`,
    PARLEY_LLM_BASE_URL: models.baseUrl,
  }
  async function start(): Promise<ParleyProcess> {
    const parley = await startProcess(env)
    onTestFinished(() => parley.kill())
    return parley
  }
  const texts = () =>
    simulator
      .messages(GENERAL)
      .flatMap(({ author, content, loading }) => (author.id === APP && !loading ? [content] : []))
  return { simulator, start, texts, direct: simulator.direct(ANN) }
}

/** Does it at the moment, while Discord waits. */
function at(simulator: DiscordSimulator, { when, route, nth }: Moment, act: () => Promise<void>): Promise<void> {
  return new Promise((done) => {
    let seen = 0
    const hook = async (call: { route: string }) => {
      if (call.route !== route || ++seen !== nth) return
      await act()
      done()
    }
    if (when === 'arrives') simulator.onCall(hook)
    else simulator.onDone(hook)
  })
}
