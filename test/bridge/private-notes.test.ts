import { expect, it, onTestFinished } from 'vitest'
import { createPrivateNotes } from '../../src/bridge/private-notes.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Place } from '../../src/model/message.ts'
import type { Outcome } from '../../src/ports/channel.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { everywhere } from '../../src/store/pauses.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000

async function open() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  const clock = { at: Date.now() }
  const outcomes: (Outcome<never> | Error)[] = []
  let asked = 0
  let ended = 0
  async function notify() {
    asked++
    const outcome = outcomes.shift() ?? { ok: undefined as never }
    if (outcome instanceof Error) throw outcome
    return outcome
  }
  let held = 0
  const { of } = store.pauses
  const pauses = { ...store.pauses, of: (...accounts: string[]) => of(...accounts).finally(() => held++) }
  const tell = createPrivateNotes({
    ...{
      store: { ...store, pauses },
      log: { ...createLog('silent'), info: () => ended++, warn: () => ended++ } as never,
    },
    channelOf: () => ({ notify }) as never,
    now: () => clock.at,
    sleep: async () => {},
    signal: new AbortController().signal,
  })
  const note = (about: string) => {
    const place = 'slack:T0A:C0A' as Place
    const where = { platform: 'slack', installation: 'T0A', account, replyTo: place } as const
    tell({ ...where, author: { id: 'U0ANN', uid: 'slack_T0A_U0ANN' }, text: about, about, everyMs: 10 * minute })
  }
  return { store, clock, outcomes, note, asked: () => asked, ended: () => ended, held: () => held }
}

it.each([
  ['refused', { refused: { code: 'user_not_in_channel' } }],
  ['lost', { unknown: 'the connection broke' }],
  ['broken off', new Error('the socket is closed')],
] as const)('what was %s is said at the next occasion, and what was said is not', async (_, outcome) => {
  const { clock, outcomes, note, asked, ended } = await open()
  outcomes.push(outcome as never)
  note('stale')
  // Two messages at once are one occasion.
  note('stale')
  await expect.poll(ended).toBe(1)
  expect(asked()).toBe(1)
  clock.at += 1000
  note('stale')
  await expect.poll(asked).toBe(2)
  clock.at += minute
  note('stale')
  note('another')
  await expect.poll(asked).toBe(3)
  clock.at += 10 * minute
  note('stale')
  await expect.poll(asked).toBe(4)
})

it('what was held back by a pause is said at the next occasion after it', async () => {
  const { store, note, asked, held } = await open()
  await store.db.batch([store.pauses.beginStep(everywhere, 'cli', null)])
  note('stale')
  await expect.poll(held).toBe(1)
  await store.db.batch(store.pauses.endSteps(everywhere))
  expect(asked()).toBe(0)
  note('stale')
  await expect.poll(asked).toBe(1)
})
