import type { Match, Scenario, ScenarioNode, ScenarioRun, StateTest } from '../../model/scenario.ts'
import { keysIn } from '../directives.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { filledAt } from './slots-known.ts'

export interface Correction {
  run: ScenarioRun
  /** State that the scenario made of what was corrected. */
  unset: string[]
  /** Where it goes on; undefined: where it is. */
  node: string | undefined
}

/**
 * What has to be done over when slots are changed or emptied. What a node reads of them, in `set`, in a webhook's `input`, in a decision or
 * in the choices that it shows, makes what it writes out of date, and so on. It goes on at the first such node; the webhooks that were
 * called from there on are not called again without a word.
 */
export function corrected({ scenario, run, node: current }: RunningScenario, changed: readonly string[]): Correction {
  const dirty = new Set(changed)
  addNeeds(scenario, dirty)
  const unset = new Set<string>()
  let from: number | undefined
  for (const [i, { node: id }] of run.trail.entries()) {
    const node = nodeOf(scenario, id)
    if (!node) continue
    const fills = filledAt(node.fill)
    const isTouched = readsOf(node, scenario).some((key) => dirty.has(key))
    if (isTouched || fills.some((name) => dirty.has(name) && !isHeld(name))) from ??= i
    if (!isTouched) continue
    for (const key of writesOf(node)) {
      dirty.add(key)
      unset.add(key)
    }
    // Choices that were made of it are no choices any more.
    if (optionKeys(node).some((key) => dirty.has(key))) for (const name of fills) dirty.add(name)
    addNeeds(scenario, dirty)
  }
  const slots = Object.fromEntries(
    Object.entries(run.slots).filter(([name]) => changed.includes(name) || !dirty.has(name)),
  )
  const behind = from === undefined ? [] : run.trail.slice(from)
  const called = behind.filter(({ node }) => nodeOf(scenario, node)?.webhook !== undefined).map(({ node }) => node)
  const isHere = from !== undefined && from === run.trail.length - 1 && run.trail[from]!.node === current
  const stays = from === undefined || (isHere && nodeOf(scenario, current)?.fill !== undefined)
  const { asking: _, again: __, ...kept } = run
  return {
    run: {
      ...kept,
      ...(stays && run.asking !== undefined && { asking: run.asking }),
      slots,
      trail: stays ? run.trail : run.trail.slice(0, from),
      redo: [...new Set([...(run.redo ?? []), ...called])],
    },
    unset: [...unset].filter((key) => !Object.hasOwn(scenario.slots ?? {}, key)),
    node: stays ? undefined : run.trail[from!]!.node,
  }

  /** It has a value, be it the new one. */
  function isHeld(name: string): boolean {
    return changed.includes(name) && Object.hasOwn(run.slots, name)
  }
}

/** Slots that need another are out of date with it. */
function addNeeds({ slots = {} }: Scenario, dirty: Set<string>): void {
  for (let before = -1; before !== dirty.size; ) {
    before = dirty.size
    for (const [name, { needs = [] }] of Object.entries(slots))
      if ([needs].flat().some((other) => dirty.has(other))) dirty.add(name)
  }
}

/** The keys that what a node does depends on; what it merely says is said again anyway. */
function readsOf(node: ScenarioNode, { slots = {} }: Scenario): string[] {
  const { set = {}, input = {}, on = [], options = [], call, confirm, approve } = node
  return [
    ...Object.values(set).flatMap(keysIn),
    ...textsIn(input).flatMap(keysIn),
    ...on.flatMap((it) => ('match' in it ? keysOfMatch(it.match) : [])),
    ...on.flatMap(({ set: own = {} }) => Object.values(own).flatMap(keysIn)),
    ...options.flatMap(({ set: own = {} }) => Object.values(own).flatMap(keysIn)),
    ...optionKeys(node),
    ...Object.values(call?.give ?? {}).flatMap(keysIn),
    ...[node.while ?? []].flat().flatMap(keysOfTest),
    ...textsIn(approve?.what).flatMap(keysIn),
    ...(confirm ? (confirm.slots ?? Object.keys(slots)) : []),
  ].map((key) => key.replace(/\.(?:currency|text)$/, ''))
}

const optionKeys = ({ options = [] }: ScenarioNode): string[] => options.flatMap(({ text }) => keysIn(text))

/** What it leaves behind in the state. */
function writesOf({ set = {}, save = {}, on = [], options = [] }: ScenarioNode): string[] {
  return [set, save, ...on.map((it) => it.set ?? {}), ...options.map((it) => it.set ?? {})].flatMap((it) =>
    Object.keys(it),
  )
}

const keysOfMatch = (match: Match): string[] => ('state' in match ? keysOfTest(match) : [])

function keysOfTest({ state, value }: StateTest): string[] {
  return [state, ...(typeof value === 'string' ? keysIn(value) : [])]
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
