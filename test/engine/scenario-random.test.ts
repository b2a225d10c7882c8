import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import { type Scenario, scenarioSchema, waits } from '../../src/model/scenario.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { answering, createWorld } from './scenario-world.ts'

const bookRoom = readFileSync('test/engine/book-room.yaml', 'utf8')

/** What people say to the example, and what nobody expects. */
const utterance = fc.oneof(
  fc.constantFrom(
    'book a room',
    '1F',
    '２ｆ',
    '14:30',
    'yes',
    'No',
    'stop',
    'another time',
    'やめる',
    'cancel',
    'hm',
    '',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    '#{floor}',
    '@{match.h}',
    '@{option:x}',
    '#{username:x}',
    ' ',
    '\u0000',
    '👍',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

it('never throws and always waits at a node that waits, whatever is said and however long it takes', async () => {
  const { nodes } = scenarioSchema.parse(parse(bookRoom))
  let reply = 0
  const { send } = answering({
    room_search: () =>
      [
        { status: 200, body: { room: 'Kyoto', free: 'true' } },
        { status: 200, body: { room: ['x'], free: false } },
        { status: 200, body: 'null' },
        { status: 500, body: '' },
      ][reply++ % 4]!,
  })
  const handoff = {
    version: 1,
    id: 'human_handoff',
    start: [{ match: { exact: 'human' } }],
    first: 'a',
    nodes: { a: { say: 'Hold on.', end: 'handoff' } },
  }
  const world = await createWorld({
    scenarios: [bookRoom, handoff],
    webhooks: ['room_search'],
    send,
    folder: tempFolder(),
  })
  const turn = fc.record({ said: utterance, minutes: fc.nat({ max: 40 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { maxLength: 12 }), async (turns) => {
      await world.say('', { state: { username: 'Ann' } })
      for (const { said, minutes } of turns) {
        world.advance(minutes)
        const { text, answer, trace } = await world.say(said)
        expect(text).not.toBe('')
        expect(trace.scenario?.ended).not.toBe('failed')
        const progress = await world.progress()
        if (progress) expect(waits(nodes[progress.node]!)).toBe(true)
        expect(answer.scenarioNode?.id).toBe(progress?.node)
        expect(progress?.suspended ?? []).toEqual([])
      }
    }),
    { numRuns: 60 },
  )
})

it('never throws for scenarios of any shape, also those that no check would let pass', async () => {
  const id = fc.constantFrom('a', 'b', 'c', 'nowhere')
  const text = fc.constantFrom('hi', 'go #{x}', '#{x:1}', '@{option:o}')
  const match = fc.constantFrom<object>(
    { exact: 'go' },
    { partial: 'o' },
    { regex: '(?<g>.)' },
    { regex: '(' },
    { rule: 'go there' },
    { intent: 'wants to go' },
    { state: 'x', op: 'eq', value: 'go' },
    { webhook: 'ok' },
    { start: true },
    { any: true },
  )
  const transition = fc.oneof(
    fc.record({ match, goto: id, set: fc.constant({ x: '@{match.g}' }) }),
    fc.record({ else: id }),
  )
  const timeout = fc.record({ after: fc.constant('1m'), goto: id })
  const node = fc.record(
    {
      say: text,
      options: fc.array(fc.record({ text, goto: id }, { requiredKeys: ['text'] }), { minLength: 1, maxLength: 2 }),
      select: fc.boolean(),
      on: fc.array(transition, { minLength: 1, maxLength: 3 }),
      collect: fc.record({ state: fc.constantFrom('x', '__proto__'), goto: id }),
      webhook: fc.constantFrom('hook', 'none'),
      goto: id,
      set: fc.constant({ x: '#{x}!' }),
      unset: fc.constant('x'),
      timeout,
      end: fc.oneof(fc.constant('completed'), fc.record({ jump: fc.constantFrom('s0', 's1', 'nowhere') })),
    },
    { requiredKeys: [] },
  )
  const scenario = fc.record(
    {
      start: fc.array(fc.record({ match }), { minLength: 1, maxLength: 2 }),
      first: id,
      nodes: fc.dictionary(fc.constantFrom('a', 'b', 'c'), node),
      policy: fc.record(
        {
          digression: fc.constantFrom('return', 'stay', 'leave'),
          timeout,
          cancel: fc.record({ exact: fc.constant('no'), goto: id }),
        },
        { requiredKeys: [] },
      ),
    },
    { requiredKeys: ['start', 'first', 'nodes'] },
  )
  const { send } = answering({ hook: () => ({ status: 200, body: {} }) })
  const world = await createWorld({ webhooks: ['hook'], send, replies: { noAnswer: 'Sorry.' } })
  const said = fc.constantFrom('go', 'o', 'no', 'hi', 'x', '')
  await fc.assert(
    fc.asyncProperty(
      fc.array(scenario, { minLength: 1, maxLength: 3 }),
      fc.array(said, { minLength: 1, maxLength: 6 }),
      fc.boolean(),
      async (written, utterances, slow) => {
        const scenarios: Scenario[] = written.map((it, i) => scenarioSchema.parse({ version: 1, id: `s${i}`, ...it }))
        await world.publish({ scenarios, webhooks: ['hook'], replies: { noAnswer: 'Sorry.' } })
        await world.say('')
        for (const utterance of utterances) {
          if (slow) world.advance(1)
          const { text, progress: shown } = await world.say(utterance)
          expect(text).not.toBe('')
          // What was shown on the way only ever grows.
          const texts = [...shown.map((it) => it.text), text]
          for (const [i, so] of texts.entries()) expect(so.startsWith(texts[i - 1] ?? '')).toBe(true)
          const progress = await world.progress()
          const under = progress ? [progress, ...progress.suspended] : []
          expect(new Set(under.map((at) => at.scenario)).size).toBe(under.length)
          for (const at of under) {
            const there = scenarios.find(({ id }) => id === at.scenario)!
            expect(waits(there.nodes[at.node]!)).toBe(true)
          }
        }
      },
    ),
    { numRuns: 150 },
  )
})
