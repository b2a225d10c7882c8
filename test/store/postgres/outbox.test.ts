import { expect, it, onTestFinished } from 'vitest'
import type { DeferredCall } from '../../../src/model/webhook.ts'
import { createStore } from '../../../src/store/index.ts'
import type { ClaimedCall } from '../../../src/store/outbox.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { urlOf } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const target = { agent: 'guide', webhook: 'a' }
const minute = 60_000

function callOf(id: string): DeferredCall {
  const event = {
    webhookType: 'user_utterance',
    agentId: 'guide',
    userId: 'ann',
    utterance: 'Hello',
    state: {},
    history: '',
  } as const
  return { id, ...target, version: 1, event }
}

/** A process whose clock is that much fast. */
async function processOn(url: string, fast: number) {
  const db = await openPostgres(url)
  onTestFinished(() => db.close())
  const { outbox, outboxLog } = createStore(db, () => Date.now() + fast)
  async function claim(): Promise<ClaimedCall | undefined> {
    for (const call of await outbox.waiting(target, 4)) {
      const claimed = call.wait <= 0 && (await outbox.claim(call, minute, 4))
      if (claimed) return claimed
    }
    return undefined
  }
  return { db, outbox, outboxLog, claim }
}

it('calls go out when they are due, once, and whoever sends them has them for itself, however wrong the clocks are', async () => {
  const url = await urlOf(tempFolder())
  const [fast, slow] = [await processOn(url, 10 * minute), await processOn(url, -10 * minute)]
  await fast.db.batch(fast.outbox.addSteps('default', undefined, [callOf('m1')]))
  const claimed = await slow.claim()
  expect(claimed).toMatchObject({ id: 'm1', attempt: 1 })
  expect(claimed!.left).toBeGreaterThan(86_000_000)
  expect(await fast.claim()).toBeUndefined()
  expect(await fast.outbox.dueTargets()).toEqual([])

  await slow.outbox.retry(claimed!, 'status 500', minute)
  expect(await fast.claim()).toBeUndefined()
  const [again] = await fast.outbox.waiting(target, 4)
  expect(again!.wait).toBeGreaterThan(minute / 2)
  expect(again!.wait).toBeLessThanOrEqual(minute)

  await fast.outbox.retry({ ...claimed!, attempt: 1 }, 'status 500', 0)
  const last = await slow.claim()
  await slow.outbox.bury(last!, 'status 410')
  await fast.db.batch([fast.outboxLog.resendStep({ id: 'm1' })])
  expect(await slow.claim()).toMatchObject({ id: 'm1', attempt: 1 })
})
