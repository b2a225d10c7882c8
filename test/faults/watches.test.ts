import { afterAll, beforeAll, describe, it } from 'vitest'
import { wallTime } from '../../src/lib/recurrence.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { isFull } from '../support/extent.ts'
import { killedAt, type Moment } from '../support/killed-desk.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'

const all: Moment[] = [
  // In Teams a post of which nobody can tell whether it arrived is said to be in doubt: its own moments are not tried.
  ...(['Slack', 'Discord', 'Teams'] as const).flatMap((on) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ on, at: 'tracker', when, nth: 1 })),
  ),
  ...(['Slack', 'Discord'] as const).flatMap((on) =>
    (['arrives', 'done'] as const).map((when): Moment => ({ on, at: 'shown', when, nth: 1 })),
  ),
]

let models: ModelServer
beforeAll(async () => {
  models = await startModelServer()
  const wanted = { what: 'the order has shipped', tool: 'create_issue', arguments: { title: '7' } }
  const call = { id: 'call_1', name: 'tell_when', arguments: JSON.stringify(wanted) }
  const last = (messages: { role: string; content: unknown }[]) => String(messages.at(-1)!.content)
  models.server.on({ userMessage: 'tell me' }, { content: 'I will look.', toolCalls: [call] })
  models.server.prependFixture({
    match: {
      predicate: (({ messages }: { messages: { role: string }[] }) => messages.at(-1)?.role === 'tool') as never,
    },
    response: { content: 'Done.' },
  })
  models.server.prependFixture({
    match: { predicate: (({ messages }: never) => last(messages).startsWith('{"tool":"create_issue"')) as never },
    response: ({ messages }) => {
      const come = JSON.parse(last(messages)).now === 'shipped'
      return { content: JSON.stringify({ come, text: come ? 'It has shipped.' : '' }) }
    },
  })
})
afterAll(() => models.stop())

describe.runIf(isFull)('killed between a look and what is told of it', { concurrent: true, timeout: 300_000 }, () => {
  it.for(all)('$on $at $when', async (moment, test) => {
    const { expect } = test
    let says = 'packed'
    const desk = await killedAt(test, moment, { models, says: () => says, more: '  reminders: true' })
    const { place, isUp, isKilled } = desk
    const times = (of: RegExp) => [...place.said().join('\n').matchAll(of)].length
    const poll = (what: RegExp) =>
      expect.poll(
        async () => {
          await isUp()
          return times(what)
        },
        { interval: 20, timeout: 180_000 },
      )
    await place.say('tell me when it ships')
    await poll(/I look every 15 minutes/g).toBe(1)
    // Its time has come while nothing ran.
    await desk.down(async (data) => {
      const db = await openSqlite(data)
      const due = Math.floor(Date.now() / 60_000) * 60_000 - 60_000
      await db.query
        .updateTable('timer')
        .set({ due, wall: wallTime(due, 'UTC') })
        .execute()
      await db.close()
      says = 'shipped'
      desk.arm()
    })
    await poll(/🔔/g).toBe(1)
    await expect.poll(isKilled, { interval: 20 }).toBe(true)
    await isUp()
    await desk.down(async (data) => {
      const db = await openSqlite(data)
      expect(await db.query.selectFrom('timer').selectAll().execute()).toEqual([])
      await db.close()
    })
    // Whatever is left open is answered now, and nobody is told again.
    await place.say('tell me more')
    await poll(/Done\./g).toBe(2)
    expect(times(/🔔/g)).toBe(1)
  })
})
