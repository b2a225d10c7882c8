import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { type Call, createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

// Long enough for several appends, also on a busy machine.
const story = Array.from({ length: 90 }, (_, i) => `Sentence ${i + 1} of the story.`).join(' ')

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  models.answer('story', story, { tps: 20, chunkSize: 25 })
})
afterAll(() => models.stop())

/** A moment in the life of a reply, as Slack's servers see it. */
type Moment = { when: 'arrives' | 'done'; method: string; nth: number } | 'acknowledged'

const moments: [string, Moment][] = [
  ['after its event was acknowledged', 'acknowledged'],
  ['before Slack opens the message', { when: 'arrives', method: 'chat.startStream', nth: 1 }],
  ['after Slack opened the message, before we hear of it', { when: 'done', method: 'chat.startStream', nth: 1 }],
  ['before the first text is appended', { when: 'arrives', method: 'chat.appendStream', nth: 1 }],
  ['after the first text was appended', { when: 'done', method: 'chat.appendStream', nth: 1 }],
  ['before a later append', { when: 'arrives', method: 'chat.appendStream', nth: 2 }],
  ['after a later append', { when: 'done', method: 'chat.appendStream', nth: 2 }],
  ['before the message is closed', { when: 'arrives', method: 'chat.stopStream', nth: 1 }],
  ['after the message was closed, before we hear of it', { when: 'done', method: 'chat.stopStream', nth: 1 }],
]

const ruleMoments: [string, Moment][] = [
  ['before a short answer is posted', { when: 'arrives', method: 'chat.postMessage', nth: 1 }],
  ['after a short answer was posted, before we hear of it', { when: 'done', method: 'chat.postMessage', nth: 1 }],
]

describe.concurrent('killed in the middle of a reply and started again', () => {
  it.for(moments)('%s', async ([_, moment], test) => {
    const { simulator, root, replies } = await killedAt(test, moment, '@Parley tell me a story')
    await until(
      () => replies().length === 1 && !replies()[0]!.streaming && textOf(replies()[0]!) === story,
      () => show(simulator, root),
    )
    await settled(simulator)
    expect(replies().map(textOf)).toEqual([story])
  })

  it.for(ruleMoments)('%s', async ([_, moment], test) => {
    const { simulator, root, replies } = await killedAt(test, moment, '@Parley hello')
    await until(
      () => replies().length === 1,
      () => show(simulator, root),
    )
    await settled(simulator)
    expect(replies()).toHaveLength(1)
    expect(replies()[0]!.streaming).toBe(false)
  })
})

async function killedAt({ onTestFinished }: TestContext, moment: Moment, said: string) {
  const simulator = createSlackSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const env = {
    PARLEY_DATA: tempFolder(onTestFinished),
    SLACK_BOT_TOKEN: simulator.botToken,
    SLACK_APP_TOKEN: simulator.appToken,
    SLACK_API_URL: `${simulator.url}/api/`,
    PARLEY_LLM_BASE_URL: models.baseUrl,
  }
  let parley: ParleyProcess = await startProcess(env)
  onTestFinished(() => parley.kill())
  const died = at(simulator, moment, () => parley.kill())
  const root = await simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: said })
  await died
  parley = await startProcess(env)
  const replies = () => simulator.messages('C0GENERAL', { thread_ts: root }).filter((message) => message.ts !== root)
  return { simulator, root, replies }
}

/** Does it at the moment, while the platform waits. */
function at(simulator: SlackSimulator, moment: Moment, act: () => Promise<void>): Promise<void> {
  return new Promise((done) => {
    if (moment === 'acknowledged') {
      void until(
        () => simulator.deliveries.some((delivery) => delivery.outcome === 'ok'),
        () => 'no event was acknowledged',
      )
        .then(act)
        .then(done)
      return
    }
    let seen = 0
    const hook = async (call: Call) => {
      if (call.method !== moment.method || ++seen !== moment.nth) return
      await act()
      done()
    }
    if (moment.when === 'arrives') simulator.onCall(hook)
    else simulator.onDone(hook)
  })
}

function show(simulator: SlackSimulator, root: string): string {
  return JSON.stringify(simulator.messages('C0GENERAL', { thread_ts: root }), null, 1)
}

/** Time enough for a second answer to appear, if there were one. */
const settled = (_: SlackSimulator) => new Promise((resolve) => setTimeout(resolve, 300))

async function until(condition: () => boolean, state: () => string, ms = 45_000): Promise<void> {
  const end = Date.now() + ms
  while (!condition()) {
    if (Date.now() > end) throw new Error(`it never came true; at last:\n${state()}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
