import { didYouMean } from '../../lib/closest.ts'
import { type Match, type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import type { Path, Report } from './finding.ts'
import { asksAgain, takesAll } from './graph.ts'
import { compileRegex } from './regex.ts'
import { templatesOf } from './texts.ts'

const matchPattern = /@\{match\.([^{}]*)\}/g

/** Whether each transition can be tried, each regular expression be compiled, and each key have an effect. */
export function checkTransitions(scenario: Scenario, report: Report): void {
  const { start, nodes, policy } = scenario
  start.forEach(({ match }, i) => {
    const path = ['start', i, 'match']
    checkRegex(match, path, report)
    if ('webhook' in match) useless(report, [...path, 'webhook'], 'no webhook has been called yet')
    if ('called' in match) useless(report, [...path, 'called'], 'no scenario has been called yet')
  })
  const { reprompt } = policy
  if (reprompt && !Object.values(nodes).some((node) => asksAgain(node, scenario))) {
    useless(report, ['policy', 'reprompt'], 'no node asks again: none has `select`, and `digression` is not `stay`')
  }
  for (const [id, node] of Object.entries(nodes)) {
    checkNode(['nodes', id], node, report)
    if (node.reprompt && waits(node) && !asksAgain(node, scenario)) {
      const why = takesAll(node)
        ? 'whatever is said leads on'
        : 'the node has no `select`, and `digression` is not `stay`'
      useless(report, ['nodes', id, 'reprompt'], why)
    }
  }
  for (const { path, text } of templatesOf(scenario)) checkGroups(text, path, groupsAt(scenario, path), report)
}

function checkNode(at: Path, node: ScenarioNode, report: Report): void {
  const { on = [] } = node
  let last: string | undefined
  for (const [i, transition] of on.entries()) {
    const path = [...at, 'on', i]
    if (last !== undefined) {
      report.error('S011', path, `is never tried, because ${last} above it always fits. Put it before that one.`)
    }
    if ('else' in transition) {
      if (!transition.unless) last ??= '`else`'
    } else {
      checkRegex(transition.match, [...path, 'match'], report)
      if ('any' in transition.match) last ??= '`any`'
      if ('webhook' in transition.match && !node.webhook)
        useless(report, [...path, 'match', 'webhook'], 'the node calls no webhook')
      if ('called' in transition.match && !node.call)
        useless(report, [...path, 'match', 'called'], 'the node calls no scenario')
      if ('start' in transition.match)
        useless(
          report,
          [...path, 'match', 'start'],
          'a scenario that is running ends when the conversation starts anew',
        )
    }
  }

  if (!node.webhook) {
    for (const key of ['input', 'save'] as const) {
      if (node[key]) useless(report, [...at, key], 'the node calls no webhook')
    }
  }
  if (last !== undefined && node.collect && waits(node)) {
    report.error(
      'S011',
      [...at, 'collect'],
      `is never tried, because ${last} in \`on\` always fits. Keep one of the two.`,
    )
  }
  if (node.select && waits(node) && takesAll(node)) {
    useless(report, [...at, 'select'], 'whatever is said leads on, by `collect`, `else` or `any`')
  }
  if (node.end === undefined && !waits(node)) {
    for (const key of ['timeout', 'reprompt', 'remind'] as const) {
      if (node[key]) useless(report, [...at, key], 'the node does not wait for an answer')
    }
  }
}

export function checkRegex(match: Match, at: Path, report: Report, key = 'regex'): void {
  if (!('regex' in match)) return
  const path = [...at, key]
  const compiled = compileRegex(match.regex)
  if ('code' in compiled) report.error(compiled.code, path, compiled.message)
  else if (compiled.matches('')) {
    report.warning(
      'S015',
      path,
      'fits every utterance, because it fits an empty text. Demand at least one character, as with + in place of *, or write `any`.',
    )
  }
}

function checkGroups(text: string, path: Path, groups: readonly string[], report: Report): void {
  for (const [, name = ''] of text.matchAll(matchPattern)) {
    if (groups.includes(name)) continue
    const fix =
      didYouMean(name, groups) || '. Use it in the `set` of a transition whose `regex` has a group (?<name>…).'
    report.error('S022', path, `uses @{match.${name}}, and there is no group of this name here${fix}`)
  }
}

/** The groups of the transition that a text belongs to. */
function groupsAt({ nodes }: Scenario, [, id, list, index, key]: Path): string[] {
  const transition = list === 'on' && key === 'set' ? nodes[String(id)]!.on![Number(index)]! : undefined
  if (!transition || !('match' in transition) || !('regex' in transition.match)) return []
  const compiled = compileRegex(transition.match.regex)
  // As far as they can be told from an expression that cannot be compiled.
  return 'groups' in compiled
    ? compiled.groups
    : [...transition.match.regex.matchAll(/\(\?P?<(\w+)>/g)].map(([, name]) => name!)
}

function useless(report: Report, path: Path, why: string): void {
  report.warning('S023', path, `has no effect here: ${why}.`)
}
