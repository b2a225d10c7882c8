import { useQuery } from '@tanstack/react-query'
import { ask } from '../../shared/api.ts'
import { keyOf, pathOf } from './agents.ts'
import type { Sketch, SketchEdge } from './scenario-text.ts'

export interface Traffic {
  turns: number
  ways: { from: string; kind: string; index: number | null; times: number }[]
}

/** Which ways people took in the last days, of a scenario that the draft has. */
export function useTraffic(agent: string, scenario: string | undefined) {
  return useQuery({
    queryKey: keyOf(agent, 'ways', scenario ?? ''),
    queryFn: () => ask<Traffic>(pathOf(agent, `/scenarios/${encodeURIComponent(scenario!)}/ways`)),
    enabled: scenario !== undefined,
  })
}

/** How often each edge was taken. What has been changed at a node since it was saved is none that anybody took. */
export function timesOf(sketch: Sketch, saved: Sketch | undefined, { ways }: Traffic): Map<SketchEdge, number> {
  const from = (of: Sketch | undefined, node: string) =>
    JSON.stringify(of?.edges.filter((edge) => edge.from === node) ?? [])
  const changed = new Set(sketch.nodes.map(({ id }) => id).filter((id) => from(sketch, id) !== from(saved, id)))
  return new Map(
    sketch.edges.flatMap((edge) => {
      const taken = ways.find((way) => way.from === edge.from && way.kind === edge.kind && way.index === edge.index)
      return taken && !changed.has(edge.from) ? [[edge, taken.times] as const] : []
    }),
  )
}
