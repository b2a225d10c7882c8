import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { publint } from 'publint'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { billOfMaterials, bundled } from '../../scripts/sbom.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { enterPlayground } from '../support/enter-playground.ts'
import { filesOf, manifestOf, type Packed, packAndInstall } from '../support/packed.ts'
import { startProcess } from '../support/parley-process.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { firstHour } from './first-hour.ts'

const root = join(import.meta.dirname, '../..')
const folder = makeTempFolder()
let packed: Packed
// Compilers and whole servers run here; on a busy machine that takes them longer than a test should.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 600_000 })
beforeAll(() => {
  packed = packAndInstall(folder.path)
})
afterAll(folder.remove)

/** How many files of code a process loads until it ends, which is started with these options of Node. */
function countsFiles(folder: string): { options: string; count: () => number } {
  const [hook, told] = [join(folder, 'count.mjs'), join(folder, 'counted')]
  writeFileSync(
    hook,
    `import { writeFileSync } from 'node:fs'
     import { registerHooks } from 'node:module'
     const files = new Set()
     registerHooks({ load: (url, context, next) => (url.startsWith('file:') && files.add(url), next(url, context)) })
     process.on('exit', () => writeFileSync(${JSON.stringify(told)}, String(files.size)))`,
  )
  return { options: `--import=${pathToFileURL(hook).href}`, count: () => Number(readFileSync(told, 'utf8')) }
}

describe('the packed package', () => {
  it('holds what runs it, and neither sources, tests nor maps', () => {
    const files = filesOf(packed.folder)
    const tops = new Set(files.map((path) => path.split('/')[0]))
    expect([...tops].sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.ja.md',
      'README.md',
      'bin',
      'config',
      'dist',
      // What problems lead to.
      'docs',
      'package.json',
    ])
    expect(files.filter((path) => path.startsWith('docs/'))).toEqual(['docs/errors.md', 'docs/ja/errors.md'])
    expect(files.filter((path) => /\.(map|tsx|test\.js)$|(?<!\.d)\.ts$|\.built$/.test(path))).toEqual([])
    expect(statSync(packed.tarball).size).toBeLessThan(4_700_000)
  })

  it('brings its bill of materials: what is installed with it, and what its page is made of', () => {
    const bom = JSON.parse(readFileSync(join(packed.folder, 'dist/sbom.cdx.json'), 'utf8'))
    expect(bom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'parley-agents' } } })
    const names = new Set(bom.components.map(({ name }: { name: string }) => name))
    for (const name of [...Object.keys(manifestOf(packed.folder).dependencies), ...bundled])
      expect(names).toContain(name)
    // What only builds and tests it is not delivered.
    for (const name of ['vitest', 'typescript', 'discord.js']) expect(names).not.toContain(name)
    for (const { licenses, hashes, purl } of bom.components) {
      expect({ purl, licenses: licenses.length, hashes: hashes?.[0]?.alg }).toEqual({
        purl,
        licenses: 1,
        hashes: 'SHA-512',
      })
    }
    const imported = readdirSync(join(root, 'console/page'), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('vite.config.ts'))
      .flatMap((path) => [
        ...readFileSync(join(root, 'console/page', path), 'utf8').matchAll(/ from '((?:@[^'/]+\/)?[a-z][^'/]*)/g),
      ])
    expect(new Set(imported.map(([, name]) => name))).toEqual(new Set(bundled))
    expect(billOfMaterials()).toEqual(bom)
  })

  it('is what publint and arethetypeswrong find no fault with', async () => {
    const { messages } = await publint({ pkgDir: packed.folder, pack: false, strict: true })
    expect(messages).toEqual([])
    // Parley is made of ES modules alone.
    const attw = join(root, 'node_modules/.bin/attw')
    const { status, stdout } = spawnSync(attw, [packed.tarball, '--profile', 'esm-only'], { encoding: 'utf8' })
    expect(status, stdout).toBe(0)
  })

  it('depends on what it imports', () => {
    const declared = Object.keys(manifestOf(packed.folder).dependencies)
    const imported = new Set<string>()
    for (const path of filesOf(packed.folder)) {
      if (!path.endsWith('.js') || path.startsWith('dist/page/')) continue
      const text = readFileSync(join(packed.folder, path), 'utf8')
      for (const [, name] of text.matchAll(/(?:^import |from |import\()'([^'./][^']*)'/gm)) {
        imported.add(name!.split('/', name!.startsWith('@') ? 2 : 1).join('/'))
      }
    }
    const packages = [...imported].filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
    expect(packages.length).toBeGreaterThan(15)
    expect(packages.filter((name) => !declared.includes(name))).toEqual([])
  })

  it('embeds the engine in twenty lines', () => {
    const example = join(packed.project, 'embed-engine')
    cpSync(join(root, 'examples/embed-engine'), example, { recursive: true })
    const lines = readFileSync(join(example, 'index.mjs'), 'utf8').trimEnd().split('\n')
    expect(lines.length).toBeLessThanOrEqual(20)
    const input = 'good morning\ngreen\nwhat did I order?\nvolcano\n'
    expect(execFileSync(process.execPath, ['index.mjs'], { cwd: example, input, encoding: 'utf8' })).toBe(
      'Welcome, Ann! Green or black? | Green | Black\nGreen it is.\nYou ordered green tea.\nI only know about tea.\n',
    )
  })

  it('runs whole in a program of its own', () => {
    const file = join(packed.project, 'whole.mjs')
    const data = join(packed.project, 'my-data')
    writeFileSync(
      file,
      `import { createApp, loadConfig } from 'parley-agents'
       const app = await createApp({ ...loadConfig({ LOG_LEVEL: 'silent' }), port: 0, dataFolder: './my-data' })
       const { status } = await fetch(app.url + '/healthz')
       await app.close()
       console.log(status)
      `,
    )
    expect(execFileSync(process.execPath, [file], { cwd: packed.project, encoding: 'utf8' })).toBe('200\n')
    expect(filesOf(data)).toContain('parley.db')
  })

  it('reads files in a process of its own, and ends when it has', () => {
    writeFileSync(join(packed.project, 'hours.html'), '<h1>Opening hours</h1><p>We are open from nine to six.</p>')
    const env = { ...process.env, PARLEY_DATA: join(packed.project, 'knowledge-data') }
    const bin = join(packed.folder, 'bin/parley.mjs')
    const run = (...words: string[]) =>
      execFileSync(process.execPath, [bin, 'knowledge', ...words], { cwd: packed.project, encoding: 'utf8', env })
    run('add', 'demo', 'hours.html')
    expect(run('list', 'demo')).toContain('hours.html')
  })

  it("has stand-ins on which somebody's bot is tested in their own runner", () => {
    const example = join(packed.project, 'test-a-bolt-bot')
    cpSync(join(root, 'examples/test-a-bolt-bot'), example, { recursive: true })
    const { status, stdout } = spawnSync(process.execPath, ['--test'], { cwd: example, encoding: 'utf8' })
    expect(status, stdout).toBe(0)
    expect(stdout).toMatch(/pass 2\b/)
  })

  it('has types that hold for whoever imports it', () => {
    const types = join(packed.project, 'node_modules/@types')
    mkdirSync(types, { recursive: true })
    symlinkSync(join(root, 'node_modules/@types/node'), join(types, 'node'))
    const options = {
      module: 'nodenext',
      target: 'es2024',
      strict: true,
      noEmit: true,
      types: ['node'],
      skipLibCheck: true,
    }
    writeFileSync(
      join(packed.project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: options, files: ['use.ts'] }),
    )
    writeFileSync(
      join(packed.project, 'use.ts'),
      `import { type App, createApp, loadConfig } from 'parley-agents'
       import type { Adapter, Channel } from 'parley-agents/adapter'
       import { createEngine, createMemoryStore, type Engine, type Final } from 'parley-agents/engine'
       import { createTeamsStandIn, type Runner, testChannel, testEngineStore, testQueue } from 'parley-agents/testing'
       export const app: Promise<App> = createApp({ ...loadConfig({ PORT: '0' }), playground: false })
       export const engine: Engine = createEngine({ store: createMemoryStore() })
       export const textOf = ({ answer }: Final): string => answer.utterance
       export const ready = (adapter: Adapter): Channel | undefined => adapter.channel('T0ACME')
       export const urlOf = (): string => createTeamsStandIn({ port: 0 }).url
       export const suites = (runner: Runner) => [testChannel, testEngineStore, testQueue].map(({ length }) => [length, runner])
       // @ts-expect-error a store is needed
       createEngine({})
      `,
    )
    const checked = spawnSync(join(root, 'node_modules/.bin/tsc'), [], { cwd: packed.project, encoding: 'utf8' })
    expect(checked.status, checked.stdout).toBe(0)
  })

  it('runs a stand-in that a bot in another process is led to by its environment', async () => {
    const bin = join(packed.folder, 'bin/parley.mjs')
    const child = endWithParent(spawn(process.execPath, [bin, 'stand-in', 'slack', '--json'], { stdio: 'pipe' }))
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const { url, environment } = JSON.parse(line.toString())
    const called = await fetch(`${environment.SLACK_API_URL}auth.test`, {
      method: 'POST',
      headers: { authorization: `Bearer ${environment.SLACK_BOT_TOKEN}` },
    })
    expect(await called.json()).toMatchObject({ ok: true, team: 'Parley HQ' })
    const said = { user: 'U0ANN', channel: 'C0GENERAL', text: '@parley hello' }
    const saying = await fetch(`${url}/client/messages`, { method: 'POST', body: JSON.stringify(said) })
    expect(await saying.json()).toMatchObject({ ts: expect.any(String) })
    child.kill('SIGINT')
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  it('leads a stranger from an empty folder to an agent in Slack that answers from a handbook, in twelve steps', async () => {
    const { steps, answer } = await firstHour(join(packed.folder, 'bin/parley.mjs'), join(folder.path, 'first-hour'))
    console.log(steps.map(({ step, seconds }) => `${seconds.toFixed(1).padStart(5)} s  ${step}`).join('\n'))
    expect(steps.length).toBeLessThanOrEqual(12)
    expect(answer).toBe(
      'Everybody has 26 days of holidays a year. Ask for them in the calendar two weeks before.\n\n' +
        'Source: handbook.md › Handbook › Holidays',
    )
  })

  it('starts in an empty folder, keeps its data there, and writes nothing into its own', async () => {
    const state = () => filesOf(packed.folder).map((path) => [path, statSync(join(packed.folder, path)).mtimeMs])
    const before = state()
    const cwd = join(folder.path, 'empty')
    mkdirSync(cwd)
    const bin = join(packed.folder, 'bin/parley.mjs')
    const issue = ['key', 'issue', '--kind', 'conversation', '--json']
    const env = { PATH: process.env['PATH'] }
    const { key } = JSON.parse(execFileSync(process.execPath, [bin, ...issue], { cwd, env, encoding: 'utf8' }))
    const loaded = countsFiles(folder.path)
    const parley = await startProcess({ NODE_OPTIONS: loaded.options }, { cwd, bin })
    try {
      const page = await fetch(parley.url, { headers: { cookie: await enterPlayground(parley.address) } })
      expect(await page.text()).toContain('<div id="root">')
      const answer = await fetch(`${parley.url}/api`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ api_key: key, agent_id: 'demo', utterance: 'hello', uid: 'ann' }),
      })
      const { bestResponse } = (await answer.json()) as { bestResponse: { utterance: string } }
      expect(bestResponse.utterance).toMatch(/\w/)
    } finally {
      await parley.kill('SIGTERM')
    }
    expect(await parley.ended).toBe(0)
    // Each of them is found, read and compiled by itself. They were 1,800 before what is loaded at every start stood in few.
    expect(loaded.count()).toBeLessThan(800)
    expect(new Set(filesOf(cwd).map((path) => path.split('/')[0]))).toEqual(new Set(['data']))
    expect(state()).toEqual(before)
  })
})
