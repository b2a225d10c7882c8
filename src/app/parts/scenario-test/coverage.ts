import type { ScenarioFile } from '../../../admin/scenarios/finding.ts'
import { type Edge, edgesOf, sourcesOf } from '../../../admin/scenarios/graph.ts'
import { isExactly, isPartly } from '../../../engine/scenario/match.ts'
import { comparable } from '../../../lib/phrases.ts'
import type { Scenario } from '../../../model/scenario.ts'
import type { Result } from './run.ts'
import { labelOf, nameOf } from './ways.ts'

/** What tests have gone through of one scenario, and what they have not. */
export interface Coverage {
  scenario: string
  file: string
  nodes: { total: number; missing: { name: string; line: number }[] }
  edges: { total: number; missing: { name: string; line: number; edge: Edge }[] }
}

export function coverageOf({ file, scenario, lineOf }: ScenarioFile, results: readonly Result[]): Coverage {
  const entered = new Set(
    results.flatMap((result) => result.entered.filter((it) => it.scenario === scenario.id).map(({ node }) => node)),
  )
  const taken = new Set(results.flatMap(({ ways }) => ways))
  const nodes = Object.keys(scenario.nodes)
  const edges = edgesOf(scenario).filter((edge) => mayBeTaken(edge, scenario))
  return {
    scenario: scenario.id,
    file,
    nodes: {
      total: nodes.length,
      missing: nodes.filter((id) => !entered.has(id)).map((name) => ({ name, line: lineOf(['nodes', name]) })),
    },
    edges: {
      total: edges.length,
      missing: edges
        .filter((edge) => !taken.has(nameOf(scenario, edge)))
        .map((edge) => ({ name: labelOf(scenario, edge), line: lineOf(edge.path), edge })),
    },
  }
}

/**
 * What the policy says of nodes that do not exist leads nowhere; and an option that cancels, and leads where cancelling does, is
 * heard as that.
 */
export function mayBeTaken(edge: Edge, scenario: Scenario): boolean {
  const { nodes, policy } = scenario
  if (edge.kind === 'option' && policy.cancel?.goto === edge.to) {
    const { exact = [], partial = [] } = policy.cancel
    const text = comparable(nodes[edge.from!]!.options![edge.index!]!.text)
    return !isExactly(exact, text) && !isPartly(partial, text)
  }
  return sourcesOf(edge, scenario).length > 0
}
