import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')

/** A `config` folder as it ships, but with one agent, which everybody talks to and whose model answers everything. */
export function makeConfig(folder: string): void {
  cpSync(join(root, 'config'), join(folder, 'config'), {
    recursive: true,
    dereference: true,
    filter: (from) => !from.endsWith('agents'),
  })
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
  // Named as the agent that everybody talks to who has not chosen another one.
  const agentFolder = join(folder, 'config', 'agents', 'demo')
  mkdirSync(agentFolder, { recursive: true })
  // JSON is YAML.
  writeFileSync(join(agentFolder, 'agent.yaml'), JSON.stringify(agent))
  // People come from many workspaces at once, and write as nobody does.
  const limits = { messagesPerMinute: null, waiting: null, raid: null }
  const settings = { installations: 'open', chat: { limits } }
  writeFileSync(join(folder, 'config', 'parley.yaml'), JSON.stringify(settings))
}

/** Runs the `parley` command in a folder; what it printed. */
export async function parley(folder: string, env: Record<string, string>, ...args: string[]): Promise<string> {
  const options = { cwd: folder, env: { PATH: process.env['PATH'], ...env } }
  const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'bin/parley.mjs'), ...args], options)
  return stdout
}
