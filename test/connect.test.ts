import { expect, it } from 'vitest'
import { keepConnecting } from '../src/connect.ts'
import { AppError } from '../src/errors.ts'
import { createLog } from '../src/log.ts'

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
  return { pauses, connect, parts: { sleep, log: createLog('silent') }, attempts: () => attempts }
}

it('a platform that answers is connected at once', async () => {
  const { connect, parts, pauses } = setUp()
  expect((await keepConnecting(connect, parts)).connected()).toBe(true)
  expect(pauses).toEqual([])
})

it('what an operator has to mend is told at once', async () => {
  const { connect, parts, attempts } = setUp(refused())
  await expect(keepConnecting(connect, parts)).rejects.toMatchObject({ code: 'slack_token_refused' })
  expect(attempts()).toBe(1)
})

it('a platform that cannot be reached is tried again, ever more rarely, until it can', async () => {
  const failures = [unreachable(), refused(), new Error('the disk is full'), ...Array.from({ length: 5 }, unreachable)]
  const { connect, parts, pauses } = setUp(...failures)
  const connection = await keepConnecting(connect, parts)
  expect(connection.connected()).toBe(false)
  await expect.poll(connection.connected).toBe(true)
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
})

it('is not tried any more once it is stopped', async () => {
  const { parts, connect, attempts } = setUp(unreachable())
  const sleep = (_: number, signal: AbortSignal) =>
    new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  const connection = await keepConnecting(connect, { ...parts, sleep })
  await connection.stop()
  expect(attempts()).toBe(1)
  expect(connection.connected()).toBe(false)
})
