import { describe, expect, it, onTestFinished } from 'vitest'
import type { TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'
import type { InboundFile, Place } from '../../../src/model/message.ts'
import { callLimitMs } from '../../../src/ports/channel.ts'
import type { Reading } from '../../../src/ports/reading.ts'
import { ANN, BEN, createHarness, DIRECT, GENERAL, GROUP } from './harness.ts'

const nobody = { message: async () => 'taken' as const } as never
const signal = () => AbortSignal.timeout(callLimitMs)

/** An app that was told of the channel and the group chat, and what it may read there. */
async function setUp(app: NonNullable<TeamsSimulatorOptions['app']>, now?: () => number) {
  const harness = await createHarness({
    simulator: { app, limits: { enforceRates: false } },
    ...(now && { teams: { now } }),
  })
  onTestFinished(() => harness.close())
  const { simulator, adapter } = harness
  await adapter.start(nobody)
  const me = simulator.mention(simulator.botId)
  const call = (conversation: string, more: object = {}) =>
    simulator.say({ user: ANN, conversation, text: `${me} well?`, mentions: [simulator.botId], ...more })
  const reading = harness.channel.reading as Reading
  const talk = (conversation: string) => `teams:${simulator.tenantId}/${conversation}` as Place
  const eventOf = (conversation: string, id: string) => `teams:${conversation}:${id}`
  const graphCalls = () => simulator.calls.filter(({ path }) => path.startsWith('/graph/')).length
  return { ...harness, call, reading, talk, eventOf, graphCalls }
}

describe('reading in Teams', () => {
  it('takes two calls for a thread, and one where its beginning is known', async () => {
    const { simulator, call, reading, talk, eventOf, graphCalls } = await setUp({ hearsAll: true })
    const root = simulator.say({ user: BEN, conversation: GENERAL, text: 'launch' })
    const first = simulator.say({ user: BEN, conversation: GENERAL, root, text: 'first' })
    for (let n = 0; n < 60; n++) simulator.say({ user: BEN, conversation: GENERAL, root, text: `${n}` })
    const asked = call(GENERAL, { root })
    await simulator.idle()
    const of = { talk: talk(`${GENERAL};messageid=${root}`), before: eventOf(GENERAL, asked), limit: 30, calls: 2 }
    const whole = await reading.history(of, signal())
    expect(whole).toMatchObject({ ok: { isWhole: true, calls: 2 } })
    const { messages } = (whole as { ok: { messages: { text: string }[] } }).ok
    expect(messages[0]!.text).toBe('launch')
    expect(messages.at(-1)!.text).toBe('59')
    // One page of replies holds fifty, the question among them: what lies before was not read, and is not said to be gone.
    expect(whole).toMatchObject({ ok: { allFrom: (messages[1] as { eventId?: string }).eventId } })
    expect(messages).toHaveLength(50)
    expect(graphCalls()).toBe(2)
    const rest = await reading.history({ ...of, from: eventOf(GENERAL, first), calls: 1 }, signal())
    expect(rest).toMatchObject({ ok: { calls: 1 } })
    expect(graphCalls()).toBe(3)
  })

  it('takes one for a group chat and for a channel, newest last, without what came later', async () => {
    const { simulator, call, reading, talk, eventOf } = await setUp({ hearsAll: true })
    for (const conversation of [GROUP, GENERAL]) {
      simulator.say({ user: BEN, conversation, text: 'one' })
      simulator.post({ program: { id: 'alerts', name: 'Alerts' }, conversation, text: 'two' })
      const asked = call(conversation)
      simulator.say({ user: BEN, conversation, text: 'later' })
      await simulator.idle()
      const of = { talk: talk(conversation), before: eventOf(conversation, asked), limit: 10, calls: 1 }
      expect(await reading.history(of, signal())).toMatchObject({
        ok: { messages: [{ text: 'one' }, { text: 'two', author: { kind: 'program', name: 'Alerts' } }], calls: 1 },
      })
    }
  })

  it('asks nobody again for an hour where it may not read, and never in a personal chat', async () => {
    let clock = Date.now()
    const { simulator, call, reading, talk, graphCalls } = await setUp({ hearsAll: false }, () => clock)
    call(GROUP)
    await simulator.idle()
    const of = { talk: talk(GROUP), limit: 10, calls: 2 }
    for (let n = 0; n < 3; n++)
      expect(await reading.history(of, signal())).toMatchObject({ refused: { code: 'forbidden' } })
    expect(graphCalls()).toBe(1)
    clock += 3_600_001
    await reading.history(of, signal())
    expect(graphCalls()).toBe(2)
    for (const place of [DIRECT, '19:unheard@thread.v2'])
      expect(await reading.history({ ...of, talk: talk(place) }, signal())).toMatchObject({
        refused: { code: 'unsupported' },
      })
    expect(graphCalls()).toBe(2)
  })

  it('has no right missing where Teams is slow, or busy, to tell of its team, and reads as soon as it is told', async () => {
    const { simulator, call, reading, talk, eventOf } = await setUp({ hearsAll: true })
    const asked = call(GENERAL)
    await simulator.idle()
    const of = { talk: talk(GENERAL), before: eventOf(GENERAL, asked), limit: 30, calls: 2 }
    simulator.faults.set([{ kind: 'ratelimited', route: 'GET team', retryAfter: 1, times: 1 }])
    expect(await reading.history(of, signal())).toHaveProperty('unknown')
    simulator.faults.set([{ kind: 'hang', route: 'GET team', times: 1 }])
    expect(await reading.history(of, AbortSignal.timeout(50))).toHaveProperty('unknown')
    simulator.faults.set([])
    expect(await reading.history(of, signal())).toHaveProperty('ok')
  })

  it('finds the message of a link, and tells where there is none any more', async () => {
    const { simulator, call, reading } = await setUp({ hearsAll: true })
    const root = simulator.say({ user: BEN, conversation: GENERAL, text: 'the plan' })
    const reply = call(GENERAL, { root })
    await simulator.idle()
    const where = `https://teams.microsoft.com/l/message/${encodeURIComponent(GENERAL)}`
    const query = `tenantId=${simulator.tenantId}&groupId=x&parentMessageId=${root}`
    const [first, second, ...more] = reading.linked!(
      `see ${where}/${root}?${query}, and (${where}/${reply}?${query}) not https://example.com/l/message/a/1`,
    )
    expect(more).toEqual([])
    expect(await reading.message(first!.ref, signal())).toMatchObject({ ok: { text: 'the plan' } })
    expect(await reading.message(second!.ref, signal())).toMatchObject({ ok: { text: '@Parley well?' } })
    simulator.remove({ user: BEN, conversation: GENERAL, message: root })
    expect(await reading.message(first!.ref, signal())).toEqual({ ok: undefined })
    const gone = reading.linked!(`${where}/1234567890123?${query.replace(root, '1234567890123')}`)
    expect(await reading.message(gone[0]!.ref, signal())).toEqual({ ok: undefined })
  })

  it('brings pictures of messages, files of channels where the tenant lets it, and no page to sign in', async () => {
    const files = [
      { name: 'plan.txt', type: 'text/plain', base64: Buffer.from('plan').toString('base64') },
      // More than any answer of Graph holds.
      { name: 'chart', type: 'image/png', base64: Buffer.alloc(5_000_000, 'p').toString('base64') },
      { name: 'notes.docx', type: 'text/html', base64: Buffer.from('<title>Sign in</title>').toString('base64') },
    ]
    for (const readsFiles of [true, false]) {
      const { simulator, call, channel, reading, talk } = await setUp({ hearsAll: true, readsFiles })
      const root = call(GENERAL, { files })
      await simulator.idle()
      const read = await reading.history({ talk: talk(`${GENERAL};messageid=${root}`), limit: 5, calls: 2 }, signal())
      const [plan, page, chart] = ('ok' in read ? read.ok.messages : [])[0]!.files
      expect([plan!.name, page!.name, chart!.name]).toEqual(['plan.txt', 'notes.docx', 'chart'])
      const bytes = async (file: InboundFile, most = 100) => {
        const got = await channel.download!(file.ref, most, signal())
        return 'ok' in got ? Buffer.from(got.ok).toString() : 'refused' in got ? got.refused.code : got
      }
      expect(await bytes(chart!, 6_000_000)).toHaveLength(5_000_000)
      expect(await bytes(plan!)).toBe(readsFiles ? 'plan' : 'forbidden')
      expect(await bytes(page!)).toBe('forbidden')
      if (readsFiles) expect(await bytes(plan!, 2)).toBe('invalid')
    }
  })
})
