import { execFile, execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createClient, ParleyError, type Progress } from '../../../src/client/index.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { guide, startServer } from '../server.ts'

const root = join(import.meta.dirname, '../../..')
const said = async (answer: AsyncIterable<Progress>) => {
  const all: Progress[] = []
  for await (const one of answer) all.push(one)
  return all
}

/** As networks do: what `break` says of a request happens to it, once. */
function brokenFetch(break_: (run: () => Promise<Response>) => Promise<Response>) {
  const keys: (string | null)[] = []
  const fetchIt: typeof fetch = async (...of) => {
    keys.push(new Headers(of[1]?.headers).get('idempotency-key'))
    return keys.length === 1 ? break_(() => fetch(...of)) : fetch(...of)
  }
  return { keys, fetch: fetchIt }
}

it('asks, and hears the text as it is written', async () => {
  const { url, conversationKey: key, model } = await startServer()
  const script = model.script()
  const asked = createClient({ url: `${url}/`, key }).ask({ agent_id: 'guide', utterance: 'why?', uid: 'ann' })
  const first = asked.next()
  await script.asked
  script.write('Because ')
  expect((await first).value).toEqual({ text: 'Because', isSearching: false })
  script.write('it is so.')
  script.end()
  const rest = await said(asked)
  expect(rest.at(-1)).toMatchObject({ text: 'Because it is so.', answer: { bestResponse: { isAutoResponse: true } } })
})

it('a stream that is lost goes on, and ends whole, once', async () => {
  const { url, conversationKey: key, model, store } = await startServer()
  const script = model.script()
  const { keys, fetch } = brokenFetch(async (run) => {
    const reader = (await run()).body!.getReader()
    const cut = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value } = await reader.read()
        controller.enqueue(value!)
        // The connection dies behind the first line.
        await reader.cancel()
        controller.close()
      },
    })
    return new Response(cut)
  })
  const asked = createClient({ url, key, fetch }).ask({ agent_id: 'guide', utterance: 'why?', uid: 'ann' })
  const first = asked.next()
  await script.asked
  script.write('Because ')
  expect((await first).value).toMatchObject({ text: 'Because' })
  const rest = said(asked)
  script.write('it is so.')
  script.end()
  expect((await rest).at(-1)).toMatchObject({ text: 'Because it is so.', answer: { utterance: 'why?' } })
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await store.people.memory('guide/default/ann', 'http', 10)).toHaveLength(2)
})

it('an answer that is given up is not made any further, whether its first words have come or not', async () => {
  const { url, conversationKey: key, model, store } = await startServer()
  const parley = createClient({ url, key })
  for (const words of ['Because', undefined]) {
    const script = model.script()
    const over = new AbortController()
    const asked = parley.ask({ agent_id: 'guide', utterance: 'why?', uid: 'ann' }, { signal: over.signal })
    const first = asked.next()
    await script.asked
    if (words !== undefined) {
      script.write(words)
      await first
    }
    over.abort(new Error('enough'))
    await expect(words === undefined ? first : asked.next()).rejects.toThrow('enough')
    await script.aborted
  }
  const said = async () => (await store.people.memory('guide/default/ann', 'http', 10)).map(({ text }) => text)
  expect((await said()).slice(0, 2)).toEqual(['why?', 'Because'])
})

it('calls every operation by its name, and what was lost on the way is not done twice', async () => {
  const { url, managementKey: key } = await startServer()
  const { fetch, keys } = brokenFetch(async (run) => {
    await run()
    throw new TypeError('fetch failed')
  })
  const parley = createClient({ url, key, fetch })
  const rule = { when: ['good morning'], say: 'Good morning' }
  const { etag } = await parley.call('addRule', { path: { agent: 'guide' }, body: rule })
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  const { data } = await parley.call('getDraft', { path: { agent: 'guide' } })
  const same = data.document.rules?.filter(({ when }) => when.includes('good morning'))
  expect(same).toHaveLength(1)

  const more = { path: { agent: 'guide' }, body: { when: ['bye'], say: 'Bye' }, match: etag! }
  await parley.call('addRule', more)
  const moved = await parley.call('addRule', more).catch((error: unknown) => error)
  expect(moved).toBeInstanceOf(ParleyError)
  expect(moved).toMatchObject({ status: 412, code: 'changed_since' })
  const audited: string[] = []
  for await (const { hash } of parley.all('listAudit', { query: { limit: 1 } })) audited.push(hash)
  expect(audited.length).toBeGreaterThan(1)
  expect(new Set(audited).size).toBe(audited.length)
})

it('says what is refused, and tries again what passes', async () => {
  const { url, conversationKey: key } = await startServer()
  const away = brokenFetch(async () => new Response('Bad gateway', { status: 502, headers: { 'retry-after': '0' } }))
  const parley = createClient({ url, key, fetch: away.fetch })
  expect((await said(parley.ask({ agent_id: 'guide', utterance: 'hello' }))).at(-1)?.answer).toBeDefined()
  expect(away.keys).toHaveLength(2)

  const refused = said(parley.ask({ agent_id: 'nobody', utterance: 'hello' }))
  await expect(refused).rejects.toMatchObject({ name: 'ParleyError', code: 'agent_not_found' })
  expect(away.keys).toHaveLength(3)
  const over = new AbortController()
  over.abort(new Error('over'))
  await expect(said(parley.ask({ agent_id: 'guide', utterance: 'hello' }, { signal: over.signal }))).rejects.toThrow(
    'over',
  )
  const impatient = createClient({ url: 'http://127.0.0.1:9', key, retries: 0 })
  await expect(impatient.call('listAgentsV1')).rejects.toThrow('fetch failed')
})

it('is a package of one module of at most 15 KB, and does what its page shows', async () => {
  const folder = tempFolder()
  const built = join(folder, 'node_modules/parley-agents-client')
  mkdirSync(built, { recursive: true })
  execFileSync(process.execPath, ['scripts/pack-client.mjs', built], { cwd: root })
  const code = readFileSync(join(built, 'index.js'))
  expect(gzipSync(code).length).toBeLessThanOrEqual(15 * 1024)
  expect(code.toString()).not.toMatch(/\bimport\b|\brequire\(|node:|\bprocess\b|\bBuffer\b/)

  const { url, conversationKey, managementKey } = await startServer({ agents: { demo: guide } })
  const page = readFileSync(join(root, 'docs/api.md'), 'utf8')
  const [, sample] = /```ts\n(import \{ createClient.*?)```/s.exec(page)!
  writeFileSync(join(folder, 'sample.ts'), sample!)
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const strict = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--types', 'node']
  const types = ['--typeRoots', join(root, 'node_modules/@types')]
  execFileSync(process.execPath, [compiler, '--ignoreConfig', ...strict, ...types, 'sample.ts'], { cwd: folder })
  const env = { ...process.env, PARLEY_URL: url, PARLEY_KEY: conversationKey, PARLEY_MANAGEMENT_KEY: managementKey }
  const { stdout } = await promisify(execFile)(process.execPath, ['sample.ts'], { cwd: folder, env })
  expect(stdout).toContain('demo')
  // Beside no package.json its name says that it is a module.
  rmSync(join(folder, 'package.json'))
  renameSync(join(folder, 'sample.ts'), join(folder, 'sample.mts'))
  expect((await promisify(execFile)(process.execPath, ['sample.mts'], { cwd: folder, env })).stdout).toContain('demo')
})
