import { Agent, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, it, type TestContext } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const [ANN, GENERAL] = ['1200000000000000011', '1200000000000000101']
const story = Array.from({ length: 30 }, (_, i) => `Sentence ${i + 1} of the story.`).join(' ')

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  models.answer('story', story, { tps: 20, chunkSize: 25 })
})
afterAll(() => models.stop())

/** A server in a folder of its own, and how its API is called. */
async function open(
  { onTestFinished }: TestContext,
  more: Record<string, string> = {},
  prepare = async (_folder: string) => {},
) {
  const folder = tempFolder(onTestFinished)
  const env = { PARLEY_DATA: folder, PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test', ...more }
  const terminal = async (...argv: string[]) => {
    let printed = ''
    const stdout = { write: (text: string) => (printed += text) }
    expect(await runCommand(argv, { stdout, stderr: stdout, env }), printed).toBe(0)
    return printed
  }
  const { key } = JSON.parse(await terminal('key', 'issue', '--kind', 'conversation', '--json'))
  await terminal('account', 'set', 'default', '--plan', 'unlimited')
  await prepare(folder)
  const parley = await startProcess(env)
  onTestFinished(() => parley.kill())

  /** Resolves with what was answered, once that has come whole. */
  function ask(utterance: string, uid: string, agent?: Agent): Promise<string> {
    const body = JSON.stringify({ api_key: key, agent_id: 'demo', utterance, uid })
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
    return new Promise((resolve, reject) => {
      const asking = request(`${new URL(parley.url).origin}/api`, { method: 'POST', headers, ...(agent && { agent }) })
      asking.on('response', async (response) => {
        let text = ''
        for await (const chunk of response) text += chunk
        resolve(text)
      })
      asking.on('error', reject).end(body)
    })
  }
  return { parley, ask }
}

/** It ended by itself, and said nothing about it. */
async function endsWell(parley: Awaited<ReturnType<typeof startProcess>>): Promise<void> {
  await parley.kill('SIGTERM')
  expect(parley.output()).not.toMatch(/unsettled|unhandled/i)
  expect(await parley.ended, parley.output()).toBe(0)
}

describe('a server that is told to end exits with 0', () => {
  it('when nobody has asked anything', async (test) => {
    const { parley } = await open(test)
    await endsWell(parley)
  })

  it('after so much over connections that stay that the database’s log is copied back by a thread', async (test) => {
    const { parley, ask } = await open(test)
    const agent = new Agent({ keepAlive: true, maxSockets: 16 })
    test.onTestFinished(() => agent.destroy())
    const long = 'what can you do? '.repeat(200)
    let asked = 0
    const oneAfterAnother = async () => {
      while (asked++ < 2000) await ask(long, `example_${asked % 200}`, agent)
    }
    await Promise.all(Array.from({ length: 16 }, oneAfterAnother))
    await endsWell(parley)
  })

  it('in the middle of an answer over HTTP, which is given whole', async (test) => {
    const { parley, ask } = await open(test)
    const answer = ask('tell me a story', 'example_ann')
    await expect.poll(() => models.server.getRequests().length).toBeGreaterThan(0)
    await endsWell(parley)
    expect(await answer).toContain('Sentence 30')
  })

  it('in the middle of an answer in chat, which is shown whole', async (test) => {
    const simulator = createSlackSimulator()
    await simulator.start()
    test.onTestFinished(() => simulator.stop())
    const { botToken: SLACK_BOT_TOKEN, appToken: SLACK_APP_TOKEN, url } = simulator
    const { parley } = await open(test, { SLACK_BOT_TOKEN, SLACK_APP_TOKEN, SLACK_API_URL: `${url}/api/` })
    const thread = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley tell me a story' })
    const answer = () => simulator.messages('C0GENERAL', { thread_ts: thread }).find(({ user }) => user === 'U0PARLEY')
    await expect.poll(answer).toBeDefined()
    await endsWell(parley)
    expect(textOf(answer()!)).toBe(story)
  })

  it('while nothing may be sent to Discord any more, and somebody waits for an answer', async (test) => {
    const simulator = createDiscordSimulator({ limits: { identifyWindowMs: 0 } })
    await simulator.start()
    test.onTestFinished(() => simulator.stop())
    const { token: DISCORD_BOT_TOKEN, url, applicationId } = simulator
    const counted = JSON.stringify({ since: Date.now(), count: 4500 })
    const { parley } = await open(test, { DISCORD_BOT_TOKEN, DISCORD_API_URL: `${url}/api` }, async (folder) => {
      const db = await openSqlite(folder)
      await createStore(db, Date.now).notes('discord').set(`refused:${applicationId}`, counted)
      await db.close()
    })
    simulator.say({ user: ANN, channel: GENERAL, content: `<@${applicationId}> hello` })
    await expect.poll(async () => (await fetch(`${parley.url}/readyz`)).text()).toContain('too many calls')
    const posts = simulator.calls.filter(({ route }) => route === 'POST /channels/{channel}/messages')
    expect(posts).toEqual([])
    await endsWell(parley)
  })

  it('while no platform can be reached', async (test) => {
    const nobody = `http://127.0.0.1:${await freePort()}`
    const { parley } = await open(test, {
      SLACK_BOT_TOKEN: 'xoxb-example',
      SLACK_APP_TOKEN: 'xapp-example',
      SLACK_API_URL: `${nobody}/api/`,
      DISCORD_BOT_TOKEN: 'MTIwMDAwMDAwMDAwMDAwMDAwMQ.example.example-of-a-token',
      DISCORD_API_URL: `${nobody}/api`,
    })
    await endsWell(parley)
  })
})
