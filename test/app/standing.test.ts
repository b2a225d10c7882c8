import { expect, it } from 'vitest'
import { createStanding } from '../../src/app/state.ts'
import type { Warning } from '../../src/lib/warnings.ts'

function house() {
  const slack = { id: 'slack' as const, up: true, connectedSince: 1 as number | null, lastEventAt: 1 as number | null }
  const ofThis = { version: '1', roles: [], startedAt: 0, isAsked: true }
  const at = {
    degraded: [] as { what: string; why: string }[],
    processes: [{ ...ofThis, name: 'here/1', conversations: 0, platforms: [slack] }],
    refused: [] as { last_at: number; count: number }[],
    warnings: [] as Warning[],
    breakers: [{ provider: 'openai', state: 'closed' as 'closed' | 'open' }],
    isAway: false,
  }
  const standing = createStanding({
    degraded: async () => at.degraded,
    processes: async () => {
      if (at.isAway) throw new Error('the database is away')
      return at.processes
    },
    refused: async () => at.refused,
    warnings: () => at.warnings,
    breakers: () => at.breakers,
  })
  return { at, slack, standing }
}

it('is another text as soon as something that is to be seen at once is otherwise, and while the database is away', async () => {
  const { at, slack, standing } = house()
  const seen = [await standing()]
  const often = { since: 0, lastAt: 1, count: 1 }
  const warning: Warning = { level: 'warn', text: 'a place refuses answers', why: undefined, of: {}, ...often }
  for (const change of [
    () => at.degraded.push({ what: 'slack', why: 'It is away.' }),
    () => Object.assign(slack, { up: false }),
    () => Object.assign(slack, { connectedSince: null }),
    () => at.processes.push({ ...at.processes[0]!, name: 'there/2' }),
    () => at.refused.push({ last_at: 5, count: 1 }),
    () => Object.assign(at.refused[0]!, { count: 2 }),
    () => at.warnings.push(warning),
    () => Object.assign(at.breakers[0]!, { state: 'open' }),
    () => Object.assign(at, { isAway: true }),
  ]) {
    change()
    seen.push(await standing())
  }
  expect(new Set(seen).size).toBe(seen.length)
})

it('is the same text while only figures move that are never still', async () => {
  const { at, slack, standing } = house()
  const before = await standing()
  Object.assign(slack, { lastEventAt: 99 })
  Object.assign(at.processes[0]!, { conversations: 7 })
  expect(await standing()).toBe(before)
})
