import type { AgentDocument } from '../model/agent.ts'
import type { Final } from '../model/conversation.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Suggested } from '../model/trace.ts'
import type { AnswerDraft } from './draft.ts'
import type { Levels } from './rules/levels.ts'
import { likelyRules, suggestedFrom } from './rules/match.ts'
import { type PhraseIndex, phraseIndex } from './rules/phrase-index.ts'
import { isDeclined } from './scenario/declined.ts'
import { isAllowed } from './scenario/starts.ts'
import { waysToSay } from './synonyms.ts'
import { sentences } from './words/index.ts'

/** Offered at most: more would have to be read instead of looked at. */
const most = 3
/** How alike, of 100, a phrase that starts a scenario must be; there are too few of them to learn from. */
const scenarioFrom = 40

/**
 * What may have been meant, as buttons, where nothing has an answer: rules and scenarios, each in the words of its nearest phrase, so
 * that whoever presses one says what is its phrase word for word. Undefined where nothing is near, or the agent's author has turned it off.
 */
export function suggestion(draft: AnswerDraft, levels: Levels): Final | undefined {
  const { didYouMean: written, noAnswer = '' } = draft.agent.document.replies
  // A scenario that is running asks its own question again, with its own buttons.
  if (written === false || draft.known.progress) return undefined
  const likely = [...rulesNear(draft, levels), ...scenariosNear(draft)].sort((a, b) => b.score - a.score)
  const offered = likely.filter(({ phrase }, i) => likely.findIndex((other) => other.phrase === phrase) === i)
  if (offered.length === 0) return undefined
  draft.trace.suggested = offered.slice(0, most)
  const said = draft.render(draft.pick(written ?? sentences.didYouMean[draft.language]))
  // The ways out that the author offers where there is no answer are needed here as well.
  const exits = draft.render(draft.pick(noAnswer)).options
  return draft.final('fixed', {
    utterance: said.text,
    options: [...new Set([...draft.trace.suggested.map(({ phrase }) => phrase), ...said.options, ...exits])],
  })
}

function rulesNear({ agent, request }: AnswerDraft, levels: Levels): Suggested[] {
  const from = suggestedFrom(agent, levels)
  return likelyRules(agent, request.utterance, levels, most)
    .filter(({ score }) => score >= from)
    .map(({ index, phrase, score }) => ({ rule: index, phrase, score }))
}

/** Those that may start, and would with the phrase. A phrase that is a rule's, too, starts the scenario, which comes first. */
function scenariosNear(draft: AnswerDraft): Suggested[] {
  const { agent, request, known } = draft
  if (known.key === undefined || agent.document.scenarios.length === 0) return []
  const { index, scenarios } = startsOf(agent.document)
  return (
    waysToSay(agent.document, request.utterance)
      .flatMap((way) => index.search(way, most))
      .filter(({ entry, score }) => score >= scenarioFrom && isAllowed(scenarios[entry]!, draft))
      // Somebody who does not want to send money did not mean to.
      .filter(({ entry }) => !scenarios[entry]!.start.some(({ match }) => isDeclined(match, request.utterance)))
      .map(({ entry, phrase, score }) => ({ scenario: scenarios[entry]!.id, phrase, score }))
  )
}

const starts = new WeakMap<AgentDocument, { index: PhraseIndex; scenarios: Scenario[] }>()

function startsOf(document: AgentDocument): { index: PhraseIndex; scenarios: Scenario[] } {
  let known = starts.get(document)
  if (!known) {
    const { scenarios } = document
    known = { index: phraseIndex(scenarios.map(phrasesOf)), scenarios }
    starts.set(document, known)
  }
  return known
}

/** What somebody could say to start it. */
function phrasesOf({ start }: Scenario): string[] {
  return start.flatMap(({ match }) => {
    if ('exact' in match) return match.exact
    if ('partial' in match) return match.partial
    return 'rule' in match ? match.rule : []
  })
}
