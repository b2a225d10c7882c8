import { describe, expect, it, onTestFinished } from 'vitest'
import type { ReplyEvent, ReplyStep } from '../../src/bridge/reply-state.ts'
import { createWire } from '../../src/bridge/wire.ts'
import { traces } from '../../src/store/traces.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.each(rooms)('in $name', ({ open }) => {
  it('a turn tells by which calls its answer was shown, and what the platform said to them', async () => {
    const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder() })
    const room = await open(house)
    await house.work()
    const told = traces(house.store.db)
    const last = async () => {
      await expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
      const [turn] = await told.last({ account: 'default', agent: 'test', uid: room.uid('ben') }, 1)
      return turn!
    }
    await room.call('ben', 'hello')
    await expect.poll(() => room.posts().join()).toContain('re: hello')
    const shown = (await last()).wire!
    expect(shown.calls[0]).toMatchObject({ do: 'open', n: 0, end: 'ok', at: expect.any(Number) })
    expect(shown.calls.every(({ end, ms, waited }) => end === 'ok' && ms >= 0 && waited >= 0)).toBe(true)
    expect(JSON.stringify(shown)).not.toContain('hello')
    expect(await room.command('ben', 'why', {})).toMatch(/Shown by \d calls? in \d+ ms/)

    room.refuse()
    await room.call('ben', 'once more')
    await expect.poll(async () => (await last()).wire?.calls.length).toBeGreaterThan(0)
    await expect
      .poll(async () => (await last()).wire!.calls.some(({ end, code }) => end === 'refused' && code))
      .toBe(true)
    expect(await room.command('ben', 'why', {})).toMatch(/Shown by .*; refused: \w+/)
  })
})

it('of many calls the first and the last are kept, and how many are left out is said', () => {
  let now = 0
  const wire = createWire(() => now)
  expect(wire.told()).toBeUndefined()
  const step = { do: 'edit', n: 0 } as ReplyStep
  for (let i = 0; i < 100; i++) {
    now = 10 * i + 5
    wire.called(step, { wanted: 10 * i, called: 10 * i + 2 }, { on: 'done', step } as ReplyEvent)
  }
  const { calls, leftOut } = wire.told()!
  expect([calls.length, leftOut]).toEqual([80, 20])
  expect(calls[39]).toEqual({ do: 'edit', n: 0, at: 390, waited: 2, ms: 3, end: 'ok' })
  expect(calls[40]).toMatchObject({ at: 600 })
  expect(calls.at(-1)).toMatchObject({ at: 990 })
})

it('what a platform says no to is told: for how long, with what, or that nobody knows', () => {
  const wire = createWire(() => 1000)
  const step = { do: 'edit', n: 1 } as ReplyStep
  const failed = (outcome: object) =>
    wire.called(step, { wanted: 1000, called: 1000 }, { on: 'failed', step, isNative: false, outcome } as ReplyEvent)
  failed({ limited: { scope: { key: 'x' }, retryAt: 3500 } })
  failed({ refused: { code: 'forbidden', detail: 'words of the platform' } })
  failed({ unknown: new Error('nobody answered') })
  wire.called({ do: 'doubt', n: 1 }, { wanted: 1000, called: 1000 }, { on: 'doubted' })
  expect(wire.told()!.calls.map(({ end, code, retryMs }) => [end, code, retryMs])).toEqual([
    ['limited', undefined, 2500],
    ['refused', 'forbidden', undefined],
    ['unknown', undefined, undefined],
  ])
})
