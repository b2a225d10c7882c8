import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { SCOPES } from '../../../adapters/slack/manifest.ts'
import type { SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import type { AgentDocument } from '../../../src/model/agent.ts'
import type { Place } from '../../../src/model/message.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { chatHouse } from '../../support/chat-house.ts'
import { openKeys } from '../../support/open-keys.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { createHarness, DIRECT, GENERAL, type SlackHarness } from './harness.ts'

const signal = new AbortController().signal
const direct = `slack:T0PARLEY:${DIRECT}::U0ANN@T0PARLEY` as Place
const file = { name: 'answer.md', text: '# All of it\n\n<!channel>' }
const app = { scopes: [...SCOPES, 'canvases:write'] }
let harness: SlackHarness

async function open(simulator: SlackSimulatorOptions = { app }) {
  harness = await createHarness('socket', {
    ...{ slack: { wants: { canvases: true } }, simulator, limits: { enforceRates: false } },
  })
  await harness.adapter.start(inboxWith({}))
}
beforeEach(() => open())
afterEach(async () => {
  await harness.adapter.stop()
  await harness.close()
})

const attach = (place: Place, key = 'k') => harness.channel.attach!(place, file, key, signal)
const ours = (channel: string) => harness.simulator.messages(channel).filter(({ user }) => user === 'U0PARLEY')
const called = (method: string) => harness.simulator.calls.filter((call) => call.method === method)
/** The canvas that a message leads to. */
const canvasOf = ({ text }: { text: string }) => /docs\/(F[A-Z0-9]+)\|answer>/.exec(text)?.[1]
const held = (id: string) => harness.simulator.file(id)?.toString()

async function inThread(): Promise<Place> {
  const ts = harness.simulator.say({ user: 'U0ANN', channel: GENERAL, text: 'hello' })
  return `slack:T0PARLEY:${GENERAL}:${ts}:U0ANN@T0PARLEY` as Place
}

describe('what is too long for messages', () => {
  it('is a canvas that those can read who read its place, with nobody’s mention in it', async () => {
    const thread = await inThread()
    expect(await attach(thread)).toHaveProperty('ok')
    expect(await attach(direct)).toHaveProperty('ok')
    const [inChannel, alone] = [ours(GENERAL).at(-1)!, ours(DIRECT).at(-1)!]
    expect(inChannel.thread_ts).toBe(thread.split(':')[3])
    for (const message of [inChannel, alone]) {
      expect(message.files ?? []).toEqual([])
      expect(held(canvasOf(message)!)).toMatch(/^# All of it\n\n<!channe\u200bl>$/)
    }
    const readers = called('canvases.access.set').map(({ args: { channel_ids, user_ids } }) => channel_ids ?? user_ids)
    expect(readers).toEqual([[GENERAL], ['U0ANN']])
  })

  it('is found again, and goes with its message', async () => {
    const thread = await inThread()
    const since = Date.now() - 1000
    harness.simulator.faults.set([{ kind: 'drop', method: 'chat.postMessage', times: 1 }])
    expect(await attach(thread)).toHaveProperty('unknown')
    const found = await harness.channel.find!(thread, 'k', { since, owned: async () => false }, signal)
    const id = canvasOf(ours(GENERAL)[0]!)!
    if (!('ok' in found)) throw new Error('nothing was found')
    expect(found.ok).toMatch(new RegExp(`:${id}$`))
    expect(await harness.channel.remove!(found.ok!, signal)).toEqual({ ok: undefined })
    expect(ours(GENERAL)).toEqual([])
    expect(held(id)).toBeUndefined()
  })

  it('is the same canvas where its message is tried again', async () => {
    const thread = await inThread()
    harness.simulator.faults.set([{ kind: 'reset', method: 'chat.postMessage', times: 1 }])
    expect(await attach(thread)).toHaveProperty('unknown')
    expect(await attach(thread)).toHaveProperty('ok')
    expect(called('canvases.create')).toHaveLength(1)
    expect(ours(GENERAL)).toHaveLength(1)
  })

  it.each([
    { kind: 'refuse' as const, error: 'restricted_action' },
    { kind: 'ratelimited' as const, retryAfter: 3 },
  ])('whose message is not taken ($kind) leaves no canvas behind', async (fault) => {
    const thread = await inThread()
    harness.simulator.faults.set([{ ...fault, method: 'chat.postMessage', times: 1 }])
    expect(await attach(thread)).not.toHaveProperty('ok')
    expect(called('canvases.delete').map(({ body }) => body)).toEqual([{ ok: true }])
  })

  it.each([
    ['canvases.create', 'missing_scope'],
    ['canvases.create', 'free_teams_cannot_create_non_tabbed_canvases'],
    ['canvases.access.set', 'canvas_disabled_user_team'],
    ['files.info', 'file_not_found'],
  ])('is a file where %s is refused (%s), which is not tried again for a while', async (method, error) => {
    const thread = await inThread()
    harness.simulator.faults.set([{ kind: 'refuse', method, error }])
    expect(await attach(thread)).toHaveProperty('ok')
    expect(await attach(thread, 'k2')).toHaveProperty('ok')
    expect(ours(GENERAL).map(({ files }) => files?.map(({ name }) => name))).toHaveLength(2)
    expect(called('canvases.create')).toHaveLength(1)
    // Nothing is left of what was begun.
    expect(called('canvases.delete')).toHaveLength(method === 'canvases.create' ? 0 : 1)
  })

  it('is a file where the app has no right to canvases', async () => {
    await harness.adapter.stop()
    await harness.close()
    await open({})
    expect(await attach(await inThread())).toHaveProperty('ok')
    expect(called('canvases.create').map(({ body }) => body!['error'])).toEqual(['missing_scope'])
    expect(ours(GENERAL)[0]!.files).toHaveLength(1)
  })

  it('is a file where the settings say nothing of canvases', async () => {
    const other = harness.another({ wants: {} })
    await other.open()
    const thread = await inThread()
    expect(await other.channel('T0PARLEY')!.attach!(thread, file, 'k', signal)).toHaveProperty('ok')
    expect(called('canvases.create')).toEqual([])
    expect(ours(GENERAL)[0]!.files).toHaveLength(1)
  })
})

it.each(['canvas', 'file', undefined])(
  'a person who asks for much of an agent of long answers as %s has all of it',
  async (longAnswers) => {
    const long = Array.from({ length: 4000 }, (_, n) => `Line ${n} of an answer that has no end.`).join('\n\n')
    await harness.adapter.stop()
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, think: async () => long })
    const { agent, ...document } = (await house.store.agents.live('test'))!.document
    const wanting = { ...document, agent: { ...agent, ...(longAnswers && { longAnswers }) } } as AgentDocument
    const other = { id: 'other', account: firstAccount, document: wanting, author: 'test' }
    await house.store.db.batch(house.store.agents.createSteps(other))
    await house.store.db.batch([house.store.accounts.updateStep(firstAccount, { default_agent: 'other' })])
    await house.connect(harness.simulator, { wants: { canvases: true } })
    await house.work()
    harness.simulator.say({ user: 'U0ANN', channel: DIRECT, text: 'tell me all' })
    await harness.simulator.delivered()
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    const id = ours(DIRECT).map(canvasOf).find(Boolean)
    const [file] = ours(DIRECT).flatMap(({ files }) => files ?? [])
    expect([id === undefined, file?.name]).toEqual(longAnswers === 'file' ? [true, 'answer.md'] : [false, undefined])
    expect(held(id ?? file!.id)).toBe(long)
  },
)
