import { describe, expect, it, type TestContext } from 'vitest'
import { createSlack } from '../../adapters/slack/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { Fault } from '../../console/stand-ins/slack/view.ts'
import { createActivities } from '../../src/bridge/activity.ts'
import { contextOf, waitingMessage } from '../../src/bridge/context.ts'
import { createPacer } from '../../src/bridge/pace.ts'
import { createRefusals } from '../../src/bridge/refusals.ts'
import { createReply } from '../../src/bridge/reply.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { sleep } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/log.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { InboundMessage, Place } from '../../src/model/message.ts'
import { createStore } from '../../src/store/index.ts'
import { LeaseLost } from '../../src/turns/lease.ts'
import type { CommittedAnswer } from '../../src/turns/show.ts'
import { inboxWith, memoryInstallations, memoryNotes, secrets } from '../support/adapter-parts.ts'
import { openDatabase } from '../support/database.ts'
import { heldLease } from '../support/held-lease.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const log = createLog('silent')
const LINE = 'assistant.threads.setStatus'

/** A reply to a mention in #general, shown by the real adapter on the simulator. */
async function setup({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const simulator = createSlackSimulator()
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const budget = createLocalBudget({ now: Date.now })
  const slack = createSlack({
    botToken: simulator.botToken,
    appToken: simulator.appToken,
    apiUrl: `${simulator.url}/api/`,
    installations: memoryInstallations(),
    secrets,
    budget,
    notes: memoryNotes(),
    log,
  })
  const received = Promise.withResolvers<InboundMessage>()
  await slack.start(inboxWith({ message: async (message) => received.resolve(message) }))
  onTestFinished(() => slack.stop())
  const root = await simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hi' })
  const message = await received.promise
  const db = await openDatabase(tempFolder(onTestFinished))
  const store = createStore(db)
  const pacer = createPacer({ budget, now: Date.now })
  const controller = new AbortController()
  const stops: string[] = []
  const channel = slack.channel('T0PARLEY')!
  const parts = {
    store,
    channel,
    pacer,
    budget,
    refusals: createRefusals({ store, log, now: Date.now }),
    feedback: true,
    log,
    now: Date.now,
    sleep,
  }
  const lease = heldLease()
  /** Of a process that is over when the signal is aborted. */
  const process = (signal = controller.signal) => createActivities({ store, channelOf: () => channel, signal })
  const reply = async (turnId = 'turn', again = false, ageMs = 0) =>
    createReply(
      { ...parts, activities: process() },
      {
        id: turnId,
        event: { id: `event of ${turnId}`, ageMs },
        lease,
        again,
        parts: await store.turns.parts(turnId),
        partial: 0,
        signal: controller.signal,
        stop: () => void stops.push(turnId),
      },
      contextOf(waitingMessage(message)),
    )
  const shown = () => simulator.messages('C0GENERAL', { thread_ts: root }).filter((one) => one.ts !== root)
  return { simulator, store, lease, reply, shown, stops, process, context: contextOf(waitingMessage(message)) }
}

const paragraphs = Array.from({ length: 12 }, (_, i) => `Paragraph ${i + 1} with **some** words in it.`).join('\n\n')
const whole = (utterance: string): CommittedAnswer => ({
  response: bestResponse({ utterance }),
  userState: {},
  interrupted: null,
  source: 'rule',
})

/** Grows the text as a model would. */
async function write(
  reply: { progress(p: { kind: 'progress'; text: string; searching: boolean }): void },
  text: string,
  ms = 8,
) {
  for (let end = 12; end < text.length; end += 12) {
    reply.progress({ kind: 'progress', text: text.slice(0, end).trimEnd(), searching: false })
    await new Promise((resolve) => setTimeout(resolve, ms))
  }
}

describe('a reply', () => {
  it('that is known at once is one post, with its buttons', async (test) => {
    const { simulator, reply, shown } = await setup(test)
    const answer = whole('Hello **Ann**')
    await (await reply()).answer({ ...answer, response: { ...answer.response, options: ['Yes', 'No'] } })
    expect(shown().map(textOf)).toEqual(['Hello **Ann**'])
    expect(JSON.stringify(shown()[0]!.blocks)).toContain('"Yes"')
    expect(simulator.calls.filter((call) => call.method.startsWith('chat.')).map((call) => call.method)).toEqual([
      'chat.postMessage',
    ])
  })

  it('is not posted by a process that has lost the lease when it hears that the intent is written', async (test) => {
    const { simulator, store, lease, reply } = await setup(test)
    // Stopped by then, for longer than the lease: nothing has told it yet, but its clock does.
    let turn = 'posted'
    lease.ensure = async () => {
      if ((await store.turns.parts(turn)).length > 0) throw new LeaseLost('k')
    }
    const text = 'Hello, this is long enough to be shown.'
    await expect((await reply(turn)).answer(whole(text))).rejects.toThrow(LeaseLost)
    turn = 'streamed'
    const streamed = await reply(turn)
    streamed.progress({ kind: 'progress', text, searching: false })
    await expect.poll(async () => (await store.turns.parts(turn)).length).toBe(1)
    await expect(streamed.answer(whole(text))).rejects.toThrow(LeaseLost)
    expect(simulator.calls.filter(({ method }) => /^(chat|assistant|agents)\./.test(method))).toEqual([])
  })

  it('grows natively and ends whole', async (test) => {
    const { simulator, reply, shown } = await setup(test)
    const one = await reply()
    await write(one, paragraphs)
    expect(shown()[0]!.streaming).toBe(true)
    await one.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
    expect(shown()[0]!.streaming).toBe(false)
    const methods = simulator.calls.map((call) => call.method)
    expect(methods).toContain('chat.startStream')
    expect(methods).not.toContain('chat.update')
  })

  it('grows by edits where native streams are refused', async (test) => {
    const { simulator, reply, shown } = await setup(test)
    simulator.faults.set([{ kind: 'refuse', method: 'chat.startStream', error: 'channel_type_not_supported' }])
    const one = await reply()
    await write(one, paragraphs)
    await one.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
    expect(simulator.calls.map((call) => call.method)).toContain('chat.update')
  })

  it('too long for one message goes on in the next, and nothing is lost between them', async (test) => {
    const { reply, shown } = await setup(test)
    const long = Array.from({ length: 400 }, (_, i) => `This is sentence number ${i + 1} of a long answer.`).join(
      '\n\n',
    )
    const one = await reply()
    await write(one, long.slice(0, 600))
    await one.answer(whole(long))
    expect(shown().length).toBe(2)
    expect(shown().map(textOf).join('\n\n')).toBe(long)
    expect(shown().every((message) => !message.streaming)).toBe(true)
  })

  it('shown again after its process died goes into the same message', async (test) => {
    const { reply, shown } = await setup(test)
    const before = await reply('same')
    await write(before, paragraphs.slice(0, 200))
    const after = await reply('same')
    await after.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
    expect(shown()[0]!.streaming).toBe(false)
  })

  it('whose message was deleted takes back what it showed', async (test) => {
    const { reply, shown } = await setup(test)
    const one = await reply()
    await write(one, paragraphs.slice(0, 200))
    await one.discard()
    expect(shown()).toEqual([])
  })
})

describe('a reply whose platform refuses', () => {
  it('an edit while it grows is shown whole at the end', async (test) => {
    const { simulator, reply, shown } = await setup(test)
    simulator.faults.set([
      { kind: 'refuse', method: 'chat.startStream', error: 'channel_type_not_supported' },
      { kind: 'refuse', method: 'chat.update', times: 1, error: 'invalid_blocks' },
    ])
    const one = await reply()
    await write(one, paragraphs)
    await one.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
  })

  it('to know the message any more never posts it again, and stops the model', async (test) => {
    const { simulator, reply, shown, stops } = await setup(test)
    simulator.faults.set([{ kind: 'refuse', method: 'chat.startStream', error: 'channel_type_not_supported' }])
    const one = await reply()
    await write(one, paragraphs.slice(0, 120))
    simulator.faults.set([{ kind: 'refuse', method: 'chat.update', error: 'message_not_found' }])
    await write(one, paragraphs)
    await one.answer(whole(paragraphs))
    expect(stops).toEqual(['turn'])
    expect(simulator.calls.filter(({ method }) => method === 'chat.postMessage')).toHaveLength(1)
    expect(shown()).toHaveLength(1)
  })

  it('because the person pressed Stop leaves what is there, and stops the model', async (test) => {
    const { simulator, reply, shown, stops } = await setup(test)
    const one = await reply()
    await write(one, paragraphs.slice(0, 120))
    simulator.faults.set([{ kind: 'refuse', method: 'chat.appendStream', error: 'stopped_by_user' }])
    await write(one, paragraphs)
    await one.answer({ ...whole(paragraphs.slice(0, 300)), interrupted: 'stopped' })
    expect(stops).toEqual(['turn'])
    expect(shown()).toHaveLength(1)
    const [seen, ...note] = textOf(shown()[0]!).split('\n\n_')
    expect(paragraphs.startsWith(seen!)).toBe(true)
    expect(note).toEqual(['Stopped._'])
  })

  it('the end for a while is not asked again before its time', async (test) => {
    const { simulator, reply, shown } = await setup(test)
    simulator.faults.set([{ kind: 'ratelimited', method: 'chat.stopStream', times: 1, retryAfter: 1 }])
    const one = await reply()
    await write(one, paragraphs.slice(0, 240))
    await one.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
    expect(simulator.calls.filter(({ method }) => method === 'chat.stopStream')).toHaveLength(2)
    expect(simulator.calls.filter(({ method }) => method === 'chat.update')).toHaveLength(0)
  })
})

it('a reply that is taken back leaves no status behind', async (test) => {
  const { simulator, reply } = await setup(test)
  const one = await reply()
  one.progress({ kind: 'progress', text: '', searching: false })
  await new Promise((resolve) => setTimeout(resolve, 400))
  await one.discard()
  await expect
    .poll(() => simulator.calls.filter(({ method }) => method === LINE).at(-1)?.args)
    .toMatchObject({ status: '' })
})

it('a reply that is tried again takes back what an earlier attempt said to go on, also when it is known at once', async (test) => {
  const { simulator, reply } = await setup(test)
  const first = await reply()
  first.progress({ kind: 'progress', text: '', searching: false })
  const statuses = () => simulator.activities().map(({ status }) => status)
  await expect.poll(statuses).toEqual(['is thinking…', 'processing'])
  const second = await reply('turn', true)
  await second.answer(whole('Hello'))
  expect(statuses()).toEqual(['active'])
})

it('a reply takes back what it said to go on, also when the database cannot say at once whether it may', async (test) => {
  const { simulator, lease, reply } = await setup(test)
  const one = await reply()
  one.progress({ kind: 'progress', text: '', searching: false })
  const statuses = () => simulator.activities().map(({ status }) => status)
  await expect.poll(statuses).toEqual(['is thinking…', 'processing'])
  const held = lease.ensure
  lease.ensure = async () => {
    lease.ensure = held
    throw new Error('the database is away')
  }
  await one.discard()
  expect(statuses()).toEqual(['active'])
})

it('a process that has lost a message takes back what it told, once somebody else has answered', async (test) => {
  const { simulator, store, lease, reply } = await setup(test)
  const key = orderKey('default', 'demo', 'ann')
  const event = { event_id: 'event of turn', key, door: 'slack', conversation: 'c', payload: '{}' }
  const id = (await store.inbox.add(event))!
  const one = await reply()
  one.progress({ kind: 'progress', text: '', searching: false })
  // As of a process that was stopped in the middle of the call, for longer than others took for the answer.
  const statuses = () => simulator.activities().map(({ status }) => status)
  await expect.poll(statuses).toEqual(['is thinking…', 'processing'])
  lease.signal = AbortSignal.abort(new LeaseLost('k'))
  lease.ensure = async () => lease.signal.throwIfAborted()
  await one.discard()
  expect(statuses()).toEqual(['is thinking…', 'processing'])
  await store.inbox.done(id)
  await expect.poll(statuses).toEqual(['active'])
})

describe('a message that is kept', () => {
  const key = orderKey('default', 'demo', 'ann')
  const row = (event_id: string) => ({ event_id, key, door: 'slack', conversation: 'c', payload: '{}' })

  async function kept(test: Pick<TestContext, 'onTestFinished'>, signal?: AbortSignal) {
    const all = await setup(test)
    const { simulator, store, context } = all
    const here = all.process(signal)
    /** What a thread was told, oldest first. */
    const lines = (place = context.replyTo) =>
      simulator.calls
        .filter(({ method, args }) => method === LINE && place.includes(String(args['thread_ts'])))
        .map(({ args }) => args['status'])
    const id = (await store.inbox.add(row('one')))!
    here.received('one', 'key', context)
    await expect.poll(() => lines()).toEqual(['is thinking…'])
    expect(simulator.activities().map(({ status }) => status)).toEqual(['is thinking…'])
    return { ...all, here, id, lines }
  }

  it('is said to be, until another process has answered it', async (test) => {
    const { store, id, lines } = await kept(test)
    await store.inbox.done(id)
    await expect.poll(() => lines()).toEqual(['is thinking…', ''])
  })

  it('and whose process has died leaves no sign behind, however quick its answer is', async (test) => {
    const died = new AbortController()
    const { simulator, reply } = await kept(test, died.signal)
    died.abort(new Error('the process has died'))
    // Nothing is posted, which would take the sign away.
    await (await reply('turn', false, 60_000)).discard()
    await expect.poll(() => simulator.activities().filter(({ status }) => status !== 'active')).toEqual([])
  })

  it('behind another one of the same person says so, until that is answered or it is deleted', async (test) => {
    const { simulator, store, lines, context, here, id } = await kept(test)
    const ts = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley そして？' })
    const place = context.replyTo.replace(/\d+\.\d+/, ts) as Place
    await store.inbox.add(row('two'))
    here.received('two', 'key', { ...context, replyTo: place, language: 'ja' })
    await expect.poll(() => lines(place)).toEqual(['は前のご質問の後にお答えします…'])
    await store.inbox.done(id)
    await expect.poll(() => lines(place).at(-1)).toBe('が考えています…')
    await store.inbox.cancel('two', 'deleted')
    await expect.poll(() => lines(place).at(-1)).toBe('')
  })
})

it('a stopped answer closes its code before it says so', async (test) => {
  const { reply, shown } = await setup(test)
  await (await reply()).answer({ ...whole('Look:\n\n```js\nlet a'), interrupted: 'stopped' })
  expect(shown().map(textOf)).toEqual(['Look:\n\n```js\nlet a\n```\n\n_Stopped._'])
})

it('an answer of buttons alone is shown', async (test) => {
  const { reply, shown } = await setup(test)
  const answer = whole('')
  await (await reply()).answer({ ...answer, response: { ...answer.response, options: ['Yes'] } })
  expect(JSON.stringify(shown()[0]!.blocks)).toContain('"Yes"')
})

const failures: [string, Fault[]][] = [
  ['429 on an append', [{ kind: 'ratelimited', method: 'chat.appendStream', times: 1, retryAfter: 1 }]],
  ['429 on the end', [{ kind: 'ratelimited', method: 'chat.stopStream', times: 1, retryAfter: 1 }]],
  ['429 on the start', [{ kind: 'ratelimited', method: 'chat.startStream', times: 1, retryAfter: 1 }]],
  ['500 on the start', [{ kind: 'error', method: 'chat.startStream', times: 1 }]],
  ['500 on an append', [{ kind: 'error', method: 'chat.appendStream', times: 1 }]],
  ['500 on the end', [{ kind: 'error', method: 'chat.stopStream', times: 1 }]],
  ['a lost answer to the start', [{ kind: 'drop', method: 'chat.startStream', times: 1 }]],
  ['a lost answer to an append', [{ kind: 'drop', method: 'chat.appendStream', times: 1 }]],
  ['a lost answer to the end', [{ kind: 'drop', method: 'chat.stopStream', times: 1 }]],
  ['a reset before an append', [{ kind: 'reset', method: 'chat.appendStream', times: 1 }]],
  ['a reset before the end', [{ kind: 'reset', method: 'chat.stopStream', times: 1 }]],
  ['a slow append', [{ kind: 'slow', method: 'chat.appendStream', times: 1, delay: 400 }]],
  [
    'an expired stream',
    [{ kind: 'refuse', method: 'chat.appendStream', times: 1, error: 'message_not_in_streaming_state' }],
  ],
  ['a stream that is full', [{ kind: 'refuse', method: 'chat.appendStream', times: 1, error: 'msg_too_long' }]],
  [
    'a lost post and a lost edit in edit mode',
    [
      { kind: 'refuse', method: 'chat.startStream', error: 'channel_type_not_supported' },
      { kind: 'drop', method: 'chat.postMessage', times: 1 },
      { kind: 'drop', method: 'chat.update', times: 1 },
    ],
  ],
  [
    '500 and 429 on edits',
    [
      { kind: 'refuse', method: 'chat.startStream', error: 'channel_type_not_supported' },
      { kind: 'error', method: 'chat.update', times: 2 },
      { kind: 'ratelimited', method: 'chat.update', times: 1, retryAfter: 1 },
    ],
  ],
]

describe.concurrent('the final text arrives once and whole despite', () => {
  it.for(failures)('%s', async ([_, faults], test) => {
    const { simulator, reply, shown } = await setup(test)
    simulator.faults.set(faults)
    const one = await reply()
    await write(one, paragraphs)
    await one.answer(whole(paragraphs))
    expect(shown().map(textOf)).toEqual([paragraphs])
    expect(shown()[0]!.streaming).toBe(false)
  })
})
