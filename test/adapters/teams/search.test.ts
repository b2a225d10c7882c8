import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { manifestOf } from '../../../adapters/teams/manifest.ts'
import { conversationPlace } from '../../../adapters/teams/places.ts'
import { SEARCH } from '../../../adapters/teams/search.ts'
import { type BotManifest, MANIFEST, PEOPLE } from '../../../console/stand-ins/teams/settings.ts'
import type { Inbox } from '../../../src/ports/channel.ts'
import { firstAccount as account } from '../../../src/store/accounts.ts'
import { everywhere } from '../../../src/store/pauses.ts'
import { columnsOf, contentsOf } from '../../bridge/canary/columns.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { minimalAgent } from '../../support/agent.ts'
import { engineWithoutModel } from '../../support/engine-without-model.ts'
import { startModelServer } from '../../support/model-server.ts'
import { ANN, ANNS, BEN, createHarness, DIRECT, GENERAL, GROUP } from './harness.ts'
import { free, open } from './talking.ts'

const page = 'https://example.com'
const pages = { website: page, privacy: page, terms: page, version: '1.0.0', hearsAll: false }
const { composeExtensions } = manifestOf({ application: 'x', ...pages }) as unknown as BotManifest
const manifest: BotManifest = { ...MANIFEST, composeExtensions: composeExtensions! }
const teams = { unlimited: true }
const knowing = (more: object = {}) =>
  minimalAgent({
    agent: { knowledge: { knowledgeDataStore: { useKnowledgeDataStore: true }, ...more } },
  })
const links = { 'house.md': 'https://example.com/house' }
const house = `# House rules

## Parking

Parking is free for guests in front of the house. <b>Ask</b> at the desk.

## Pets

Pets are welcome, and stay for free.
`

type Options = Parameters<typeof open>[0]

async function searching(options: Options = {}) {
  const agent = { document: knowing({ links }), engine: engineWithoutModel }
  const home = await open({ teams, agent, ...options, simulator: { ...free, manifest, ...options?.simulator } })
  const process = await home.start()
  const { simulator } = home
  const { admin, store } = process
  const actor = { account, author: 'test', door: 'cli' } as const
  await admin.knowledge.add('test', { name: 'house.md', text: house }, actor)
  const look = (text: string | undefined, conversation = DIRECT, more: { skip?: number; user?: string } = {}) =>
    simulator.search({ user: ANN, conversation, command: SEARCH, ...(text !== undefined && { text }), ...more })
  const last = () => simulator.deliveries.findLast(({ name }) => name === 'composeExtension/query')!
  return { ...home, ...process, look, last, actor, uid: `teams_${simulator.tenantId}_${ANNS}`, store, admin }
}

it('whoever searches in the compose box sees passages with what they say of it, and puts one with its source into a message', async () => {
  const { simulator, look, ours } = await searching()
  expect(await look(undefined, GROUP)).toEqual({ state: 'answered', found: [], say: 'Type what you are looking for.' })
  const { state, found } = await look('is parking free?', GROUP)
  expect(state).toBe('answered')
  expect(found[0]).toEqual({
    id: '0',
    title: 'house.md › House rules › Parking',
    text: 'Parking is free for guests in front of the house.',
  })
  const id = simulator.insert({ user: ANN, conversation: GROUP, found: '0', text: 'Look here' })
  const message = simulator.messages(GROUP).find((one) => one.id === id)!
  expect(message).toMatchObject({ text: 'Look here', author: { id: ANN } })
  const [card] = message.attachments as unknown as { content: { body: object[]; actions: object[] } }[]
  expect(JSON.stringify(card!.content.body)).toContain('Parking is free for guests in front of the house.')
  expect(JSON.stringify(card!.content.body)).toContain('house.md › House rules › Parking')
  expect(card!.content.actions).toEqual([
    { type: 'Action.OpenUrl', title: 'Open the source', url: 'https://example.com/house' },
  ])
  expect(ours()).toEqual([])
})

it('what is inserted in the personal chat is said to the agent', async () => {
  const { simulator, look, store, texts } = await searching()
  await look('parking')
  simulator.insert({ user: ANN, conversation: DIRECT, found: '0' })
  await expect.poll(texts).not.toEqual([])
  const [turn] = await store.db.query.selectFrom('inbox').select('payload').execute()
  expect(turn?.payload ?? '').toContain('Parking is free for guests')
})

it('the rest comes page by page, at most ten at once and thirty in all', async () => {
  const { admin, actor, look } = await searching()
  const many = Array.from({ length: 40 }, (_, n) => `## Room ${n}\n\nRoom number ${n} has a balcony with a view.`)
  await admin.knowledge.add('test', { name: 'rooms.md', text: many.join('\n\n') }, actor)
  const titles: string[] = []
  for (const skip of [0, 10, 20, 30]) {
    const { found, state } = await look('a room with a balcony', DIRECT, { skip })
    expect(state).toBe('answered')
    expect(found).toHaveLength(skip < 30 ? 10 : 0)
    titles.push(...found.map(({ title }) => title))
  }
  expect(new Set(titles).size).toBe(30)
})

it('what is not known, and what no answer would go by, is not shown; nor is anything of an agent without knowledge', async () => {
  const { look, last, simulator, store } = await searching()
  expect(await look('zeppelin')).toEqual({
    state: 'answered',
    found: [],
    say: 'Nothing was found. Please try other words.',
  })
  const { activity } = last()
  const ja = await simulator.deliver({ ...activity, id: 'f:ja', locale: 'ja-JP' })
  expect(ja.response).toEqual({
    composeExtension: { type: 'message', text: '見つかりませんでした。別の言葉でお試しください。' },
  })
  const create = store.agents.createSteps({ id: 'mute', account, document: minimalAgent(), author: 'test' })
  const place = conversationPlace(simulator.tenantId, GROUP)
  await store.db.batch([...create, store.places.bindStep({ place, account, agent: 'mute', mode: 'mention' })])
  expect(await look('parking', GROUP)).toMatchObject({ found: [], say: expect.stringContaining('no knowledge') })
  expect((await look('parking', DIRECT)).found).not.toEqual([])
})

it('it is the agent of the place that is searched, and nobody sees what another one knows', async () => {
  const { admin, actor, look, simulator, store } = await searching()
  await store.db.batch(store.agents.createSteps({ id: 'hr-desk', account, document: knowing(), author: 'test' }))
  await admin.knowledge.add(
    'hr-desk',
    { name: 'pay.md', text: 'Parking costs staff 20 a month; pay day is the 25th.' },
    actor,
  )
  const place = conversationPlace(simulator.tenantId, GROUP)
  await store.db.batch([store.places.bindStep({ place, account, agent: 'hr-desk', mode: 'mention' })])
  expect((await look('parking', GROUP)).found.map(({ title }) => title)).toEqual(['pay.md'])
  for (const where of [DIRECT, GENERAL]) {
    expect((await look('parking pay day', where)).found.map(({ title }) => title)).not.toContain('pay.md')
  }
})

it('it works where the app is not', async () => {
  const { simulator, look } = await searching()
  simulator.install({ user: ANN, conversation: GENERAL, on: false })
  expect((await look('parking', GENERAL)).found).not.toEqual([])
})

it('whoever may not ask finds nothing, and hears why', async () => {
  const people = PEOPLE.map((person) => (person.id === BEN ? { ...person, guest: true as const } : person))
  const { look, store, uid } = await searching({ simulator: { people }, admit: { guests: false } })
  const guest = await look('parking', GENERAL, { user: BEN })
  expect(guest).toMatchObject({ found: [], say: expect.stringContaining('you are a guest') })
  expect((await look('parking', GENERAL)).found).not.toEqual([])
  await store.db.batch([store.pauses.beginStep(everywhere, 'test', 'It said nonsense')])
  await expect.poll(async () => (await look('parking')).say).toMatch(/paused at the moment \(It said nonsense\)/)
  await store.db.batch(store.pauses.endSteps(everywhere))
  const to = [{ role: 'blocked' as const, agent: '' }]
  await store.db.batch(store.roles.changeSteps({ account, person: uid, from: [], to, by: 'test' }))
  await expect.poll(() => look('parking')).toMatchObject({ found: [], say: expect.stringContaining('blocked') })
})

it('whoever has paused the agent for themselves finds nothing', async () => {
  const { look, store, uid } = await searching()
  await store.db.batch([store.personPauses.beginStep(account, [uid])])
  expect(await look('parking')).toMatchObject({ found: [], say: expect.stringContaining('You have paused me') })
})

it('it is bounded to three searches for each message that somebody may write in a minute', async () => {
  const limits = { messagesPerMinute: 1, waiting: null, files: null, raid: null }
  const { look, texts, say } = await searching({ limits })
  for (let n = 0; n < 3; n++) expect((await look('parking')).found).not.toEqual([])
  expect(await look('parking')).toMatchObject({
    found: [],
    say: expect.stringMatching(/too many searches.*in \d+ second/),
  })
  // What is searched is no message.
  say('hello')
  await expect.poll(texts).toHaveLength(1)
})

it('what it takes to compare meanings is paid for by whoever searches; without room for it words have to do', async () => {
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  const embeddings = { baseUrl: models.baseUrl, model: 'text-embedding-3-small' }
  const { look, store, uid } = await searching({ embeddings })
  expect((await look('parking')).found[0]!.title).toContain('Parking')
  const today = new Date().toISOString().slice(0, 10)
  expect(await store.spending.costs(account, today, today)).toMatchObject([
    { agent: 'test', model: 'text-embedding-3-small', calls: 1 },
  ])
  const none = { scope: 'person', subject: uid, unit: 'tokens', period: 'month', most: 0 } as const
  await store.db.batch([store.budgets.setStep(account, none, 'test')])
  expect((await look('pets')).found[0]!.title).toContain('Pets')
  expect(await store.spending.costs(account, today, today)).toMatchObject([{ calls: 1 }])
})

it('a server of meanings that does not answer is not waited for longer than Teams waits', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => {
    silent.closeAllConnections()
    silent.close()
  })
  const baseUrl = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/v1`
  const { look } = await searching({ embeddings: { baseUrl, model: 'text-embedding-3-small' } })
  const began = performance.now()
  expect((await look('parking')).found[0]!.title).toContain('Parking')
  // Elsewhere such a server is waited for half a minute.
  expect(performance.now() - began).toBeLessThan(20_000)
})

it('what takes longer than Teams waits is answered with a sentence, and ended; what is typed next ends it too', async () => {
  const harness = await createHarness({ simulator: { ...free, manifest } })
  onTestFinished(() => harness.close())
  const ended: string[] = []
  const lookUp: Inbox['lookUp'] = ({ text }, _, signal) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        ended.push(text)
        reject(signal.reason)
      })
    })
  await harness.adapter.start(inboxWith({ lookUp }))
  const look = (text: string) => harness.simulator.search({ user: ANN, conversation: DIRECT, command: SEARCH, text })
  const first = look('par')
  await expect.poll(() => harness.simulator.deliveries.length).toBe(1)
  const second = await look('parking')
  const say = 'The search takes longer than usual. Please try again.'
  expect([await first, second]).toEqual([
    { state: 'answered', found: [], say },
    { state: 'answered', found: [], say },
  ])
  expect(ended).toEqual(['par', 'parking'])
  expect(harness.log.filter(({ level }) => level === 'error')).toEqual([])
})

it('what cannot be searched at all ends in a sentence, and nothing that was typed stands in the log', async () => {
  const lines: unknown[] = []
  const note = (...line: unknown[]) => void lines.push(line)
  const log = { debug: note, info: note, warn: note, error: note }
  const { look, store } = await searching({ teams: { ...teams, log } })
  await look('parking')
  await store.db.close()
  expect(await look('parking secretly')).toMatchObject({ found: [], say: expect.stringMatching(/went wrong/) })
  expect(lines).not.toEqual([])
  const told = JSON.stringify(lines, (_, one) => (one instanceof Error ? `${one.message} ${one.stack}` : one))
  expect(told).not.toContain('secretly')
})

it('nothing of it is kept', async () => {
  const { look, store } = await searching({ limits: { messagesPerMinute: 9, waiting: null, files: null, raid: null } })
  expect((await look('parking secretly')).found).not.toEqual([])
  for (const text of (await contentsOf(store.db, await columnsOf(store.db))).values()) {
    expect(text).not.toContain('secretly')
  }
})

it('what Teams sends otherwise is not believed', async () => {
  const { look, last, simulator } = await searching()
  await look('parking')
  const { activity } = last()
  const value = activity['value'] as Record<string, unknown>
  const send = async (other: object) =>
    simulator.deliver({ ...activity, id: `f:${Math.random()}`, value: { ...value, ...other } })
  expect((await send({ commandId: 'other' })).status).toBe(501)
  for (const parameters of [[], 'x', [{ name: 'query', value: 7 }], [{ name: 'other', value: 'parking' }]]) {
    expect((await send({ parameters })).response).toMatchObject({ composeExtension: { type: 'message' } })
  }
  const long = [{ name: 'query', value: `parking ${'x '.repeat(5000)}` }]
  expect((await send({ parameters: long })).status).toBe(200)
  for (const queryOptions of [{ skip: -1, count: 1e9 }, { skip: 'x' }, null]) {
    expect((await send({ queryOptions })).response).toMatchObject({ composeExtension: { type: 'result' } })
  }
})
