import type { ScenarioRun } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Decide } from './decide.ts'
import { corrected } from './dependence.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { asks, lentOf, missingAt } from './slots-known.ts'
import type { Walk } from './walk.ts'

/** From a node whose slots may be filled by now: its next question, or its way on. */
export async function onward(walk: Walk, running: RunningScenario): Promise<RunningScenario | undefined> {
  const node = nodeOf(running.scenario, running.node)!
  const { asking: _, ...run } = running.run
  const next = { ...running, run }
  if (node.fill === undefined) return walk.ask(next)
  const missing = missingAt(next, node)
  return missing === undefined ? walk.go(next, node.goto!, 'fill') : walk.ask(asks(next, missing))
}

/** Goes back to where something corrected was first gone by, and on from there; asks on where nothing went by it. */
export async function correct(
  walk: Walk,
  draft: AnswerDraft,
  running: RunningScenario,
  changes: readonly string[],
): Promise<RunningScenario | undefined> {
  const { run, unset, node } = corrected(running, changes)
  draft.state.unset(unset, 'scenario')
  const again = { ...running, run }
  draft.state.lend(lentOf(again))
  return node === undefined ? onward(walk, again) : walk.go(again, node, 'correction')
}

/** Goes on with a node that was waiting for the scenario that it called. */
export async function returned(
  walk: Walk,
  draft: AnswerDraft,
  decide: Decide,
  running: RunningScenario,
): Promise<RunningScenario | undefined> {
  const { ended, slots } = walk.outcome() ?? { ended: 'failed', slots: {} }
  const node = nodeOf(running.scenario, running.node)!
  const taken = Object.entries(node.call?.take ?? {}).flatMap(([own, theirs]) =>
    Object.hasOwn(slots, theirs) ? [[own, { ...slots[theirs]!, by: 'given' as const }] as const] : [],
  )
  const { calling: _, ...waited } = running.run
  const run: ScenarioRun = { ...waited, slots: { ...waited.slots, ...Object.fromEntries(taken) } }
  const back = { ...running, run }
  draft.state.lend(lentOf(back))
  const chosen = await decide.transition(back, { called: ended })
  const to = chosen?.goto ?? node.goto
  return to === undefined ? walk.lose(back) : walk.go(back, to, chosen?.by ?? 'goto')
}
