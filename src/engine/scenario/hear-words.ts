import { keyOf } from '../../lib/normalise.ts'
import { comparable, standsIn } from '../../lib/phrases.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import { isRefused, placesOf } from '../slots/phrases.ts'
import { slotSentences } from '../words/index.ts'
import { type Everyday, withoutPoliteness, wordsFor } from './everyday-words.ts'
import type { ScenarioParts } from './parts.ts'
import { questionOf } from './questions.ts'
import type { Reaction } from './reaction.ts'
import { emptyRun, nodeOf, type RunningScenario } from './running.ts'
import { slotOf } from './slots-known.ts'
import type { Walk } from './walk.ts'

const asked: readonly Everyday[] = ['repeat', 'back', 'restart', 'help', 'why']

/** “Repeat that”, “go back”, “start again”, “what can I do?”, “why do you ask?”, wherever a scenario waits. */
export async function hearWords(
  at: RunningScenario,
  { draft }: Pick<ScenarioParts, 'draft'>,
  walk: Walk,
): Promise<Reaction | undefined> {
  const { utterance } = draft.request
  const said = new Set([keyOf(utterance), keyOf(withoutPoliteness(utterance))])
  const what = asked.find((one) => wordsFor(at.scenario, one).some((phrase) => said.has(keyOf(phrase))))
  const node = nodeOf(at.scenario, at.node)!
  // An option of these words is the option.
  if (!what || questionOf(draft, node, at).choices.some((text) => said.has(keyOf(text)))) return undefined
  const sentences = slotSentences[at.language]
  const title = at.scenario.title ?? at.scenario.id.replaceAll('_', ' ')
  walk.because(at, what)
  switch (what) {
    case 'repeat':
      return { took: walk.ask(at) }
    case 'restart':
      return {
        took: await walk.go(
          { ...at, run: { ...emptyRun, ...(at.run.wish && { wish: at.run.wish }) } },
          at.scenario.first,
          'restart',
        ),
      }
    case 'back':
      return { took: await back(at, walk, sentences.nothingBefore) }
    case 'help': {
      const { choices } = questionOf(draft, node, at)
      if (choices.length > 0) walk.texts.push(sentences.youCanChoose(choices.join(', ')))
      walk.texts.push(sentences.youCanSay(title))
      return { took: walk.ask(at) }
    }
    default: {
      const why = (at.run.asking && slotOf(at, at.run.asking)?.why) || node.why
      walk.note(at, why || sentences.needed(title))
      return { took: walk.ask(at) }
    }
  }
}

/** To what was asked before: what was answered to it since is forgotten. */
async function back(at: RunningScenario, walk: Walk, nothing: string): Promise<RunningScenario | undefined> {
  const { trail, slots, asking: _, days: __, again: ___, ...others } = at.run
  for (let i = trail.length - 1; i >= 0; i--) {
    const { node: id, filled = [] } = trail[i]!
    const last = filled.at(-1)
    const node = nodeOf(at.scenario, id)
    if (last !== undefined) {
      const left = Object.fromEntries(Object.entries(slots).filter(([name]) => name !== last))
      const kept = trail.slice(0, i)
      return walk.go(
        { ...at, run: { ...others, slots: left, trail: withFilled(kept, id, filled.slice(0, -1)) } },
        id,
        'back',
      )
    }
    if (i < trail.length - 1 && node && isAskedAt(node))
      return walk.go({ ...at, run: { ...others, slots, trail: trail.slice(0, i) } }, id, 'back')
  }
  walk.texts.push(nothing)
  return walk.ask(at)
}

const isAskedAt = ({ options, collect, on }: ScenarioNode): boolean =>
  options !== undefined ||
  collect !== undefined ||
  on?.some((it) => 'match' in it && !('state' in it.match || 'webhook' in it.match || 'called' in it.match)) === true

/** A node that asked several things goes back by one of them: the others are still known. */
function withFilled(
  trail: RunningScenario['run']['trail'],
  node: string,
  filled: readonly string[],
): RunningScenario['run']['trail'] {
  return filled.length > 0 ? [...trail, { node, filled }] : trail
}

export interface Cancelled {
  /** What else was wished for in the same sentence. */
  wish: string
}

/**
 * Whether somebody cancels: in the author's words, whole or in part, or in the usual ones, alone or at the head of a sentence whose rest
 * is another wish. “I don't want to cancel” cancels nothing.
 */
export function cancels({ scenario }: RunningScenario, utterance: string): Cancelled | undefined {
  const { cancel } = scenario.policy
  const text = utterance.normalize('NFKC')
  const exact =
    cancel?.exact === undefined && cancel?.partial === undefined
      ? wordsFor(scenario, 'cancel')
      : [cancel.exact ?? []].flat()
  const said = comparable(utterance)
  const bare = keyOf(withoutPoliteness(text))
  if (exact.some((phrase) => keyOf(phrase) !== '' && [said.key, bare].includes(keyOf(phrase)))) return { wish: '' }
  for (const phrase of [cancel?.partial ?? []].flat()) {
    if (!standsIn(keyOf(phrase), said)) continue
    const spans = placesOf(phrase, text)
    if (spans.length > 0 && spans.every((span) => isRefused(text, span))) continue
    return { wish: spans[0] ? restOf(text, spans[0].end) : '' }
  }
  // The head of the sentence: “forget it, book a room instead”.
  const head = /^([^,.;!。、！]+?)(?:[,.;!。、！]+|\s+(?:and|but)\s+)(.+)$/su.exec(text.trim())
  const isHead =
    head && exact.some((phrase) => [keyOf(head[1]!), keyOf(withoutPoliteness(head[1]!))].includes(keyOf(phrase)))
  return isHead ? { wish: restOf(head[2]!, 0) } : undefined
}

/** What stands behind the words that cancel, without what joins it to them. */
function restOf(text: string, from: number): string {
  const rest = text
    .slice(from)
    .replace(/^[\s,.;:!?。、！？]*(?:(?:and|but|then|instead|please|して|します|で)(?![a-z])[\s,、]*)*/iu, '')
  return rest.replace(/\s*(?:instead|please)?[\s.!。！]*$/iu, '').length >= 3 ? rest : ''
}
