import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { App, HTTPReceiver, LogLevel, type RespondFn, SocketModeReceiver } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { tempFolder } from '../../../support/temp-folder.ts'
import { button, call, createClock, later, startSimulator } from './support.ts'

const at = { user: 'U0ANN', channel: 'C0GENERAL', command: '/agent' }

async function start(simulator: SlackSimulator, socket = true): Promise<App> {
  const clientOptions = { slackApiUrl: `${simulator.url}/api/`, retryConfig: { retries: 0 } }
  const receiver = socket
    ? new SocketModeReceiver({
        appToken: simulator.appToken,
        logLevel: LogLevel.ERROR,
        installerOptions: { clientOptions },
      })
    : new HTTPReceiver({ signingSecret: simulator.signingSecret, processBeforeResponse: true })
  const app = new App({
    token: simulator.botToken,
    receiver,
    clientOptions,
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
  })
  await app.init()
  if (receiver instanceof SocketModeReceiver) {
    await app.start()
    later(() => app.stop())
  } else {
    const server = createServer((req, res) => receiver.requestListener(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    later(() => {
      server.close()
      server.closeAllConnections()
    })
    simulator.sendEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`)
  }
  return app
}

const plain = (text: string) => ({ type: 'plain_text' as const, text })
const input = (block_id: string, element: object, more: object = {}) => ({
  type: 'input',
  block_id,
  label: plain(block_id),
  element: { action_id: 'v', ...element },
  ...more,
})
const modal = (blocks: object[], more: object = {}) =>
  // biome-ignore lint/suspicious/noExplicitAny: a view as an app might write it, right or wrong
  ({ type: 'modal', callback_id: 'form', title: plain('Form'), submit: plain('Send'), blocks, ...more }) as any
const text = (value: string) => ({ v: { type: 'plain_text_input', value } })

/** An app that opens `view` for every command. */
async function opening(simulator: SlackSimulator, view: unknown): Promise<App> {
  const app = await start(simulator)
  app.command('/agent', async ({ ack, client, command }) => {
    await client.views.open({ trigger_id: command.trigger_id, view: view as never })
    await ack()
  })
  await simulator.command({ ...at, text: '' })
  return app
}

describe.each([true, false])('a slash command (by Socket Mode: %s)', (socket) => {
  it('tells people by id and name, and is answered in its acknowledgement', async () => {
    const simulator = await startSimulator()
    const app = await start(simulator, socket)
    app.command('/agent', async ({ ack, command }) => {
      expect(command).not.toHaveProperty('thread_ts')
      await ack({ text: command.text, response_type: 'ephemeral' })
    })
    await simulator.command({ ...at, text: 'role add @Ben <b>' })
    expect(simulator.messages('C0GENERAL', { as: 'U0ANN' })).toMatchObject([
      { text: 'role add <@U0BEN|ben> &lt;b&gt;', ephemeral_to: 'U0ANN' },
    ])
    expect(simulator.messages('C0GENERAL', { as: 'U0BEN' })).toEqual([])
  })

  it('is answered later in place of what was said first, and taken away', async () => {
    const simulator = await startSimulator()
    const app = await start(simulator, socket)
    let respond: RespondFn | undefined
    app.command('/agent', async ({ ack, ...args }) => {
      respond = args.respond
      await ack('Working')
    })
    await simulator.command({ ...at, text: 'x' })
    await respond!({ text: 'Done', replace_original: true, response_type: 'ephemeral' })
    expect(simulator.messages('C0GENERAL')).toMatchObject([{ text: 'Done', ephemeral_to: 'U0ANN' }])
    await respond!({ delete_original: true })
    expect(simulator.messages('C0GENERAL')).toEqual([])
  })
})

describe('a slash command', () => {
  it('fails before the person where the app says nothing in time, or is not there', async () => {
    const simulator = await startSimulator({ limits: { ackTimeoutMs: 30 } })
    await expect(simulator.command({ ...at, text: '' })).rejects.toThrow(
      '/agent failed with the error "dispatch_failed"',
    )
    const app = await start(simulator)
    app.command('/agent', async () => {})
    await expect(simulator.command({ ...at, text: '' })).rejects.toThrow('(operation_timeout)')
    await expect(simulator.command({ ...at, command: '/other', text: '' })).rejects.toThrow('not a valid command')
  })

  it('is told as it was typed where the app did not ask for ids', async () => {
    const commands = [{ command: '/agent', description: 'x', should_escape: false }]
    const simulator = await startSimulator({ app: { commands } })
    const app = await start(simulator)
    app.command('/agent', ({ ack, command }) => ack(command.text))
    await simulator.command({ ...at, text: 'role add @Ben' })
    expect(simulator.messages('C0GENERAL')).toMatchObject([{ text: 'role add @Ben' }])
  })

  it('has a trigger for one form within three seconds, and an address for five answers in half an hour', async () => {
    const clock = createClock()
    const simulator = await startSimulator({ now: clock.now })
    const app = await start(simulator)
    const triggers: string[] = []
    const addresses: string[] = []
    app.command('/agent', async ({ ack, command }) => {
      triggers.push(command.trigger_id)
      addresses.push(command.response_url)
      await ack()
    })
    await simulator.command({ ...at, text: '' })
    await simulator.command({ ...at, text: '' })
    const open = (trigger_id: string) =>
      call(simulator, 'views.open', { trigger_id, view: modal([input('a', { type: 'plain_text_input' })]) })
    expect(await open('none')).toMatchObject({ error: 'invalid_trigger_id' })
    expect(await open(triggers[0]!)).toMatchObject({ ok: true })
    expect(await open(triggers[0]!)).toMatchObject({ error: 'exchanged_trigger_id' })
    clock.pass(3001)
    expect(await open(triggers[1]!)).toMatchObject({ error: 'expired_trigger_id' })
    const respond = async (address: string) => {
      const answer = await fetch(address, { method: 'POST', body: JSON.stringify({ text: 'x' }) })
      return answer.ok ? 'ok' : ((await answer.json()) as { error: string }).error
    }
    for (let times = 0; times < 5; times++) expect(await respond(addresses[0]!)).toBe('ok')
    expect(await respond(addresses[0]!)).toBe('used_url')
    clock.pass(30 * 60_000)
    expect(await respond(addresses[1]!)).toBe('expired_url')
  })
})

describe('a modal', () => {
  it.each([
    ['without a way to send it', modal([input('a', { type: 'plain_text_input' })], { submit: undefined })],
    ['with a long title', modal([], { title: plain('x'.repeat(25)) })],
    ['with a long submit', modal([{ type: 'divider' }], { submit: plain('x'.repeat(25)) })],
    ['with too much to remember', modal([{ type: 'divider' }], { private_metadata: 'x'.repeat(3001) })],
    ['with too many blocks', modal(Array(101).fill({ type: 'divider' }))],
    ['with a long text', modal([input('a', { type: 'plain_text_input', initial_value: 'x'.repeat(3001) })])],
    [
      'with more text than fits',
      modal([input('a', { type: 'plain_text_input', max_length: 2, initial_value: 'xyz' })]),
    ],
    ['with an empty choice', modal([input('a', { type: 'static_select', options: [] })])],
    [
      'with too many options',
      modal([
        input('a', {
          type: 'static_select',
          options: Array.from({ length: 101 }, (_, at) => ({ text: plain('x'), value: `${at}` })),
        }),
      ]),
    ],
    [
      'with a long option',
      modal([input('a', { type: 'static_select', options: [{ text: plain('x'.repeat(76)), value: '1' }] })]),
    ],
    [
      'that begins with what cannot be chosen',
      modal([
        input('a', {
          type: 'checkboxes',
          options: [{ text: plain('x'), value: '1' }],
          initial_options: [{ text: plain('y'), value: '1' }],
        }),
      ]),
    ],
    ['with Markdown, which is for messages', modal([{ type: 'markdown', text: 'x' }])],
    ['with too many files', modal([input('a', { type: 'file_input', max_files: 11 })])],
  ])('is refused %s', async (_, view) => {
    const simulator = await startSimulator()
    const app = await start(simulator)
    app.command('/agent', async ({ ack, command, client }) => {
      const error = await client.views.open({ trigger_id: command.trigger_id, view }).catch(({ data }) => data.error)
      await ack(String(error))
    })
    await simulator.command({ ...at, text: '' })
    expect(simulator.messages('C0GENERAL')).toMatchObject([{ text: 'invalid_arguments' }])
    expect(simulator.views).toEqual([])
  })

  it('sends what stands in its fields, after Slack has looked at them', async () => {
    const simulator = await startSimulator()
    const options = [{ text: plain('On'), value: 'on' }]
    const app = await opening(
      simulator,
      modal([
        input('name', { type: 'plain_text_input', max_length: 5 }),
        input('model', { type: 'external_select', min_query_length: 0 }),
        input('stream', { type: 'checkboxes', options, initial_options: options }, { optional: true }),
        input('file', { type: 'file_input', max_files: 1 }, { optional: true }),
      ]),
    )
    app.options('v', ({ ack, payload }) =>
      ack({
        options: ['fast', 'good']
          .filter((one) => one.startsWith(payload.value))
          .map((one) => ({ text: plain(one), value: one })),
      }),
    )
    let sent: unknown
    app.view('form', async ({ ack, view }) => {
      sent = view.state.values
      await ack()
    })
    const [view] = simulator.views
    const form = { user: 'U0ANN', view: view!.id }
    const chosen = { v: { selected_option: { value: 'good' } } }
    await expect(simulator.submit({ ...form, values: { name: text('Ada') } })).rejects.toThrow('required field')
    await expect(simulator.submit({ ...form, values: { name: text('Adalbert'), model: chosen } })).rejects.toThrow(
      'at most 5',
    )
    await expect(simulator.submit({ ...form, values: { name: text('Ada'), model: chosen } })).rejects.toThrow(
      'no option',
    )
    const offered = await simulator.suggest({ ...form, block_id: 'model', action_id: 'v', value: 'go' })
    expect(offered.options).toEqual([{ text: plain('good'), value: 'good' }])
    const { id } = simulator.upload({
      user: 'U0ANN',
      name: 'prompt.md',
      mimetype: 'text/plain',
      base64: btoa('Be kind.'),
    })
    const others = simulator.upload({ user: 'U0BEN', name: 'b.md', mimetype: 'text/plain', base64: btoa('x') })
    const withFile = (file: string) => ({ name: text('Ada'), model: chosen, file: { v: { files: [{ id: file }] } } })
    await expect(simulator.submit({ ...form, values: withFile(others.id) })).rejects.toThrow('no such file')
    await simulator.submit({ ...form, values: withFile(id) })
    expect(sent).toMatchObject({
      name: { v: { type: 'plain_text_input', value: 'Ada' } },
      model: { v: { selected_option: { text: plain('good'), value: 'good' } } },
      stream: { v: { selected_options: options } },
      file: { v: { files: [{ id, file_access: 'check_file_info' }] } },
    })
    expect(simulator.views).toEqual([])
    const told = await call(simulator, 'files.info', { file: id })
    expect(told['file']).toMatchObject({ name: 'prompt.md', size: 8 })
  })

  it('stays with its faults, and knows which fields there are', async () => {
    const simulator = await startSimulator()
    const app = await opening(simulator, modal([input('name', { type: 'plain_text_input' })]))
    app.view('form', async ({ ack, view }) => {
      const field = view.state.values['name']!['v']!.value!
      await ack({ response_action: 'errors', errors: { [field]: 'No' } })
    })
    const form = { user: 'U0ANN', view: simulator.views[0]!.id }
    await expect(simulator.submit({ ...form, values: { name: text('none') } })).rejects.toThrow('invalid_errors')
    const response = await simulator.submit({ ...form, values: { name: text('name') } })
    expect(response).toEqual({ response_action: 'errors', errors: { name: 'No' } })
    expect(simulator.views).toHaveLength(1)
  })

  it('lies on another one, at most three of them, and tells when it is closed', async () => {
    const simulator = await startSimulator()
    const view = modal([input('name', { type: 'plain_text_input' })], { notify_on_close: true })
    const app = await opening(simulator, view)
    app.view('form', async ({ ack }) => ack({ response_action: 'push', view }))
    const closed: unknown[] = []
    app.view({ callback_id: 'form', type: 'view_closed' }, async ({ ack, body }) => {
      closed.push(body)
      await ack()
    })
    const submit = () =>
      simulator.submit({ user: 'U0ANN', view: simulator.views.at(-1)!.id, values: { name: text('x') } })
    await submit()
    await submit()
    await expect(submit()).rejects.toThrow('push_limit_reached')
    const [root, second, top] = simulator.views.map(({ id }) => id)
    await expect(simulator.close({ user: 'U0ANN', view: root! })).rejects.toThrow('has no form')
    await simulator.close({ user: 'U0ANN', view: top! })
    expect(closed).toMatchObject([{ is_cleared: false, view: { root_view_id: root, previous_view_id: second } }])
    await simulator.close({ user: 'U0ANN', view: second!, all: true })
    expect(simulator.views).toEqual([])
    expect(closed).toHaveLength(3)
  })

  it('is changed only as it is known', async () => {
    const simulator = await startSimulator()
    await opening(simulator, modal([input('name', { type: 'plain_text_input' })], { external_id: 'e' }))
    const [{ id: view_id, hash } = { id: '', hash: '' }] = simulator.views
    const view = modal([{ type: 'divider' }], { title: plain('Two'), external_id: 'e' })
    expect(await call(simulator, 'views.update', { view_id, hash: 'old', view })).toMatchObject({
      error: 'hash_conflict',
    })
    expect(await call(simulator, 'views.update', { view_id: 'V0', view })).toMatchObject({ error: 'not_found' })
    expect(await call(simulator, 'views.update', { external_id: 'e', hash, view })).toMatchObject({ ok: true })
    expect(simulator.views).toMatchObject([{ id: view_id, title: plain('Two') }])
    expect(simulator.views[0]!.hash).not.toBe(hash)
  })

  it('outlives a restart, as the addresses for answers do', async () => {
    const journal = join(tempFolder(), 'slack.jsonl')
    const first = await startSimulator({ journal })
    await opening(first, modal([input('name', { type: 'plain_text_input' })]))
    await first.stop()
    const second = await startSimulator({ journal })
    expect(second.views).toEqual(first.views)
    const app = await start(second)
    app.view('form', ({ ack }) => ack())
    await second.submit({ user: 'U0ANN', view: second.views[0]!.id, values: { name: text('x') } })
    expect(second.views).toEqual([])
  })
})

it('tells who manages the workspace, and in which language they read', async () => {
  const users = [
    { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false, is_owner: true },
    { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false, locale: 'ja-JP' },
  ]
  const simulator = await startSimulator({ users })
  const info = async (user: string) => (await call(simulator, 'users.info', { user, include_locale: 'true' }))['user']
  expect(await info('U0ANN')).toMatchObject({ is_admin: true, is_owner: true, locale: 'en-US' })
  expect(await info('U0BEN')).toMatchObject({ is_admin: false, is_owner: false, locale: 'ja-JP' })
})

it('offers buttons in what one person sees alone', async () => {
  const simulator = await startSimulator()
  const app = await start(simulator)
  app.command('/agent', ({ ack }) =>
    ack({ text: 'x', blocks: [{ type: 'actions', block_id: 'b', elements: [button('undo')] }] } as never),
  )
  app.action('undo', async ({ ack, body, client }) => {
    expect(body).toMatchObject({ container: { is_ephemeral: true }, response_url: expect.any(String) })
    expect(body).not.toHaveProperty('message')
    const { trigger_id } = body as { trigger_id: string }
    await client.views.open({ trigger_id, view: modal([{ type: 'divider' }]) })
    await ack()
  })
  await simulator.command({ ...at, text: '' })
  const [{ ts } = { ts: '' }] = simulator.messages('C0GENERAL')
  await simulator.press({ user: 'U0ANN', channel: 'C0GENERAL', ts, block_id: 'b', action_id: 'undo' })
  expect(simulator.views).toHaveLength(1)
})
