import { expect, it } from 'vitest'
import {
  ANN,
  ANNS,
  BENS,
  card,
  createClock,
  errorOf,
  type Json,
  LUNCH,
  type Reply,
  SUPPORT,
  startApp,
  startSimulator,
} from './support.ts'

async function setUp() {
  const clock = createClock()
  const simulator = await startSimulator({ now: clock.now })
  const { api } = await startApp(simulator)
  const info = (streamType: string, rest: Json = {}) => [{ type: 'streaminfo', streamType, ...rest }]
  let sequence = 0
  /** The next part, more than a second after the one before. */
  const part = async (
    streamType: string,
    text: string,
    streamId?: string,
    rest: Json = {},
    at = ANNS,
  ): Promise<Reply> => {
    clock.pass(1500)
    sequence = streamId === undefined ? 1 : sequence + 1
    const entities = info(streamType, { ...(streamId && { streamId }), streamSequence: sequence })
    return api.post(at, { type: 'typing', text, entities, ...rest })
  }
  const end = async (text: string, streamId: string, rest: Json = {}): Promise<Reply> => {
    clock.pass(1500)
    return api.post(ANNS, { text, entities: info('final', { streamId }), ...rest })
  }
  const start = async (text = 'Thinking…', type = 'informative') => String((await part(type, text)).json['id'])
  const seen = () => simulator.messages(ANNS, { as: ANN }).at(-1)
  return { clock, simulator, api, info, part, end, start, seen }
}

it('streams from an informative line over growing text to a final message with everything', async () => {
  const { simulator, api, part, end, seen, clock, info } = await setUp()
  const started = await part('informative', 'Searching…')
  expect(started.status).toBe(201)
  const id = String(started.json['id'])
  expect(seen()).toMatchObject({ id, text: '', stream: { state: 'informative', informative: 'Searching…' } })
  expect(await part('streaming', 'A fox', id)).toMatchObject({ status: 202, json: {} })
  expect(await part('streaming', 'A fox jumps', id)).toMatchObject({ status: 202 })
  expect(seen()).toMatchObject({ text: 'A fox jumps', stream: { state: 'streaming' } })
  const rest = {
    channelData: { feedbackLoop: { type: 'default' } },
    suggestedActions: { actions: [{ type: 'imBack', title: 'More', value: 'more' }] },
  }
  expect(await end('A fox jumps.', id, rest)).toMatchObject({ status: 202, json: {} })
  expect(seen()).toMatchObject({
    id,
    text: 'A fox jumps.',
    feedback: 'default',
    suggested_actions: [{ title: 'More' }],
  })
  expect(seen()).not.toHaveProperty('stream')
  expect(simulator.messages(ANNS)).toHaveLength(1)
  clock.pass(1500)
  const again = await api.post(ANNS, { text: 'x', entities: info('final', { streamId: id }) })
  expect(errorOf(again)).toBe(
    '403 ContentStreamNotAllowed: Content stream is not allowed on an already completed streamed message',
  )
})

it('streams in personal chats only', async () => {
  const { part } = await setUp()
  expect(errorOf(await part('streaming', 'x', undefined, {}, LUNCH))).toMatch(
    /^405 BadArgument: Streaming API is not enabled/,
  )
  expect(errorOf(await part('streaming', 'x', undefined, {}, SUPPORT))).toMatch(/^405 BadArgument/)
})

it('has one stream a chat', async () => {
  const { start, part } = await setUp()
  await start()
  expect(errorOf(await part('streaming', 'x'))).toBe('403 ContentStreamNotAllowed: Content stream is not allowed')
  expect((await part('streaming', 'x', undefined, {}, BENS)).status).toBe(201)
})

it('takes one call a second for a chat, the final included', async () => {
  const { simulator, clock, start, api, info } = await setUp()
  const streamId = await start('A', 'streaming')
  clock.pass(999)
  const early = await api.post(ANNS, { text: 'A.', entities: info('final', { streamId }) })
  expect(errorOf(early)).toBe('429 TooManyRequests: API calls quota exceeded')
  expect(early.headers.get('retry-after')).toBe('1')
  simulator.limits.retryAfterHeader = false
  const without = await api.post(ANNS, { text: 'A.', entities: info('final', { streamId }) })
  expect(without.headers.get('retry-after')).toBeNull()
  clock.pass(1)
  expect((await api.post(ANNS, { text: 'A.', entities: info('final', { streamId }) })).status).toBe(202)
})

it('takes the next part only after the answer to the one before', async () => {
  const { simulator, clock, start, part } = await setUp()
  const id = await start('A', 'streaming')
  let release = (): void => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    const unhook = simulator.onDone(async () => {
      unhook()
      resolve()
      await held
    })
  })
  const first = part('streaming', 'A b', id)
  await arrived
  clock.pass(5000)
  expect((await part('streaming', 'A b c', id)).status).toBe(429)
  release()
  expect((await first).status).toBe(202)
})

it('drops what comes out of order', async () => {
  const { start, api, info, clock, seen } = await setUp()
  const streamId = await start('A', 'streaming')
  const send = (streamSequence: number, text: string) => {
    clock.pass(1500)
    return api.post(ANNS, { type: 'typing', text, entities: info('streaming', { streamId, streamSequence }) })
  }
  expect((await send(5, 'A b c')).json).toEqual({})
  const late = await send(4, 'A b')
  expect(errorOf(late)).toMatch(/^202 ContentStreamSequenceOrderPreConditionFailed/)
  expect(seen()?.text).toBe('A b c')
})

it('refuses text that does not go on from what was shown, and informative lines after text', async () => {
  const { start, part, end, seen } = await setUp()
  const id = await start('A fox', 'streaming')
  expect(errorOf(await part('streaming', 'A dog', id))).toMatch(/^400 BadRequest/)
  expect(errorOf(await part('informative', 'Searching…', id))).toMatch(/^400 BadRequest/)
  expect(seen()?.text).toBe('A fox')
  expect(errorOf(await end('Something else', id))).toMatch(/^400 BadRequest/)
  expect((await end('A fox runs', id)).status).toBe(202)
})

it('refuses parts that are not formed as the protocol says', async () => {
  const { simulator, start, api, info, clock } = await setUp()
  const send = async (activity: Json) => {
    clock.pass(1500)
    return errorOf(await api.post(ANNS, { type: 'typing', text: 'x', ...activity }))
  }
  expect(await send({ entities: info('streaming', { streamSequence: 2 }) })).toMatch(/^400 .*streamSequence 1/)
  expect(await send({ entities: info('streaming') })).toMatch(/^400 BadRequest/)
  expect(await send({ entities: info('final', { streamId: '1' }) })).toMatch(/^400 .*Only start streaming and continue/)
  expect(await send({ text: '', entities: info('informative', { streamSequence: 1 }) })).toMatch(/include text/)
  expect(await send({ entities: info('streaming', { streamId: '17', streamSequence: 2 }) })).toMatch(/^400 BadRequest/)
  const streamId = await start('A', 'streaming')
  const next = { streamId, streamSequence: 2 }
  expect(await send({ type: 'message', entities: info('streaming', next) })).toMatch(/^400 BadRequest/)
  expect(await send({ type: 'message', entities: info('final', next) })).toMatch(/^400 .*streamSequence/)
  expect(
    await send({ text: 'A b', entities: info('streaming', next), channelData: { feedbackLoopEnabled: true } }),
  ).toMatch(/^400 .*Feedback/)
  const attachments = [card([{ type: 'TextBlock', text: 'x' }])]
  expect(await send({ text: 'A b', entities: info('streaming', next), attachments })).toMatch(/^400 .*Attachments/)
  const label = {
    type: 'https://schema.org/Message',
    '@type': 'Message',
    '@context': 'https://schema.org',
    additionalType: ['AIGeneratedContent'],
  }
  expect(await send({ text: 'A b', entities: [...info('streaming', next), label] })).toMatch(/^400 .*Labels/)
  expect(await send({ text: 'A'.repeat(60_000), entities: info('streaming', next) })).toBe(
    '403 ContentStreamNotAllowed: Message size too large',
  )
  expect(simulator.messages(ANNS).map(({ text }) => text)).toEqual(['A'])
})

it('takes informative lines of at most 1,000 characters and 1 KB', async () => {
  const { part } = await setUp()
  expect(errorOf(await part('informative', 'x'.repeat(1001)))).toMatch(/^400 /)
  expect(errorOf(await part('informative', '…'.repeat(400)))).toMatch(/^400 /)
  expect((await part('informative', 'x'.repeat(1000))).status).toBe(201)
})

it('ends a stream after two minutes; its message can then be updated', async () => {
  const { clock, start, part, end, api, seen } = await setUp()
  const id = await start('A fox', 'streaming')
  clock.pass(120_000)
  const exceeded = '403 ContentStreamNotAllowed: Content stream finished due to exceeded streaming time.'
  expect(errorOf(await part('streaming', 'A fox jumps', id))).toBe(exceeded)
  expect(errorOf(await end('A fox jumps', id))).toBe(exceeded)
  expect((await api.put(ANNS, id, { text: 'A fox jumps' })).status).toBe(200)
  expect(seen()).toMatchObject({ id, text: 'A fox jumps', edited: true })
  expect(await start()).toMatch(/^\d+$/)
})

it('refuses updates of a message that is being streamed', async () => {
  const { start, api } = await setUp()
  const id = await start('A fox', 'streaming')
  expect(errorOf(await api.put(ANNS, id, { text: 'x' }))).toMatch(/^403 ContentStreamNotAllowed/)
})

it('is stopped by the person: what was shown stays, and nothing more comes', async () => {
  const { simulator, start, part, end, seen } = await setUp()
  const message = await start('A fox', 'streaming')
  simulator.stopStream({ user: ANN, conversation: ANNS, message })
  const cancelled = '403 ContentStreamNotAllowed: Content stream was cancelled by user.'
  expect(errorOf(await part('streaming', 'A fox jumps', message))).toBe(cancelled)
  expect(errorOf(await end('A fox jumps', message))).toBe(cancelled)
  expect(seen()).toMatchObject({ text: 'A fox' })
  expect(() => simulator.stopStream({ user: ANN, conversation: ANNS, message })).toThrow('Nothing is streamed')
})

it('leaves nothing of a stream that is stopped before it had a word', async () => {
  const { simulator, start, seen } = await setUp()
  simulator.stopStream({ user: ANN, conversation: ANNS, message: await start() })
  expect(seen()).toBeUndefined()
})
