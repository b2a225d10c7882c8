import { expect, it } from 'vitest'
import { keepConnecting } from '../../src/app/connect.ts'
import { AppError } from '../../src/lib/errors.ts'
import { createLog } from '../../src/lib/log.ts'
import { untilAborted } from '../support/until-aborted.ts'

const unreachable = () => new AppError('slack_unreachable', 'Slack could not be reached.')
const refused = () => new AppError('slack_token_refused', 'The token was refused.')

/** A platform that answers as told, then lets us in; and the pauses that were made. */
function setUp(...failures: Error[]) {
  const pauses: number[] = []
  let attempts = 0
  const connect = async () => {
    attempts++
    const failure = failures.shift()
    if (failure) throw failure
  }
  const sleep = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted()
    pauses.push(ms)
  }
  return { pauses, connect, parts: { platform: 'slack', sleep, log: createLog('silent') }, attempts: () => attempts }
}

it('a platform that answers is connected at once', async () => {
  const { connect, parts, pauses } = setUp()
  expect((await keepConnecting(connect, parts)).connected()).toBe(true)
  expect(pauses).toEqual([])
})

it.each([
  ['what was configured', new AppError('slack_not_configured', 'Slack needs a way to send events.')],
  ['what is ours', new Error('the disk is full')],
])('what is wrong with %s is told at once', async (_, error) => {
  const { connect, parts, attempts } = setUp(error)
  await expect(keepConnecting(connect, parts)).rejects.toBe(error)
  expect(attempts()).toBe(1)
})

it('a platform that refuses us is tried again rarely, and why is told meanwhile', async () => {
  const { connect, parts, pauses } = setUp(refused(), refused())
  const mended = Promise.withResolvers<void>()
  const sleep = async (ms: number, signal: AbortSignal) => {
    await parts.sleep(ms, signal)
    if (pauses.length === 2) await mended.promise
  }
  const connection = await keepConnecting(connect, { ...parts, sleep })
  await expect.poll(() => pauses.length).toBe(2)
  expect(connection.trouble()).toBe('The token was refused. It is tried again.')
  mended.resolve()
  await expect.poll(connection.connected).toBe(true)
  expect(connection.trouble()).toBeUndefined()
  expect(pauses).toEqual([600_000, 600_000])
})

it('a platform that cannot be reached is tried again, ever more rarely, until it can', async () => {
  const failures = [unreachable(), refused(), new Error('the disk is full'), ...Array.from({ length: 5 }, unreachable)]
  const { connect, parts, pauses } = setUp(...failures)
  const connection = await keepConnecting(connect, parts)
  expect(connection.connected()).toBe(false)
  await expect.poll(connection.connected).toBe(true)
  expect(pauses).toEqual([1000, 600_000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

it('is not tried any more once it is stopped', async () => {
  const { parts, connect, attempts } = setUp(unreachable())
  const sleep = (_: number, signal: AbortSignal) => untilAborted(signal)
  const connection = await keepConnecting(connect, { ...parts, sleep })
  await connection.stop()
  expect(attempts()).toBe(1)
  expect(connection.connected()).toBe(false)
})
