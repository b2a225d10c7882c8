import { execFile } from 'node:child_process'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { guide, startServer, type TestServer } from './server.ts'

const run = promisify(execFile)
const command = (name: string) => join(import.meta.dirname, '../../node_modules/.bin', name)

async function served(): Promise<TestServer> {
  const server = await startServer({ agents: { guide } })
  const actor = { account: server.account, author: 'test', door: 'cli' } as const
  await server.admin.knowledge.add('guide', { name: 'hours.md', text: '# Hours\n\nThe museum opens at nine.' }, actor)
  return server
}

/** The same with a key in each call, for a program that can send none. */
async function withKey({ url, conversationKey }: TestServer): Promise<string> {
  const { hostname, port } = new URL(url)
  const proxy = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${conversationKey}` }
    const call = request({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    })
    call.on('error', () => outgoing.destroy())
    incoming.pipe(call)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void proxy.close())
  onTestFinished(() => proxy.closeAllConnections())
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
}

describe('the inspector, from its command line', () => {
  it('lists tools and knowledge, and asks an agent', async () => {
    const { url, conversationKey } = await served()
    const inspect = async (...method: string[]) => {
      const header = `Authorization: Bearer ${conversationKey}`
      const how = ['--cli', `${url}/mcp`, '--transport', 'http', '--header', header, '--method', ...method]
      // It keeps what it knows of servers in the home of whoever runs it.
      const env = { ...process.env, HOME: tempFolder() }
      return JSON.parse((await run(process.execPath, [command('mcp-inspector'), ...how], { env })).stdout)
    }
    const [tools, called, resources] = await Promise.all([
      inspect('tools/list'),
      inspect('tools/call', '--tool-name', 'ask_guide', '--tool-arg', 'question=hello'),
      inspect('resources/list'),
    ])
    expect(tools.tools.map(({ name }: { name: string }) => name)).toEqual(['ask_guide', 'search_guide'])
    expect(called.content[0]).toEqual({ type: 'text', text: 'Hello there' })
    expect(resources.resources).toMatchObject([{ uri: 'parley://knowledge/guide/hours.md' }])
  })
})

/** Those that are told of any server. The others ask for tools, prompts and resources of the suite's own names. */
const generic = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
]

describe('the protocol’s conformance suite', () => {
  it.each(generic)('%s', async (scenario) => {
    const url = await withKey(await served())
    const how = ['server', '--url', `${url}/mcp`, '--scenario', scenario]
    const { stdout } = await run(process.execPath, [command('conformance'), ...how], { cwd: tempFolder() })
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed, 0 warnings/)
  })
})
