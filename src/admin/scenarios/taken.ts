import type { Scenario } from '../../model/scenario.ts'
import { type Edge, edgesOf } from './graph.ts'

/** A node of a scenario. */
export interface Standing {
  scenario: string
  node: string
}

/** A node as a trace of `scenario` names it: one of another scenario with that one's id before it. */
export function placed(place: string, scenario: string): Standing {
  const [node = '', other = scenario] = place.split('/').reverse()
  return { scenario: other, node }
}

/** A way as a trace of `scenario` tells it: from where, and how. */
export function readWay(way: string, scenario: string): Standing & { how: string } {
  const [place = '', how = ''] = way.split(/ (.*)/)
  return { ...placed(place, scenario), how }
}

/** The way `how` from a node; what the node says of itself stands in place of the policy. */
export function edgeTaken(scenario: Scenario, node: string, how: string): Edge | undefined {
  const [, kind, index] = /^(\w+)(?:\[(\d+)\])?/.exec(how) ?? []
  const fitting = edgesOf(scenario).filter(
    (edge) =>
      (edge.from === node || edge.from === undefined) &&
      (edge.kind === 'else' ? 'on' : edge.kind) === kind &&
      (index === undefined || edge.index === Number(index)),
  )
  return fitting.find(({ from }) => from !== undefined) ?? fitting[0]
}
