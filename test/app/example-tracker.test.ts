import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { endWithParent } from '../support/end-with-parent.ts'
import { startModelServer } from '../support/model-server.ts'
import { startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const root = resolve(import.meta.dirname, '../..')

/** The tracker of the example, in a process of its own. */
async function startTracker(): Promise<string> {
  const child = endWithParent(spawn(process.execPath, [join(root, 'examples/tracker/tracker.mjs'), '0']))
  onTestFinished(() => void child.kill('SIGKILL'))
  const [printed] = await once(child.stdout, 'data')
  return /http:\S+/.exec(String(printed))![0]
}

async function startModels() {
  const models = await startModelServer()
  onTestFinished(() => models.stop())
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

it('the example that files issues does so once somebody has agreed, says what is open, and hands over', async () => {
  const [tracker, models] = await Promise.all([startTracker(), startModels()])
  const slack = createSlackSimulator({ limits: { enforceRates: false } })
  await slack.start()
  onTestFinished(() => slack.stop())
  const cwd = tempFolder(onTestFinished)
  const agent = join(cwd, 'config/agents/tracker')
  mkdirSync(agent, { recursive: true })
  cpSync(join(root, 'examples/agents/tracker'), agent, { recursive: true })
  const written = readFileSync(join(agent, 'agent.yaml'), 'utf8')
  const here = written
    .replaceAll('http://127.0.0.1:4100/issues', tracker)
    .replace('T0ACME/C0SUPPORT', 'T0PARLEY/C0GENERAL')
  expect(here).not.toContain('4100')
  writeFileSync(join(agent, 'agent.yaml'), here)
  writeFileSync(join(cwd, 'config/parley.yaml'), 'webhooks: { allow: [127.0.0.1] }\n')
  const env = {
    ...{ SLACK_BOT_TOKEN: slack.botToken, SLACK_APP_TOKEN: slack.appToken, SLACK_API_URL: `${slack.url}/api/` },
    ...{ PARLEY_DATA: tempFolder(onTestFinished), PARLEY_PLAYGROUND: 'off' },
    ...{ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' },
  }
  const parley = await startProcess(env, { cwd, bin: join(root, 'bin/parley.mjs') })
  onTestFinished(() => parley.kill())

  const channel = 'D0ANN'
  const ours = () => slack.messages(channel, { as: 'U0ANN' }).filter(({ user }) => user === 'U0PARLEY')
  const say = (text: string) => slack.say({ user: 'U0ANN', channel, text })
  const told = () => ours().map(textOf).join('\n')
  type Actions = { block_id: string; elements?: { action_id: string; text?: { text: string } }[] }
  const buttons = (label: string) =>
    ours().flatMap(({ ts, blocks }) =>
      ((blocks ?? []) as Actions[]).flatMap(({ block_id, elements = [] }) =>
        elements.filter(({ text }) => text?.text === label).map(({ action_id }) => ({ ts, block_id, action_id })),
      ),
    )
  const issues = async () => ((await (await fetch(tracker)).json()) as { open: object[] }).open

  say('the printer is on fire, third floor')
  await expect.poll(() => buttons('Approve').length).toBe(1)
  expect(told()).toContain('The printer is on fire')
  expect(await issues()).toEqual([])
  await slack.press({ user: 'U0ANN', channel, ...buttons('Approve')[0]! })
  await expect.poll(told).toContain('The tracker says {"filed":1')
  expect(await issues()).toMatchObject([{ number: 1, title: 'The printer is on fire', details: 'Third floor' }])

  // What the schedule of its first lines asks each morning.
  say('Which issues are open?')
  await expect.poll(told).toMatch(/The tracker says \{"open":\[\{"number":1/)
  expect(await issues()).toHaveLength(1)

  say('a human, please')
  await expect.poll(() => buttons('Yes, pass it on').length).toBe(1)
  expect(slack.messages('C0GENERAL')).toEqual([])
  await slack.press({ user: 'U0ANN', channel, ...buttons('Yes, pass it on')[0]! })
  await expect
    .poll(() =>
      slack
        .messages('C0GENERAL')
        .map((one) => JSON.stringify(one))
        .join(),
    )
    .toContain('Take')
})
