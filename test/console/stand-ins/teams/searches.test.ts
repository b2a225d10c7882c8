import { expect, it } from 'vitest'
import { type BotManifest, MANIFEST } from '../../../../console/stand-ins/teams/settings.ts'
import { ANN, ANNS, BEN, createClock, type Json, LUNCH, startApp, startSimulator } from './support.ts'

const query = {
  ...{ id: 'find', type: 'query', title: 'Find', description: 'Finds', context: ['compose'], initialRun: true },
  parameters: [{ name: 'q', title: 'Words', description: 'What to find' }],
}
const manifestOf = (command: Json): BotManifest =>
  ({ ...MANIFEST, composeExtensions: [{ commands: [command] }] }) as never

const CARD = 'application/vnd.microsoft.card.adaptive'
const THUMB = 'application/vnd.microsoft.card.thumbnail'
const content = { type: 'AdaptiveCard', version: '1.5', body: [{ type: 'TextBlock', text: 'Parking is free.' }] }
const preview = { contentType: THUMB, content: { title: 'house.md', text: 'Parking' } }
const found = { contentType: CARD, content, preview }
const result = (attachments: unknown, more: Json = {}) => ({
  composeExtension: { type: 'result', attachmentLayout: 'list', attachments, ...more },
})

async function setUp(manifest = manifestOf(query), options: Parameters<typeof startSimulator>[0] = {}) {
  const simulator = await startSimulator({ limits: { enforceRates: false }, manifest, ...options })
  let body: unknown = result([found])
  const { last, heard } = await startApp(simulator, ({ type }) => (type === 'invoke' ? { body } : {}))
  const search = (more: Json = {}) =>
    simulator.search({ user: ANN, conversation: LUNCH, command: 'find', text: 'parking', ...more })
  const answers = (other: unknown) => {
    body = other
    return search()
  }
  return { simulator, search, answers, last, heard }
}

it('asks as Teams does, first without words, then page by page', async () => {
  const { search, last } = await setUp()
  expect(await search({ text: undefined })).toMatchObject({ state: 'answered' })
  expect(last()).toMatchObject({
    type: 'invoke',
    name: 'composeExtension/query',
    from: { id: ANN },
    conversation: { id: LUNCH, conversationType: 'groupChat' },
    value: {
      commandId: 'find',
      parameters: [{ name: 'initialRun', value: 'true' }],
      queryOptions: { skip: 0, count: 25 },
    },
  })
  expect(last()).not.toHaveProperty('replyToId')
  await search({ skip: 25 })
  expect(last()['value']).toMatchObject({
    parameters: [{ name: 'q', value: 'parking' }],
    queryOptions: { skip: 25, count: 25 },
  })
  await expect(search({ command: 'other' })).rejects.toThrow('no such search')
  await expect(search({ skip: -1 })).rejects.toThrow('skip')
  const { search: late } = await setUp(manifestOf({ ...query, initialRun: false }))
  await expect(late({ text: undefined })).rejects.toThrow('not asked before')
})

it('puts what was found into a message of the person, which the app is told of where it hears them', async () => {
  const { simulator, search, heard } = await setUp()
  expect((await search()).found).toEqual([{ id: '0', title: 'house.md', text: 'Parking' }])
  const id = simulator.insert({ user: ANN, conversation: LUNCH, found: '0' })
  expect(simulator.messages(LUNCH)).toMatchObject([
    { id, author: { id: ANN }, attachments: [{ kind: 'card', content }] },
  ])
  await search({ conversation: ANNS })
  simulator.insert({ user: ANN, conversation: ANNS, found: '0', text: 'here' })
  await simulator.idle()
  expect(heard.map(({ activity }) => activity).filter(({ type }) => type === 'message')).toMatchObject([
    { text: 'here', attachments: [{ contentType: CARD, content }] },
  ])
  expect(() => simulator.insert({ user: ANN, conversation: LUNCH, found: '9' })).toThrow('Nothing of that')
  expect(() => simulator.insert({ user: BEN, conversation: LUNCH, found: '0' })).toThrow('Nothing of that')
})

it('shows nothing of an answer that Teams would not show', async () => {
  const { answers } = await setUp()
  expect(await answers({ composeExtension: { type: 'message', text: 'Type' } })).toEqual({
    state: 'answered',
    found: [],
    say: 'Type',
  })
  for (const wrong of [
    {},
    { composeExtension: { type: 'message', text: ' ' } },
    { composeExtension: { type: 'auth' } },
    result([found], { attachmentLayout: 'rows' }),
    result('none'),
    result(Array.from({ length: 26 }, () => found)),
    result([{ contentType: CARD, content }]),
    result([{ ...found, content: { ...content, version: '9.9' } }]),
    result([{ ...found, preview: { contentType: CARD, content } }]),
    result([{ ...found, preview: { ...preview, content: {} } }]),
    result([{ ...found, preview: { ...preview, content: { title: 'x', buttons: [] } } }]),
    result([{ ...found, contentType: 'text/html' }]),
  ]) {
    expect(await answers(wrong), JSON.stringify(wrong)).toMatchObject({ state: 'failed', found: [] })
  }
})

it('waits for five seconds', async () => {
  const { now, pass } = createClock()
  const limits = { enforceRates: false, resends: 0 }
  const simulator = await startSimulator({ manifest: manifestOf(query), now, limits })
  await startApp(simulator, ({ type }) => (type === 'invoke' ? 'nothing' : {}))
  const searching = simulator.search({ user: ANN, conversation: LUNCH, command: 'find', text: 'x' })
  const giveUp = setInterval(() => {
    pass(5000)
    simulator.expire()
  }, 5)
  expect(await searching).toMatchObject({ state: 'failed', say: 'Unable to reach app. Please try again.' })
  clearInterval(giveUp)
})

it('refuses a manifest that the store would refuse', async () => {
  const simulator = await startSimulator()
  for (const wrong of [
    { context: ['message'] },
    { parameters: [] },
    { parameters: [{ name: '', title: 'x', description: '' }] },
    { parameters: [{ name: 'q', title: 'x'.repeat(33), description: '' }] },
    { parameters: [{ name: 'q', title: 'x', description: 'x'.repeat(129) }] },
    { type: 'other' },
  ]) {
    expect(() => simulator.setManifest(manifestOf({ ...query, ...wrong })), JSON.stringify(wrong)).toThrow()
  }
})
