import { afterEach, describe, expect, it, vi } from 'vitest'
import { COMMANDS } from '../../../adapters/discord/commands.ts'
import type { Fault } from '../../../console/stand-ins/discord/view.ts'
import type { Adapter } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, APP, createHarness, type DiscordHarness, GENERAL } from './harness.ts'

let harness: DiscordHarness
const others: Adapter[] = []
const inbox = inboxWith()

async function open(): Promise<void> {
  harness = await createHarness()
}

/** As after a restart. */
async function restarted(): Promise<void> {
  const adapter = harness.another()
  others.push(adapter)
  await adapter.start(inbox)
}

afterEach(async () => {
  for (const adapter of [harness.adapter, ...others.splice(0)]) await adapter.stop()
  await harness.close()
})

describe('the commands', () => {
  const commands = (method: string) =>
    harness.simulator.calls.filter(({ route }) => route === `${method} /applications/{application}/commands`)
  const write = (body: object) =>
    fetch(`${harness.simulator.url}/api/v10/applications/${APP}/commands`, {
      method: 'PUT',
      headers: {
        authorization: `Bot ${harness.simulator.token}`,
        'content-type': 'application/json',
        'user-agent': 'DiscordBot (https://example.com, 1.0)',
      },
      body: JSON.stringify(body),
    })
  const names = () => harness.simulator.commands({ user: ANN, channel: GENERAL }).map(({ name }) => name)
  const areThere = () => vi.waitFor(() => expect(names()).toContain('ask'))

  it('are written once, and looked at whenever it starts', async () => {
    await open()
    await harness.adapter.start(inbox)
    await areThere()
    await harness.adapter.stop()
    const looked = commands('GET').length
    await restarted()
    await vi.waitFor(() => expect(commands('GET').length).toBeGreaterThan(looked))
    expect(commands('PUT')).toHaveLength(1)
  })

  it.each<[string, object[]]>([
    ['were removed elsewhere', []],
    ['are those of an older version', [{ name: 'ask', description: 'Ask', type: 1 }]],
    ['are not all', [...COMMANDS, { name: 'once', description: 'It was ours once', type: 1 }]],
  ])('are written again where they %s', async (_, there) => {
    await open()
    await harness.adapter.start(inbox)
    await areThere()
    const ours = names()
    await harness.adapter.stop()
    expect((await write(there)).status).toBe(200)
    await restarted()
    await vi.waitFor(() => expect(commands('PUT')).toHaveLength(3))
    await vi.waitFor(() => expect(names()).toEqual(ours))
  })

  it('are looked at again when a session begins anew', async () => {
    await open()
    await harness.adapter.start(inbox)
    await areThere()
    await vi.waitFor(() => expect(commands('GET').at(-1)).toMatchObject({ status: 200 }))
    await write([])
    harness.simulator.gateway.invalidate(false)
    await areThere()
  })

  it.each<[string, Omit<Fault, 'route'>]>([
    ['too many', { kind: 'ratelimited', retryAfter: 1 }],
    ['trouble', { kind: 'error' }],
    ['no answer', { kind: 'reset' }],
  ])('are written after a while where Discord has: %s', async (_, fault) => {
    await open()
    harness.simulator.faults.set([{ ...fault, route: 'PUT /applications/{application}/commands', times: 1 }])
    await harness.adapter.start(inbox)
    await areThere()
    expect(harness.log.filter(({ message }) => message.includes('not written yet'))).toHaveLength(1)
  })
})
