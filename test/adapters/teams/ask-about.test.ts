import { expect, it } from 'vitest'
import { manifestOf } from '../../../adapters/teams/manifest.ts'
import { type BotManifest, MANIFEST } from '../../../console/stand-ins/teams/settings.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ANN, ANNS, BEN, DIRECT, GENERAL, GROUP } from './harness.ts'
import { free, open } from './talking.ts'

const page = 'https://example.com'
const pages = { website: page, privacy: page, terms: page, version: '1.0.0', hearsAll: false }
const { composeExtensions } = manifestOf({ application: 'x', ...pages }) as unknown as BotManifest
const manifest: BotManifest = { ...MANIFEST, composeExtensions: composeExtensions! }
const teams = { unlimited: true }

async function pointing(options: Parameters<typeof open>[0] = {}) {
  const house = await open({ teams, ...options, simulator: { ...free, manifest, ...options.simulator } })
  const process = await house.start()
  const { simulator } = house
  const there = simulator.say({ user: BEN, conversation: GROUP, text: 'The office is closed on the 24th.' })
  const point = (message = there, conversation = GROUP) =>
    simulator.act({ user: ANN, conversation, message, command: 'askAbout' })
  const ask = (question: string) => simulator.submit({ user: ANN, action: 'Ask', inputs: { question } })
  const theirs = () => simulator.messages(DIRECT).filter(({ deleted }) => !deleted)
  return { ...house, ...process, point, ask, theirs }
}

const wordsOf = (card: unknown): string => JSON.stringify(card)

it('a message is asked about from its menu; the answer comes in the personal chat, and nobody else hears of it', async () => {
  const { simulator, point, ask, theirs, requests } = await pointing()
  expect(await point()).toMatchObject({ state: 'answered' })
  const form = simulator.dialog(ANN)!
  expect(form.title).toBe('Ask about this message')
  expect(wordsOf(form.card)).toContain('The office is closed on the 24th.')
  expect(await ask('Which day of the week is that?')).toMatchObject({
    state: 'answered',
    say: 'The answer comes in our personal chat.',
  })
  expect(simulator.dialog(ANN)).toBeUndefined()
  await expect
    .poll(() => theirs().map(({ text }) => text))
    .toEqual([
      expect.stringMatching(/^> Which day of the week is that\?\n\nhttps:\/\/teams\.microsoft\.com\/l\/message\//),
      're: Which day of the week is that?',
    ])
  expect(requests.at(-1)).toMatchObject({
    utterance: 'Which day of the week is that?',
    others: [expect.objectContaining({ text: expect.stringContaining('The office is closed on the 24th.') })],
  })
  expect(simulator.messages(GROUP)).toHaveLength(1)
})

it('it works where the app is not, and in channels', async () => {
  const { simulator, point, ask, theirs } = await pointing()
  simulator.install({ user: ANN, conversation: GENERAL, on: false })
  const message = simulator.say({ user: BEN, conversation: GENERAL, text: 'Lunch is at noon.' })
  await point(message, GENERAL)
  expect(wordsOf(simulator.dialog(ANN)?.card)).toContain('Lunch is at noon.')
  await ask('where?')
  await expect.poll(() => theirs().at(-1)?.text).toBe('re: where?')
})

it('a form that is sent again is one question', async () => {
  const { simulator, point, ask, theirs } = await pointing()
  await point()
  await ask('once?')
  await expect.poll(() => theirs().at(-1)?.text).toBe('re: once?')
  const { activity } = simulator.deliveries.findLast(
    ({ activity }) => activity['name'] === 'composeExtension/submitAction',
  )!
  expect(await simulator.deliver({ ...activity, id: 'f:again' })).toMatchObject({ status: 200 })
  await simulator.idle()
  expect(theirs().filter(({ text }) => text === 're: once?')).toHaveLength(1)
})

it('speaks the language of whoever points', async () => {
  const { simulator, point } = await pointing()
  await point()
  const { activity } = simulator.deliveries.at(-1)!
  const told = await simulator.deliver({ ...activity, id: 'f:ja', locale: 'ja-JP' })
  expect(JSON.stringify(told.response)).toContain('このメッセージについて質問')
})

it('whoever is blocked is told so in place of a form, and one who has shut their chat hears how to open it', async () => {
  const { simulator, point, ask, theirs, store } = await pointing()
  await point()
  simulator.block(ANN, true)
  expect(await ask('hello?')).toMatchObject({ say: expect.stringContaining('I cannot write to you alone') })
  simulator.block(ANN, false)
  const uid = `teams_${simulator.tenantId}_${ANNS}`
  const to = [{ role: 'blocked' as const, agent: '' }]
  await store.db.batch(store.roles.changeSteps({ account: firstAccount, person: uid, from: [], to, by: 'test' }))
  const refused = await point()
  expect(refused.state).toBe('answered')
  expect(refused.say).toMatch(/blocked|not answered|do not answer/i)
  expect(theirs()).toEqual([])
})

it('what Teams cannot do now is said, and nothing is asked twice', async () => {
  const { simulator, point, ask, theirs, requests } = await pointing()
  await point()
  simulator.faults.set([{ route: 'POST conversations', kind: 'reset', times: 1 }])
  expect(await ask('now?')).toMatchObject({ say: 'Something went wrong. Please try again in a moment.' })
  expect(theirs()).toEqual([])
  expect(requests).toEqual([])
})

it('what a form sends is not believed', async () => {
  const { simulator, point, theirs } = await pointing()
  await point()
  const { activity } = simulator.deliveries.at(-1)!
  const value = activity['value'] as Record<string, unknown>
  const send = (data: unknown) =>
    simulator.deliver({
      ...activity,
      id: `f:${Math.random()}`,
      name: 'composeExtension/submitAction',
      value: { ...value, data },
    })
  expect(JSON.stringify((await send({ question: '  ' })).response)).toContain('Please write what')
  expect(JSON.stringify((await send(null)).response)).toContain('Please write what')
  await send({ k: 'e', n: 'a b', l: 'https://evil.example.com/l/message/1', question: 'hello' })
  await expect.poll(() => theirs().at(-1)?.text).toBe('re: hello')
  expect(theirs()[0]!.text).toBe('> hello')
  const other = await simulator.deliver({ ...activity, id: 'f:other', value: { ...value, commandId: 'other' } })
  expect(other.status).toBe(501)
  const nothing = await simulator.deliver({
    ...activity,
    id: 'f:no',
    value: { ...value, messagePayload: { id: 'a b' } },
  })
  expect(JSON.stringify(nothing.response)).toContain('nothing in this message')
})
