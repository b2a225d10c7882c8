import type { AgentDocument } from '../../model/agent.ts'
import type { Match, Scenario } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { maybeName } from '../slots/no-names.ts'
import { isDeclined } from './declined.ts'
import { type Heard, isInWords, isSo, matches } from './match.ts'
import { findRegex } from './regex.ts'
import { settingOf } from './slots-known.ts'

/** One way in which a scenario may start. */
export interface Start {
  scenario: Scenario
  match: Match
}

const known = new WeakMap<AgentDocument, readonly Start[]>()

/**
 * Every way in which a scenario of the agent may start, in the order they are tried in: by priority; of equals, what the model
 * judges comes last; else as they are written.
 */
export function startsOf(document: AgentDocument): readonly Start[] {
  let starts = known.get(document)
  if (!starts) {
    const judged = ({ match }: Start) => Number('intent' in match)
    starts = document.scenarios
      .flatMap((scenario) => scenario.start.map(({ match }) => ({ scenario, match })))
      .sort((a, b) => b.scenario.priority - a.scenario.priority || judged(a) - judged(b))
    known.set(document, starts)
  }
  return starts
}

export function isAllowed(scenario: Scenario, draft: AnswerDraft): boolean {
  const { guard = [] } = scenario
  const tests = [guard].flat()
  if (tests.length === 0) return true
  const setting = settingOf({ scenario, language: draft.language }, draft)
  return tests.every((test) => isSo(test, draft.state.trusted(), setting))
}

/** Whether what was said may start it: it is allowed now, and the words name nothing that is not wanted, and nobody who is none. */
export const isOpenTo = (start: Start, draft: AnswerDraft, utterance: string): boolean =>
  isAllowed(start.scenario, draft) && !isDeclined(start.match, utterance) && !namesNobody(start, utterance)

/** “I'm tired” fits an expression for “I'm Ann”, and introduces nobody. */
function namesNobody({ scenario: { slots = {} }, match }: Start, utterance: string): boolean {
  if (!('regex' in match)) return false
  const names = Object.keys(slots).filter((name) => slots[name]!.type === 'name' && match.regex.includes(`<${name}>`))
  const groups = names.length > 0 ? findRegex(match.regex, utterance) : undefined
  return groups !== undefined && names.some((name) => groups[name] !== '' && !maybeName(groups[name]!))
}

/** Whether somebody says what would start the scenario, in words that say so by themselves. */
export function isCalled(scenario: Scenario, heard: Heard): boolean {
  return scenario.start.some(({ match }) => {
    if (!isInWords(match) || 'intent' in match || matches(match, heard) === undefined) return false
    return !isDeclined(match, heard.utterance) && !namesNobody({ scenario, match }, heard.utterance)
  })
}
