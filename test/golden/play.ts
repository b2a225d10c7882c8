import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { milliseconds } from '../../src/engine/scenario/duration.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { traces } from '../../src/store/traces.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'
import type { GoldenAgent } from './agents.ts'
import { type Reply, startModel, startServers, type Written } from './servers.ts'
import { type Answered, tell } from './tell.ts'

/** What a person does, and what stands around it. */
interface Turn {
  say: string
  /** Time that passes before. */
  advance?: string
  /** The model cannot be reached in this turn. */
  modelDown?: true
  /** How many webhooks are called once the answer is stored: they are waited for. */
  after?: number
}

export interface Script {
  turns: readonly Turn[]
  /** What the servers of the webhooks answer, by `METHOD /host/path`; a list answers one after the other. */
  servers: Readonly<Record<string, Reply | readonly Reply[]>>
  /** What the model writes, by what the person says. */
  model: Readonly<Record<string, Written>>
  /** What is said that shows the first of the intents that are asked about; nothing else shows any. */
  intents: readonly string[]
}

/** Monday morning. Only the date is fake: servers and sockets take their time. */
const firstMoment = Date.UTC(2027, 0, 4, 9)

/**
 * Plays a conversation over HTTP against all of Parley with the agent in it: real servers for the model and for webhooks, a
 * real data folder, its files as they are. The transcript is the same every time.
 */
export async function play(agent: GoldenAgent, { turns, servers, model, intents }: Script): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'], now: firstMoment })
  onTestFinished(() => void vi.useRealTimers())
  // Of several texts the first is said.
  vi.spyOn(Math, 'random').mockReturnValue(0)
  const hooks = await startServers(servers)
  const models = await startModel(model, intents)
  const { url, key, traceOf } = await startParley(agent, hooks.port, models.baseUrl)

  const told: string[] = []
  for (const { say, advance, modelDown, after = 0 } of turns) {
    vi.setSystemTime(Date.now() + (advance ? milliseconds(advance) : 1000))
    models.setDown(modelDown === true)
    const before = hooks.received.length
    const response = await fetch(`${url}/api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: key, agent_id: agent.id, uid: 'ann', utterance: say }),
    })
    const answered = (await response.json()) as Answered
    const trace = await traceOf(response.headers.get('x-turn-id')!)
    const calls = (trace.webhooks?.length ?? 0) + after
    await expect.poll(() => hooks.received.length, { message: say }).toBeGreaterThanOrEqual(before + calls)
    told.push(tell(advance ? `(${advance} later) ${say}` : say, answered, trace, hooks.received.slice(before)))
  }
  return told.join('\n')
}

async function startParley(agent: GoldenAgent, hooks: number, modelUrl: string) {
  const data = tempFolder()
  const env = {
    PORT: '0',
    PARLEY_DATA: data,
    PARLEY_PLAYGROUND: 'off',
    LOG_LEVEL: 'silent',
    PARLEY_LLM_BASE_URL: modelUrl,
    PARLEY_LLM_MODEL: 'test',
  }
  const app = await createApp(loadConfig(env, configWith(agent, hooks)))
  onTestFinished(() => app.close())
  const db = await openSqlite(data)
  onTestFinished(() => db.close())
  const out: string[] = []
  const stdout = { write: (text: string) => out.push(text) }
  await runCommand(['key', 'issue', '--kind', 'conversation', '--json'], { stdout, stderr: process.stderr, env })
  const { key } = JSON.parse(out[0]!) as { key: string }
  return { url: app.url, key, traceOf: async (turn: string) => (await traces(db).byId(turn))!.trace! }
}

/** A configuration with this agent alone, whose webhooks are on this machine. */
function configWith({ id, folder }: GoldenAgent, port: number): string {
  const config = tempFolder()
  for (const file of ['models.yaml', 'plans.yaml']) cpSync(join('config', file), join(config, file))
  const settings = readFileSync('config/parley.yaml', 'utf8')
  writeFileSync(join(config, 'parley.yaml'), settings.replace('allow: []', 'allow: [127.0.0.1]'))
  const copy = join(config, 'agents', id)
  mkdirSync(copy, { recursive: true })
  cpSync(folder, copy, { recursive: true })
  const file = join(copy, 'agent.yaml')
  const text = readFileSync(file, 'utf8')
  writeFileSync(file, text.replace(/https:\/\/(\w+)\.example\.com\//g, `http://127.0.0.1:${port}/$1/`))
  return config
}
