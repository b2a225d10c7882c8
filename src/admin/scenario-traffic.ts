import type { Scenario } from '../model/scenario.ts'
import type { Store } from '../store/index.ts'
import { newestTurns, recentTurns } from '../store/recent-turns.ts'
import { type TracedTurn, traces } from '../store/traces.ts'
import type { Actor } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import type { Drafts } from './drafts/index.ts'
import { edgeTaken, readWay } from './scenarios/taken.ts'

/** A way between two nodes, and how often it was taken. */
export interface TakenWay {
  from: string
  /** As it is written: `option`, `on`, `else`, `goto`, … */
  kind: string
  /** Of an option, of a transition in `on`, or of what comes by itself. */
  index: number | null
  to: string
  times: number
}

export interface ScenarioTraffic {
  since: number
  /** Those in which people went somewhere in it. */
  turns: number
  ways: TakenWay[]
}

/** Undefined: the draft has no such scenario. Ways from nodes that are no more what they were then are left out. */
export type ReadTraffic = (agent: string, scenario: string, by: Actor) => Promise<ScenarioTraffic | undefined>

export interface ScenarioTrafficParts {
  store: Store
  agents: AgentAdmin
  drafts: Pick<Drafts, 'current'>
  now: () => number
}

const sinceMs = 7 * 86_400_000
/** Turns of each end that are read: the newest. Whoever looks waits. */
const mostRead = 500
/** A scenario may have answered them all. */
const ends = ['scenario', 'handed-over', 'tool', 'failed'] as const

/** Which ways people took through a scenario in the last week, by what their turns left behind. */
export function createScenarioTraffic({ store, agents, drafts, now }: ScenarioTrafficParts): ReadTraffic {
  const recent = recentTurns(store.db)
  const told = traces(store.db)

  async function turnsOf(account: string, agent: string, since: number): Promise<TracedTurn[]> {
    const own = { account, agents: [agent], since }
    const turns = await Promise.all(ends.map((outcome) => newestTurns(recent, { ...own, outcome }, mostRead)))
    return told.byIds(turns.flat().map(({ id }) => id))
  }

  return async (named, id, by) => {
    const { id: agent } = await agents.get(named, by)
    const { document } = await drafts.current(named, by)
    const scenario = document.scenarios.find((one) => one.id === id)
    if (!scenario) return undefined
    const since = now() - sinceMs
    const ways = new Map<string, TakenWay>()
    let turns = 0
    for (const { trace } of await turnsOf(by.account, agent, since)) {
      const { id: of = '', version = 0, ways: told = [] } = trace?.scenario ?? {}
      const taken = told.map((way) => readWay(way, of)).filter((way) => way.scenario === id)
      if (taken.length === 0) continue
      turns += 1
      const then = (await store.agents.version(agent, version))?.document.scenarios.find((one) => one.id === id)
      for (const { node, how } of taken) {
        const edge = isSame(scenario, then, node) ? edgeTaken(scenario, node, how) : undefined
        if (!edge) continue
        const { kind, index = null, to } = edge
        const key = JSON.stringify([node, kind, index])
        const known = ways.get(key) ?? { from: node, kind, index, to, times: 0 }
        ways.set(key, { ...known, times: known.times + 1 })
      }
    }
    return { since, turns, ways: [...ways.values()] }
  }
}

/** Whether what leads away from a node is what it was. */
function isSame(now: Scenario, then: Scenario | undefined, node: string): boolean {
  const written = ({ nodes, policy }: Scenario) => JSON.stringify([nodes[node], policy])
  return then !== undefined && written(now) === written(then)
}
