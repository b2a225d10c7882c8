import { expect, it } from 'vitest'
import { createWarnings, secretsIn } from '../../src/lib/warnings.ts'

/** A log whose warnings are remembered, and the lines that it wrote itself. */
function listened(env: Record<string, string> = {}) {
  const clock = { at: 1000 }
  const lines: unknown[][] = []
  const write = (...given: unknown[]) => void lines.push(given)
  const warnings = createWarnings({ secrets: secretsIn(env), now: () => clock.at })
  return { clock, lines, warnings, log: warnings.heard({ debug: write, info: write, warn: write, error: write }) }
}

it('the last warnings and errors are remembered, the latest first, and written as before', () => {
  const { log, lines, warnings, clock } = listened()
  log.info('all is well')
  log.warn({ platform: 'slack', err: new Error('no route\n  to it') }, 'a platform is not connected')
  clock.at = 2000
  log.error('the disk is full')
  expect(warnings.last()).toEqual([
    { level: 'error', text: 'the disk is full', why: undefined, of: {}, since: 2000, lastAt: 2000, count: 1 },
    {
      ...{ level: 'warn', text: 'a platform is not connected', why: 'no route', of: { platform: 'slack' } },
      ...{ since: 1000, lastAt: 1000, count: 1 },
    },
  ])
  expect(lines).toHaveLength(3)
})

it('what is logged again is counted, and of many the last hundred are kept', () => {
  const { log, warnings, clock } = listened()
  log.warn('again')
  for (let i = 0; i < 99; i++) log.warn(`once ${i}`)
  clock.at = 5000
  log.warn('again')
  expect(warnings.last()[0]).toMatchObject({ text: 'again', since: 1000, lastAt: 5000, count: 2 })
  log.warn('one more')
  expect(warnings.last()).toHaveLength(100)
  expect(warnings.last().at(-1)).toMatchObject({ text: 'once 1' })
})

it('no secret stands there, nor whom it was about', () => {
  const { log, warnings } = listened({
    SLACK_BOT_TOKEN: 'xoxb-short',
    DATABASE_URL: 'postgres://ann:p%40ssword@db/parley',
    LOG_LEVEL: 'silent',
  })
  const key = 'guide:slack_T1_UANN'
  const err = new Error(`postgres://ann:p%40ssword@db, p@ssword, xoxb-short, ${key}, sk-${'a1'.repeat(20)} is silent`)
  log.error({ err, key, person: 'slack_T1_UANN', text: 'what Ann said' }, `a turn of ${key} could not be run`)
  const [one] = warnings.last()
  expect(one).toMatchObject({ text: 'a turn of … could not be run', of: {} })
  expect(one!.why).toBe('postgres://ann:…@db, …, …, …, … is silent')
})
