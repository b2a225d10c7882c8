import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSlackSimulator, type SlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { type ParleyProcess, startProcess } from '../support/parley-process.ts'
import { textOf } from '../support/slack-text.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

/** The built product, told of events by signed HTTP requests. */
describe('events of Slack', () => {
  const people = Array.from({ length: 50 }, (_, i) => ({
    id: `U${i}`,
    name: `user${i}`,
    real_name: `User ${i}`,
    is_bot: false,
  }))
  const folder = makeTempFolder()
  let simulator: SlackSimulator
  let models: ModelServer
  let parley: ParleyProcess
  const env = () => ({
    PARLEY_DATA: folder.path,
    SLACK_BOT_TOKEN: simulator.botToken,
    SLACK_SIGNING_SECRET: simulator.signingSecret,
    SLACK_API_URL: `${simulator.url}/api/`,
    PARLEY_LLM_BASE_URL: models.baseUrl,
  })
  beforeAll(async () => {
    // What a killed process did not acknowledge is told again after a minute at Slack, and after half a second here.
    const limits = { enforceRates: false, retryDelaysMs: [0, 500, 500] }
    simulator = createSlackSimulator({ users: people, limits })
    await simulator.start()
    models = await startModelServer()
    parley = await startProcess(env())
    simulator.sendEventsTo(`${parley.url}/slack/events`)
  })
  afterAll(async () => {
    await parley?.kill('SIGTERM')
    await simulator?.stop()
    await models?.stop()
    folder.remove()
  })

  const answers = (channel: string) => simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY')

  it('that come three times at once, and again later, are answered once', async () => {
    await simulator.say({ user: 'U0', channel: 'D0', text: 'hello' })
    await expect.poll(() => answers('D0').length).toBe(1)
    const { id } = simulator.deliveries.find(({ type }) => type === 'message')!
    expect(await simulator.deliver(id, { copies: 3 })).toEqual(['ok', 'ok', 'ok'])
    expect(await simulator.deliver(id, { retry: { num: 1, reason: 'http_timeout' } })).toEqual(['ok'])
    await simulator.say({ user: 'U0', channel: 'D0', text: 'hello' })
    await expect.poll(() => answers('D0').length).toBe(2)
  })

  it('of one person are answered in their order, also as many at once as may wait', async () => {
    // More are told to wait a little: `test/bridge/limits.test.ts`.
    const said = Array.from({ length: 5 }, (_, i) => `question number ${i}`)
    for (const text of said) models.answer(`${text}`, `answer to ${text}`)
    const roots: string[] = []
    for (const text of said) roots.push(await simulator.say({ user: 'U1', channel: 'D1', text }))
    await expect.poll(() => answers('D1').filter(({ streaming }) => !streaming).length).toBe(said.length)
    const replies = answers('D1').sort((a, b) => a.ts.localeCompare(b.ts))
    expect(replies.map(textOf)).toEqual(said.map((text) => `answer to ${text}`))
    expect(replies.map(({ thread_ts }) => thread_ts)).toEqual(roots)
  })

  it('of fifty people are answered side by side', async () => {
    models.answer('take your time', 'There you are.', { ttft: 1000 })
    await Promise.all(
      people.map(({ id }) => simulator.say({ user: id, channel: `D${id.slice(1)}`, text: 'take your time' })),
    )
    const done = () =>
      people.filter(({ id }) => answers(`D${id.slice(1)}`).some((one) => textOf(one) === 'There you are.'))
    // One after the other they would take fifty seconds.
    await expect.poll(() => done().length).toBe(people.length)
  })

  it('of buttons are for the person who asked, once, also after a restart', async () => {
    const greeting = await simulator.say({ user: 'U2', channel: 'C0GENERAL', text: '@Parley hello' })
    const replies = (as?: string) =>
      simulator
        .messages('C0GENERAL', { thread_ts: greeting, ...(as && { as }) })
        .filter(({ user }) => user === 'U0PARLEY')
    await expect.poll(() => replies().length).toBe(1)
    const { ts, blocks } = replies()[0]!
    const actions = (blocks as { type: string; block_id: string; elements: { action_id: string }[] }[]).find(
      ({ type }) => type === 'actions',
    )!
    const button = { channel: 'C0GENERAL', ts, block_id: actions.block_id, action_id: actions.elements[1]!.action_id }

    await simulator.press({ ...button, user: 'U3' })
    await expect.poll(() => replies('U3').some(({ ephemeral_to }) => ephemeral_to === 'U3')).toBe(true)
    expect(replies('U2').length).toBe(1)

    await parley.kill('SIGKILL')
    parley = await startProcess(env())
    simulator.sendEventsTo(`${parley.url}/slack/events`)
    await simulator.press({ ...button, user: 'U2' })
    await expect.poll(() => replies('U2').filter(({ ephemeral_to }) => !ephemeral_to).length).toBe(2)
    await expect.poll(() => JSON.stringify(replies('U2')[0]!.blocks)).not.toContain('"actions"')
    expect(JSON.stringify(replies('U2')[0]!.blocks)).toContain('✓')
  })

  it('that could not be answered are answered by Retry', async () => {
    const before = answers('D4').length
    models.server.nextRequestError(400, { message: 'no', code: 'bad' })
    await simulator.say({ user: 'U4', channel: 'D4', text: 'wibble wobble' })
    await expect.poll(() => answers('D4').length).toBe(before + 1)
    models.answer('wibble wobble', 'Here you are.')
    const apology = answers('D4').at(-1)!
    const retry = (apology.blocks as { type: string; block_id: string; elements: { action_id: string }[] }[]).find(
      ({ type }) => type === 'actions',
    )!
    const { block_id } = retry
    await simulator.press({
      user: 'U4',
      channel: 'D4',
      ts: apology.ts,
      block_id,
      action_id: retry.elements[0]!.action_id,
    })
    await expect.poll(() => answers('D4').map(textOf).at(-1)).toBe('Here you are.')
  })

  describe('that are not as they should be change nothing', () => {
    const sign = (body: string, at = Math.floor(Date.now() / 1000), secret = simulator.signingSecret) => ({
      'content-type': 'application/json',
      'x-slack-request-timestamp': String(at),
      'x-slack-signature': `v0=${createHmac('sha256', secret).update(`v0:${at}:${body}`).digest('hex')}`,
    })
    const post = (body: string, headers: Record<string, string>) =>
      fetch(`${parley.url}/slack/events`, { method: 'POST', body, headers })
    const event = JSON.stringify({
      type: 'event_callback',
      team_id: 'T0PARLEY',
      event_id: 'Ev1',
      event: { type: 'message', channel_type: 'im', channel: 'D49', user: 'U49', text: 'hello', ts: '1.1' },
    })

    it.each([
      ['a bad signature', 401, () => post(event, sign(event, undefined, 'another secret'))],
      ['no signature', 401, () => post(event, { 'content-type': 'application/json' })],
      ['a stale timestamp', 401, () => post(event, sign(event, Math.floor(Date.now() / 1000) - 301))],
      ['malformed JSON', 400, () => post('{"type":', sign('{"type":'))],
      ['a megabyte of text', 413, () => post(`"${'a'.repeat(1024 * 1024)}"`, sign(`"${'a'.repeat(1024 * 1024)}"`))],
      ['a number', 400, () => post('42', sign('42'))],
    ])('%s', async (_, status, request) => {
      const callsForNobody = () => simulator.calls.filter(({ args }) => JSON.stringify(args).includes('D49'))
      const before = callsForNobody().length
      const response = await request()
      expect(response.status).toBe(status)
      expect((await fetch(`${parley.url}/healthz`)).status).toBe(200)
      expect(callsForNobody().length).toBe(before)
    })
  })

  it('leave nothing undone behind', async () => {
    await simulator.delivered()
    expect(parley.output()).not.toMatch(/"level":50/)
  })
})
