import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it } from 'vitest'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import type { ClientEvent } from '../../../../console/stand-ins/slack/view.ts'
import { button, call, later, startSimulator, until } from './support.ts'

/** An open page: the events it was sent. */
async function page(simulator: SlackSimulator, user: string, locale = ''): Promise<ClientEvent[]> {
  const closing = new AbortController()
  later(() => closing.abort())
  const response = await fetch(`${simulator.url}/client/events?user=${user}&locale=${locale}`, {
    signal: closing.signal,
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const events: ClientEvent[] = []
  const read = async (): Promise<void> => {
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      const parts = (text + chunk).split('\n\n')
      text = parts.pop()!
      for (const part of parts) if (part.startsWith('data: ')) events.push(JSON.parse(part.slice(6)) as ClientEvent)
    }
  }
  read().catch(() => {})
  await until(() => events.length > 0)
  return events
}

async function send(
  simulator: SlackSimulator,
  method: string,
  path: string,
  body: object,
): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${simulator.url}/client/${path}`, { method, body: JSON.stringify(body) })
  return { status: response.status, body: await response.json() }
}

describe('the page', () => {
  it('has its person read Slack in its language', async () => {
    const simulator = await startSimulator()
    const locale = async () => {
      const { user } = await call(simulator, 'users.info', { user: 'U0ANN', include_locale: 'true' })
      return (user as { locale: string }).locale
    }
    await page(simulator, 'U0ANN')
    expect(await locale()).toBe('en-US')
    await page(simulator, 'U0ANN', 'ja-JP')
    expect(await locale()).toBe('ja-JP')
  })

  it('is told what its person sees, as it happens', async () => {
    const simulator = await startSimulator()
    simulator.say({ user: 'U0BEN', channel: 'D0BEN', text: 'Secret' })
    simulator.say({ user: 'U0BEN', channel: 'C0GENERAL', text: 'Open' })
    const events = await page(simulator, 'U0ANN')
    expect(events[0]).toMatchObject({
      type: 'snapshot',
      team: { id: 'T0PARLEY', name: 'Parley HQ' },
      me: { id: 'U0ANN' },
      bot: { id: 'U0PARLEY' },
      messages: [{ text: 'Open' }],
      faults: [],
      hitFaults: [],
      connected: false,
    })
    expect(events[0]).toHaveProperty('channels', [
      { id: 'C0GENERAL', kind: 'channel', name: 'general' },
      { id: 'D0ANN', kind: 'im', name: 'ann', user: 'U0ANN' },
    ])
    const { body } = await send(simulator, 'POST', 'messages', { user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    const { ts: thread_ts } = body as { ts: string }
    simulator.say({ user: 'U0BEN', channel: 'D0BEN', text: 'Secret' })
    const thread = { channel_id: 'D0ANN', thread_ts }
    await call(simulator, 'assistant.threads.setStatus', { ...thread, status: 'is thinking...' })
    await call(simulator, 'agents.sessions.setStatus', { ...thread, status: 'processing' })
    const recipient = { recipient_user_id: 'U0ANN', recipient_team_id: 'T0PARLEY' }
    const { ts } = await call(simulator, 'chat.startStream', { channel: 'D0ANN', thread_ts, ...recipient })
    await call(simulator, 'chat.appendStream', { channel: 'D0ANN', ts, markdown_text: 'Hello' })
    await send(simulator, 'POST', 'stop', { user: 'U0ANN', channel: 'D0ANN', thread_ts })
    await send(simulator, 'PATCH', 'messages', { user: 'U0ANN', channel: 'D0ANN', ts: thread_ts, text: 'Hi there' })
    await call(simulator, 'chat.delete', { channel: 'D0ANN', ts })
    await send(simulator, 'DELETE', 'messages', { user: 'U0ANN', channel: 'D0ANN', ts: thread_ts })
    await send(simulator, 'PUT', 'faults', { faults: [{ kind: 'error', method: '*', times: 3 }] })
    simulator.sendEventsTo('http://127.0.0.1:1/')
    await until(() => events.length === 13)
    expect(events.slice(1)).toMatchObject([
      { type: 'message', message: { text: 'Hi', ts: thread_ts } },
      { type: 'status', ...{ channel: 'D0ANN', thread_ts }, status: 'is thinking...' },
      { type: 'session', ...{ channel: 'D0ANN', thread_ts }, status: 'processing' },
      { type: 'message', message: { markdown: '', streaming: true, thread_ts } },
      { type: 'status', status: '' },
      { type: 'message_changed', message: { markdown: 'Hello', streaming: true } },
      { type: 'message_changed', message: { markdown: 'Hello', streaming: false } },
      { type: 'message_changed', message: { text: 'Hi there', edited: true } },
      { type: 'message_deleted', channel: 'D0ANN', ts },
      { type: 'message_deleted', channel: 'D0ANN', ts: thread_ts },
      { type: 'faults', faults: [{ kind: 'error', method: '*', times: 3 }], hitFaults: [] },
      { type: 'connected', connected: true },
    ])
  })

  it('sends and shows files, which the app fetches with its token', async () => {
    const simulator = await startSimulator()
    const files = [{ name: 'note.txt', mimetype: 'text/plain', base64: Buffer.from('Hello').toString('base64') }]
    const say = { user: 'U0ANN', channel: 'D0ANN', text: '', files }
    expect((await send(simulator, 'POST', 'messages', say)).status).toBe(200)
    const [message] = simulator.messages('D0ANN')
    expect(message?.files).toMatchObject([{ name: 'note.txt', mimetype: 'text/plain', size: 5 }])
    const shown = await fetch(`${simulator.url}/client/files/${message?.files?.[0]?.id}`)
    expect([await shown.text(), shown.headers.get('content-type')]).toEqual(['Hello', 'text/plain'])
    const history = await call(simulator, 'conversations.history', { channel: 'D0ANN' })
    const { url_private } = history['messages'][0].files[0]
    expect((await fetch(url_private, { redirect: 'manual' })).status).toBe(302)
    const fetched = await fetch(url_private, { headers: { authorization: `Bearer ${simulator.botToken}` } })
    expect(await fetched.text()).toBe('Hello')
  })

  it('is told what a person cannot do', async () => {
    const simulator = await startSimulator()
    const ts = simulator.say({ user: 'U0BEN', channel: 'C0GENERAL', text: 'Hi' })
    const blocks = [{ type: 'actions', block_id: 'a', elements: [button('a')] }]
    const posted = await call(simulator, 'chat.postMessage', { channel: 'C0GENERAL', text: 'a', blocks })
    const ann = { user: 'U0ANN', channel: 'C0GENERAL' }
    const press = { ...ann, ts: posted['ts'], block_id: 'a', action_id: 'a' }
    const requests: [string, string, object, number, string][] = [
      ['POST', 'messages', { ...ann, text: '' }, 400, 'A message needs text or a file'],
      ['POST', 'messages', { ...ann }, 400, 'text must be a string'],
      ['POST', 'messages', { ...ann, text: 'a', files: [{}] }, 400, 'files must be an array'],
      ['POST', 'messages', { ...ann, channel: 'D0BEN', text: 'a' }, 404, 'Ann is in no channel D0BEN'],
      ['POST', 'messages', { ...ann, user: 'U0PARLEY', text: 'a' }, 404, 'There is no person U0PARLEY'],
      ['POST', 'messages', { ...ann, text: 'a', thread_ts: '1' }, 404, 'There is no thread 1'],
      ['PATCH', 'messages', { ...ann, ts, text: 'a' }, 403, 'Only its author may change a message'],
      ['DELETE', 'messages', { ...ann, ts }, 403, 'Only its author may change a message'],
      ['POST', 'actions', { ...press, action_id: 'b' }, 404, 'has no element b in block a'],
      ['POST', 'actions', press, 502, 'The app could not be reached'],
      ['POST', 'stop', { ...ann, thread_ts: ts }, 409, 'Nothing is being written in this thread'],
      ['PUT', 'faults', { faults: [{ kind: 'explode', method: '*' }] }, 400, 'There is no fault of kind explode'],
      ['POST', 'nothing', {}, 404, 'There is nothing at POST nothing'],
    ]
    for (const [method, path, body, status, error] of requests) {
      const answer = await send(simulator, method, path, body)
      expect(answer, `${method} ${path}`).toMatchObject({ status, body: { error: expect.stringContaining(error) } })
    }
    expect((await fetch(`${simulator.url}/client/events?user=U0NOBODY`)).status).toBe(404)
  })

  it('can be served from another server, under a prefix', async () => {
    const simulator = await startSimulator()
    const server = createServer((req, res) => simulator.handleClient(req, res, req.url!.slice('/play/slack/'.length)))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    later(() => {
      server.close()
      server.closeAllConnections()
    })
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/play/slack/messages`
    const response = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' }),
    })
    expect(await response.json()).toEqual({ ts: simulator.messages('D0ANN')[0]?.ts })
  })
})

it('a workflow of the app’s step is among the commands; it posts what comes out of it, or why nothing does', async () => {
  const parameter = (type: string) => ({ type, title: 'It', is_required: true })
  const shout = {
    title: 'Shout',
    input_parameters: { words: parameter('string'), by: parameter('slack#/types/user_id') },
    output_parameters: { loud: parameter('string') },
  }
  const simulator = await startSimulator({ app: { functions: { shout } } })
  const [snapshot] = await page(simulator, 'U0ANN')
  expect(snapshot).toMatchObject({ commands: [{ command: '/agent' }, { command: '/workflow' }] })
  const start = (text: string) =>
    send(simulator, 'POST', 'commands', { user: 'U0ANN', channel: 'C0GENERAL', command: '/workflow', text })
  expect((await start('hi')).status).toBe(200)
  expect((await start('')).status).toBe(200)
  const [first, second] = simulator.steps.list
  expect(first!.inputs).toEqual({ words: 'hi', by: 'U0ANN' })
  const end = (method: string, id: string, args: object) =>
    call(simulator, `functions.${method}`, { function_execution_id: id, ...args })
  await end('completeSuccess', first!.id, { outputs: { loud: 'HI' } })
  await end('completeError', second!.id, { error: 'Nothing to shout' })
  expect(simulator.messages('C0GENERAL').map(({ text }) => text)).toEqual([
    'HI',
    'The workflow has ended: Nothing to shout',
  ])
  const bare = await startSimulator()
  const there = { user: 'U0ANN', channel: 'C0GENERAL', command: '/workflow', text: 'hi' }
  expect((await send(bare, 'POST', 'commands', there)).status).toBe(404)
})
