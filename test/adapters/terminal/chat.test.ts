import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { createTerminal } from '../../../adapters/terminal/index.ts'
import { terminal } from '../../../adapters/terminal/platform.ts'
import { createApp } from '../../../src/app/index.ts'
import { lockFolder } from '../../../src/store/sqlite.ts'
import { inboxWith, memoryInstallations } from '../../support/adapter-parts.ts'
import { runCommand } from '../../support/command.ts'
import { loadConfig } from '../../support/config.ts'
import { endWithParent } from '../../support/end-with-parent.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { messagesIn, openScreen } from './screen.ts'

const root = resolve(import.meta.dirname, '../../..')

/** Somebody at a terminal, who talks to the agents of a data folder of their own. */
async function sit(
  env: Record<string, string> = {},
  { columns = 100, rows = 200, agent = undefined as string | undefined } = {},
) {
  const config = loadConfig({ PARLEY_DATA: tempFolder(), PARLEY_PLAYGROUND: 'off', LOG_LEVEL: 'silent', ...env })
  const screen = openScreen({ columns, rows })
  const at = { agent, env: { LANG: env['LANG'] ?? 'en_US.UTF-8' }, input: screen.input, output: screen.output }
  const { settings, ended } = terminal.foreground!.begin(at)
  const app = await createApp({ ...config, platforms: { terminal: settings } }, { platforms, serves: false })
  let closed: Promise<void> | undefined
  const close = () => (closed ??= app.close())
  onTestFinished(close)
  const messages = () => messagesIn(screen.lines())
  const reads = (text: RegExp) => vi.waitFor(() => expect(messages().at(-1)?.text).toMatch(text), { interval: 10 })
  return { screen, messages, reads, type: (line: string) => screen.type(`${line}\r`), ended, close, app }
}

it('an agent greets, answers, and is answered by numbers', async () => {
  const { type, reads, messages, ended, screen, app } = await sit()
  expect(app.url).toBe('')
  await reads(/Parley/)
  type('order a coffee')
  await reads(/What will it be\?/)
  expect(messages().at(-1)!.buttons).toEqual(['Espresso', 'Cappuccino', 'Tea'])
  type('9')
  await reads(/Type a number from 1 to 3\./)
  type('２')
  await reads(/With which milk\?/)
  expect(screen.lines()).toContain('✓ Cappuccino')
  type('oat milk, please')
  await reads(/Which name|Is that right/)
  screen.type('\x03')
  await ended
})

it('agents are made in it by /agent, whose forms are asked line by line: whoever sits here owns them', async () => {
  const { type, reads, messages, screen } = await sit({}, { columns: 200 })
  const prompts = () => screen.lines().filter((line) => / \[.*\]: /.test(line))
  const asked = (n: number) => vi.waitFor(() => expect(prompts().length).toBeGreaterThan(n), { interval: 10 })
  await reads(/Parley/)
  type('/agent create night-desk')
  await asked(0)
  screen.type('\x03')
  await reads(/Nothing was changed\./)

  const before = prompts().length
  type('/agent create night-desk')
  await asked(before)
  // What is wrong is said, and all of it is asked again.
  const answers: Record<string, string> = { Name: 'Night desk', Description: 'Awake at night' }
  let isFirst = true
  for (let n = before + 1; !screen.lines().at(-1)!.startsWith('> '); n++) {
    const prompt = screen.lines().at(-1)!
    const [label = ''] = Object.keys(answers).filter((one) => prompt.startsWith(one))
    type(isFirst ? '' : (answers[label] ?? ''))
    isFirst &&= !messages().at(-1)!.text.includes('⚠')
    await vi.waitFor(() => expect(prompts().length > n || screen.lines().at(-1)!.startsWith('> ')).toBe(true), {
      interval: 10,
    })
    isFirst &&= !messages().at(-1)!.text.includes('⚠')
  }
  await reads(/Night desk/)
  type('/agent list')
  await reads(/night-desk/)
  type('/agent rule add lunch "At noon." --help')
  await reads(/Usage: [\s\S]*rule add <when> <say>/)
  type('/agent audit')
  await reads(/@terminal_/)
  // Marks that keep ids from being formatting elsewhere are not shown.
  type('/agent why')
  await reads(/: terminal_\w+ with/)
})

it('text grows while a model writes it, what changes is written anew, and Ctrl-C stops it', async () => {
  const screen = openScreen({ columns: 20, rows: 10 })
  const controls: unknown[] = []
  let left = false
  const log = { debug() {}, info() {}, warn() {}, error() {} }
  const adapter = createTerminal({
    ...{
      agent: 'demo',
      user: 'ann',
      locale: 'ja-JP',
      input: screen.input,
      output: screen.output,
      leave: () => (left = true),
    },
    ...{ installations: memoryInstallations(), log, now: Date.now },
  })
  let heard = 0
  await adapter.start(
    inboxWith({ message: async () => void heard++, control: async (control) => void controls.push(control) }),
  )
  onTestFinished(() => adapter.stop())
  expect(messagesIn(screen.lines())[0]!.text).toMatch(/^demo との会話です/)
  const channel = adapter.channel('here')!
  const { signal } = new AbortController()
  screen.type('hello\r')
  await vi.waitFor(() => expect(heard).toBe(1))
  const place = 'terminal:here:demo' as never
  const posted = await channel.post(place, { text: 'One' }, 'k', signal)
  const ref = 'ok' in posted ? posted.ok : expect.fail()
  const before = screen.raw().length
  await channel.edit(ref, { text: 'One two' }, signal)
  expect(screen.raw().slice(before)).toBe(' two')
  // Twenty columns: it takes two rows, and is written anew from the first of them.
  await channel.edit(ref, { text: 'One two three four five' }, signal)
  await channel.edit(ref, { text: 'Two\x1b[2J rows' }, signal)
  expect(screen.lines().at(-1)).toBe('◆ Two[2J rows')
  expect(screen.lines().filter((line) => line.startsWith('◆'))).toHaveLength(1)
  // What is typed meanwhile is not drawn into it, and stands there with the next prompt.
  screen.type('and th')
  screen.type('\x03')
  await vi.waitFor(() => expect(controls).toEqual([{ kind: 'stopped', platform: 'terminal', place, person: 'ann' }]))
  expect(screen.lines().at(-1)).toBe('◆ Two[2J rows')
  channel.ended!(place)
  expect(screen.lines().at(-1)).toBe('> and th')
  expect(left).toBe(false)
  screen.type('\x03')
  await vi.waitFor(() => expect(left).toBe(true))
})

/** The built command, with what is piped into it. */
async function piped(typed: string, PARLEY_DATA: string, ...argv: string[]) {
  const env = { PATH: process.env['PATH'], PARLEY_DATA, LANG: 'ja_JP.UTF-8' }
  const child = endWithParent(spawn(process.execPath, ['bin/parley.mjs', 'chat', ...argv], { cwd: root, env }))
  let [out, err] = ['', '']
  child.stdout!.on('data', (chunk) => {
    out += chunk
  })
  child.stderr!.on('data', (chunk) => {
    err += chunk
  })
  child.stdin!.end(typed)
  const [code] = await once(child, 'exit')
  return { code, out, err }
}

it('is a command, by which what is piped in is answered to its end', async () => {
  const talked = await piped('こんにちは\nコーヒーを注文\n', join(tempFolder(), 'data'), 'demo')
  expect(talked).toMatchObject({ code: 0, err: '' })
  expect(talked.out).toMatch(
    /^◆ [\s\S]*\n◆ 何になさいますか？ ?\n {2}1\) エスプレッソ\n {2}2\) カプチーノ\n {2}3\) 紅茶/,
  )
})

it('a command that is piped in is about the answer before it', async () => {
  const { out } = await piped('コーヒーを注文\n/agent why\n', join(tempFolder(), 'data'), 'demo')
  const [before, after] = out.split('何になさいますか？')
  expect([before, after]).toEqual([expect.not.stringContaining('シナリオ'), expect.stringContaining('シナリオ')])
})

it('a number that is piped in presses a button of the answer before it', async () => {
  const { out } = await piped('コーヒーを注文\n2\n', join(tempFolder(), 'data'), 'demo')
  expect(out).toContain('✓ カプチーノ')
})

it('whoever sits at the machine is held to no limit: as many lines as are piped in are answered', async () => {
  const lines = Array.from({ length: 10 }, () => 'hello\n').join('')
  const talked = await piped(lines, join(tempFolder(), 'data'), 'demo')
  expect(talked).toMatchObject({ code: 0, err: '' })
  expect(talked.out).not.toMatch(/waiting|待ち/)
})

it('leaves a folder to the server that holds it, and says what to do', async () => {
  const folder = tempFolder()
  const lock = lockFolder(folder)
  onTestFinished(lock.release)
  const err = expect.stringMatching(/^データフォルダー .* では、別の Parley が動いています。先に止めるか/)
  expect(await piped('hello\n', folder)).toEqual({ code: 1, out: '', err })
})

it('knows the agents that there are', async () => {
  let err = ''
  const stderr = { write: (text: string) => (err += text) }
  expect(
    await runCommand(['chat', 'nobody'], { stdout: { write() {} }, stderr, env: { PARLEY_DATA: tempFolder() } }),
  ).toBe(1)
  expect(err).toMatch(/^There is no agent with this id\.\nMore: /)
})

it('is one process alone: a database that several share is not joined', async () => {
  let err = ''
  const env = { PARLEY_DATA: tempFolder(), DATABASE_URL: 'postgres://x/y', WORKERS: '2', PARLEY_KEY: 'ab'.repeat(32) }
  const stderr = { write: (text: string) => (err += text) }
  expect(await runCommand(['chat'], { stdout: { write() {} }, stderr, env })).toBe(1)
  expect(err).toContain('Several processes share this database')
})
