import { keyOf } from '../../lib/normalise.ts'
import { tidy } from '../../lib/phrases.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { findChoices, isQuestion } from '../slots/phrases.ts'
import { yesOrNo } from '../slots/yes-no.ts'
import type { RunningScenario } from './running.ts'

/** The place of the option that was said: by its own characters, else by its letters and digits; -1 if none was. */
export function choiceOf(draft: AnswerDraft, at: RunningScenario, { options = [] }: ScenarioNode): number {
  const shown = textsOf(draft, at, options)
  const { utterance } = draft.request
  const key = keyOf(utterance)
  if (key === '') return -1
  const exactly = shown.findIndex((text) => tidy(text) === tidy(utterance))
  return exactly >= 0 ? exactly : shown.findIndex((text) => keyOf(text) === key)
}

/** The place of the one option that a sentence means: by its words, other words for it, its place, a slip in spelling, or yes and no. */
export function meantOption(draft: AnswerDraft, at: RunningScenario, { options = [] }: ScenarioNode): number {
  const text = draft.request.utterance.normalize('NFKC').slice(0, maxSaid)
  if (options.length === 0 || isQuestion(text)) return -1
  const shown = textsOf(draft, at, options)
  const choices = options.map(({ also = [] }, i) => ({
    value: String(i),
    names: [shown[i]!, ...[also].flat()].filter((name) => name !== ''),
  }))
  const hits = findChoices(text, choices, { isShown: true })
  const meant = new Set(hits.filter(({ refused }) => !refused).map(({ value }) => value))
  if (meant.size === 1) return Number([...meant][0])
  if (hits.length > 0) return -1
  const answer = yesOrNo(text)
  const same = shown.flatMap((option, i) => (answer !== undefined && yesOrNo(option) === answer ? [i] : []))
  return same.length === 1 ? same[0]! : -1
}

/** Whoever writes more than this answers in words of their own. */
const maxSaid = 200

const textsOf = (
  draft: AnswerDraft,
  at: RunningScenario,
  options: NonNullable<ScenarioNode['options']>,
): readonly string[] => at.options ?? options.map(({ text }) => draft.render(text).text)
