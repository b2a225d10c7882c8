import { expect, it } from 'vitest'
import { inOrder } from '../../../adapters/slack/in-order.ts'
import type { Body } from '../../../adapters/slack/payloads.ts'

const said = (user: string, ts: string): Body => ({
  team_id: 'T1',
  event: { type: 'message', channel: 'C1', user, ts, event_ts: ts },
})

/** Takes in what it is told to, and notes when it began and ended. */
function setup() {
  const seen: string[] = []
  const slow = new Map<string, Promise<void>>()
  const take = inOrder(async ({ event }) => {
    seen.push(`+${event!.ts}`)
    await slow.get(event!.ts)
    seen.push(`-${event!.ts}`)
  })
  return { seen, slow, take }
}

it('what a person wrote is taken in by its time, one after the other', async () => {
  const { seen, take } = setup()
  await Promise.all(['3.0', '1.0', '2.0'].map((ts) => take(said('U1', ts))))
  expect(seen).toEqual(['+1.0', '-1.0', '+2.0', '-2.0', '+3.0', '-3.0'])
})

it('nobody waits for anybody else, nor for what failed', async () => {
  const { seen, slow, take } = setup()
  const { promise, reject } = Promise.withResolvers<void>()
  slow.set('1.0', promise)
  const failing = take(said('U1', '1.0'))
  const next = take(said('U1', '3.0'))
  await take(said('U2', '2.0'))
  expect(seen).toEqual(['+1.0', '+2.0', '-2.0'])
  reject(new Error('the inbox cannot write'))
  await expect(failing).rejects.toThrow('the inbox cannot write')
  await next
  expect(seen.slice(-2)).toEqual(['+3.0', '-3.0'])
})
