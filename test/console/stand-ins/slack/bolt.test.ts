import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { App, HTTPReceiver, LogLevel, type Receiver, SocketModeReceiver } from '@slack/bolt'
import { describe, expect, it } from 'vitest'
import type { SlackSimulator } from '../../../../console/stand-ins/slack/index.ts'
import { button, later, startSimulator, until } from './support.ts'

async function boltApp(simulator: SlackSimulator, receiver: Receiver): Promise<App> {
  const clientOptions = { slackApiUrl: `${simulator.url}/api/` }
  const app = new App({
    token: simulator.botToken,
    receiver,
    clientOptions,
    deferInitialization: true,
    logLevel: LogLevel.ERROR,
  })
  await app.init()
  return app
}

const transports = {
  async 'HTTP requests'(simulator: SlackSimulator): Promise<App> {
    const receiver = new HTTPReceiver({ signingSecret: simulator.signingSecret, processBeforeResponse: true })
    const app = await boltApp(simulator, receiver)
    const server = createServer((req, res) => receiver.requestListener(req, res))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    later(() => {
      server.close()
      server.closeAllConnections()
    })
    simulator.sendEventsTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`)
    return app
  },
  async 'Socket Mode'(simulator: SlackSimulator): Promise<App> {
    const receiver = new SocketModeReceiver({
      appToken: simulator.appToken,
      logLevel: LogLevel.ERROR,
      installerOptions: { clientOptions: { slackApiUrl: `${simulator.url}/api/` } },
    })
    const app = await boltApp(simulator, receiver)
    await app.start()
    later(() => app.stop())
    return app
  },
}

describe.each(Object.entries(transports))('a Bolt app over %s', (_, connect) => {
  it('ends the step of a workflow', async () => {
    const text = { type: 'string', title: 'Words', is_required: true }
    const shout = { title: 'Shout', input_parameters: { words: text }, output_parameters: { loud: text } }
    const simulator = await startSimulator({ app: { functions: { shout }, events: ['function_executed'] } })
    const app = await connect(simulator)
    app.function('shout', async ({ inputs, complete, fail }) => {
      const words = String(inputs['words'])
      await (words ? complete({ outputs: { loud: words.toUpperCase() } }) : fail({ error: 'Nothing to shout' }))
    })
    for (const words of ['hi', '']) simulator.steps.run('shout', { words })
    await until(() => simulator.steps.list.every(({ status }) => status !== 'running'))
    expect(simulator.steps.list).toMatchObject([
      { status: 'completed', outputs: { loud: 'HI' } },
      { status: 'failed', error: 'Nothing to shout' },
    ])
  })

  it('answers a message by a native stream', async () => {
    const simulator = await startSimulator()
    const app = await connect(simulator)
    app.event('app_mention', async ({ event, sayStream }) => {
      const stream = sayStream({ buffer_size: 1 })
      for (const piece of ['You ', 'said ', `"${event.text}"`]) await stream.append({ markdown_text: piece })
      await stream.stop()
    })
    const thread_ts = simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hello' })
    const answer = (): { streaming: boolean } | undefined => simulator.messages('C0GENERAL', { thread_ts })[1]
    await until(() => answer()?.streaming === false)
    expect(answer()).toMatchObject({ markdown: 'You said "<@U0PARLEY> hello"', thread_ts })
    await simulator.delivered()
  })

  it('hears of a press, and responds to it five times', async () => {
    const simulator = await startSimulator()
    const app = await connect(simulator)
    const errors: unknown[] = []
    app.action('more', async ({ ack, respond, action, body }) => {
      await ack()
      expect(action).toMatchObject({ type: 'button', action_id: 'more', value: 'more' })
      expect(body).toMatchObject({ user: { id: 'U0ANN' }, team: { id: 'T0PARLEY' }, channel: { id: 'C0GENERAL' } })
      await respond({ text: 'Chosen', replace_original: true })
      for (let count = 0; count < 5; count++) {
        await respond({ text: `Reply ${count}`, replace_original: false }).catch((error) => errors.push(error))
      }
    })
    const blocks = [{ type: 'actions', block_id: 'replies', elements: [button('more')] }]
    const { ts } = (await app.client.chat.postMessage({ channel: 'C0GENERAL', text: 'More?', blocks })) as {
      ts: string
    }
    await simulator.press({ user: 'U0ANN', channel: 'C0GENERAL', ts, block_id: 'replies', action_id: 'more' })
    await until(() => errors.length > 0)
    expect(errors).toMatchObject([{ statusCode: 404 }])
    const texts = simulator.messages('C0GENERAL', { as: 'U0ANN' }).map(({ text }) => text)
    expect(texts).toEqual(['Chosen', 'Reply 0', 'Reply 1', 'Reply 2', 'Reply 3'])
    expect(simulator.messages('C0GENERAL', { as: 'U0BEN' })).toHaveLength(1)
    const gone = simulator.press({ user: 'U0ANN', channel: 'C0GENERAL', ts, block_id: 'replies', action_id: 'more' })
    await expect(gone).rejects.toThrow('has no element')
    await simulator.delivered()
  })

  it('runs a command with a form', async () => {
    const simulator = await startSimulator()
    const app = await connect(simulator)
    app.command('/agent', async ({ ack, client, command }) => {
      if (command.text === 'list') return ack(`${command.user_name} has none`)
      await client.views.open({
        trigger_id: command.trigger_id,
        view: {
          type: 'modal',
          callback_id: 'create',
          title: { type: 'plain_text', text: 'New agent' },
          submit: { type: 'plain_text', text: 'Create' },
          blocks: [
            {
              type: 'input',
              block_id: 'name',
              label: { type: 'plain_text', text: 'Name' },
              element: { type: 'plain_text_input', action_id: 'value' },
            },
          ],
        },
      })
      return ack()
    })
    app.view('create', async ({ ack, view }) => {
      const name = view.state.values['name']?.['value']?.value
      await (name !== '?' ? ack() : ack({ response_action: 'errors', errors: { name: 'It needs a name' } }))
    })
    const place = { user: 'U0BEN', channel: 'C0GENERAL', command: '/agent' }
    await simulator.command({ ...place, text: 'list' })
    expect(simulator.messages('C0GENERAL')).toMatchObject([{ text: 'ben has none', ephemeral_to: 'U0BEN' }])
    await simulator.command({ ...place, text: 'create' })
    const [view] = simulator.views
    const form = { user: 'U0BEN', view: view!.id }
    const submitted = await simulator.submit({
      ...form,
      values: { name: { value: { type: 'plain_text_input', value: '?' } } },
    })
    expect(submitted).toMatchObject({ response_action: 'errors' })
    await simulator.submit({ ...form, values: { name: { value: { type: 'plain_text_input', value: 'Ada' } } } })
    expect(simulator.views).toEqual([])
    await expect(simulator.submit({ ...form, values: {} })).rejects.toThrow('has no form')
  })

  it('hears that a person pressed Stop', async () => {
    const simulator = await startSimulator()
    const app = await connect(simulator)
    const stopped: unknown[] = []
    app.event('agent_session_stopped', async ({ event }) => void stopped.push(event))
    const thread_ts = simulator.say({ user: 'U0ANN', channel: 'D0ANN', text: 'Hi' })
    const { ts } = await app.client.chat.startStream({
      channel: 'D0ANN',
      thread_ts,
      recipient_user_id: 'U0ANN',
      recipient_team_id: 'T0PARLEY',
    })
    simulator.stopSession({ user: 'U0ANN', channel: 'D0ANN', thread_ts })
    await until(() => stopped.length > 0)
    expect(stopped).toMatchObject([{ channel: 'D0ANN', user: 'U0ANN', thread_ts, streaming_message_ts: [ts] }])
    await simulator.delivered()
  })

  it('is unreachable when it does not acknowledge in time', async () => {
    const simulator = await startSimulator({ limits: { ackTimeoutMs: 30 } })
    const app = await connect(simulator)
    app.action('slow', async () => {})
    const blocks = [{ type: 'actions', block_id: 'replies', elements: [button('slow')] }]
    const { ts } = (await app.client.chat.postMessage({ channel: 'D0ANN', text: 'Slow?', blocks })) as { ts: string }
    const pressed = simulator.press({ user: 'U0ANN', channel: 'D0ANN', ts, block_id: 'replies', action_id: 'slow' })
    await expect(pressed).rejects.toThrow('did not answer in time')
  })
})
