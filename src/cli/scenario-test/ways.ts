import { type Edge, edgesOf } from '../../admin/scenarios/graph.ts'
import { kindOf } from '../../engine/scenario/match.ts'
import type { Scenario } from '../../model/scenario.ts'
import type { Trace } from '../../model/trace.ts'

/** A node of a scenario. */
export interface Standing {
  scenario: string
  node: string
}
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
  const placed = (place: string): Standing => {
    const [node = '', scenario = told.id] = place.split('/').reverse()
    return { scenario, node }
  }
  const ways = told.ways.flatMap((way) => {
    const [place = '', how = ''] = way.split(/ (.*)/)
    const { scenario: id, node } = placed(place)
    const scenario = scenarios.find((one) => one.id === id)
    const edge = scenario && edgeOf(scenario, node, how)
    return scenario && edge ? [nameOf(scenario, edge)] : []
  })
  return { entered: told.path.map(placed), ways }
}

/** The way `how` from a node; what the node says of itself stands in place of the policy. */
function edgeOf(scenario: Scenario, node: string, how: string): Edge | undefined {
  const [, kind, index] = /^(\w+)(?:\[(\d+)\])?/.exec(how) ?? []
  const fitting = edgesOf(scenario).filter(
    (edge) =>
      (edge.from === node || edge.from === undefined) &&
      (edge.kind === 'else' ? 'on' : edge.kind) === kind &&
      (index === undefined || edge.index === Number(index)),
  )
  return fitting.find(({ from }) => from !== undefined) ?? fitting[0]
}
