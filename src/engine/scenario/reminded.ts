import type { ScenarioNode } from '../../model/scenario.ts'
import type { TimerTask } from '../../model/timer.ts'
import type { AnswerDraft } from '../draft.ts'
import type { ScenarioParts } from './parts.ts'
import { emptyRun, nodeOf, type RunningScenario, scenarioOf } from './running.ts'
import type { Stack } from './stack.ts'
import type { Walk } from './walk.ts'

/** A scenario, and what it says or does by itself. */
interface Reminded {
  running: RunningScenario
  entry: NonNullable<ScenarioNode['remind']>[number]
}

export type ScenarioTask = Extract<TimerTask, { kind: 'scenario' }>

/**
 * The scenario whose reminder it is, where it stands, or stood at its end; what runs meanwhile goes on after it. Undefined where either
 * is gone.
 */
export async function remindedBy(
  { version, scenario: id, node, index, since }: ScenarioTask,
  draft: AnswerDraft,
  stack: Stack,
  versionOf: ScenarioParts['version'],
): Promise<Reminded | undefined> {
  if (since !== undefined) {
    const running = await stack.pop()
    const entry = running && nodeOf(running.scenario, running.node)?.remind?.[index]
    return running && entry && { running, entry }
  }
  const { agent, language } = draft
  const at = version === agent.version ? agent : await versionOf(version)
  const scenario = at && scenarioOf(at, id)
  const entry = scenario && nodeOf(scenario, node)?.remind?.[index]
  if (!scenario || !entry || (entry.goto !== undefined && stack.isFull())) return undefined
  const fresh = { agent: at, scenario, node, since: draft.now(), reprompts: 0, language }
  const running: RunningScenario = { ...fresh, run: emptyRun }
  return { running, entry }
}

/** Says it, which leaves the scenario where it is, or goes where it leads. `resume`: what comes after a scenario that has ended. */
export async function goOn(
  walk: Walk,
  { index, since }: ScenarioTask,
  { running, entry: { say, goto } }: Reminded,
  resume: () => Promise<RunningScenario | undefined>,
): Promise<{ at: RunningScenario | undefined; isMoved: boolean }> {
  const how = `remind[${index}]`
  walk.because(running, how)
  if (say === undefined) return { at: (await walk.go(running, goto!, how)) ?? (await resume()), isMoved: true }
  walk.remind(running, say, since !== undefined)
  return { at: since === undefined ? undefined : running, isMoved: false }
}
