import type { ScenarioProgress } from '../../model/scenario.ts'
import { type Approval, stepOf } from '../../model/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { sentences } from '../words/index.ts'
import { whatOf } from './approve.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { lentOf } from './slots-known.ts'
import type { Walk } from './walk.ts'

/** Goes on from a step that somebody has decided on, or nobody in time. `resume`: what comes after a scenario that has ended. */
export async function goOnFrom(
  walk: Walk,
  draft: AnswerDraft,
  running: RunningScenario,
  approval: Approval,
  resume: () => Promise<RunningScenario | undefined>,
): Promise<RunningScenario | undefined> {
  const approve = nodeOf(running.scenario, running.node)!.approve!
  const { state } = approval
  draft.state.lend(lentOf(running))
  walk.because(running, `approval ${state}`)
  // What was agreed to is what is done, or it is asked for anew.
  if (state === 'approved' && whatOf(draft, running, approve) !== stepOf(approval)) {
    walk.note(running, sentences.stepChanged[running.language])
    return walk.go(running, running.node)
  }
  if (state === 'expired') walk.note(running, sentences.stepExpired[running.language])
  if (state === 'unasked') walk.note(running, sentences.stepUnasked[running.language])
  const { approved, denied, expired } = approve
  if (state === 'approved') return (await walk.go(running, approved, 'approved')) ?? resume()
  if (state === 'denied' || expired === undefined) return (await walk.go(running, denied, 'denied')) ?? resume()
  return (await walk.go(running, expired, 'expired')) ?? resume()
}

/** What is waited for, in a scenario and those beneath it. */
function awaited(progress: ScenarioProgress | undefined): string[] {
  if (!progress) return []
  return [...progress.suspended, progress].flatMap(({ run }) => (run?.approval === undefined ? [] : [run.approval]))
}

/** Where the conversation is from now on, and what it does not wait for any more. */
export function keepProgress({ known, effects }: AnswerDraft, progress: ScenarioProgress | undefined): void {
  const still = awaited(progress)
  const gone = awaited(known.progress).filter((id) => !still.includes(id))
  if (gone.length > 0) effects.withdrawn = gone
  else delete effects.withdrawn
  if (progress) effects.scenario = progress
  else if (known.progress) effects.scenario = null
}
