import type { Edge } from '../../../admin/scenarios/graph.ts'
import { edgeTaken, placed, readWay, type Standing } from '../../../admin/scenarios/taken.ts'
import { kindOf } from '../../../engine/scenario/match.ts'
import type { Scenario } from '../../../model/scenario.ts'
import type { Trace } from '../../../model/trace.ts'

export type Entered = Standing

/** What a way is called among those of its scenario: `ask_floor "1F" → ask_time`, `check on[1] state → confirm`. */
export function labelOf({ nodes }: Scenario, { from, kind, index, to }: Edge): string {
  const node = from === undefined ? undefined : nodes[from]
  const transition = kind === 'on' ? node?.on?.[index!] : undefined
  const what =
    kind === 'option'
      ? JSON.stringify(node!.options![index!]!.text)
      : transition && 'match' in transition
        ? `on[${index}] ${kindOf(transition.match)}`
        : kind
  return [from ?? 'policy', what, '→', to].join(' ')
}

/** What a way is called among all of an agent. */
export const nameOf = (scenario: Scenario, edge: Edge): string => `${scenario.id}: ${labelOf(scenario, edge)}`

/** The nodes a turn entered, and the ways it took between them, as its trace tells. */
export function waysTaken(
  scenarios: readonly Scenario[],
  { scenario: told }: Trace,
): { entered: Entered[]; ways: string[] } {
  if (!told) return { entered: [], ways: [] }
  const ways = told.ways.flatMap((way) => {
    const { scenario: id, node, how } = readWay(way, told.id)
    const scenario = scenarios.find((one) => one.id === id)
    const edge = scenario && edgeTaken(scenario, node, how)
    return scenario && edge ? [nameOf(scenario, edge)] : []
  })
  return { entered: told.path.map((place) => placed(place, told.id)), ways }
}
