import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '../../shared/api.ts'
import { type Fault, keyOf, pathOf } from './agents.ts'
import type { Sketch, SketchEdge } from './scenario-text.ts'

interface Way {
  /** Null: from every node that waits, as the policy says. */
  from: string | null
  kind: string
  index: number | null
}

interface Traffic {
  turns: number
  ways: (Way & { times: number })[]
}

export interface PlayedTest {
  file: string
  line: number
  test: string
  failed: { turn: number; line: number; what: string; expected: string; actual: string }[]
}

export interface Coverage {
  played: PlayedTest[]
  kept: number
  faults: Fault[]
  isCut: boolean
  scenarios: { scenario: string; edges: (Way & { tests: number })[] }[]
}

export interface Counts {
  /** How often each way was taken in the last days. */
  times: ReadonlyMap<SketchEdge, number>
  /** How many tests take it. */
  tests: ReadonlyMap<SketchEdge, number>
  traffic: Traffic | undefined
  coverage: UseQueryResult<Coverage>
}

/** Which ways people took through a scenario that the draft has, and which ones its tests take. */
export function useCounts(agent: string, sketch: Sketch | undefined, saved: Sketch | undefined): Counts {
  const scenario = saved?.id
  const { data: traffic } = useQuery({
    queryKey: keyOf(agent, 'ways', scenario ?? ''),
    queryFn: () => ask<Traffic>(pathOf(agent, `/scenarios/${encodeURIComponent(scenario!)}/ways`)),
    enabled: scenario !== undefined,
  })
  const coverage = useQuery({
    queryKey: keyOf(agent, 'coverage'),
    queryFn: () => ask<Coverage>(pathOf(agent, '/scenario-coverage')),
    // All tests are played for it: again where the draft was changed, and where somebody comes back to this room.
    refetchOnWindowFocus: false,
  })
  // Without any test there is nothing to tell of one way or another.
  const hasTests = coverage.data && coverage.data.played.length + coverage.data.kept > 0
  const edges = (hasTests ? coverage.data.scenarios : []).find((one) => one.scenario === scenario)?.edges
  const times = useMemo(() => taken(sketch, saved, traffic?.ways, ({ times }) => times), [sketch, saved, traffic])
  const tests = useMemo(() => taken(sketch, saved, edges, ({ tests }) => tests), [sketch, saved, edges])
  return { times, tests, traffic, coverage }
}

/** What is counted of each way. Of what has been changed at a node since it was saved nobody knows anything. */
function taken<Counted extends Way>(
  sketch: Sketch | undefined,
  saved: Sketch | undefined,
  ways: readonly Counted[] | undefined,
  count: (way: Counted) => number,
): Map<SketchEdge, number> {
  if (!sketch || !ways) return new Map()
  const from = (of: Sketch | undefined, node: string) =>
    JSON.stringify(of?.edges.filter((edge) => edge.from === node) ?? [])
  const changed = new Set(sketch.nodes.map(({ id }) => id).filter((id) => from(sketch, id) !== from(saved, id)))
  return new Map(
    sketch.edges.flatMap((edge) => {
      const way = ways.find(
        (way) =>
          (way.from === null ? edge.isPolicy : way.from === edge.from) &&
          way.kind === edge.kind &&
          way.index === edge.index,
      )
      return way && !changed.has(edge.from) ? [[edge, count(way)] as const] : []
    }),
  )
}
