import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, APP, BEN, createHarness, type DiscordHarness, GENERAL, GUILD } from './harness.ts'

const seed = 20_261_121
const packets = 1200

type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
interface Packet {
  op: number
  t: string
  s: number
  d: Json
}

let harness: DiscordHarness
const ids: string[] = []
const told: unknown[] = []
const take = async (event: unknown): Promise<undefined> => void told.push(event)
const inbox = inboxWith({
  async message(message) {
    told.push(message)
    ids.push(message.eventId)
  },
  press: take,
  vote: take,
  control: take,
  async asked(asked) {
    told.push(asked)
    return { dropped: { text: 'Nobody answers here.' } }
  },
})

beforeEach(async () => {
  ids.length = 0
  told.length = 0
  harness = await createHarness({ simulator: { limits: { records: 100_000, enforceRates: false } } })
  await harness.adapter.start(inbox)
})
afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

/** What somebody says plainly is heard, and once. */
async function isHeard(): Promise<void> {
  const { simulator } = harness
  const eventId = `discord:${simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> still there?` })}`
  await vi.waitFor(() => expect(ids).toContain(eventId), { interval: 1 })
  expect(ids.filter((id) => id === eventId)).toHaveLength(1)
}

/** One packet of each kind that is read, as Discord sends it. */
async function known(): Promise<Map<string, Packet>> {
  const { simulator, direct } = harness
  const found = new Map<string, Packet>()
  const keep = (variant: string) => {
    const { t, d, s } = simulator.frames.findLast(({ direction, op }) => direction === 'out' && op === 0)!
    found.set(`${t} ${variant}`, structuredClone({ op: 0, t, s, d }) as Packet)
  }
  for (const { op, t, s, d } of simulator.frames) {
    if (op === 0 && (t === 'READY' || t === 'GUILD_CREATE')) found.set(t, structuredClone({ op, t, s, d }) as Packet)
  }
  await vi.waitFor(() => expect(simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([]))
  const file = { name: 'a.png', type: 'image/png', base64: Buffer.from('a').toString('base64') }
  const asked = simulator.say({ user: ANN, channel: GENERAL, content: `<@${APP}> hello <@${BEN}>`, files: [file] })
  keep('of a server')
  simulator.say({ user: BEN, channel: GENERAL, content: 'indeed', reply_to: asked })
  keep('that replies')
  simulator.say({ user: ANN, channel: direct, content: 'hello' })
  keep('in private')
  simulator.edit({ user: ANN, channel: GENERAL, message: asked, content: `<@${APP}> hi` })
  keep('')
  const thread = simulator.startThread({ user: ANN, channel: GENERAL, message: asked, name: 'A thread' })
  const other = simulator.say({ user: ANN, channel: GENERAL, content: 'this' })
  for (const name of ['ask', 'Ask the agent about this']) {
    const target = name === 'ask' ? { options: { question: 'why?' } } : { target: asked }
    const { id } = simulator.run({ user: ANN, channel: GENERAL, name, ...target })
    keep(name)
    await vi.waitFor(() => expect(simulator.interaction(id)?.state).not.toBe('pending'))
  }
  const used = { user: ANN, channel: GENERAL, name: 'agent people role-add', options: { person: BEN, agent: 'demo' } }
  const { id: given } = simulator.run({ ...used, options: { ...used.options, role: 'admin' } })
  keep('agent')
  await vi.waitFor(() => expect(simulator.interaction(given)?.state).not.toBe('pending'))
  const choices = simulator.autocomplete({ ...used, focused: 'agent' })
  keep('typing')
  await choices
  simulator.purge({ channel: GENERAL, messages: [asked, other] })
  simulator.remove({
    user: ANN,
    channel: direct,
    message: simulator.say({ user: ANN, channel: direct, content: 'oh' }),
  })
  keep('')
  for (const { t, op, d, s } of simulator.frames) {
    if (op === 0 && /^THREAD|BULK|^MESSAGE_UPDATE/.test(t!)) found.set(t!, structuredClone({ op, t, s, d }) as Packet)
  }
  expect(thread).toMatch(/^\d+$/)
  const interaction = found.get('INTERACTION_CREATE ask')!.d as { [key: string]: Json }
  const message = { ...(found.get('MESSAGE_CREATE of a server')!.d as object), components: [] }
  const add = (variant: string, t: string, d: object) => found.set(`${t} ${variant}`, { op: 0, t, s: 5, d: d as Json })
  add('press', 'INTERACTION_CREATE', {
    ...interaction,
    type: 3,
    message,
    data: { component_type: 2, custom_id: 'q1:abc:0' },
  })
  add('press in a view', 'INTERACTION_CREATE', {
    ...interaction,
    type: 3,
    message: {
      ...message,
      attachments: [{ id: interaction['id'], filename: 'entered.json', url: 'https://example.com' }],
    },
    data: { component_type: 2, custom_id: 'a:abc:send' },
  })
  const fields = [
    { type: 4, custom_id: 'name', value: 'Guide' },
    { type: 3, custom_id: 'model', values: ['one'] },
    { type: 19, custom_id: 'file', values: [interaction['id']] },
  ]
  const attached = { id: interaction['id'], filename: 'a.md', url: 'https://example.com/a.md', size: 3 }
  add('form of a view', 'INTERACTION_CREATE', {
    ...interaction,
    type: 5,
    message,
    data: {
      custom_id: 'a:abc:0',
      components: fields.map((component) => ({ type: 18, id: 1, component })),
      resolved: { attachments: { [String(interaction['id'])]: attached } },
    },
  })
  add('choice', 'INTERACTION_CREATE', {
    ...interaction,
    type: 3,
    message,
    data: { component_type: 3, custom_id: 'q1:abc', values: ['1'] },
  })
  add('vote', 'INTERACTION_CREATE', {
    ...interaction,
    type: 3,
    message,
    data: { component_type: 2, custom_id: 'f:abc:1' },
  })
  const field = { type: 18, id: 1, component: { type: 4, id: 2, custom_id: 'question', value: 'why?' } }
  add('form', 'INTERACTION_CREATE', { ...interaction, type: 5, data: { custom_id: 'ask_about', components: [field] } })
  add('', 'THREAD_LIST_SYNC', {
    guild_id: GUILD,
    threads: [{ id: thread, type: 11, parent_id: GENERAL, guild_id: GUILD }],
  })
  add('', 'GUILD_DELETE', { id: '1200000000000000999' })
  const original = { content: 'forwarded', attachments: [] }
  add('forwards', 'MESSAGE_CREATE', {
    ...message,
    message_reference: { type: 1 },
    message_snapshots: [{ message: original }],
  })
  add('', 'RESUMED', { _trace: [] })
  return found
}

/** Every place in a value, as the way there. */
function placesIn(value: Json, way: string[] = []): string[][] {
  const inner = value !== null && typeof value === 'object' ? Object.entries(value) : []
  return [way, ...inner.flatMap(([key, one]) => placesIn(one, [...way, key]))]
}

const wrong: fc.Arbitrary<Json | undefined> = fc.oneof(
  fc.constantFrom(undefined, null, undefined, null, '', 'x', '../..', 0, -1, 1.5, 1e300, true, false),
  fc.constantFrom<Json>([], {}, [null], [[]], [{}], { id: null }, ['x'], [1]),
)

/** The packet with what is there replaced, or left out. */
function changed(packet: Packet, way: string[], by: Json | undefined): Packet {
  const copy = structuredClone(packet)
  const last = way.at(-1)
  if (last === undefined) return copy
  let at = copy as unknown as Record<string, unknown>
  for (const key of way.slice(0, -1)) {
    const next = at[key]
    if (next === null || typeof next !== 'object') return copy
    at = next as Record<string, unknown>
  }
  if (by === undefined) delete at[last]
  else at[last] = by
  return copy
}

describe('a packet that is not as it should be', { timeout: 120_000 }, () => {
  it(`is outlived, and what comes after it is heard: ${packets} of all kinds`, async () => {
    const kinds = [...(await known())]
    expect(kinds.length).toBeGreaterThan(15)
    const broken = fc.constantFrom(...kinds).chain(([kind, packet]) =>
      fc.record({
        kind: fc.constant(kind),
        packet: fc
          .array(fc.tuple(fc.constantFrom(...placesIn(packet as unknown as Json).slice(1)), wrong), {
            minLength: 1,
            maxLength: 3,
          })
          .map((changes) => changes.reduce((one, [way, by]) => changed(one, way, by), packet)),
      }),
    )
    await fc.assert(
      fc.asyncProperty(broken, async ({ packet }) => {
        harness.simulator.gateway.raw(JSON.stringify(packet))
        await isHeard()
      }),
      { seed, numRuns: packets, endOnFailure: true },
    )
    // Nothing that is not one is taken for an id, and what is no text for a text.
    const paths = harness.simulator.calls.flatMap(({ path }) =>
      path
        .replaceAll(/[?].*$/g, '')
        .split('/')
        .slice(1),
    )
    expect(paths.filter((part) => !/^([a-z][a-z-]*|@me|%40original|\d{17,20}|[\w.-]{40,})$/.test(part))).toEqual([])
    for (const [id, installation] of harness.installations.kept) {
      expect(id).toMatch(/^@?\d{17,20}$/)
      expect(installation.name).toEqual(expect.any(String))
    }
    for (const one of told) expect(faultsOf(one)).toEqual([])
  })

  it.each<[what: string, frame: unknown]>([
    ['nothing', null],
    ['a number', 7],
    ['a list', [1, 2]],
    ['no operation', { t: 'MESSAGE_CREATE', s: 1, d: {} }],
    ['an operation nobody knows', { op: 99, d: {} }],
    ['an event without a name', { op: 0, s: 1, d: {} }],
    ['an event without a number', { op: 0, t: 'MESSAGE_DELETE', d: { id: ANN } }],
    ['an event whose number is far away', { op: 0, t: 'TYPING_START', s: Number.MAX_SAFE_INTEGER, d: {} }],
    ['a session without an address', { op: 0, t: 'READY', s: 1, d: { session_id: 'x', resume_gateway_url: null } }],
    [
      'a session at an address that is none',
      { op: 0, t: 'READY', s: 1, d: { session_id: 'x', resume_gateway_url: '/' } },
    ],
    ['a heartbeat that asks for nothing', { op: 1 }],
    ['a heartbeat that answers nothing', { op: 11, d: {} }],
    ['a greeting without a pulse', { op: 10, d: null }],
    ['a greeting with a pulse like a hammer', { op: 10, d: { heartbeat_interval: 0 } }],
    ['a greeting with a pulse in words', { op: 10, d: { heartbeat_interval: 'often' } }],
    ['an invalid session that does not say whether', { op: 9 }],
    ['an invalid session that says it in words', { op: 9, d: 'false' }],
    ['a request to come back with a reason', { op: 7, d: { why: 'because' } }],
  ])('is outlived when it is %s', async (_, frame) => {
    harness.simulator.gateway.raw(JSON.stringify(frame))
    await isHeard()
  })
})

/** What the inbox must never be told. */
function faultsOf(event: unknown, name = ''): string[] {
  if (Array.isArray(event)) return event.flatMap((one) => faultsOf(one, name))
  if (event && typeof event === 'object') return Object.entries(event).flatMap(([key, one]) => faultsOf(one, key))
  if (/^(sentAt|createdAt|joinedAt|size|index)$/.test(name))
    return Number.isSafeInteger(event) ? [] : [`${name}: ${event}`]
  if (/^(good|promised|pending|stranger|operator|program|ageRestricted)$/.test(name))
    return typeof event === 'boolean' ? [] : [`${name}: ${event}`]
  if (typeof event !== 'string') return [`${name}: ${event}`]
  const isOurs = event.startsWith('discord:') && !event.startsWith('discord:http')
  return isOurs && !/^discord:@?\d{17,20}(:@?\d{17,20}){0,2}(>\d+|\+|~[df][as]\d+\.[\w.-]{20,})?$/.test(event)
    ? [event]
    : []
}
