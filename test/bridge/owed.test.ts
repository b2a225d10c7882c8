import { expect, it, type TestContext } from 'vitest'
import type { Slack } from '../../adapters/slack/index.ts'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { Message } from '../../console/stand-ins/slack/view.ts'
import { createOwed } from '../../src/bridge/owed.ts'
import type { OwedParts } from '../../src/bridge/owing.ts'
import { AppError } from '../../src/lib/errors.ts'
import { traces } from '../../src/store/traces.ts'
import { createClaims } from '../../src/turns/claims.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { textOf } from '../support/slack-text.ts'
import { tempFolder } from '../support/temp-folder.ts'

const channel = 'D0ANN'

async function setup({ onTestFinished }: TestContext, options: Partial<HouseOptions> = {}) {
  const simulator = createSlackSimulator({ limits: { enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({
    paysLate: true,
    folder: tempFolder(onTestFinished),
    onFinished: onTestFinished,
    ...options,
  })
  const slack = await house.connect(simulator)
  await house.work()
  const answers = () => simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY')
  return { simulator, house, slack, answers }
}

function owedOf({ owedParts }: ChatHouse, slack: Slack, more: Partial<OwedParts> = {}) {
  const channelOf = () => slack.channel('T0PARLEY')
  return createOwed({ ...owedParts, ...more, channelOf, signal: new AbortController().signal })
}

function elements({ blocks = [] }: Message, type: string) {
  const block = (blocks as { type: string; block_id: string; elements: { action_id: string }[] }[]).find(
    (one) => one.type === type,
  )
  return block?.elements.map(({ action_id }) => ({ block_id: block.block_id, action_id }))
}

it('a choice that the process before had no time to mark is marked by the next', async (test) => {
  const { simulator, house, slack, answers } = await setup(test)
  simulator.open({ user: 'U0ANN' })
  await expect.poll(() => answers().length).toBe(1)
  const [question] = answers()
  await simulator.press({ user: 'U0ANN', channel, ts: question!.ts, ...elements(question!, 'actions')![1]! })
  await expect.poll(() => answers().length).toBe(2)
  expect(elements(answers()[0]!, 'actions')).toBeDefined()

  await owedOf(house, slack).sweep()
  expect(elements(answers()[0]!, 'actions')).toBeUndefined()
  expect(JSON.stringify(answers()[0]!.blocks)).toContain('✓ No')
  expect(await house.store.turns.owing(0)).toEqual([])
})

it('a choice on a platform that fails for long is marked when it can be', async (test) => {
  const { simulator, house, slack, answers } = await setup(test)
  simulator.open({ user: 'U0ANN' })
  await expect.poll(() => answers().length).toBe(1)
  const [question] = answers()
  await simulator.press({ user: 'U0ANN', channel, ts: question!.ts, ...elements(question!, 'actions')![0]! })
  await expect.poll(() => answers().length).toBe(2)
  const owed = owedOf(house, slack, { sleep: async () => {} })
  simulator.faults.set([{ kind: 'error', method: 'chat.update' }])
  await owed.sweep()
  expect(await house.store.turns.owing(0)).toHaveLength(1)
  simulator.faults.set([])
  await owed.sweep()
  expect(JSON.stringify(answers()[0]!.blocks)).toContain('✓ Yes')
  expect(await house.store.turns.owing(0)).toEqual([])
})

it('a choice made before the platform said that its message is there is marked as soon as it did', async (test) => {
  const { simulator, house, answers } = await setup(test, { paysLate: undefined })
  let pressed = false
  simulator.onDone(async ({ method }) => {
    const [question] = answers()
    if (pressed || !question || method === 'chat.update') return
    pressed = true
    const [yes] = elements(question, 'actions')!
    await simulator.press({ user: 'U0ANN', channel, ts: question.ts, ...yes! })
  })
  simulator.open({ user: 'U0ANN' })
  await expect.poll(() => JSON.stringify(answers()[0]?.blocks)).toContain('✓ Yes')
  await expect.poll(() => house.store.turns.owing(0)).toEqual([])
})

it('two processes that find the same excuse say it once', async (test) => {
  const { simulator, house, slack, answers } = await setup(test)
  simulator.say({ user: 'U0ANN', channel, text: 'Hello' })
  await expect.poll(() => answers().length).toBe(1)
  const { store, owedParts } = house
  const { id } = (await store.db.query.selectFrom('turn').select('id').executeTakeFirst())!
  await expect.poll(async () => (await store.turns.byId(id))?.status).toBe('delivered')
  await store.db.query.deleteFrom('part').where('turn', '=', id).execute()
  await store.db.batch([store.turns.undeliveredStep(id, { end: 'given_up' }, 'rest')])

  const leases = createLeases({ store, holder: 'another process', log: owedParts.log, now: owedParts.now })
  test.onTestFinished(() => leases.close())
  const processes = [owedOf(house, slack), owedOf(house, slack, { claims: createClaims(leases) })]
  await Promise.all(processes.map((owed) => owed.sweep()))
  await Promise.all(processes.map((owed) => owed.sweep()))
  expect(answers()).toHaveLength(2)
  expect(elements(answers()[1]!, 'actions')).toHaveLength(1)
  expect(await store.turns.owing(0)).toEqual([])
})

it('what people think of an answer is told with why it was given', async (test) => {
  const { simulator, house, answers } = await setup(test, { source: 'model' })
  const root = simulator.say({ user: 'U0ANN', channel, text: 'Hello' })
  await expect.poll(() => answers().length).toBe(1)
  const [answer] = answers()
  const thumbs = elements(answer!, 'context_actions')![0]!
  const turn = thumbs.block_id.split(':')[1]!
  const press = (value: string) => simulator.press({ user: 'U0ANN', channel, ts: answer!.ts, ...thumbs, value })
  const votes = async () => (await traces(house.store.db).byId(turn))!.votes
  expect(await votes()).toEqual({ good: 0, bad: 0 })
  await press('good')
  expect(await votes()).toEqual({ good: 1, bad: 0 })
  await press('bad')
  expect(await votes()).toEqual({ good: 0, bad: 1 })
  await house.store.db.batch([house.store.feedback.voteStep({ turn, uid: 'slack_T0PARLEY_U0BEN', good: true })])
  expect(await votes()).toEqual({ good: 1, bad: 1 })
  await expect
    .poll(() => simulator.messages(channel, { thread_ts: root, as: 'U0ANN' }).map(textOf))
    .toContain('Thank you, that helps.')
})

it('only what a model or knowledge said asks for it', async (test) => {
  const { simulator, answers } = await setup(test, { source: 'scenario' })
  simulator.say({ user: 'U0ANN', channel, text: 'Hello' })
  await expect.poll(() => answers().length).toBe(1)
  expect(elements(answers()[0]!, 'context_actions')).toBeUndefined()
})

const faults: [string, Error, boolean][] = [
  ['a model that is not there', new AppError('model_unavailable', 'Not now.', { status: 503 }), true],
  ['something nobody thought of', new Error('oops'), true],
  ['a message that is too long', new AppError('utterance_too_long', 'Too long.'), false],
  ['a month that is used up', new AppError('conversation_cap_reached', 'Used up.', { status: 429 }), false],
]
it.for(faults)('Retry is offered where it may help: %s', async ([_, error, mayHelp], test) => {
  const { simulator, answers } = await setup(test, { think: () => Promise.reject(error) })
  simulator.say({ user: 'U0ANN', channel, text: 'Hello' })
  await expect.poll(() => answers().length).toBe(1)
  expect(elements(answers()[0]!, 'actions') !== undefined).toBe(mayHelp)
})
