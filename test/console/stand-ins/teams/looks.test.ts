import { expect, it } from 'vitest'
import { ANN, BEN, type Json, LUNCH, later, startApp, startSimulator } from './support.ts'

const CARD = 'application/vnd.microsoft.card.adaptive'
const execute = { type: 'Action.Execute', title: 'Approve', verb: 'press', data: { n: 1 } }
const refresh = { action: { type: 'Action.Execute', verb: 'look', data: { n: 1 } }, userIds: [BEN] }
const text = (text: string): Json => ({ type: 'TextBlock', text })
const content = (words: string, more: Json = {}): Json => ({
  ...{ type: 'AdaptiveCard', version: '1.5', body: [text(words)], actions: [execute] },
  ...more,
})
const good = { statusCode: 200, type: CARD, value: content('For you', { actions: [] }) }

async function setUp(more: Json = { refresh }) {
  const simulator = await startSimulator({ limits: { enforceRates: false } })
  let body: unknown = good
  const { api, heard, last } = await startApp(simulator, ({ type }) => (type === 'invoke' ? { body } : {}))
  const shown = { contentType: CARD, content: content('For all', more) }
  const { json } = await api.post(LUNCH, { attachments: [shown] })
  const message = String(json['id'])
  const at = (user: string) => ({ user, conversation: LUNCH, message })
  const wordsOf = (user: string) => {
    const [one] = simulator.messages(LUNCH, { as: user }).at(-1)!.attachments as unknown as {
      content: { body: Json[] }
    }[]
    return one!.content.body[0]!['text']
  }
  const answering = (other: unknown) => {
    body = other
  }
  return { simulator, api, heard, last, at, message, wordsOf, answering }
}

it('asks what a card shows to somebody, by itself for whom it names, and by their wish for others', async () => {
  const { simulator, at, last, wordsOf } = await setUp()
  expect(await simulator.look(at(BEN))).toMatchObject({ state: 'answered' })
  expect(last()).toMatchObject({
    type: 'invoke',
    name: 'adaptiveCard/action',
    from: { id: BEN },
    replyToId: at(BEN).message,
    value: { action: refresh.action, trigger: 'automatic' },
  })
  expect([wordsOf(BEN), wordsOf(ANN)]).toEqual(['For you', 'For all'])
  await simulator.look(at(ANN))
  expect(last()['value']).toMatchObject({ trigger: 'manual' })
  const { simulator: plain, at: there } = await setUp({})
  await expect(async () => plain.look(there(ANN))).rejects.toThrow('no card that shows')
})

it('asks once for whoever has the page open, and again when the card was edited', async () => {
  const { simulator, api, heard, message, wordsOf } = await setUp()
  const asked = () => heard.filter(({ activity }) => activity['name'] === 'adaptiveCard/action').length
  const closing = new AbortController()
  later(() => closing.abort())
  for (const user of [BEN, ANN]) {
    const page = await fetch(`${simulator.url}/client/events?user=${encodeURIComponent(user)}`, {
      signal: closing.signal,
    })
    expect(page.status).toBe(200)
  }
  await expect.poll(() => wordsOf(BEN)).toBe('For you')
  await simulator.idle()
  expect(asked()).toBe(1)
  const shown = { contentType: CARD, content: content('For all, anew', { refresh }) }
  await api.put(LUNCH, message, { attachments: [shown] })
  expect(wordsOf(ANN)).toBe('For all, anew')
  await expect.poll(asked).toBe(2)
  await expect.poll(() => wordsOf(BEN)).toBe('For you')
})

it('takes cards, sentences and errors for an answer, and nothing else', async () => {
  const { simulator, at, answering, wordsOf } = await setUp()
  const press = () => simulator.press({ ...at(ANN), action: 'Approve' })
  answering({ statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'Noted' })
  expect(await press()).toMatchObject({ state: 'answered', say: 'Noted' })
  const error = 'application/vnd.microsoft.error'
  for (const statusCode of [400, 500]) {
    answering({ statusCode, type: error, value: { code: 'BadRequest', message: 'Not yours.' } })
    expect(await press()).toMatchObject({ state: 'failed', response: { statusCode } })
  }
  for (const wrong of [
    {},
    { ...good, statusCode: 400 },
    { ...good, value: content('x', { version: '9.9' }) },
    { statusCode: 200, type: error, value: { code: 'x', message: 'x' } },
    { statusCode: 403, type: error, value: { code: 'x', message: 'x' } },
    { statusCode: 400, type: error, value: { message: 'x' } },
    { statusCode: 400, type: error, value: 'x' },
    { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 7 },
  ]) {
    answering(wrong)
    expect(await press(), JSON.stringify(wrong)).toMatchObject({
      state: 'failed',
      say: expect.stringContaining('went wrong'),
    })
  }
  expect(wordsOf(ANN)).toBe('For all')
})

it('refuses a card whose refresh or fallback Teams would not take', async () => {
  const { api } = await setUp()
  const people = Array.from({ length: 61 }, (_, n) => `29:${n}`)
  for (const more of [
    { refresh: {} },
    { refresh: { action: { type: 'Action.Submit' } } },
    { refresh: { ...refresh, userIds: people } },
    { refresh: { ...refresh, userIds: 'all' } },
    { refresh: { ...refresh, userIds: ['ben@example.com'] } },
    { actions: [{ ...execute, verb: 7 }] },
    { actions: [{ ...execute, fallback: 'Submit' }] },
    { actions: [{ ...execute, fallback: { type: 'Action.Other' } }] },
  ]) {
    const { status } = await api.post(LUNCH, { attachments: [{ contentType: CARD, content: content('x', more) }] })
    expect(status, JSON.stringify(more)).toBe(400)
  }
  const fallback = { type: 'Action.Submit', title: 'Approve', data: { n: 1 } }
  const fine = content('x', { refresh: { ...refresh, userIds: people.slice(1) }, actions: [{ ...execute, fallback }] })
  expect((await api.post(LUNCH, { attachments: [{ contentType: CARD, content: fine }] })).status).toBe(201)
})
