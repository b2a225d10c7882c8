import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, it, type TestContext } from 'vitest'
import { manifest } from '../../adapters/slack/manifest.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { EVENTS } from '../../console/stand-ins/slack/slack-app.ts'
import { killedAt } from '../support/killed-desk.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { tempFolder } from '../support/temp-folder.ts'

type Asked = { messages: { role: string; content: unknown }[] }

let models: ModelServer
/** Called once by the model when it is asked what stands there. */
const onAsked = new Map<string, () => void>()

beforeAll(async () => {
  models = await startModelServer()
  const lastOf = ({ messages }: Asked) => String(messages.at(-1)!.content)
  const isTold = ({ messages }: Asked) => messages.at(-1)?.role === 'tool'
  const call = { id: 'call_1', name: 'create_issue', arguments: '{"title":"The printer is on fire"}' }
  models.server.on({ userMessage: 'printer' }, { content: 'I will file it.', toolCalls: [call] })
  models.server.prependFixture({
    match: { predicate: isTold as never },
    response: (asked) => ({ content: `The tracker said ${lastOf(asked as Asked)}` }),
  })
  models.answer('launch', 'On Monday.')
  models.server.prependFixture({
    match: {
      predicate: ((asked: Asked) => {
        for (const [what, hook] of onAsked) {
          if (JSON.stringify(asked.messages).includes(what)) {
            onAsked.delete(what)
            hook()
          }
        }
        return false
      }) as never,
    },
    response: { content: '' },
  })
})
afterAll(() => models.stop())

const bin = join(resolve(import.meta.dirname, '../..'), 'bin/parley.mjs')
const agent = `
agent:
  displayName: Desk
  description: Answers.
  providerName: Example
  photoUrl: ''
  scope: private
  llmSettings: { llm: gpt-4o-mini, prompt: You answer. }
`

/** A server that has the step “Ask an agent”, which is killed and started again. */
async function killedOverStep({ onTestFinished }: TestContext) {
  const { functions } = JSON.parse(manifest({ name: 'Parley', steps: true }))
  const simulator = createSlackSimulator({
    app: { functions, events: [...EVENTS, 'function_executed'] },
    limits: { retryDelaysMs: [50], enforceRates: false },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const cwd = tempFolder(onTestFinished)
  mkdirSync(join(cwd, 'config/agents/desk'), { recursive: true })
  writeFileSync(join(cwd, 'config/agents/desk/agent.yaml'), agent)
  writeFileSync(join(cwd, 'config/parley.yaml'), 'slack: { steps: true }\n')
  const env = {
    ...{ SLACK_BOT_TOKEN: simulator.botToken, SLACK_APP_TOKEN: simulator.appToken },
    ...{ SLACK_API_URL: `${simulator.url}/api/`, PARLEY_DATA: tempFolder(onTestFinished), PARLEY_PLAYGROUND: 'off' },
    PARLEY_LLM_BASE_URL: models.baseUrl,
  }
  let killIt: ParleyProcess['kill'] | undefined
  let restarted: Promise<unknown> | undefined
  onTestFinished(() => killIt?.())
  const start = () => startProcess(env, { cwd, bin, spawned: (kill) => (killIt = kill) })
  const kill = async () => {
    const dead = killIt!()
    restarted ??= dead.then(start)
    await dead
  }
  await start()
  return {
    simulator,
    kill,
    isUp: async () => {
      await restarted
    },
    isKilled: () => restarted !== undefined,
  }
}

const moments = [
  'before its event is acknowledged',
  'while the model thinks',
  'as Slack is told of its end',
  'once Slack has it, before we hear of that',
] as const

describe('killed between the event of a workflow’s step and its end', { concurrent: true, timeout: 300_000 }, () => {
  it.for(moments)('%s', async (moment, test) => {
    const { expect } = test
    const { simulator, kill, isUp, isKilled } = await killedOverStep(test)
    const question = `launch, asked ${moment}`
    if (moment === 'while the model thinks') onAsked.set(question, () => void kill())
    const isAtEnd = moments.indexOf(moment) > 1
    const atEnd = async ({ method }: { method: string }) => {
      if (method === 'functions.completeSuccess' && !isKilled()) await kill()
    }
    if (moment === 'as Slack is told of its end') simulator.onCall(atEnd)
    else if (isAtEnd) simulator.onDone(atEnd)

    simulator.steps.run('ask_agent', { question, person: 'U0ANN' })
    if (moment === 'before its event is acknowledged') {
      await kill()
      await isUp()
      // As Slack does a minute later.
      await simulator.deliver(simulator.deliveries[0]!.id, { retry: { num: 1, reason: 'http_timeout' } })
    }
    const ends = () => simulator.calls.filter(({ method }) => method.startsWith('functions.'))
    await expect.poll(isKilled).toBe(true)
    await isUp()
    await expect.poll(() => simulator.steps.list.at(-1)!.status).not.toBe('running')
    const told = () => ends().map(({ body }) => body?.['error'] ?? 'ok')
    // Nobody heard that it was over: whoever comes after asks for it once more, and Slack says so.
    if (isAtEnd) await expect.poll(told).toContain('execution_not_in_running_state')
    expect(simulator.steps.list).toMatchObject([{ status: 'completed', outputs: { answer: 'On Monday.' } }])
    expect(ends().map(({ method }) => method)).not.toContain('functions.completeError')
    expect(told().filter((how) => how === 'ok')).toHaveLength(1)
  })
})

const presses = ['on its way', 'once it is answered', 'while the model reads what came of it'] as const

describe('killed between a press of a card in Teams and what it leads to', {
  concurrent: true,
  timeout: 300_000,
}, () => {
  it.for(presses)('%s', async (moment, test) => {
    const { expect } = test
    const issue = `{"issue":${presses.indexOf(moment)}}`
    const tools = 'rules:\n  create_issue: { policy: ask }\n'
    const desk = await killedAt(
      test,
      { on: 'Teams', at: 'press', when: 'done', nth: 1 },
      { models, says: () => issue, tools },
    )
    const { place, tracker, isUp, isKilled, kill } = desk
    if (moment === 'while the model reads what came of it')
      onAsked.set(JSON.stringify(issue).slice(1, -1), () => void kill())
    const ends = () =>
      place
        .said()
        .flatMap((text) => text.match(/The tracker said \{"issue":\d\}|I cannot say whether create_issue/g) ?? [])

    await place.say('the printer is on fire')
    await expect.poll(() => place.canPress('Approve')).toBe(true)
    const pressed = place.press('Approve').catch(() => {})
    if (moment === 'once it is answered') await pressed
    if (moment !== 'while the model reads what came of it') await kill()
    await pressed
    await expect.poll(isKilled).toBe(true)
    await isUp()
    // Whoever saw it fail presses once more, if there is anything to press.
    if (moment === 'on its way' && place.canPress('Approve')) await place.press('Approve').catch(() => {})
    await expect.poll(ends).toHaveLength(1)
    // And whoever still sees the button changes nothing by it.
    if (place.canPress('Approve')) await place.press('Approve').catch(() => {})
    expect(ends()).toHaveLength(1)
    const isSaid = ends()[0] === `The tracker said ${issue}`
    if (moment === 'while the model reads what came of it') expect(isSaid).toBe(true)
    // Where it died over the call itself nobody can tell whether that was made, and it is not made again.
    if (isSaid) expect(tracker.received).toHaveLength(1)
    else expect(tracker.received.length).toBeLessThanOrEqual(1)
  })
})
