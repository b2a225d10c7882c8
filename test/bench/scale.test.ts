import { expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { summarise } from './scale/fairness.ts'
import { play, type Workload } from './scale/simulation.ts'
import { sumOf } from './scale/slack.ts'

const crowd: Workload = {
  people: 400,
  workspaces: 4,
  sizes: 'even',
  streams: 40,
  seconds: 45,
  deployments: 1,
  workers: 2,
  budget: 'shared',
}

const playHere = (more: Partial<Workload> = {}) => play({ ...crowd, ...more }, () => tempFolder())

const workspacesOf = ({ answers }: Awaited<ReturnType<typeof play>>) =>
  new Set(answers.map(({ workspace }) => workspace)).size

it('a crowd in busy workspaces is answered without a call that is refused, and no workspace starves', async () => {
  const played = await playHere()
  const { delay, jain, ways } = summarise(played.answers)
  expect(sumOf(played.slack.calls)).toBeGreaterThan(played.written)
  expect(sumOf(played.slack.refused)).toBe(0)
  expect(played.answers).toHaveLength(played.written)
  expect(workspacesOf(played)).toBe(crowd.workspaces)
  expect(delay.worst).toBeLessThan(delay.median * 2)
  expect(jain).toBeGreaterThan(0.9)
  // It is about places where not everybody's answer can grow.
  expect(ways.whole).toBeGreaterThan(0.1)
  expect(ways.native + ways.edits).toBeGreaterThan(0.3)
})

it('a workspace with far more to answer than it takes keeps nobody waiting elsewhere', async () => {
  const played = await playHere({ sizes: 'uneven', workspaces: 6, people: 600, streams: 100, seed: 2 })
  const { delay } = summarise(played.answers)
  expect(sumOf(played.slack.refused)).toBe(0)
  expect(workspacesOf(played)).toBe(6)
  expect(delay.worst).toBeGreaterThan(delay.median * 2)
  // No more than where there is little to answer.
  expect(delay.median).toBeLessThan(3)
})

it('what a worker was at that dies is gone on with once its leases have run out, and all of it is answered', async () => {
  const played = await playHere({ kill: true })
  expect(played.takenOver.length).toBeGreaterThan(0)
  expect(Math.max(...played.takenOver)).toBeLessThanOrEqual(10_500)
  expect(sumOf(played.slack.refused)).toBe(0)
  expect(played.answers).toHaveLength(played.written)
})

it('deployments with databases of their own serve what is theirs', async () => {
  const played = await playHere({ deployments: 2 })
  expect(played.databases).toHaveLength(2)
  for (const { statements, renewed } of played.databases) {
    expect(statements).toBeGreaterThan(played.written / 2)
    expect(renewed).toBeGreaterThan(0)
  }
  expect(sumOf(played.slack.refused)).toBe(0)
  expect(played.answers).toHaveLength(played.written)
})
