import { pino } from 'pino'
import { expect, it, vi } from 'vitest'
import { createWork } from '../../src/app/work.ts'
import { AppError } from '../../src/lib/errors.ts'

it('says once that the database is away, and once that it is back, for whatever waits for it', async () => {
  const lines: { msg: string; err?: object }[] = []
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) })
  const drain = vi.fn(async (_key: string) => {})
  const fire = vi.fn(async () => {})
  const stuck = vi.fn(async () => {})
  const work = createWork({ timers: { fire }, delivery: { drain }, turns: { drain }, stuck, log })
  const run = (key: string) => work.drain(key).catch((err) => work.options.onError(key, err))
  const said = () => lines.splice(0).map(({ msg, err }) => [msg, err !== undefined])

  const away = new AppError('database_unreachable', 'The database cannot be reached.')
  drain.mockRejectedValue(away)
  fire.mockRejectedValue(away)
  for (const key of ['a', 'timers:', 'b', 'a']) await run(key)
  expect(said()).toEqual([['the work at turns waits for the database', false]])
  expect(stuck.mock.calls).toEqual([['a'], ['timers:'], ['b'], ['a']])

  drain.mockResolvedValue()
  for (const key of ['a', 'b']) await run(key)
  expect(said()).toEqual([['the work at turns goes on', false]])

  drain.mockRejectedValue(new Error('broken'))
  for (const key of ['a', 'a']) await run(key)
  expect(said()).toEqual([
    ['a turn could not be run; it is tried again', true],
    ['a turn could not be run; it is tried again', true],
  ])
  expect(stuck).toHaveBeenCalledTimes(4)
})
