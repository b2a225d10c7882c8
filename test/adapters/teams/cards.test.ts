import { expect, it, onTestFinished } from 'vitest'
import { PEOPLE } from '../../../console/stand-ins/teams/settings.ts'
import type { Place } from '../../../src/model/message.ts'
import type { ToolRules } from '../../../src/model/tools.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { openKeys } from '../../support/open-keys.ts'
import { openTeams } from '../../support/rooms.ts'
import { saidInCard } from '../../support/teams-text.ts'
import { trackerHouse } from '../../support/tracker-house.ts'
import { ANN, BEN, buttonsOf, createHarness, GENERAL, GROUP, ofOurs } from './harness.ts'

const patient = { interval: 5 }
const CARD = 'application/vnd.microsoft.card.adaptive'
const channel = '7a11e500-0000-4000-8000-00000000001d/19:general@thread.tacv2'
const others: ToolRules = {
  create_issue: { policy: 'ask', approvers: { platform: 'teams', channel }, expires: '30m' },
}

/** Ann has asked for something that the people of a channel have to agree to. */
async function asking(rules: ToolRules = others, processes = 1) {
  const world = await trackerHouse(rules)
  const { house } = world
  const { room, simulator } = await openTeams(house, { processes })
  await house.work()
  world.models.server.on({ userMessage: 'hello' }, { content: 'Hello.' })
  await room.tell('ben', 'hello')
  await expect.poll(() => room.alone('ben').length, patient).toBe(1)
  const card = () => {
    const all = simulator.messages(GENERAL).filter(({ author, deleted }) => author.bot && !deleted)
    return all.findLast(({ targeted_to }) => targeted_to === undefined)!
  }
  const as = (user: string) => simulator.messages(GENERAL, { as: user }).find(({ id }) => id === card().id)!
  const press = (user: string, action: string) =>
    simulator.press({ user, conversation: GENERAL, message: card().id, action })
  const look = (user: string) => simulator.look({ user, conversation: GENERAL, message: card().id })
  const states = async () =>
    (await house.store.db.query.selectFrom('tool_approval').select('state').execute()).map(({ state }) => state)
  const quiet = () => expect.poll(async () => (await openKeys(house.store)).length, patient).toBe(0)
  const last = () => simulator.deliveries.findLast(({ name }) => name === 'adaptiveCard/action')!
  return { ...world, room, simulator, card, as, press, look, states, quiet, last }
}

async function asked(processes = 1) {
  const world = await asking(others, processes)
  await world.room.tell('ann', 'the printer is on fire')
  await expect.poll(() => buttonsOf(world.card()), patient).toEqual(['Approve', 'Deny'])
  await world.quiet()
  return world
}

const contentOf = (message: { attachments: readonly object[] }) =>
  (message.attachments[0] as { content: Record<string, unknown> }).content

it('whoever presses sees at once what became of it, and everybody else by the edit', async () => {
  const { press, as, room, card, tracker } = await asked()
  const { state, response } = await press(BEN, 'Approve')
  expect(state).toBe('answered')
  expect(response).toMatchObject({ statusCode: 200, type: CARD })
  expect(saidInCard(response!['value'] as never)).toContain('Approved by Ben')
  expect(JSON.stringify(response)).not.toContain('Action.Execute')
  await expect.poll(() => room.desk.card(), patient).toContain('Approved by Ben')
  expect([buttonsOf(as(ANN)), buttonsOf(as(BEN))]).toEqual([[], []])
  await expect.poll(() => room.alone('ann').join('\n'), patient).toContain('The tracker said')
  expect(tracker.received).toHaveLength(1)
  expect(card().edited).toBe(true)
})

it('buttons are `Action.Execute`, with what older clients send; both do the same', async () => {
  const { card, simulator, states, room } = await asked()
  const { actions, version, refresh } = contentOf(card()) as {
    actions: Record<string, unknown>[]
    [more: string]: unknown
  }
  expect(version).toBe('1.5')
  for (const { type, verb, data, title, fallback } of actions) {
    expect({ type, verb }).toEqual({ type: 'Action.Execute', verb: 'press' })
    expect(fallback).toEqual({ type: 'Action.Submit', title, data })
  }
  expect(refresh).toMatchObject({ action: { type: 'Action.Execute', verb: 'look' } })
  expect((refresh as { userIds: string[] }).userIds.toSorted()).toEqual(PEOPLE.map(({ id }) => id).toSorted())
  const at = { user: BEN, conversation: GENERAL, message: card().id }
  expect(await simulator.press({ ...at, action: 'Deny', old: true })).toMatchObject({ state: 'answered' })
  await expect.poll(states, patient).toEqual(['denied'])
  await expect.poll(() => room.desk.card(), patient).toContain('Denied by Ben')
})

it('each sees what is theirs: whoever wants it has no buttons, and a look is no press and leaves nothing behind', async () => {
  const { look, as, states, house, last } = await asked()
  const counts = async () => {
    const tables = ['inbox', 'turn', 'note', 'audit', 'installation', 'said', 'role', 'spending'] as const
    const all = tables.map((table) => house.store.db.query.selectFrom(table).selectAll().execute())
    return JSON.stringify(await Promise.all(all))
  }
  const before = await counts()
  expect(await look(ANN)).toMatchObject({ state: 'answered', response: { statusCode: 200, type: CARD } })
  expect(last().activity['value']).toMatchObject({ trigger: 'automatic' })
  expect(buttonsOf(as(ANN))).toEqual([])
  expect(saidInCard(contentOf(as(ANN)))).toContain('somebody here has to agree')
  await look(BEN)
  expect(buttonsOf(as(BEN))).toEqual(['Approve', 'Deny'])
  expect(await counts()).toBe(before)
  expect(await states()).toEqual(['asked'])
})

it('what may not be pressed is answered with an error in a sentence', async () => {
  const { press, look, states, simulator, last, room } = await asked()
  const text = 'You asked for this yourself, so somebody else has to agree to it.'
  expect(await press(ANN, 'Approve')).toMatchObject({
    state: 'failed',
    response: {
      statusCode: 400,
      type: 'application/vnd.microsoft.error',
      value: { code: 'BadRequest', message: text },
    },
  })
  await expect.poll(() => room.alone('ann').at(-1), patient).toBe(text)
  await look(ANN)
  const { activity } = last()
  const { action } = activity['value'] as { action: Record<string, unknown> }
  const send = async (other: object) => {
    const value = { action: { ...action, ...other }, trigger: 'manual' }
    return (await simulator.deliver({ ...activity, id: `f:${Math.random()}`, value })).response
  }
  const refused = { statusCode: 400, type: 'application/vnd.microsoft.error' }
  for (const verb of ['other', undefined, 7]) expect(await send({ verb })).toMatchObject(refused)
  for (const data of [null, {}, { k: 'q' }, { k: 'q', id: 'a b' }, { k: 'q', id: 'nothing' }]) {
    expect(await send({ data })).toMatchObject(refused)
    expect(await send({ verb: 'press', data })).toMatchObject(refused)
  }
  const ja = await simulator.deliver({ ...activity, id: 'f:ja', locale: 'ja-JP', value: { action: { verb: 'x' } } })
  expect(JSON.stringify(ja.response)).toContain('このボタンは使えません')
  expect(await states()).toEqual(['asked'])
})

it('a card is shown anew only where it stands', async () => {
  const { simulator, last, look } = await asked()
  await look(BEN)
  const { activity } = last()
  const conversation = { ...activity.conversation, id: GROUP, conversationType: 'groupChat' }
  const { channelData: _, ...rest } = activity
  const channelData = { tenant: { id: simulator.tenantId } }
  const elsewhere = await simulator.deliver({ ...rest, channelData, id: 'f:elsewhere', conversation })
  expect(elsewhere.response).toMatchObject({ statusCode: 400, type: 'application/vnd.microsoft.error' })
})

it('of two who press at the same time one decides, and the other sees what was decided', async () => {
  const { room, press, states, simulator, card, house } = await asked()
  const cleo = { id: '29:1cleo', aadObjectId: '7a11e500-0000-4000-8000-0000000000a3', name: 'Cleo' }
  await press(BEN, 'Approve').then(({ state }) => expect(state).toBe('answered'))
  const { activity } = simulator.deliveries.findLast(({ name }) => name === 'adaptiveCard/action')!
  const { action } = activity['value'] as { action: { data: Record<string, unknown> } }
  const deny = { action: { ...action, data: { ...action.data, i: 1 } }, trigger: 'manual' }
  const late = await simulator.deliver({ ...activity, id: 'f:late', from: cleo, value: deny })
  expect(late.response).toMatchObject({ statusCode: 200, type: CARD })
  expect(JSON.stringify(late.response)).toContain('Approved by Ben')
  // Told again, it is the same.
  const again = await simulator.deliver(activity)
  expect(JSON.stringify(again.response)).toContain('Approved by Ben')
  await expect.poll(states, patient).toEqual(['done'])
  await expect.poll(() => room.desk.card(), patient).toContain('Approved by Ben')
  expect(buttonsOf(card())).toEqual([])
  expect(
    (await house.admin.audit.list('default', { limit: 9 })).filter(({ action }) => action.startsWith('tool.')),
  ).toHaveLength(1)
})

it('of two presses at once one wins', async () => {
  const { press, states, simulator, last, house } = await asked()
  const first = press(BEN, 'Approve')
  await expect.poll(() => last()?.activity, patient).toBeDefined()
  const { activity } = last()
  const { action } = activity['value'] as { action: { data: Record<string, unknown> } }
  const from = { id: '29:1cleo', aadObjectId: '7a11e500-0000-4000-8000-0000000000a3', name: 'Cleo' }
  const value = { action: { ...action, data: { ...action.data, i: 1 } }, trigger: 'manual' }
  const [mine, theirs] = await Promise.all([first, simulator.deliver({ ...activity, id: 'f:two', from, value })])
  const decided = JSON.stringify(mine.response).includes('Approved by Ben') ? 'Approved by Ben' : 'Denied by Cleo'
  expect(JSON.stringify(theirs.response)).toContain(decided)
  await expect.poll(async () => (await states())[0], patient).toBe(decided.startsWith('A') ? 'done' : 'denied')
  expect(
    (await house.admin.audit.list('default', { limit: 9 })).filter(({ action }) => action.startsWith('tool.')),
  ).toHaveLength(1)
})

it('another process, or the next one, takes looks and presses of a card as well', async () => {
  const { press, look, as, states } = await asked(2)
  // Each tells the next one.
  await look(ANN)
  await look(BEN)
  expect(buttonsOf(as(ANN))).toEqual([])
  expect(await press(BEN, 'Deny')).toMatchObject({ state: 'answered', response: { type: CARD } })
  expect(await states()).toEqual(['denied'])
})

it('what cannot be written down now is said in an error', async () => {
  const { press, look, house } = await asked()
  await house.store.db.close()
  const failed = { statusCode: 500, type: 'application/vnd.microsoft.error' }
  expect(await press(BEN, 'Approve')).toMatchObject({ state: 'failed', response: failed })
  expect(await look(BEN)).toMatchObject({ state: 'failed', response: failed })
})

it('what somebody is asked in a group is theirs alone to press; the others see for whom it waits', async () => {
  const { room, simulator, as, card, look, press, states } = await asking({ create_issue: { policy: 'ask' } })
  await room.call('ann', 'the printer is on fire')
  await expect.poll(() => buttonsOf(card()), patient).toEqual(['Approve', 'Change', 'Deny'])
  await look(BEN)
  expect(buttonsOf(as(BEN))).toEqual([])
  expect(saidInCard(contentOf(as(BEN)))).toContain('This waits for Ann.')
  await look(ANN)
  expect(buttonsOf(as(ANN))).toEqual(['Approve', 'Change', 'Deny'])
  const { response, say } = await press(ANN, 'Approve')
  expect(say).toBeUndefined()
  expect(response).toMatchObject({ statusCode: 200, type: CARD })
  expect(JSON.stringify(response)).toContain('✓ Approve')
  await expect.poll(states, patient).toEqual(['done'])
  expect(simulator.calls.filter(({ route }) => route === 'GET pagedmembers')).toHaveLength(1)
})

it('where Teams does not tell who is there, a card is shown without asking for each', async () => {
  const world = await asking()
  world.simulator.faults.set([{ kind: 'refuse', route: 'GET pagedmembers', status: 403, code: 'Forbidden' }])
  await world.room.tell('ann', 'the printer is on fire')
  await expect.poll(() => buttonsOf(world.card()), patient).toEqual(['Approve', 'Deny'])
  expect(contentOf(world.card())).not.toHaveProperty('refresh')
  expect(await world.press(BEN, 'Approve')).toMatchObject({ response: { type: CARD } })
})

it('what takes longer than Teams waits is announced, and its end follows', async () => {
  const { promise, resolve } = Promise.withResolvers<{ text: string }>()
  const harness = await createHarness({ simulator: { limits: { enforceRates: false } } })
  onTestFinished(() => harness.close())
  const met = Promise.withResolvers<Place>()
  await harness.adapter.start(
    inboxWith({ press: () => promise, message: async ({ replyTo }) => void met.resolve(replyTo) }),
  )
  harness.person.say('hello', 'channel')
  const quickReplies = { id: 't_1', options: ['Yes', 'No'], decides: true as const }
  const { signal } = new AbortController()
  await harness.channel.post(await met.promise, { text: 'Well?', quickReplies }, 'k1', signal)
  const { simulator } = harness
  const { id: message } = ofOurs(simulator).at(-1)!
  expect(await simulator.press({ user: ANN, conversation: GENERAL, message, action: 'Yes' })).toMatchObject({
    state: 'answered',
    say: 'Working on it…',
  })
  expect(harness.shown().map(({ text }) => text)).toEqual(['Well?'])
  resolve({ text: 'It waits.' })
  await harness.adapter.stop()
  expect(
    harness
      .shown()
      .filter(({ alone }) => alone)
      .map(({ text }) => text),
  ).toContain('It waits.')
})

it('what was taken and only waits is no error, though others may still press', async () => {
  const harness = await createHarness({ simulator: { limits: { enforceRates: false } } })
  onTestFinished(() => harness.close())
  const met = Promise.withResolvers<Place>()
  const quickReplies = { id: 't_1', options: ['Yes', 'No'] }
  const note = { text: 'All is paused.', taken: true as const }
  await harness.adapter.start(
    inboxWith({
      press: async () => note,
      look: async () => ({ part: { text: 'Well?', quickReplies }, isOpen: true, replyTo: await met.promise }),
      message: async ({ replyTo }) => void met.resolve(replyTo),
    }),
  )
  harness.person.say('hello', 'channel')
  const { signal } = new AbortController()
  await harness.channel.post(await met.promise, { text: 'Well?', quickReplies }, 'k1', signal)
  const { id: message } = ofOurs(harness.simulator).at(-1)!
  const at = { user: ANN, conversation: GENERAL, message }
  const { state, response } = await harness.simulator.press({ ...at, action: 'Yes' })
  expect(state).toBe('answered')
  expect(response).toMatchObject({ statusCode: 200, type: CARD, value: { actions: [{}, {}] } })
  // It asks nobody what it shows: each sees the same.
  expect(response!['value']).not.toHaveProperty('refresh')
  await harness.adapter.stop()
  expect(harness.shown().filter(({ alone }) => alone)).toMatchObject([{ text: 'All is paused.' }])
})
