import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { manifest } from '../../adapters/slack/manifest.ts'
import { open } from '../../adapters/slack/pane.ts'
import { readStep } from '../../adapters/slack/step-run.ts'
import { createSlackSimulator, type SlackSimulatorOptions } from '../../console/stand-ins/slack/index.ts'
import { EVENTS } from '../../console/stand-ins/slack/slack-app.ts'
import type { ConversationRequest } from '../../src/model/conversation.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { everywhere } from '../../src/store/pauses.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { tempFolder } from '../support/temp-folder.ts'

const { functions } = JSON.parse(manifest({ name: 'Parley', steps: true }))
const app = { functions, events: [...EVENTS, 'function_executed'] }
const ann = { question: 'When is the launch?', person: 'U0ANN' }

async function slack(options: SlackSimulatorOptions = {}) {
  const simulator = createSlackSimulator({
    app,
    ...options,
    limits: { retryDelaysMs: [0, 10, 10], enforceRates: false, ...options.limits },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const ends = () => simulator.calls.filter(({ method }) => method.startsWith('functions.'))
  return { simulator, ends, step: () => simulator.steps.list.at(-1)! }
}
type Slack = Awaited<ReturnType<typeof slack>>

/** A process; `leave` ends it. */
async function house(
  { simulator }: Slack,
  { steps = true, works = true, ...options }: Partial<HouseOptions> & { steps?: boolean; works?: boolean } = {},
) {
  const ends: (() => Promise<void>)[] = []
  const made = await chatHouse({ folder: tempFolder(), ...options, onFinished: (end) => void ends.push(end) })
  const leave = async () => {
    for (const end of ends.splice(0)) await end()
  }
  onTestFinished(leave)
  await made.connect(simulator, { wants: { steps }, ...(options.now && { now: options.now }) })
  if (works) await made.work()
  const notes = async () => (await made.store.notes('slack').named('step/')).map(({ value }) => value)
  const quiet = async () => {
    await simulator.delivered()
    await expect.poll(async () => (await openKeys(made.store)).length, { interval: 5 }).toBe(0)
  }
  return { ...made, leave, notes, quiet }
}

describe('the step “Ask an agent” of a workflow', () => {
  it('is asked for its person, answers once, and keeps nothing that could end it then', async () => {
    const room = await slack()
    const { requests, notes, quiet, store } = await house(room)
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step()).toMatchObject({ status: 'completed', outputs: { answer: 're: When is the launch?' } })
    expect(room.ends()).toHaveLength(1)
    expect(requests).toMatchObject([{ uid: 'slack_T0PARLEY_U0ANN', utterance: ann.question, agent: 'test' }])
    expect(await notes()).toEqual([])
    // Nothing is said anywhere else, and nobody is said to be thinking.
    expect(room.simulator.calls.filter(({ method }) => /^(?:chat|assistant|agents)\./.test(method))).toEqual([])
    const [{ context }] = (await store.db.query.selectFrom('turn').select('context').execute()) as [{ context: string }]
    expect(context).not.toContain('xwfp-')
  })

  it('is asked by its own token, which is kept sealed as long as it runs', async () => {
    const room = await slack()
    const first = await house(room, { works: false })
    room.simulator.steps.run('ask_agent', ann)
    await room.simulator.delivered()
    const token = String(
      (room.simulator.deliveries.at(-1)!.payload['event'] as Record<string, unknown>)['bot_access_token'],
    )
    expect(token).toMatch(/^xwfp-/)
    const [kept] = await first.notes()
    expect(kept).toBeDefined()
    expect(kept).not.toContain(token)
    await first.work()
    await first.quiet()
    expect(room.step().status).toBe('completed')
    // By that token: the app's own is what is left where it is over.
    expect(room.ends()).toHaveLength(1)
  })

  it('forgets with the next the tokens that have had their time', async () => {
    let moved = 0
    const now = () => Date.now() + moved
    const room = await slack({ now })
    const { notes } = await house(room, { works: false, now })
    const keptAfter = async () => {
      room.simulator.steps.run('ask_agent', ann)
      await room.simulator.delivered()
      return (await notes()).length
    }
    expect([await keptAfter(), await keptAfter()]).toEqual([1, 2])
    moved = 15 * 60_000
    expect(await keptAfter()).toBe(1)
  })

  it('told again is asked once', async () => {
    const room = await slack({ limits: { copies: 3 } })
    const { requests, quiet } = await house(room)
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    await room.simulator.deliver(room.simulator.deliveries[0]!.id, { retry: { num: 1, reason: 'http_timeout' } })
    await quiet()
    expect(requests).toHaveLength(1)
    expect(room.ends()).toHaveLength(1)
  })

  it.each([
    [{ ...ann, agent: 'front-desk' }, 'front-desk'],
    [{ ...ann, agent: '' }, 'test'],
  ])('%j asks %s', async (inputs, agent) => {
    const room = await slack()
    const { store, requests, quiet } = await house(room)
    await store.db.batch(store.agents.createSteps({ id: 'front-desk', account, document: minimalAgent(), author: 't' }))
    await store.db.batch([store.places.bindStep({ place: 'slack:T0PARLEY', agent: 'test', account, mode: 'mention' })])
    room.simulator.steps.run('ask_agent', inputs)
    await quiet()
    expect(requests).toMatchObject([{ agent }])
  })

  it('asks nobody back: options are lines, and nothing can be asked, posted or remembered for later', async () => {
    const room = await slack()
    const { requests, quiet } = await house(room, { offer: () => ['Yes', 'No'] })
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step().outputs).toEqual({ answer: 're: When is the launch?\n\n- Yes\n- No' })
    expect(requests[0]).not.toHaveProperty('mayAsk')
    expect(requests[0]).not.toHaveProperty('mayPost')
  })

  it('remembers nothing of another run, and waits for the end of a pause', async () => {
    const room = await slack()
    const { store, requests, quiet } = await house(room)
    for (const question of ['one', 'two']) {
      room.simulator.steps.run('ask_agent', { ...ann, question })
      await quiet()
    }
    expect(new Set(requests.map(({ conversation }) => conversation)).size).toBe(2)
    await store.db.batch([store.pauses.beginStep(everywhere, 'cli', 'maintenance')])
    await expect.poll(async () => (await store.pauses.current()).length).toBe(1)
    room.simulator.steps.run('ask_agent', { ...ann, question: 'three' })
    await room.simulator.delivered()
    await expect.poll(async () => (await openKeys(store)).length).toBe(1)
    expect(room.step().status).toBe('running')
    await store.db.batch(store.pauses.endSteps(everywhere))
    await quiet()
    expect(room.step()).toMatchObject({ status: 'completed', outputs: { answer: 're: three' } })
  })

  it('wakes nobody by what a model writes', async () => {
    const room = await slack()
    const { quiet } = await house(room, { think: async () => 'Hello <!channel> and <@U0BEN>' })
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step().outputs!['answer']).not.toMatch(/<!channel>|<@U0BEN>/)
  })

  const blocked = async ({ store }: Awaited<ReturnType<typeof house>>) => {
    const to = [{ role: 'blocked' as const, agent: '' }]
    await store.db.batch(store.roles.changeSteps({ account, person: 'slack_T0PARLEY_U0ANN', from: [], to, by: 'cli' }))
  }

  it.each<[string, Record<string, unknown>, RegExp]>([
    ['nobody', { ...ann, person: '' }, /does not say who asks/],
    ['no question', { ...ann, question: ' ' }, /asks nothing/],
    ['an agent that is not there', { ...ann, agent: 'nobody' }, /no agent of that name/],
  ])('with %s fails with a sentence', async (_, inputs, sentence) => {
    const room = await slack()
    const { requests, quiet, notes } = await house(room)
    room.simulator.steps.run('ask_agent', inputs)
    await quiet()
    expect(room.step()).toMatchObject({ status: 'failed', error: expect.stringMatching(sentence) })
    expect(requests).toEqual([])
    expect(await notes()).toEqual([])
  })

  it('fails for whoever is blocked, and where it is not switched on', async () => {
    const room = await slack()
    const one = await house(room)
    await blocked(one)
    room.simulator.steps.run('ask_agent', ann)
    await one.quiet()
    expect(room.step().error).toMatch(/^An admin has blocked you/)
    await one.leave()
    const other = await house(room, { steps: false })
    room.simulator.steps.run('ask_agent', { ...ann, person: 'U0BEN', question: '発売日はいつですか' })
    await other.quiet()
    expect(room.step().error).toContain('slack.steps')
    expect(room.step().error).toContain('受け付けていません')
    expect([...one.requests, ...other.requests]).toEqual([])
  })

  it('fails for whoever writes too much, once, also where Slack does not hear it at first', async () => {
    const room = await slack()
    const limits = { messagesPerMinute: 1, waiting: null, files: null, raid: null }
    const { requests, quiet, notes } = await house(room, { limits })
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    room.simulator.faults.set([{ kind: 'ratelimited', method: 'functions.completeError', retryAfter: 1, times: 1 }])
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.simulator.steps.list.map(({ status }) => status)).toEqual(['completed', 'failed'])
    expect(room.step().error).toMatch(/1 message|a minute/)
    expect(requests).toHaveLength(1)
    expect(await notes()).toEqual([])
  })

  it('that was refused is refused again by a process that does not know of it', async () => {
    const room = await slack()
    const limits = { messagesPerMinute: 1, waiting: null, files: null, raid: null }
    const { inbox } = await house(room, { limits, works: false })
    const told = (id: string) => ({
      ...{ type: 'function_executed', channel: '', ts: '', function: { callback_id: 'ask_agent' }, inputs: ann },
      ...{ function_execution_id: id, bot_access_token: 'xwfp-1', event_ts: String(Date.now() / 1000) },
    })
    const workspace = { team: 'T0PARLEY', installation: 'T0PARLEY', people: 'T0PARLEY' }
    const ask = async (id: string) => inbox.message((readStep(told(id), workspace)!.asks as { message: never }).message)
    expect(await ask('Fx1')).toBe('taken')
    expect(await ask('Fx2')).toHaveProperty('dropped')
    expect(await ask('Fx2')).toHaveProperty('dropped')
    expect(await ask('Fx1')).toBe('taken')
  })

  it('fails with a sentence where there is no answer', async () => {
    const room = await slack()
    const think = async (_: ConversationRequest): Promise<string> => {
      throw new Error('the model is away')
    }
    const { quiet } = await house(room, { think })
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step()).toMatchObject({ status: 'failed', error: expect.stringMatching(/wrong/) })
    expect(room.step().error).not.toMatch(/away|Retry/)
  })
})

describe('an end of a step that Slack does not take as it is', () => {
  it.each<[string, Parameters<Slack['simulator']['faults']['set']>[0][number]]>([
    ['too much', { kind: 'ratelimited', retryAfter: 1, method: 'functions.completeSuccess', times: 1 }],
    ['slow', { kind: 'slow', delay: 20, method: 'functions.completeSuccess', times: 1 }],
    ['lost on the way there', { kind: 'reset', method: 'functions.completeSuccess', times: 1 }],
    ['lost on the way back', { kind: 'drop', method: 'functions.completeSuccess', times: 1 }],
    ['failing', { kind: 'error', method: 'functions.completeSuccess', times: 1 }],
  ])('%s comes to one answer', async (_, fault) => {
    const room = await slack()
    room.simulator.faults.set([fault])
    const { quiet, notes } = await house(room)
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step()).toMatchObject({ status: 'completed', outputs: { answer: 're: When is the launch?' } })
    expect(await notes()).toEqual([])
  })

  it('whose outputs are refused ends with an error that says so', async () => {
    const room = await slack()
    const error = 'parameter_validation_failed'
    room.simulator.faults.set([{ kind: 'refuse', error, method: 'functions.completeSuccess' }])
    const { quiet } = await house(room)
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step()).toMatchObject({ status: 'failed', error: expect.stringContaining('re: When is the launch?') })
  })

  it.each(['function_execution_not_found', 'access_denied'])('refused with %s ends nothing else', async (error) => {
    const room = await slack()
    room.simulator.faults.set([{ kind: 'refuse', error, method: 'functions.completeSuccess', times: 1 }])
    const { quiet, requests } = await house(room)
    room.simulator.steps.run('ask_agent', ann)
    await quiet()
    expect(room.step().status).toBe('running')
    room.simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'still there?' })
    await quiet()
    expect(requests).toHaveLength(2)
    expect(room.simulator.messages('D0ANN').at(-1)!.user).toBe('U0PARLEY')
  })

  it('after its token is over is made by the app’s own', async () => {
    let moved = 0
    const room = await slack({ now: () => Date.now() + moved })
    const first = await house(room, { works: false })
    room.simulator.steps.run('ask_agent', ann)
    await room.simulator.delivered()
    moved = 16 * 60_000
    await first.work()
    await first.quiet()
    expect(room.step().status).toBe('completed')
    expect(room.ends().map(({ body }) => body!['error'] ?? 'ok')).toEqual(['token_expired', 'ok'])
  })
})

describe('a process that dies over a step', () => {
  it('before it has answered is followed by one that does', async () => {
    const room = await slack()
    const folder = tempFolder()
    // Its lease is over when the next one comes.
    const first = await house(room, { folder, works: false, now: () => Date.now() - 60_000 })
    room.simulator.steps.run('ask_agent', ann)
    await room.simulator.delivered()
    await first.leave()
    const second = await house(room, { folder })
    await second.quiet()
    expect(room.step().status).toBe('completed')
    expect(room.ends()).toHaveLength(1)
    expect(await second.notes()).toEqual([])
  })

  it('after Slack took the answer and before it heard of it is followed by one that makes no second', async () => {
    const room = await slack()
    const folder = tempFolder()
    const first = await house(room, { folder })
    const gone = Promise.withResolvers<void>()
    const taken = Promise.withResolvers<void>()
    const unhook = room.simulator.onDone(async ({ method }) => {
      if (method !== 'functions.completeSuccess') return
      taken.resolve()
      await gone.promise
    })
    room.simulator.steps.run('ask_agent', ann)
    await taken.promise
    await first.leave()
    gone.resolve()
    unhook()
    expect(await first.requests).toHaveLength(1)
    const second = await house(room, { folder })
    await second.quiet()
    expect(second.requests).toEqual([])
    expect(room.step()).toMatchObject({ status: 'completed', outputs: { answer: 're: When is the launch?' } })
    expect(room.ends().map(({ body }) => body?.['error'] ?? 'ok')).toEqual([
      'ok',
      'token_revoked',
      'execution_not_in_running_state',
    ])
    expect(await second.notes()).toEqual([])
  })
})

it('in the playground a workflow of the step is started as a command is, and posts the answer', async () => {
  const made = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  const opened = await open({
    ...{ journal: join(tempFolder(), 'slack.jsonl'), portFile: join(tempFolder(), 'port') },
    connect: ({ botToken, appToken, apiUrl, wants }) =>
      made.connect({ botToken, appToken, url: apiUrl!.replace(/\/api\/$/, '') } as never, { wants: wants! }),
  })
  const simulator = opened as ReturnType<typeof createSlackSimulator>
  onTestFinished(() => simulator.stop())
  await made.work()
  const server = createServer((req, res) => simulator.handleClient(req, res, 'commands'))
  onTestFinished(async () => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const body = JSON.stringify({ user: 'U0ANN', channel: 'C0GENERAL', command: '/workflow', text: 'When is it?' })
  expect((await fetch(url, { method: 'POST', body })).status).toBe(200)
  await expect.poll(() => simulator.messages('C0GENERAL').map(({ text }) => text)).toEqual(['re: When is it?'])
})
