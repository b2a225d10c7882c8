import { keyOf } from '../../lib/normalise.ts'
import { asTyped, declarationOf } from '../../lib/person-state.ts'
import { tidy } from '../../lib/phrases.ts'
import type { Say, ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { sentences } from '../words/index.ts'
import { change } from './change.ts'
import type { Decide } from './decide.ts'
import { milliseconds } from './duration.ts'
import { isExactly, isPartly } from './match.ts'
import type { ScenarioParts } from './parts.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { isCalled } from './starts.ts'
import type { Walk } from './walk.ts'

/**
 * What a running scenario makes of an utterance. `took`: it has answered, and waits again or has ended. `expired`, `left`: it has
 * ended, and somebody else may answer. `digresses`: somebody else may answer, and then it asks again.
 */
export type Reaction =
  | { took: RunningScenario | undefined }
  | { expired: RunningScenario }
  | { left: RunningScenario }
  | { digresses: RunningScenario }

/** The running scenario hears what was said. Each step has its say before the next; this is the order of a turn. */
export async function hear(
  at: RunningScenario,
  { draft }: ScenarioParts,
  decide: Decide,
  walk: Walk,
): Promise<Reaction> {
  const { scenario, agent } = at
  const { policy } = scenario
  const node = nodeOf(scenario, at.node)!
  const heard = decide.heard(agent)

  const timeout = node.timeout ?? policy.timeout
  if (timeout && draft.now() - at.since >= milliseconds(timeout.after)) {
    walk.because(at, 'timeout')
    const next = await walk.go(at, timeout.goto, 'timeout')
    // What was said meant something else, long ago: it is not lost on a scenario that is over.
    return next ? { took: next } : { expired: at }
  }

  const { cancel } = policy
  if (cancel && (isExactly(cancel.exact ?? [], heard) || isPartly(cancel.partial ?? [], heard))) {
    walk.because(at, 'cancel')
    return { took: await walk.go(at, cancel.goto, 'cancel') }
  }

  const choice = choiceOf(draft, at, node)
  const option = node.options?.[choice]
  if (option) {
    walk.because(at, 'option')
    change(draft, option)
    if (option.goto) return { took: await walk.go(at, option.goto, `option[${choice}]`) }
  }

  const transition = await decide.transition(at, { digresses: !option && digresses(at, node) })
  if (transition) {
    walk.because(at, transition.by)
    return { took: await walk.go(at, transition.goto, transition.by) }
  }

  if (node.collect) {
    const { state: key } = node.collect
    const declaration = declarationOf(draft.agent.document.agent.state ?? {}, key)
    const answer = asTyped(declaration, draft.request.utterance.trim())
    const refused = draft.state.set({ [key]: answer }, 'scenario')
    // Where scenarios may not write it at all, no other answer would do.
    if (refused && refused !== 'not_writable') {
      const sentence = sentences.cannotKeep(refused, declaration)[at.language]
      walk.texts.push(sentence)
      return askAgain(undefined)
    }
    walk.because(at, 'collect')
    return { took: await walk.go(at, node.collect.goto, 'collect') }
  }

  if (option) return { took: walk.ask(at) }
  if (node.select) return askAgain(node.reprompt)
  if (isCalled(scenario, heard)) {
    walk.because(at, 'start again')
    return { took: walk.ask(at) }
  }
  if (policy.digression === 'stay') return askAgain(node.reprompt)
  walk.because(at, 'digression')
  if (policy.digression === 'return') return { digresses: at }
  draft.trace.scenario!.ended = 'left'
  return { left: at }

  async function askAgain(words: Say | undefined): Promise<Reaction> {
    const { reprompt } = policy
    if (reprompt && at.reprompts >= reprompt.max) {
      walk.because(at, 'reprompt limit')
      return { took: await walk.go(at, reprompt.goto, 'reprompt limit') }
    }
    walk.because(at, 'reprompt')
    return { took: { ...walk.ask(at, words), reprompts: at.reprompts + 1 } }
  }
}

/** Whether what fits nothing of a node is left for the rest of the agent to answer. */
function digresses({ scenario: { policy } }: RunningScenario, node: ScenarioNode): boolean {
  return !node.collect && !node.select && policy.digression !== 'stay'
}

/** The place of the option that was said: by its own characters, else by its letters and digits; -1 if none was. */
function choiceOf(draft: AnswerDraft, at: RunningScenario, { options = [] }: ScenarioNode): number {
  const shown = at.options ?? options.map(({ text }) => draft.render(text).text)
  const { utterance } = draft.request
  const key = keyOf(utterance)
  if (key === '') return -1
  const exactly = shown.findIndex((text) => tidy(text) === tidy(utterance))
  return exactly >= 0 ? exactly : shown.findIndex((text) => keyOf(text) === key)
}
