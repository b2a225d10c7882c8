import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { parse } from 'yaml'

it('every test is run at its full extent each night', () => {
  const { on, jobs } = parse(readFileSync('.github/workflows/ci.yml', 'utf8'))
  expect(on.schedule).toEqual([{ cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) }])
  const nightly = Object.values(jobs as Record<string, { if: string; steps: { run?: string }[] }>).filter((job) =>
    job.steps.some(({ run }) => run?.endsWith('.ci/run test:full')),
  )
  expect(nightly.map((job) => job.if)).toEqual(["github.event_name == 'schedule'"])
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8'))
  expect(scripts['test:full']).toBe('vitest run --mode full')
})
