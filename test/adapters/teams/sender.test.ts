import { describe, expect, it, onTestFinished } from 'vitest'
import { createLocalBudget } from '../../../src/drivers/budget-local.ts'
import type { InboundMessage, Part, Press } from '../../../src/model/message.ts'
import type { Outcome } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GENERAL, GROUP, ofOurs } from './harness.ts'

type Options = Parameters<typeof createHarness>[0]

const signal = new AbortController().signal
const text = (text: string): Part => ({ text })
const free = { limits: { enforceRates: false } }

function must<T>(outcome: Outcome<T>): T {
  if (!('ok' in outcome)) throw new Error(`expected ok, got ${JSON.stringify(outcome)}`)
  return outcome.ok
}

/** Somebody has said something; what is answered goes to `place`. */
async function spoken(where: string = DIRECT, options: Options = { simulator: free }) {
  const harness = await createHarness(options)
  onTestFinished(() => harness.close())
  let heard: InboundMessage | undefined
  const message = async (said: InboundMessage): Promise<void> => {
    heard = said
  }
  const presses: Press[] = []
  const press = async (pressed: Press) => void presses.push(pressed)
  await harness.adapter.start(inboxWith({ message, press }))
  onTestFinished(() => harness.adapter.stop())
  const { simulator } = harness
  const say = async (words = 'hello') => {
    const isDirect = where === DIRECT
    const said = isDirect ? words : `${simulator.mention(simulator.botId)} ${words}`
    simulator.say({ user: ANN, conversation: where, text: said, ...(!isDirect && { mentions: [simulator.botId] }) })
    await simulator.idle()
    return heard!
  }
  const first = await say()
  const posts = () => simulator.calls.filter(({ route }) => route === 'POST activities')
  const seen = () => ofOurs(simulator).map(({ text, stream }) => (stream ? `${text}…` : text))
  return { ...harness, say, presses, message: first, place: first.replyTo, posts, seen }
}

const streamOf = ({ body }: { body: unknown }) =>
  (body as { entities?: { type: string; streamType?: string; streamSequence?: number }[] }).entities?.find(
    ({ type }) => type === 'streaminfo',
  )

describe('a native stream', () => {
  it('begins as the line that says what the bot does, and ends with what comes with the end', async () => {
    const { channel, place, posts, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    await channel.activity!(place, 'searching', 'en', signal)
    expect(ofOurs(simulator)).toMatchObject([{ text: '', stream: { state: 'informative', informative: 'Searching…' } }])
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    must(await stream.append('two ', signal))
    const part: Part = {
      text: 'One two three',
      aiGenerated: true,
      sources: [
        { n: 1, title: 'Manual' },
        { n: 3, title: 'Price list' },
      ],
      feedback: { id: 't1', good: 'Good', bad: 'Bad' },
      quickReplies: { id: 't1', options: ['Yes', 'No'] },
    }
    must(await stream.finish('three', part, false, signal))
    expect(ofOurs(simulator)).toMatchObject([
      {
        text: 'One two three [1] [3]',
        ai_label: true,
        citations: [
          { position: 1, name: 'Manual' },
          { position: 3, name: 'Price list' },
        ],
        feedback: 'default',
        suggested_actions: [{ title: 'Yes' }, { title: 'No' }],
      },
    ])
    expect(posts().map((post) => [streamOf(post)?.streamType, streamOf(post)?.streamSequence])).toEqual([
      ['informative', 1],
      ['informative', 2],
      ['streaming', 3],
      ['streaming', 4],
      ['final', undefined],
    ])
  })

  it('that only said what the bot does becomes the answer', async () => {
    const { channel, place, seen, posts } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    must(await channel.post(place, text('At once.'), 'k1', signal))
    expect(seen()).toEqual(['At once.'])
    expect(posts()).toHaveLength(2)
    // Whoever still means to say that it thinks is late.
    await channel.activity!(place, 'thinking', 'en', signal)
    expect(posts()).toHaveLength(2)
  })

  it('that only said what the bot does, and nothing came of it, is taken away', async () => {
    const { channel, place, seen, posts, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    expect(seen()).toEqual(['…'])
    await channel.activity!(place, 'idle', 'en', signal)
    expect(seen()).toEqual([])
    // Nor are there others that would have to be.
    const before = simulator.calls.length
    await channel.activity!(place, 'idle', 'en', signal)
    expect(simulator.calls).toHaveLength(before)
    must(await channel.post(place, text('Something else.'), 'k1', signal))
    expect(seen()).toEqual(['Something else.'])
    expect(posts().filter(streamOf)).toHaveLength(2)
  })

  it.each(['accepted', 'refuse', 'drop'] as const)(
    'is taken away also where Teams does not do it at once: %s',
    async (kind) => {
      const { adapter, channel, place, seen, simulator } = await spoken()
      await channel.activity!(place, 'thinking', 'en', signal)
      const refusal = { status: 502, code: 'ServiceError', retryAfter: 0 }
      simulator.faults.set([{ kind, route: 'POST activities', times: 1, ...(kind === 'refuse' && refusal) }])
      await channel.activity!(place, 'idle', 'en', signal)
      await adapter.settled!()
      await expect.poll(seen).toEqual([])
    },
  )

  it('is taken away by the process that goes on when another has died', async () => {
    const { channel, place, seen, another, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    const next = await another()
    await next.open()
    await next.channel(simulator.tenantId)!.activity!(place, 'idle', 'en', signal)
    expect(seen()).toEqual([])
  })

  it('is left alone by it once it is the answer', async () => {
    const { channel, place, seen, another, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    const next = await another()
    await next.open()
    await next.channel(simulator.tenantId)!.activity!(place, 'idle', 'en', signal)
    must(await stream.finish('two', text('One two'), false, signal))
    await next.channel(simulator.tenantId)!.activity!(place, 'idle', 'en', signal)
    expect(seen()).toEqual(['One two'])
  })

  it('stays while the next answer makes use of it', async () => {
    const { channel, place, seen, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    simulator.faults.set([{ kind: 'refuse', route: 'POST activities', times: 1, status: 502, code: 'ServiceError' }])
    const idle = channel.activity!(place, 'idle', 'en', signal)
    await expect.poll(() => simulator.faults.list).toEqual([])
    must(await channel.post(place, text('The next one.'), 'k2', signal))
    await idle
    expect(seen()).toEqual(['The next one.'])
  })

  it('is not begun beside another one, nor in a group', async () => {
    const { channel, place } = await spoken()
    must(await channel.stream!(place, 'One', 'k1', signal))
    expect(await channel.stream!(place, 'Two', 'k2', signal)).toMatchObject({ refused: { code: 'unsupported' } })
    const group = await spoken(GROUP)
    expect(await group.channel.stream!(group.place, 'x', 'k1', signal)).toMatchObject({
      refused: { code: 'unsupported' },
    })
    expect(group.posts()).toEqual([])
  })

  it('is not tried again for ten minutes in a chat that has none', async () => {
    let shift = 0
    const now = () => Date.now() + shift
    const { channel, place, posts, simulator } = await spoken(DIRECT, { simulator: { ...free, now }, teams: { now } })
    const message = 'Streaming API is not enabled for this conversation type.'
    simulator.faults.set([
      { kind: 'refuse', route: 'POST activities', status: 405, code: 'BadArgument', message, times: 1 },
    ])
    const begin = () => channel.stream!(place, 'One', 'k1', signal)
    expect(await begin()).toMatchObject({ refused: { code: 'unsupported' } })
    expect(await begin()).toMatchObject({ refused: { code: 'unsupported' } })
    await channel.activity!(place, 'thinking', 'en', signal)
    expect(posts().map(streamOf)).toEqual([expect.anything(), undefined])
    shift = 600_001
    must(await begin())
  })

  it('is not tried while the chat may have one that nobody here knows of, and words are posted instead', async () => {
    const { channel, place, seen, posts, another, simulator } = await spoken()
    must(await channel.stream!(place, 'One', 'k1', signal))
    const next = await another()
    await next.start(inboxWith())
    onTestFinished(() => next.stop())
    const fresh = next.channel(simulator.tenantId)!
    for (const key of ['k2', 'k3']) {
      expect(await fresh.stream!(place, 'Two', key, signal)).toMatchObject({ refused: { code: 'unsupported' } })
    }
    expect(posts()).toHaveLength(2)
    must(await fresh.post(place, text('Two'), 'k4', signal))
    expect(seen()).toEqual(['One…', 'Two'])
  })

  it('that became too large for a stream goes on by edits', async () => {
    const { channel, place, seen, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    const message = 'Message size too large'
    const code = 'ContentStreamNotAllowed'
    simulator.faults.set([{ kind: 'refuse', route: 'POST activities', status: 403, code, message, times: 1 }])
    expect(await stream.append('two', signal)).toMatchObject({ refused: { code: 'unsupported' } })
    must(await channel.edit(stream.ref, text('One two'), signal))
    expect(seen()).toEqual(['One two'])
  })

  it('that has had its two minutes goes on by edits of its message', async () => {
    const { channel, place, seen } = await spoken(DIRECT, {
      simulator: { limits: { enforceRates: false, streamLifetimeMs: 30 } },
    })
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(await stream.append('two ', signal)).toMatchObject({ refused: { code: 'unsupported' } })
    must(await channel.edit(stream.ref, text('One two three'), signal))
    must(await channel.edit(stream.ref, text('One two three four'), signal))
    expect(seen()).toEqual(['One two three four'])
  })

  it('that its person stopped stays as it is', async () => {
    const { channel, place, seen, posts, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    simulator.stopStream({ user: ANN, conversation: DIRECT, message: ofOurs(simulator)[0]!.id })
    expect(await stream.append('two ', signal)).toMatchObject({ refused: { code: 'stopped' } })
    const before = posts().length
    must(await channel.edit(stream.ref, text('One (stopped)'), signal))
    expect(posts()).toHaveLength(before)
    expect(seen()).toEqual(['One '])
  })

  it('that was stopped while it only said what the bot does is not begun again', async () => {
    const { channel, place, seen, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    simulator.stopStream({ user: ANN, conversation: DIRECT, message: ofOurs(simulator)[0]!.id })
    await channel.activity!(place, 'searching', 'en', signal)
    expect(await channel.stream!(place, 'One ', 'k1', signal)).toMatchObject({ refused: { code: 'stopped' } })
    expect(seen().join('')).not.toContain('One')
  })

  it.each(['stream', 'post'] as const)(
    'that was stopped before nothing came of it stops no other answer: %s',
    async (how) => {
      const { channel, place, seen, say, simulator } = await spoken()
      await channel.activity!(place, 'thinking', 'en', signal)
      simulator.stopStream({ user: ANN, conversation: DIRECT, message: ofOurs(simulator)[0]!.id })
      await channel.activity!(place, 'idle', 'en', signal)
      await say('once more')
      await channel.activity!(place, 'thinking', 'en', signal)
      if (how === 'stream') must(await channel.stream!(place, 'One', 'k2', signal))
      else must(await channel.post(place, text('One'), 'k2', signal))
      expect(seen().join('')).toContain('One')
    },
  )

  it('whose text turns out to be another is ended and changed', async () => {
    const { channel, place, seen, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'It will rain', 'k1', signal))
    must(await channel.edit(stream.ref, text('The sun will shine.'), signal))
    expect(seen()).toEqual(['The sun will shine.'])
    expect(simulator.calls.filter(({ status }) => status >= 400)).toEqual([])
  })

  it.each(['accepted', 'drop', 'error', 'reset'] as const)('whose end was lost is ended once: %s', async (kind) => {
    const { channel, place, seen, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    simulator.faults.set([{ kind, route: 'POST activities', times: 1 }])
    const lost = kind === 'accepted' ? 'limited' : 'unknown'
    expect(await stream.finish('two', text('One two'), false, signal)).toHaveProperty(lost)
    must(await channel.edit(stream.ref, text('One two'), signal))
    expect(seen()).toEqual(['One two'])
    // That it has ended already is the receipt; nothing is changed for that.
    expect(simulator.calls.some(({ route }) => route === 'PUT activity')).toBe(false)
  })

  it('that was begun before a restart is ended by an edit after it', async () => {
    const { channel, place, seen, another, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    const next = await another()
    await next.start(inboxWith())
    onTestFinished(() => next.stop())
    must(await next.channel(simulator.tenantId)!.edit(stream.ref, text('One two'), signal))
    expect(seen()).toEqual(['One two'])
  })

  it('that was begun before a restart ends by itself before another text takes its place', async () => {
    let shift = 0
    const now = () => Date.now() + shift
    const { channel, place, seen, another, simulator } = await spoken(DIRECT, {
      simulator: { ...free, now },
      teams: { now },
    })
    const stream = must(await channel.stream!(place, 'It will rain', 'k1', signal))
    const next = await another()
    await next.start(inboxWith())
    onTestFinished(() => next.stop())
    const edit = () => next.channel(simulator.tenantId)!.edit(stream.ref, text('The sun will shine.'), signal)
    expect(await edit()).toHaveProperty('limited')
    shift += 120_000
    must(await edit())
    expect(seen()).toEqual(['The sun will shine.'])
  })

  it.each(['accepted', 'drop'] as const)('of which a part was lost is ended with another text: %s', async (kind) => {
    const { channel, place, seen, simulator } = await spoken()
    const stream = must(await channel.stream!(place, 'It will ', 'k1', signal))
    simulator.faults.set([{ kind, route: 'POST activities', times: 1 }])
    expect(await stream.append('rain', signal)).toHaveProperty(kind === 'accepted' ? 'limited' : 'unknown')
    must(await channel.edit(stream.ref, text('It will be fine.'), signal))
    expect(seen()).toEqual(['It will be fine.'])
  })

  it('sends nothing sooner than Teams takes it', async () => {
    let shift = 0
    const now = () => Date.now() + shift
    const budget = createLocalBudget({ now })
    const { channel, place, simulator } = await spoken(DIRECT, {
      simulator: { now },
      teams: { now, budget, unlimited: false },
    })
    await channel.activity!(place, 'thinking', 'en', signal)
    const early = await channel.stream!(place, 'One ', 'k1', signal)
    expect(early).toMatchObject({ limited: { retryAt: expect.any(Number) } })
    shift += 1500
    const stream = must(await channel.stream!(place, 'One ', 'k1', signal))
    expect(await stream.append('two ', signal)).toHaveProperty('limited')
    expect(await budget.tryTake(channel.limits(place).cost.append, 'normal')).toHaveProperty('retryAt')
    shift += 1500
    must(await stream.append('two ', signal))
    expect(await stream.finish('three', text(''), false, signal)).toHaveProperty('limited')
    shift += 1100
    must(await stream.finish('three', text(''), false, signal))
    expect(simulator.calls.filter(({ status }) => status >= 400)).toEqual([])
  })
})

describe('a post of which nobody knows whether it was made', () => {
  it('is not made again', async () => {
    const { channel, place, seen, posts, simulator } = await spoken(GENERAL)
    simulator.faults.set([{ kind: 'drop', route: 'POST activities', times: 1 }])
    expect(await channel.post(place, text('All there is to say.'), 'k1', signal)).toHaveProperty('unknown')
    expect(await channel.post(place, text('All there is to say.'), 'k1', signal)).toMatchObject({
      refused: { code: 'gone' },
    })
    expect(seen()).toEqual(['All there is to say.'])
    expect(posts()).toHaveLength(1)
  })

  it('was only the beginning: its end is worth a second message, and no third', async () => {
    const { channel, place, posts, simulator } = await spoken(GENERAL)
    simulator.faults.set([{ kind: 'drop', route: 'POST activities' }])
    for (const words of ['The beginning', 'The beginning and', 'The beginning and the end']) {
      await channel.post(place, text(words), 'k1', signal)
    }
    expect(posts()).toHaveLength(2)
  })

  it('is known by its announcement in a personal chat, so it is there once and whole', async () => {
    const { channel, place, seen, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'en', signal)
    simulator.faults.set([{ kind: 'accepted', route: 'POST activities', times: 1 }])
    expect(await channel.post(place, text('The beginning'), 'k1', signal)).toHaveProperty('limited')
    must(await channel.post(place, text('The beginning and the end'), 'k1', signal))
    expect(seen()).toEqual(['The beginning and the end'])
  })
})

it('what is suggested by an edit of the newest message is chosen like any other', async () => {
  const { channel, place, simulator, say, presses } = await spoken()
  const ref = must(await channel.post(place, text('One'), 'k1', signal))
  const quickReplies = { id: 't1', options: ['Try again'] }
  must(await channel.edit(ref, { text: 'Something went wrong.', quickReplies }, signal))
  await simulator.choose({ user: ANN, conversation: DIRECT, message: ofOurs(simulator)[0]!.id, title: 'Try again' })
  await simulator.idle()
  expect(presses).toMatchObject([{ replyId: 't1', index: 0 }])
  // What stood above it is marked later, and suggests nothing any more.
  must(await channel.post(place, text('Two'), 'k2', signal))
  must(await channel.edit(ref, { text: 'Something went wrong.', quickReplies }, signal))
  expect((await say('Try again')).text).toBe('Try again')
})

describe('in a channel', () => {
  it('the answer stands in the thread of the question, and is changed there', async () => {
    const { channel, place, simulator, message } = await spoken(GENERAL)
    const ref = must(await channel.post(place, text('One'), 'k1', signal))
    must(await channel.edit(ref, text('One two'), signal))
    const root = message.eventId.split(':').at(-1)!
    expect(simulator.messages(GENERAL, { root }).map(({ text }) => text)).toEqual(['<at>Parley</at> hello', 'One two'])
  })

  it('a note is for one person alone; where the app may not do that, it comes in private', async () => {
    const { adapter, channel, place, simulator } = await spoken(GENERAL)
    const quickReplies = { id: 't1', options: ['Yes', 'No'] }
    must(await channel.post(place, { text: 'Well?', quickReplies }, 'k1', signal))
    await adapter.stop()
    await adapter.start(inboxWith({ press: async () => ({ text: 'These are not for you.' }) }))
    const { id: message } = ofOurs(simulator).at(-1)!
    const press = () => simulator.press({ user: ANN, conversation: GENERAL, message, action: 'Yes', old: true })
    await press()
    await expect
      .poll(() => ofOurs(simulator).at(-1))
      .toMatchObject({ targeted_to: ANN, text: 'These are not for you.' })
    simulator.faults.set([
      { kind: 'refuse', route: 'POST activities', conversation: GENERAL, status: 400, code: 'Bad' },
    ])
    await press()
    const inPrivate = () => simulator.messages(DIRECT).map(({ text }) => text)
    await expect.poll(inPrivate).toEqual(['These are not for you.'])
  })
})

describe('a call', () => {
  it('is tried with a new token when Teams does not take the old one', async () => {
    const { channel, place, seen, simulator } = await spoken()
    must(await channel.post(place, text('One'), 'k1', signal))
    simulator.revokeTokens()
    must(await channel.post(place, text('Two'), 'k2', signal))
    expect(seen()).toEqual(['One', 'Two'])
    expect(simulator.calls.filter(({ route }) => route === 'POST token')).toHaveLength(2)
  })

  it('waits for what Teams does not say: some seconds after 429, one after 412', async () => {
    const { channel, place, simulator } = await spoken()
    const wait = (outcome: Outcome<unknown>) =>
      (outcome as { limited: { retryAt: number } }).limited.retryAt - Date.now()
    simulator.faults.set([{ kind: 'ratelimited', route: 'POST activities', header: false, times: 1 }])
    const unsaid = wait(await channel.post(place, text('One'), 'k1', signal))
    expect(unsaid).toBeGreaterThan(1900)
    expect(unsaid).toBeLessThan(20_001)
    simulator.faults.set([{ kind: 'precondition', route: 'POST activities', times: 1 }])
    expect(wait(await channel.post(place, text('One'), 'k1', signal))).toBeLessThan(2001)
  })

  it('is given up when Teams does not answer', async () => {
    const { channel, place, simulator } = await spoken()
    simulator.faults.set([{ kind: 'hang', route: 'POST activities', times: 1 }])
    const reason = new Error('enough')
    const giveUp = new AbortController()
    const posted = channel.post(place, text('One'), 'k1', giveUp.signal)
    await expect.poll(() => simulator.calls.at(-1)?.route).toBe('POST activities')
    giveUp.abort(reason)
    expect(await posted).toEqual({ unknown: reason })
  })

  it('of somebody who has blocked the bot, or of a message that is too large, is refused', async () => {
    const { channel, place, simulator } = await spoken()
    expect(await channel.post(place, text('x'.repeat(60_000)), 'k1', signal)).toMatchObject({
      refused: { code: 'invalid', detail: expect.stringMatching(/^413/) },
    })
    simulator.block(ANN, true)
    expect(await channel.post(place, text('One'), 'k2', signal)).toMatchObject({ refused: { code: 'forbidden' } })
  })

  it('for a file goes to where Teams keeps files, with our token only to where pictures are', async () => {
    const { channel, place, simulator } = await spoken()
    const serviceUrl = place.split(' ').at(-1)!
    const fetch = (kind: string, url: string) =>
      channel.download!(`teams:${kind} ${serviceUrl} ${url}` as never, 100, signal)
    for (const url of [
      'https://example.com/a.png',
      'http://169.254.169.254/',
      'https://a.sharepoint.com.example.com/',
    ]) {
      expect(await fetch('picture', url)).toMatchObject({ refused: { code: 'forbidden' } })
      expect(await fetch('file', url)).toMatchObject({ refused: { code: 'forbidden' } })
    }
    expect(await fetch('picture', 'https://a.sharepoint.com/x')).toMatchObject({ refused: { code: 'forbidden' } })
    expect(simulator.calls.some(({ route }) => route === 'GET view')).toBe(false)
  })
})

it('each call tells what time it is at Teams, and so does the first token', async () => {
  const heard: string[] = []
  const clock = { heard: (date: unknown) => void heard.push(String(date)) }
  const { channel, place } = await spoken(GROUP, { simulator: free, teams: { clock } })
  expect(heard).toHaveLength(1)
  must(await channel.post(place, text('x'), 'k1', signal))
  expect(heard.map((date) => Math.abs(Date.parse(date) - Date.now()) < 10_000)).toEqual([true, true])
})

describe('that somebody waits for their turn', () => {
  const typing = (all: readonly { body: unknown; status: number }[]) =>
    all
      .filter(({ body }) => (body as { type?: unknown; entities?: unknown } | null)?.type === 'typing')
      .map(({ status, body }) => [status, (body as { text?: string }).text])

  it.each([DIRECT, GENERAL, GROUP])('is shown by typing, and nothing has to be taken away: %s', async (where) => {
    const { channel, place, simulator } = await spoken(where)
    await channel.activity!(place, 'waiting', 'ja', signal)
    await channel.activity!(place, 'idle', 'ja', signal)
    expect(typing(simulator.calls)).toEqual([[expect.any(Number), undefined]])
    expect(ofOurs(simulator)).toEqual([])
  })

  it('is not shown where a stream goes on, whose line is in the person’s language', async () => {
    const { channel, place, simulator } = await spoken()
    await channel.activity!(place, 'thinking', 'ja', signal)
    await channel.activity!(place, 'waiting', 'ja', signal)
    expect(typing(simulator.calls)).toEqual([[expect.any(Number), '考えています…']])
    await channel.activity!(place, 'idle', 'ja', signal)
    await expect.poll(() => ofOurs(simulator)).toEqual([])
  })

  it('is left alone for a while where the bot may not type', async () => {
    const { channel, place, simulator } = await spoken(GROUP)
    const code = 'BotNotInConversationRoster'
    simulator.faults.set([{ kind: 'refuse', status: 403, code, route: 'POST activities' }])
    for (let n = 0; n < 3; n++) await channel.activity!(place, 'waiting', 'en', signal)
    expect(typing(simulator.calls)).toEqual([[403, undefined]])
  })
})
