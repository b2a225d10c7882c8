import { expect, it } from 'vitest'
import type { TeamsSimulator } from '../../../../console/stand-ins/teams/index.ts'
import type { ClientEvent, Message } from '../../../../console/stand-ins/teams/view.ts'
import {
  ANN,
  ANNS,
  BEN,
  BENS,
  BOT,
  card,
  GENERAL,
  type Json,
  LUNCH,
  later,
  SUPPORT,
  startApp,
  startSimulator,
} from './support.ts'

/** What a person's page is sent. */
async function look(simulator: TeamsSimulator, user: string, locale = ''): Promise<ClientEvent[]> {
  const controller = new AbortController()
  later(() => controller.abort())
  const response = await fetch(`${simulator.url}/client/events?user=${user}&locale=${locale}`, {
    signal: controller.signal,
  })
  const events: ClientEvent[] = []
  const read = async (): Promise<void> => {
    let rest = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (rest + chunk).split('\n\n')
      rest = parts.pop()!
      for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)))
    }
  }
  void read().catch(() => {})
  await expect.poll(() => events.length).toBeGreaterThan(0)
  return events
}

async function send(simulator: TeamsSimulator, method: string, path: string, body: object) {
  const init = { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  const response = await fetch(`${simulator.url}/client/${path}`, init)
  return { status: response.status, body: (await response.json()) as Json }
}

const types = (events: ClientEvent[]): string[] => events.map(({ type }) => type)
const messages = (events: ClientEvent[]): Message[] =>
  events.flatMap((event) => ('message' in event && typeof event.message === 'object' ? [event.message] : []))

it('has its person read Teams in its language', async () => {
  const simulator = await startSimulator()
  const { heard } = await startApp(simulator)
  await look(simulator, ANN, 'ja-JP')
  simulator.say({ user: ANN, conversation: ANNS, text: 'From Ann' })
  simulator.say({ user: BEN, conversation: BENS, text: 'From Ben' })
  const localeOf = (text: string) => heard.find(({ activity }) => activity['text'] === text)?.activity['locale']
  await expect.poll(() => localeOf('From Ann')).toBe('ja-JP')
  await expect.poll(() => localeOf('From Ben')).toBe('en-US')
})

it('begins with everything its person sees', async () => {
  const simulator = await startSimulator()
  simulator.say({ user: BEN, conversation: BENS, text: 'Not for Ann' })
  simulator.say({ user: BEN, conversation: LUNCH, text: 'For all' })
  simulator.say({ user: BEN, conversation: LUNCH, text: 'For the bot', targeted: true })
  const [snapshot] = await look(simulator, ANN)
  if (snapshot?.type !== 'snapshot') throw new Error('no snapshot')
  expect(snapshot.messages.map(({ text }) => text)).toEqual(['For all'])
  expect(snapshot.conversations.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
    'personal Parley',
    'group Lunch',
    'channel General',
    'channel Support',
  ])
  expect(snapshot).toMatchObject({
    me: { id: ANN, name: 'Ann' },
    bot: { id: BOT, bot: true },
    teams: [{ id: GENERAL, name: 'Parley HQ' }],
    dialog: null,
    connected: false,
  })
})

it('follows what people do', async () => {
  const simulator = await startSimulator()
  const events = await look(simulator, ANN)
  await startApp(simulator)
  const at = { user: ANN, conversation: SUPPORT }
  const { body } = await send(simulator, 'POST', 'messages', { ...at, text: 'New' })
  const message = body['id']
  await send(simulator, 'PATCH', 'messages', { ...at, message, text: 'Newer' })
  await send(simulator, 'POST', 'reactions', { ...at, message, reaction: 'like', on: true })
  await send(simulator, 'DELETE', 'messages', { ...at, message })
  await send(simulator, 'POST', 'undelete', { ...at, message })
  await send(simulator, 'POST', 'messages', { user: BEN, conversation: BENS, text: 'Not for Ann' })
  await send(simulator, 'PUT', 'faults', { faults: [{ kind: 'error', route: '*' }] })
  await send(simulator, 'POST', 'installs', { ...at, on: false })
  await expect.poll(() => types(events).filter((type) => type === 'conversation')).toHaveLength(2)
  expect(types(events).slice(1)).toEqual([
    'connected',
    'message',
    ...Array(4).fill('message_changed'),
    'faults',
    'conversation',
    'conversation',
  ])
  expect(messages(events).map(({ text, deleted }) => [text, deleted])).toEqual([
    ['New', false],
    ['Newer', false],
    ['Newer', false],
    ['', true],
    ['Newer', false],
  ])
})

it('sees a stream grow and can stop it', async () => {
  const simulator = await startSimulator({ limits: { enforceRates: false } })
  const { api } = await startApp(simulator)
  const events = await look(simulator, ANN)
  const entity = { type: 'streaminfo', streamType: 'informative', streamSequence: 1 }
  await api.post(ANNS, { type: 'typing' })
  const { json } = await api.post(ANNS, { type: 'typing', text: 'Thinking…', entities: [entity] })
  const streamed = { ...entity, streamType: 'streaming', streamSequence: 2, streamId: json['id'] }
  await api.post(ANNS, { type: 'typing', text: 'A fox', entities: [streamed] })
  const { status } = await send(simulator, 'POST', 'stop', { user: ANN, conversation: ANNS, message: json['id'] })
  expect(status).toBe(200)
  await expect
    .poll(() => types(events))
    .toEqual(['snapshot', 'typing', 'message', 'message_changed', 'message_changed'])
  expect(messages(events).map(({ text, stream }) => [text, stream?.state, stream?.informative])).toEqual([
    ['', 'informative', 'Thinking…'],
    ['A fox', 'streaming', 'Thinking…'],
    ['A fox', undefined, undefined],
  ])
})

it('presses, fills in and hears how it ended', async () => {
  const form = card([{ type: 'Input.Text', id: 'name' }], [{ type: 'Action.Submit', title: 'Save' }])
  const answers: unknown[] = [
    { task: { type: 'continue', value: { title: 'Form', card: form } } },
    { task: { type: 'message', value: 'Saved' } },
  ]
  const simulator = await startSimulator()
  const { api } = await startApp(simulator, () => ({ body: answers.shift() }))
  const action = { type: 'Action.Submit', title: 'Open', data: { msteams: { type: 'task/fetch' } } }
  const { json } = await api.post(LUNCH, { attachments: [card([], [action])] })
  const events = await look(simulator, ANN)
  const others = await look(simulator, BEN)
  const at = { user: ANN, conversation: LUNCH, message: json['id'] }
  expect((await send(simulator, 'POST', 'actions', { ...at, action })).status).toBe(200)
  await expect.poll(() => types(events)).toEqual(['snapshot', 'interaction', 'dialog', 'interaction'])
  expect((await send(simulator, 'POST', 'dialogs', { user: ANN, action: 'Save' })).status).toBe(200)
  await expect.poll(() => types(events)).toHaveLength(7)
  expect(events.slice(-2)).toMatchObject([
    { type: 'dialog', dialog: null },
    { type: 'interaction', name: 'task/submit', state: 'answered', say: 'Saved', conversation: LUNCH },
  ])
  expect(types(others)).toEqual(['snapshot'])
})

it('loses suggestions and targeted messages when their time is over', async () => {
  const simulator = await startSimulator()
  const { api } = await startApp(simulator)
  const events = await look(simulator, ANN)
  const others = await look(simulator, BEN)
  const actions = [{ type: 'imBack', title: 'Yes', value: 'yes' }]
  await api.post(LUNCH, { text: 'sure?', suggestedActions: { actions } })
  const query = '?isTargetedActivity=true'
  const { json } = await api.post(LUNCH, { text: 'psst', recipient: { id: ANN, isTargeted: true } }, query)
  await api.remove(LUNCH, String(json['id']), query)
  await expect
    .poll(() => types(events))
    .toEqual(['snapshot', 'message', 'message_changed', 'message', 'message_removed'])
  expect(messages(events).map(({ text, suggested_actions }) => [text, suggested_actions.length])).toEqual([
    ['sure?', 1],
    ['sure?', 0],
    ['psst', 0],
  ])
  expect(types(others)).toEqual(['snapshot', 'message'])
})

it('serves files, never as something a browser would run', async () => {
  const simulator = await startSimulator()
  const files = [{ name: 'page.html', type: 'text/html', base64: Buffer.from('<script>').toString('base64') }]
  await send(simulator, 'POST', 'messages', { user: ANN, conversation: ANNS, text: '', files })
  const [attachment] = simulator.messages(ANNS)[0]!.attachments
  if (attachment?.kind !== 'file') throw new Error('no file')
  const response = await fetch(`${simulator.url}/client/files/${attachment.file}`)
  expect(await response.text()).toBe('<script>')
  expect(response.headers.get('content-security-policy')).toContain('sandbox')
})

it('says in a sentence what cannot be done', async () => {
  const simulator = await startSimulator()
  const about = async (method: string, path: string, body: object) => {
    const { status, body: answer } = await send(simulator, method, path, body)
    return `${status} ${String(answer['error'])}`
  }
  const at = { user: ANN, conversation: ANNS }
  expect(await about('POST', 'messages', { ...at })).toBe('400 text must be a string')
  expect(await about('POST', 'messages', { ...at, user: '29:1eve', text: 'x' })).toBe(
    '404 There is nobody called 29:1eve',
  )
  expect(await about('POST', 'actions', { ...at, message: '17', action: 'Go' })).toBe('404 There is no message 17')
  expect(await about('POST', 'stop', { ...at, message: '17' })).toBe('404 There is no message 17')
  expect(await about('PUT', 'faults', { faults: [{ kind: 'fire' }] })).toMatch(/^400 There is no fault/)
  expect(await about('POST', 'nothing', {})).toBe('404 There is nothing at POST nothing')
  expect((await fetch(`${simulator.url}/client/events?user=nobody`)).status).toBe(404)
})
