import { didYouMean } from '../../lib/closest.ts'
import type { Scenario, ScenarioNode } from '../../model/scenario.ts'
import type { Path, Report } from './finding.ts'
import { compileRegex } from './regex.ts'
import { checkRegex } from './transitions.ts'

/** Whether the slots that are spoken of are there, are asked for in a way that goes on, and hear what starts the scenario. */
export function checkSlots(scenario: Scenario, report: Report): void {
  const { slots = {}, keep = [], nodes, start } = scenario
  const names = Object.keys(slots)
  const known = (name: string, path: Path) => {
    if (Object.hasOwn(slots, name)) return
    const near = didYouMean(name, names) || '. Declare it under `slots`.'
    report.error('S028', path, `names ${name}, which is not a slot of this scenario${near}`)
  }
  for (const [i, name] of keep.entries()) known(name, ['keep', i])
  for (const [name, slot] of Object.entries(slots)) {
    const at = ['slots', name]
    if (slot.pattern !== undefined) checkRegex({ regex: slot.pattern }, at, report, 'pattern')
    for (const other of [slot.needs ?? []].flat()) {
      known(other, [...at, 'needs'])
      if (other === name) report.error('S028', [...at, 'needs'], 'needs itself. Take it out.')
    }
  }
  for (const [id, node] of Object.entries(nodes)) checkNode(['nodes', id], node, known, report)
  for (const [i, { match }] of start.entries()) {
    if (!('regex' in match)) continue
    const compiled = compileRegex(match.regex)
    if (!('groups' in compiled)) continue
    for (const group of compiled.groups.filter((name) => !Object.hasOwn(slots, name))) {
      const near = didYouMean(group, names) || `. Declare a slot ${group}, or write (?:…) in place of the group.`
      report.warning(
        'S022',
        ['start', i, 'match', 'regex'],
        `has a group (?<${group}>…) that fills nothing: there is no slot of this name${near}`,
      )
    }
  }
}

/** What a node does besides asking for slots: one of these is enough. */
const deeds = ['fill', 'confirm', 'approve', 'call', 'webhook', 'while', 'options', 'collect', 'end'] as const

function checkNode(at: Path, node: ScenarioNode, known: (name: string, path: Path) => void, report: Report): void {
  const { fill, confirm, call } = node
  for (const name of [fill ?? []].flat()) known(name, [...at, 'fill'])
  for (const name of confirm?.slots ?? []) known(name, [...at, 'confirm', 'slots'])
  const own = deeds.filter((key) => node[key] !== undefined)
  const ours = [fill, confirm, node.approve, call, node.while]
  const isOurs = ours.some((one) => one !== undefined)
  // Of an end, and of what a webhook does not wait for, other findings tell.
  if (isOurs && own.length > 1 && node.end === undefined && node.webhook === undefined) {
    report.error(
      'S029',
      [...at, own[1]!],
      `cannot be together with \`${own[0]}\` in one node. Write two nodes, one after the other.`,
    )
  }
  if ((node.while === undefined) !== (node.do === undefined)) {
    const [has, lacks] = node.while === undefined ? ['do', 'while'] : ['while', 'do']
    report.error('S029', [...at, has], `has no meaning without \`${lacks}\`.`)
  }
  if (node.repeatable !== undefined && node.webhook === undefined) {
    report.warning('S023', [...at, 'repeatable'], 'has no effect here: the node calls no webhook.')
  }
}
