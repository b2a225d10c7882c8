import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, type TestContext } from 'vitest'
import { createServerTools } from '../../src/drivers/mcp/index.ts'
import { sniffImage } from '../../src/model/images.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { referenceServers } from '../support/reference-servers.ts'
import { tempFolder } from '../support/temp-folder.ts'

const program = (
  name: keyof typeof referenceServers,
  args: readonly string[] = [],
  env: Record<string, string> = {},
) => ({
  command: process.execPath,
  args: [referenceServers[name], ...args],
  env,
})
const signal = () => AbortSignal.timeout(60_000)

function opened({ onTestFinished }: TestContext, allow: readonly string[] = []) {
  const mcp = createServerTools({ allow, now: Date.now })
  onTestFinished(() => mcp.close())
  return mcp
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise((closed) => server.close(closed))
  return port
}

/** The server for everything, by Streamable HTTP. */
async function everythingByHttp({ onTestFinished }: TestContext): Promise<string> {
  const port = await freePort()
  const child = endWithParent(
    spawn(process.execPath, [referenceServers.everything, 'streamableHttp'], {
      env: { ...process.env, PORT: String(port) },
      stdio: ['pipe', 'ignore', 'pipe'],
    }),
  )
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null) await once(child, 'exit')
  })
  let said = ''
  child.stderr!.on('data', (data) => {
    said += data
  })
  await expect.poll(() => said).toContain('listening')
  return `http://127.0.0.1:${port}/mcp`
}

it.for(['a program', 'Streamable HTTP'])(
  'server-everything by %s: its tools are called, its resources read, its prompts got, each as a function',
  async (how, test) => {
    const byHttp = how === 'Streamable HTTP' && { url: await everythingByHttp(test), headers: {} }
    const mcp = opened(test, byHttp ? ['127.0.0.1'] : [])
    const server = byHttp || program('everything', ['stdio'])
    const tools = await mcp.list(server, signal())
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['echo', 'get-sum', 'resources/list', 'resources/read', 'prompts/get']),
    )
    const call = (name: string, input: Record<string, unknown>) => mcp.call(server, name, input, signal())
    expect(await call('echo', { message: 'hello' })).toEqual({ outcome: 'done', text: 'Echo: hello' })
    expect(await call('get-sum', { a: 2, b: 3 })).toMatchObject({ outcome: 'done', text: expect.stringContaining('5') })
    // What is no text is named and not fetched.
    const drawn = await call('get-tiny-image', {})
    expect(drawn.text).toContain('[image]')
    expect(drawn.files?.map(({ type, bytes }) => [type, sniffImage(bytes)])).toEqual([['image/png', 'image/png']])
    // It asks us for what we do not have only of those who say that they have it.
    expect(names).not.toContain('trigger-elicitation-request')

    const listed = await call('resources/list', {})
    expect(listed.outcome).toBe('done')
    const [address] = /\bdemo:\/\/resource\/static\/\S+?(?=: )/.exec(listed.text)!
    expect(listed.text).toMatch(/^pattern demo:\/\/resource\/dynamic\/text\/\{/m)
    const one = await call('resources/read', { uri: address })
    expect(one).toMatchObject({ outcome: 'done', text: expect.stringMatching(/\w{20}|\w+ \w+ \w+/) })
    expect((await call('resources/read', { uri: 'demo://resource/dynamic/text/1' })).text).toContain('Resource 1')
    expect((await call('resources/read', { uri: 'demo://resource/dynamic/blob/2' })).text).toMatch(
      /^\[.+, about \d+ bytes\]$/,
    )
    expect(await call('resources/read', { uri: 'demo://resource/nowhere' })).toMatchObject({ outcome: 'failed' })

    const { description, parameters } = tools.find(({ name }) => name === 'prompts/get')!
    expect(description).toContain('args-prompt: ')
    expect(JSON.stringify(parameters)).toContain('"enum":["simple-prompt"')
    const got = await call('prompts/get', { name: 'args-prompt', arguments: { city: 'Kyoto' } })
    expect(got).toMatchObject({ outcome: 'done', text: expect.stringMatching(/^user: .*Kyoto/s) })
    expect(await call('prompts/get', { name: 'no-such-prompt' })).toMatchObject({ outcome: 'failed' })
  },
)

it('server-filesystem: what is in its folder is read and written, and nothing outside', async (test) => {
  const home = tempFolder(test.onTestFinished)
  const folder = join(home, 'shared')
  mkdirSync(folder)
  writeFileSync(join(folder, 'parking.md'), 'Guests park behind the house.')
  writeFileSync(join(home, 'secret.md'), 'not for guests')
  const mcp = opened(test)
  const call = (name: string, input: Record<string, unknown>) =>
    mcp.call(program('filesystem', [folder]), name, input, signal())
  expect(await call('read_text_file', { path: join(folder, 'parking.md') })).toMatchObject({
    outcome: 'done',
    text: expect.stringContaining('behind the house'),
  })
  await call('write_file', { path: join(folder, 'made.md'), content: 'by an agent' })
  expect(readFileSync(join(folder, 'made.md'), 'utf8')).toBe('by an agent')
  const outside = await call('read_text_file', { path: join(home, 'secret.md') })
  expect(outside.outcome).toBe('failed')
  expect(outside.text).not.toContain('not for guests')
})

it('server-memory: what is kept by one program is there for the next', async (test) => {
  const kept = join(tempFolder(test.onTestFinished), 'memory.jsonl')
  const server = program('memory', [], { MEMORY_FILE_PATH: kept })
  const entity = { name: 'Ann', entityType: 'person', observations: ['likes tea'] }
  const first = opened(test)
  expect(await first.call(server, 'create_entities', { entities: [entity] }, signal())).toMatchObject({
    outcome: 'done',
  })
  await first.close()
  const graph = await opened(test).call(server, 'read_graph', {}, signal())
  expect(graph).toMatchObject({ outcome: 'done', text: expect.stringContaining('likes tea') })
})
