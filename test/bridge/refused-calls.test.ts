import { expect, it, onTestFinished } from 'vitest'
import { notingRefusals } from '../../src/bridge/refused-calls.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Place } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import type { Outcome } from '../../src/ports/outcome.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const place = 'slack:T0ACME:C0NEWS' as Place
const scope = { key: 'slack:T0ACME:chat.postMessage:C0NEWS', limit: 1, windowMs: 1000 }

/** Posts, of which the platform says this each time; and what is written down of them. */
async function post(outcomes: Outcome<never>[]) {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db, () => 1_800_000_000_000)
  const left = [...outcomes]
  const channel = { platform: 'slack', post: async () => left.shift()! } as unknown as Channel
  const noting = notingRefusals(() => channel, { store, log: createLog('silent') })
  for (const outcome of outcomes) {
    const told = await noting({ platform: 'slack', installation: 'T0ACME' })!.post(
      place,
      { text: 'Hello' },
      'k',
      AbortSignal.timeout(60_000),
    )
    expect(told).toBe(outcome)
  }
  return store.refusedCalls
}

it('what a platform refused and where it wanted a pause are written down, each as often as it was', async () => {
  const limited = { limited: { retryAt: 0, scope } } satisfies Outcome<never>
  const refused = { refused: { code: 'forbidden', detail: 'not_in_channel' } } satisfies Outcome<never>
  const stopped = { refused: { code: 'stopped', detail: 'by its person' } } satisfies Outcome<never>
  const calls = await post([limited, refused, limited, stopped])
  const at = { platform: 'slack', installation: 'T0ACME', call: 'post', place }
  await expect.poll(async () => (await calls.last()).length).toBe(2)
  await expect
    .poll(calls.last)
    .toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...at, code: 'limited', detail: scope.key, count: 2 }),
        expect.objectContaining({ ...at, code: 'forbidden', detail: 'not_in_channel', count: 1 }),
      ]),
    )
})
