import { type Approve, type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import type { Path } from './finding.ts'

/** A way from one node to another, as it is written. */
export interface Edge {
  /** Undefined: from every node that waits, because the policy says so. */
  from: string | undefined
  kind:
    | 'option'
    | 'on'
    | 'else'
    | 'goto'
    | 'collect'
    | 'fill'
    | 'yes'
    | 'no'
    | 'approved'
    | 'denied'
    | 'expired'
    | 'while'
    | 'timeout'
    | 'remind'
    | 'cancel'
    | 'reprompt'
  /** Of an option, of a transition in `on`, or of what comes by itself. */
  index?: number
  to: string
  /** Where the name of the other node stands. */
  path: Path
}

/** Every way in a scenario, in the order in which they are written; also those that lead nowhere. */
export function edgesOf({ nodes, policy }: Scenario): Edge[] {
  const edges: Edge[] = []
  for (const key of ['cancel', 'timeout', 'reprompt'] as const) {
    const to = policy[key]?.goto
    if (to) edges.push({ from: undefined, kind: key, to, path: ['policy', key, 'goto'] })
  }
  for (const [from, node] of Object.entries(nodes)) edges.push(...edgesFrom(from, node))
  return edges
}

function edgesFrom(from: string, node: ScenarioNode): Edge[] {
  const at: Path = ['nodes', from]
  const edges: Edge[] = []
  const waiting = node.webhook === undefined && node.call === undefined
  if (waiting)
    node.options?.forEach(({ goto }, index) => {
      if (goto) edges.push({ from, kind: 'option', index, to: goto, path: [...at, 'options', index, 'goto'] })
    })
  node.on?.forEach((transition, index) => {
    if ('else' in transition) {
      edges.push({ from, kind: 'else', index, to: transition.else, path: [...at, 'on', index, 'else'] })
    } else edges.push({ from, kind: 'on', index, to: transition.goto, path: [...at, 'on', index, 'goto'] })
  })
  if (waiting && node.collect)
    edges.push({ from, kind: 'collect', to: node.collect.goto, path: [...at, 'collect', 'goto'] })
  if (waiting && node.confirm) {
    edges.push({ from, kind: 'yes', to: node.confirm.yes, path: [...at, 'confirm', 'yes'] })
    edges.push({ from, kind: 'no', to: node.confirm.no, path: [...at, 'confirm', 'no'] })
  }
  if (waiting && node.approve) edges.push(...approvalEdges(from, node.approve, [...at, 'approve']))
  if (node.while && node.do) edges.push({ from, kind: 'while', to: node.do, path: [...at, 'do'] })
  const onward = waiting && node.fill ? 'fill' : 'goto'
  if (node.goto) edges.push({ from, kind: onward, to: node.goto, path: [...at, 'goto'] })
  node.remind?.forEach(({ goto }, index) => {
    if (goto) edges.push({ from, kind: 'remind', index, to: goto, path: [...at, 'remind', index, 'goto'] })
  })
  if (node.timeout) edges.push({ from, kind: 'timeout', to: node.timeout.goto, path: [...at, 'timeout', 'goto'] })
  return edges
}

function approvalEdges(from: string, approve: Approve, at: Path): Edge[] {
  return (['approved', 'denied', 'expired'] as const).flatMap((kind) => {
    const to = approve[kind]
    return to === undefined ? [] : [{ from, kind, to, path: [...at, kind] }]
  })
}

/** Whether an edge is taken, if at all, before the person says anything more. */
export function isAtOnce({ from, kind }: Edge, nodes: Scenario['nodes']): boolean {
  const ofItself = kind === 'goto' || kind === 'on' || kind === 'else' || kind === 'while'
  // A scenario that is called has its own say first.
  return from !== undefined && ofItself && !waits(nodes[from]!) && nodes[from]!.call === undefined
}

/** Whether a waiting node takes whatever is said, so that nothing ever fails to fit. */
export function takesAll({ on = [], collect }: ScenarioNode): boolean {
  return (
    (collect !== undefined && !collect.unless) ||
    on.some((transition) => ('else' in transition ? !transition.unless : 'any' in transition.match))
  )
}

/** Whether a node may ask again because nothing fitted, or what was said will not do. */
export function asksAgain(node: ScenarioNode, { policy }: Scenario): boolean {
  return (
    waits(node) && !takesAll(node) && (node.select === true || node.fill !== undefined || policy.digression === 'stay')
  )
}

/** The nodes that an edge starts from. */
export function sourcesOf({ from, kind }: Edge, scenario: Scenario): string[] {
  if (from !== undefined) return [from]
  const waiting = Object.entries(scenario.nodes).filter(([, node]) => waits(node))
  const fitting = waiting.filter(([, node]) => {
    if (kind === 'timeout') return !node.timeout && !node.approve
    return kind !== 'reprompt' || asksAgain(node, scenario)
  })
  return fitting.map(([id]) => id)
}

/** Every node that can be come to from `starts` by `next`, those included. */
export function reach(starts: Iterable<string>, next: (id: string) => Iterable<string>): Set<string> {
  const seen = new Set(starts)
  for (const id of seen) for (const to of next(id)) seen.add(to)
  return seen
}
