import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { InboundMessage } from '../../../src/model/message.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, type SlackHarness, type Way } from './harness.ts'

let harness: SlackHarness
const messages: InboundMessage[] = []
let write: (message: InboundMessage) => Promise<void>
const inbox = inboxWith({ message: (message) => write(message) })

async function open(way: Way, options?: Parameters<typeof createHarness>[1]): Promise<SlackHarness> {
  messages.length = 0
  write = async (message) => void messages.push(message)
  harness = await createHarness(way, options)
  return harness
}

const texts = (): string[] => messages.map(({ text }) => text)
const say = (text: string): string => harness.simulator.say({ user: ANN, channel: DIRECT, text })
const opened = (): number => harness.simulator.calls.filter(({ method }) => method === 'apps.connections.open').length

afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

describe('starting', () => {
  it.each([
    [
      'a bot token Slack does not know',
      'http',
      { botToken: 'xoxb-wrong' },
      'SLACK_BOT_TOKEN was refused by Slack (invalid_auth)',
    ],
    [
      'an app token Slack does not know',
      'socket',
      { appToken: 'xapp-wrong' },
      'SLACK_APP_TOKEN was refused by Slack (invalid_auth)',
    ],
    ['a bot token in place of the app token', 'socket', { appToken: 'xoxb-simulator' }, 'not_allowed_token_type'],
    ['no way to receive', 'http', { signingSecret: '' }, 'SLACK_APP_TOKEN for Socket Mode, or SLACK_SIGNING_SECRET'],
  ] as const)('says what to mend: %s', async (_, way, slack, words) => {
    await open(way, { slack })
    await expect(harness.adapter.start(inbox)).rejects.toMatchObject({
      name: 'AppError',
      say: expect.stringContaining(words),
    })
  })

  it('says when nobody answers', async () => {
    const probe = createServer().listen(0, '127.0.0.1')
    await once(probe, 'listening')
    const { port } = probe.address() as AddressInfo
    probe.close()
    const apiUrl = `http://127.0.0.1:${port}/api/`
    await open('http', { slack: { apiUrl } })
    await expect(harness.adapter.start(inbox)).rejects.toMatchObject({ code: 'slack_unreachable' })
    await harness.close()
    await open('socket')
    for (const method of ['auth.test', 'apps.connections.open']) {
      for (const fault of [{ kind: 'error' }, { kind: 'refuse', error: 'internal_error' }] as const) {
        harness.simulator.faults.set([{ ...fault, method }])
        await expect(harness.adapter.start(inbox)).rejects.toMatchObject({ code: 'slack_unreachable' })
      }
    }
    harness.simulator.faults.set([])
    await harness.adapter.start(inbox)
  })

  it('knows its installation before it receives', async () => {
    await open('http')
    expect(harness.slack.connected()).toBe(false)
    await harness.adapter.start(inbox)
    expect(harness.slack.connected()).toBe(true)
    expect(harness.installations.kept.get('T0PARLEY')).toEqual({ id: 'T0PARLEY', name: 'Parley HQ', own: 'always' })
    expect(harness.slack.channel('T0PARLEY')).toBeDefined()
    expect(harness.slack.channel('T0OTHER')).toBeUndefined()
  })
})

describe('an app that Slack refuses', () => {
  it.each([
    ['token_revoked', 'auth.test', true],
    ['missing_scope', 'chat.postMessage', true],
    ['missing_scope', 'chat.postEphemeral', false],
    ['not_in_channel', 'chat.postMessage', false],
  ])(
    'with %s of %s: that it is so is said once, and by the adapter until it is mended',
    async (error, method, isSaid) => {
      await open('http')
      await harness.adapter.start(inbox)
      const { channel, simulator } = harness
      const { signal } = new AbortController()
      const place = 'slack:T0PARLEY:C0GENERAL' as InboundMessage['replyTo']
      const faults = ['chat.postMessage', 'chat.postEphemeral'].map(
        (one) => ({ kind: 'refuse', method: one, error }) as const,
      )
      simulator.faults.set(method === 'auth.test' ? faults : faults.filter((fault) => fault.method === method))
      for (let n = 0; n < 3; n++) {
        await channel.post(place, { text: 'x' }, `k${n}`, signal)
        await channel.notify!('U0ANN', place, { text: 'x' }, signal)
      }
      const said = harness.log.filter(
        ({ level, message }) => level === 'error' && message.includes('parley doctor slack'),
      )
      expect(said).toHaveLength(isSaid ? 1 : 0)
      expect(harness.slack.degraded!()).toEqual(isSaid ? [expect.stringContaining(`T0PARLEY (${error})`)] : [])
      simulator.faults.set([])
      await channel.post(place, { text: 'x' }, 'k', signal)
      expect(harness.slack.degraded!()).toEqual([])
    },
  )
})

describe('an acknowledgement', () => {
  it.each(['http', 'socket'] as const)('waits until the message is written down: %s', async (way) => {
    await open(way)
    await harness.adapter.start(inbox)
    const written = Promise.withResolvers<void>()
    const began = Promise.withResolvers<void>()
    write = (message) => {
      messages.push(message)
      began.resolve()
      return written.promise
    }
    say('hello')
    await began.promise
    expect(harness.simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['pending'])
    const stopped = harness.adapter.stop()
    written.resolve()
    await stopped
    await harness.settled()
    expect(harness.simulator.deliveries.map(({ outcome }) => outcome)).toEqual(['ok'])
  })
})

describe('Socket Mode', () => {
  it('keeps two connections, and loses nothing when Slack closes or cuts them', async () => {
    await open('socket', { limits: { ackTimeoutMs: 3000 } })
    await harness.adapter.start(inbox)
    for (const [round, cut] of [harness.simulator.reconnect, harness.simulator.dropSockets].entries()) {
      // One that is asked for is not there yet, and nobody tells it to go.
      await vi.waitFor(() => expect([opened(), harness.simulator.connections]).toEqual([2 * (round + 1), 2]))
      cut()
      for (const name of ['a', 'b']) say(`${name}${round}`)
      const said = [`a${round}`, `b${round}`]
      await vi.waitFor(() => expect(texts()).toEqual(expect.arrayContaining(said)))
    }
  })

  it('outlives a time in which Slack lets it in no more', async () => {
    await open('socket')
    await harness.adapter.start(inbox)
    await vi.waitFor(() => expect(opened()).toBe(2))
    const refusals = ['invalid_auth', 'internal_error'].map((error) => ({ kind: 'refuse' as const, error, times: 1 }))
    const failures = [...refusals, { kind: 'error' as const, times: 1 }, { kind: 'reset' as const, times: 1 }]
    harness.simulator.faults.set(failures.map((fault) => ({ ...fault, method: 'apps.connections.open' })))
    expect(harness.slack.connected()).toBe(true)
    harness.simulator.dropSockets()
    await vi.waitFor(() => expect(harness.slack.connected()).toBe(false))
    await vi.waitFor(() => expect(harness.simulator.faults.list).toEqual([]))
    say('still there?')
    await vi.waitFor(() => expect(texts()).toContain('still there?'))
    expect(harness.log.filter(({ level }) => level === 'warn')).not.toHaveLength(0)
  })

  it('never logs what people say, or a token', async () => {
    await open('socket', { limits: { retryDelaysMs: [] } })
    await harness.adapter.start(inbox)
    write = async () => {
      throw new Error('the disk is full')
    }
    say('my secret')
    await harness.settled()
    expect(harness.log).toContainEqual(expect.objectContaining({ level: 'error' }))
    const lines = harness.log.map(({ fields, message }) => `${message} ${JSON.stringify(fields)}`).join('\n')
    expect(lines).not.toMatch(/my secret|xoxb-|xapp-/)
  })
})

describe('events that Slack withholds', () => {
  it('are warned of once, and named by the adapter', async () => {
    await open('http')
    await harness.adapter.start(inbox)
    const body = JSON.stringify({ type: 'app_rate_limited', team_id: 'T0PARLEY', minute_rate_limited: 1_518_467_820 })
    const route = harness.slack.routes.find(({ path }) => path === '/slack/events')!
    const timestamp = String(Math.floor(Date.now() / 1000))
    const hmac = createHmac('sha256', harness.simulator.signingSecret).update(`v0:${timestamp}:${body}`)
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': timestamp,
      'x-slack-signature': `v0=${hmac.digest('hex')}`,
    }
    expect(harness.slack.degraded!()).toEqual([])
    for (let n = 0; n < 2; n++) {
      const answer = await route.handle({
        url: '/slack/events',
        address: '',
        refuse: () => 0,
        headers,
        rawBody: Buffer.from(body),
      })
      expect(answer.status).toBe(200)
    }
    expect(harness.log.filter(({ message }) => message.includes('withholds events'))).toHaveLength(1)
    expect(harness.slack.degraded!()).toEqual([expect.stringMatching(/T0PARLEY \(app_rate_limited\)/)])
  })
})
