import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { endWithParent } from './end-with-parent.ts'
import { startModelServer } from './model-server.ts'
import { tempFolder } from './temp-folder.ts'

export const root = resolve(import.meta.dirname, '../..')

type OnEnd = (end: () => void | Promise<void>) => void

export interface TrackerExample {
  /** The folder with its configuration. */
  cwd: string
  /** Of the server: its model. */
  env: Record<string, string>
  /** What the tracker holds. */
  issues(): Promise<object[]>
}

/**
 * The example agent that files issues, with its tracker in a process of its own and a model that calls what it should. Whoever helps is in
 * Slack's #general. `onEnd` takes what ends it all.
 */
export async function startTrackerExample(onEnd: OnEnd): Promise<TrackerExample> {
  const [tracker, models] = await Promise.all([startTracker(onEnd), startModels(onEnd)])
  const cwd = tempFolder(onEnd)
  const agent = join(cwd, 'config/agents/tracker')
  mkdirSync(agent, { recursive: true })
  cpSync(join(root, 'examples/agents/tracker'), agent, { recursive: true })
  const written = readFileSync(join(agent, 'agent.yaml'), 'utf8')
  const here = written
    .replaceAll('http://127.0.0.1:4100/issues', tracker)
    .replace('T0ACME/C0SUPPORT', 'T0PARLEY/C0GENERAL')
  if (here.includes('4100')) throw new Error('the example names an address of the tracker that is not replaced here')
  writeFileSync(join(agent, 'agent.yaml'), here)
  writeFileSync(join(cwd, 'config/parley.yaml'), 'webhooks: { allow: [127.0.0.1] }\n')
  return {
    cwd,
    env: { PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' },
    issues: async () => ((await (await fetch(tracker)).json()) as { open: object[] }).open,
  }
}

async function startTracker(onEnd: OnEnd): Promise<string> {
  const child = endWithParent(spawn(process.execPath, [join(root, 'examples/tracker/tracker.mjs'), '0']))
  onEnd(() => void child.kill('SIGKILL'))
  const [printed] = await once(child.stdout, 'data')
  return /http:\S+/.exec(String(printed))![0]
}

async function startModels(onEnd: OnEnd) {
  const models = await startModelServer()
  onEnd(() => models.stop())
  const filed = { title: 'The printer is on fire', details: 'Third floor' }
  const file = { id: 'call_1', name: 'create_issue', arguments: JSON.stringify(filed) }
  models.server.on({ userMessage: 'printer' }, { content: 'I will file it.', toolCalls: [file] })
  const list = { id: 'call_2', name: 'open_issues', arguments: '{}' }
  models.server.on({ userMessage: 'are open' }, { content: 'Let me look.', toolCalls: [list] })
  models.server.prependFixture({
    match: {
      predicate: (({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === 'tool') as never,
    },
    response: ({ messages }) => ({ content: `The tracker says ${String(messages.at(-1)!.content)}` }),
  })
  return models
}
