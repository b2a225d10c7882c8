import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Durability } from '../../../src/store/database.ts'
import { shippedArgs } from '../../support/shipped-args.ts'
import type { Scope } from './bench.ts'
import { type Child, startChild } from './child.ts'
import { tempFolder } from './folder.ts'

const root = resolve(import.meta.dirname, '../../..')

/** What the agent of the benchmarks is asked and answers without a model; anything else goes to its model. */
export const greeting = { asked: 'hello', answered: 'Hello there, what can I do for you?' }

// Named as the agent that everybody talks to who has not chosen another one.
export const agentId = 'demo'
const agent = {
  agent: {
    displayName: 'Guide',
    description: 'A guide',
    photoUrl: 'https://example.com/guide.png',
    providerName: 'Example',
    scope: 'private',
    llmSettings: { llm: 'gpt-4o-mini' },
  },
}
const rules = [{ when: [greeting.asked], say: greeting.answered }]

export interface ParleyOptions {
  /** Another script that serves the product. */
  script?: URL
  env?: Record<string, string>
  /** Lifts Slack's budgets and our own limits of what people write, to measure throughput. */
  unlimited?: boolean
  nodeArgs?: string[]
  durability?: Durability
  /** With a key of management, too. */
  managed?: boolean
  /** Where another commit stands, built. */
  tree?: string
  /** Puts into its database what was there before, as it is called with the folder of it. */
  fill?: (data: string) => Promise<void>
}

export interface ParleyChild extends Child {
  /** Of its database. */
  data: string
  /** Of conversations. */
  apiKey: string
  /** Of management, where it was asked for. */
  managementKey: string
  /** That opens its console, once. */
  consoleLink(): Promise<string>
}

/** The built product in a process and a folder of its own, as it ships but for its one agent. */
export async function startParley(scope: Scope, options: ParleyOptions = {}): Promise<ParleyChild> {
  const folder = tempFolder(scope)
  const { tree = root } = options
  cpSync(join(tree, 'config'), join(folder, 'config'), {
    recursive: true,
    dereference: true,
    filter: (from) => !from.endsWith('agents'),
  })
  const agentFolder = join(folder, 'config', 'agents', agentId)
  mkdirSync(agentFolder, { recursive: true })
  // JSON is YAML.
  writeFileSync(join(agentFolder, 'agent.yaml'), JSON.stringify(agent))
  writeFileSync(join(agentFolder, 'rules.yaml'), JSON.stringify(rules))

  if (options.unlimited) {
    // People write as nobody does: a few of them thousands of messages, in one workspace.
    const settings = join(folder, 'config/parley.yaml')
    const text = readFileSync(settings, 'utf8')
    const written = text.replace(/^( {4}(?:messagesPerMinute|waiting|raid)): \d+$/gm, '$1: null')
    writeFileSync(settings, written)
  }
  if (options.durability) {
    const settings = join(folder, 'config/parley.yaml')
    const text = readFileSync(settings, 'utf8')
    writeFileSync(settings, text.replace('durability: power', `durability: ${options.durability}`))
  }

  const keyOf = async (kind: string): Promise<string> =>
    JSON.parse((await command(tree, folder, 'key', 'issue', '--kind', kind, '--json')).stdout).key
  const apiKey = await keyOf('conversation')
  const managementKey = options.managed ? await keyOf('management') : ''
  await command(tree, folder, 'account', 'set', 'default', '--plan', 'unlimited')
  const data = join(folder, 'data')
  await options.fill?.(data)
  const child = await startChild(scope, options.script ?? new URL('../children/parley.ts', import.meta.url), {
    folder,
    env: { PORT: '0', PARLEY_PLAYGROUND: 'off', BENCH_DIST: join(tree, 'dist'), ...options.env },
    args: options.unlimited ? ['--unlimited'] : [],
    nodeArgs: [...shippedArgs, ...(options.nodeArgs ?? [])],
  })
  const consoleLink = async () => JSON.parse((await command(tree, folder, 'console', '--json')).stdout).url
  return { ...child, data, apiKey, managementKey, consoleLink }
}

/** Runs the `parley` command in a folder. */
function command(tree: string, folder: string, ...args: string[]) {
  const env = { PATH: process.env['PATH'] }
  return promisify(execFile)(process.execPath, [join(tree, 'bin/parley.mjs'), ...args], { cwd: folder, env })
}
