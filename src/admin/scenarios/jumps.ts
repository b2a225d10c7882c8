import { didYouMean } from '../../lib/closest.ts'
import type { Scenario, ScenarioNode } from '../../model/scenario.ts'
import { type Finding, type Path, reportOn, type ScenarioFile } from './finding.ts'
import { edgesOf, isAtOnce, reach } from './graph.ts'

/** Whether the scenarios of an agent can be told apart, lead on to each other, and stop somewhere to listen. */
export function checkJumps(files: readonly ScenarioFile[], findings: Finding[]): void {
  const byId = new Map<string, ScenarioFile>()
  for (const file of files) {
    const { id } = file.scenario
    const twin = byId.get(id)
    if (twin)
      reportOn(file, findings).error('S021', ['id'], `is ${id}, as in ${twin.file}. Give one of them another id.`)
    else byId.set(id, file)
  }

  for (const file of byId.values()) {
    for (const [id, { end, call }] of Object.entries(file.scenario.nodes)) {
      if (call && !byId.has(call.scenario)) {
        const near = didYouMean(call.scenario, [...byId.keys()]) || '. Name one of its other files.'
        const message = `calls ${call.scenario}, which is not a scenario of this agent${near}`
        reportOn(file, findings).error('S013', ['nodes', id, 'call', 'scenario'], message)
      }
      if (call) checkCall(file, id, call, byId.get(call.scenario)?.scenario, findings)
      if (typeof end !== 'object' || byId.has(end.jump)) continue
      const near = didYouMean(end.jump, [...byId.keys()]) || '. Name one of its other files, or end otherwise.'
      const message = `jumps to ${end.jump}, which is not a scenario of this agent${near}`
      reportOn(file, findings).error('S013', ['nodes', id, 'end', 'jump'], message)
    }
  }
  checkLoops([...byId.values()], findings)
}

/** What is given to a scenario that is called, and taken from it, are slots that there are. */
function checkCall(
  file: ScenarioFile,
  id: string,
  { give = {}, take = {} }: NonNullable<ScenarioNode['call']>,
  target: Scenario | undefined,
  findings: Finding[],
): void {
  const report = reportOn(file, findings)
  const at = ['nodes', id, 'call']
  const missing = (name: string, { id: whose, slots = {} }: Scenario, path: Path) => {
    if (Object.hasOwn(slots, name)) return
    const near = didYouMean(name, Object.keys(slots)) || '. Declare it under `slots` there.'
    report.error('S028', path, `names ${name}, which is not a slot of ${whose}${near}`)
  }
  if (target) for (const name of Object.keys(give)) missing(name, target, [...at, 'give', name])
  for (const [own, theirs] of Object.entries(take)) {
    missing(own, file.scenario, [...at, 'take', own])
    if (target) missing(theirs, target, [...at, 'take', own])
  }
}

/** Rounds that are gone through without a word from the person: they end at the bound on moves, not where they should. */
function checkLoops(files: readonly ScenarioFile[], findings: Finding[]): void {
  const next = new Map<string, string[]>()
  for (const { scenario } of files) {
    const { id: own, nodes } = scenario
    for (const [id, { end }] of Object.entries(nodes)) {
      const target =
        typeof end === 'object' ? files.find(({ scenario: { id } }) => id === end.jump)?.scenario : undefined
      next.set(nameOf(own, id), target ? [nameOf(target.id, target.first)] : [])
    }
    for (const edge of edgesOf(scenario)) {
      if (isAtOnce(edge, nodes)) next.get(nameOf(own, edge.from!))!.push(nameOf(own, edge.to))
    }
  }
  const onward = (name: string) => reach(next.get(name) ?? [], (at) => next.get(at) ?? [])
  const told = new Set<string>()
  for (const file of files) {
    for (const id of Object.keys(file.scenario.nodes)) {
      const name = nameOf(file.scenario.id, id)
      const after = onward(name)
      if (told.has(name) || !after.has(name)) continue
      // All that lie on a way back to here are the same loop.
      const round = [...after].filter((at) => onward(at).has(name))
      for (const at of round) told.add(at)
      const others = round.filter((at) => at !== name).map((at) => at.replace(`${file.scenario.id}/`, ''))
      const way = others.length > 0 ? ` (by ${others.join(', ')})` : ''
      reportOn(file, findings).error(
        'S016',
        ['nodes', id],
        `comes back to itself${way} without asking anything. Let a node on the way wait for an answer, or lead elsewhere.`,
      )
    }
  }
}

const nameOf = (scenario: string, node: string) => `${scenario}/${node}`
