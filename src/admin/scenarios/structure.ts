import { closest, didYouMean } from '../../lib/closest.ts'
import { type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import type { Report } from './finding.ts'
import { edgesOf, reach, sourcesOf, takesAll } from './graph.ts'

/** Whether every node can be come to, and gone on from, until an end. */
export function checkStructure(scenario: Scenario, report: Report): void {
  const { nodes, first } = scenario
  const ids = Object.keys(nodes)
  const edges = edgesOf(scenario)
  const has = (id: string) => Object.hasOwn(nodes, id)
  // A misspelt name leads where it was meant to: one mistake is one finding.
  const meant = (id: string) => (has(id) ? id : closest(id, ids))

  if (!has(first)) {
    const near = didYouMean(first, ids)
    report.error('S001', ['first'], `is ${first}, which is not a node${near || '. Name the node to begin with.'}`)
  }
  for (const { to, path } of edges.filter((edge) => !has(edge.to))) {
    report.error(
      'S002',
      path,
      `leads to ${to}, which is not a node${didYouMean(to, ids) || '. Write the node, or lead elsewhere.'}`,
    )
  }
  for (const id of ids) checkNode(id, nodes[id]!, report)

  const next = new Map<string, string[]>(ids.map((id) => [id, []]))
  const before = new Map<string, string[]>(ids.map((id) => [id, []]))
  for (const edge of edges) {
    const to = meant(edge.to)
    if (to === undefined) continue
    for (const from of sourcesOf(edge, scenario)) {
      next.get(from)!.push(to)
      before.get(to)!.push(from)
    }
  }
  const begin = meant(first)
  if (begin === undefined) return
  const reached = reach([begin], (id) => next.get(id)!)
  for (const id of ids.filter((id) => !reached.has(id))) {
    report.warning(
      'S003',
      ['nodes', id],
      'is a node that nothing leads to. Lead to it from another one, or take it out.',
    )
  }

  // What is at fault otherwise counts as an end here.
  const broken = new Set(edges.filter(({ to }) => !has(to)).flatMap((edge) => sourcesOf(edge, scenario)))
  const ends = ids.filter((id) => {
    const node = nodes[id]!
    return node.end !== undefined || isDeadEnd(node) || broken.has(id) || mayLeave(node, scenario)
  })
  const ending = reach(ends, (id) => before.get(id)!)
  const trapped = ids.filter((id) => reached.has(id) && !ending.has(id))
  if (trapped.length > 0) {
    const names = trapped.length > 1 ? ` Nor has ${trapped.slice(1).join(', ')}.` : ''
    report.error(
      'S017',
      ['nodes', trapped[0]!],
      `has no way to an end: a person who comes here never gets out. Lead from it to a node with \`end\`.${names}`,
    )
  }
}

function checkNode(id: string, node: ScenarioNode, report: Report): void {
  const at = ['nodes', id]
  const { end, webhook, goto, on, options = [], collect } = node
  if (isDeadEnd(node)) {
    const fix = webhook === undefined ? '`goto`, `on`, `options`, `collect` or `fill`' : '`goto` or `on`'
    report.error('S004', at, `is a dead end: nothing leads on from it. Give it ${fix}, or an \`end\`.`)
  } else if (!on && !collect) {
    for (const [i, option] of options.entries()) {
      if (option.goto) continue
      report.error(
        'S004',
        [...at, 'options', i],
        'leads nowhere when it is chosen. Give it a `goto`, or the node an `on` or `collect`.',
      )
    }
  }
  const answers = ['options', 'select', 'collect', 'fill', 'confirm', 'approve'] as const
  if (end !== undefined) {
    for (const key of [...answers, 'goto', 'on', 'timeout'] as const) {
      if (node[key] === undefined) continue
      report.error('S005', [...at, key], 'is never come to, because the node has an `end`. Keep one of the two.')
    }
  } else if (webhook !== undefined) {
    for (const key of answers) {
      if (node[key] === undefined) continue
      const fix = 'a node with a webhook goes on at once. Ask in the node that it leads to.'
      report.error('S006', [...at, key], `is never waited for: ${fix}`)
    }
  } else if (goto !== undefined && waits(node) && node.fill === undefined) {
    report.error(
      'S006',
      [...at, 'goto'],
      'jumps on from a node that waits for an answer. Take it out, or write it as the last of `on`: { else: … }.',
    )
  }
}

function isDeadEnd({ end, webhook, goto, on, options, collect, confirm, approve, fill }: ScenarioNode): boolean {
  if (end !== undefined || goto || (on && fill === undefined)) return false
  if (fill !== undefined) return true
  if (confirm || approve) return false
  return webhook !== undefined || (!collect && !options?.some((option) => option.goto))
}

/** Whether saying something that does not fit ends the scenario. */
function mayLeave(node: ScenarioNode, { policy }: Scenario): boolean {
  return policy.digression === 'leave' && waits(node) && !node.select && !takesAll(node)
}
