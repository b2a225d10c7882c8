import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import type { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import { withEnvFile } from '../../src/config/env-file.ts'
import { loadConfig } from '../../src/config/index.ts'
import { openScreen } from '../adapters/terminal/screen.ts'
import { runCommand } from '../support/command.ts'
import { startModelServer } from '../support/model-server.ts'
import { tempFolder } from '../support/temp-folder.ts'

const before = process.cwd()
beforeEach(() => process.chdir(tempFolder()))
afterEach(() => process.chdir(before))

type Shell = { input: PassThrough; output: ReturnType<typeof openScreen>['output'] }

async function init(argv: readonly string[], env: Record<string, string> = {}, shell?: Shell) {
  const out: string[] = []
  const sink = { write: (text: string) => out.push(text) }
  const code = await runCommand(['init', ...argv], { stdout: sink, stderr: sink, env, ...(shell && { shell }) })
  return { code, out: out.join('') }
}
const read = (path: string) => readFileSync(path, 'utf8')

it('begins by options and the environment, tries the model and the platform, and starts with what it wrote', async () => {
  const model = await startModelServer()
  onTestFinished(() => model.stop())
  model.answer('Say OK.', 'OK')
  const discord = createDiscordSimulator()
  await discord.start()
  onTestFinished(() => discord.stop())
  const env = {
    PARLEY_LLM_BASE_URL: model.baseUrl,
    PARLEY_LLM_MODEL: 'small-model',
    DISCORD_BOT_TOKEN: discord.token,
    DISCORD_API_URL: `${discord.url}/api`,
  }
  const wanted = ['--name', 'IT Help Desk', '--does', 'Helps a school.', '--model', 'server', '--on', 'discord']
  const { code, out } = await init(wanted, env)
  expect(out).toMatch(/ok {5}model: small-model answered after \d+ ms\./)
  expect(out).toMatch(/^ok .*token/im)
  expect(out).not.toContain('no model is set')
  expect([code, out]).toEqual([0, expect.stringContaining('Now: parley start')])

  expect(read('config/agents/it-help-desk/agent.yaml')).toContain('Helps a school.')
  expect(read('.env')).toContain(`DISCORD_BOT_TOKEN=${discord.token}\n`)
  // What it was tried with goes along.
  expect(read('.env')).toContain(`DISCORD_API_URL=${discord.url}/api\n`)
  expect(out).not.toContain(discord.token)
  expect(statSync('.env').mode & 0o777).toBe(0o600)
  expect(read('.gitignore')).toContain('.env')
  // What starts here reads it; what the environment says goes before.
  const { platforms } = await import('../../adapters/registry.ts')
  const config = loadConfig(withEnvFile({ PARLEY_LLM_MODEL: 'other' }), platforms)
  expect(config.platforms['discord']).toBeDefined()
  expect(config.llm.endpoints.all).toMatchObject({ baseUrl: model.baseUrl, model: 'other' })
})

it('overwrites nothing: neither an agent, nor a key, nor a list of what is ignored', async () => {
  writeFileSync('.env', 'OPENAI_API_KEY=mine')
  writeFileSync('.gitignore', 'dist/\n')
  const first = await init(['--name', 'Guide', '--model', 'openai', '--on', 'slack', '--yes'], {
    OPENAI_API_KEY: 'sk-other',
  })
  expect(read('.env')).toBe('OPENAI_API_KEY=mine\nSLACK_BOT_TOKEN=\nSLACK_APP_TOKEN=\n')
  expect(read('.gitignore')).toBe('dist/\n')
  expect(first.out).toContain('still to be set in .env: SLACK_BOT_TOKEN, SLACK_APP_TOKEN')
  const agent = read('config/agents/guide/agent.yaml')
  expect(await init(['--name', 'Guide', '--yes'])).toMatchObject({
    code: 1,
    out: expect.stringContaining('is there already'),
  })
  expect(read('config/agents/guide/agent.yaml')).toBe(agent)
})

it('says what is wrong with a model that does not answer, and with what it was given', async () => {
  const env = { PARLEY_LLM_BASE_URL: 'http://127.0.0.1:9/v1', PARLEY_LLM_MODEL: 'm' }
  const away = await init(['--name', 'Guide', '--model', 'server'], env)
  expect(away).toMatchObject({
    code: 1,
    out: expect.stringMatching(/FAULT {2}model: m did not answer .*docs\/models\.md/),
  })
  expect(await init(['--name', 'Two', '--model', 'nobody'])).toMatchObject({
    code: 2,
    out: expect.stringContaining('openai'),
  })
  expect(await init(['--name', 'Two', '--on', 'irc'])).toMatchObject({ code: 2, out: expect.stringContaining('slack') })
  expect(existsSync('config/agents/two')).toBe(false)
})

it('asks in the language of the shell, and writes nothing for whoever leaves', async () => {
  const { input, output, raw, type } = openScreen()
  const told = init([], { LANG: 'ja_JP.UTF-8' }, { input, output })
  type('受付\r社内の質問に答えます。\r1\r1\r')
  const { code, out } = await told
  expect(raw()).toContain('最初のエージェントの名前は?')
  expect([code, out]).toEqual([0, expect.stringContaining('次のコマンド: parley start')])
  const [, folder] = /作成 {3}(config\/agents\/agent-[0-9a-f]{6})\/agent\.yaml/.exec(out)!
  expect(read(`${folder}/agent.yaml`)).toContain('あなたは「受付」です')
  // Without a model it answers from what was written for it.
  expect(out).toMatch(/モデルが設定されていない.*OPENAI_API_KEY/)
  expect(read(`${folder}/rules.yaml`)).toContain('何ができますか')

  const gone = openScreen({ isTTY: false })
  const leaving = init([], {}, gone)
  gone.type('Guide\n')
  gone.input.end()
  expect(await leaving).toMatchObject({ code: 1, out: expect.stringContaining('Nothing was written.') })
  expect(existsSync('config/agents/guide')).toBe(false)
})

it('without a model the agent answers all the same from what is written, and it is said how one is set', async () => {
  const { code, out } = await init(['--name', 'Guide', '--does', 'An IT help desk for a school', '--yes'])
  expect(code).toBe(0)
  expect(out).toMatch(/no model is set, so it answers only from its rules\.yaml.*OPENAI_API_KEY=… into \.env/)
  let told = ''
  const stdout = { write: (text: string) => (told += text) }
  const ask = ['agent', 'test', 'I have forgotten my password', '--agent', 'guide']
  expect(await runCommand(ask, { stdout, stderr: stdout, env: { LANG: 'en_US.UTF-8' } })).toBe(0)
  expect(told).toContain('Never send your password to anybody')
})
