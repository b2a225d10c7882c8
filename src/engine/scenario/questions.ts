import type { Say } from '../../model/say.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import { choicesOf } from '../slots/names-of.ts'
import { shownChoice } from '../slots/shown.ts'
import { slotSentences } from '../words/index.ts'
import { approveText } from './approve.ts'
import type { RunningScenario } from './running.ts'
import { type NodeText, show } from './show.ts'
import { filledAt, labelOf, slotOf } from './slots-known.ts'

export type Question = NodeText & { choices: string[] }

/** What a press of a button of a summary asks for. */
export type Pressed = { yes: true } | { no: true } | { change: string }

/** What a node asks as things stand, or `words` in its place: the question of a slot, a summary, or its own. */
export function questionOf(draft: AnswerDraft, node: ScenarioNode, running: RunningScenario, words?: Say): Question {
  const { asking, again } = running.run
  const sentences = slotSentences[running.language]
  if (again)
    return withChoices(show(draft, { ...node, options: undefined }, running.language, words ?? sentences.callAgain), [
      sentences.yes,
      sentences.no,
    ])
  if (asking !== undefined && slotOf(running, asking)) return slotQuestion(draft, node, running, asking, words)
  if (node.confirm) {
    const said = show(draft, node, running.language, words ?? node.say ?? summary(draft, node, running))
    return withChoices(
      said,
      confirmButtons(draft, node, running).map(({ text }) => text),
    )
  }
  const own = show(draft, node, running.language, words)
  if (!node.approve) return own
  const { text, options } = approveText(draft, running, own.text)
  return withChoices({ ...own, text }, options)
}

function slotQuestion(
  draft: AnswerDraft,
  node: ScenarioNode,
  running: RunningScenario,
  name: string,
  words?: Say,
): Question {
  const slot = slotOf(running, name)!
  const own = filledAt(node.fill).length === 1 ? node.say : undefined
  const sentences = slotSentences[running.language]
  const half = running.run.days?.[name]
  const usual =
    half === undefined ? (own ?? slot.ask ?? sentences.ask(labelOf(running, name, draft))) : sentences.whatTime
  const said = show(draft, { ...node, options: undefined }, running.language, words ?? usual)
  if (slot.type === 'yesno') return withChoices(said, [sentences.yes, sentences.no])
  if (slot.type === 'choice')
    return withChoices(
      said,
      choicesOf(slot).map(({ value }) => shownChoice(slot, value, running.language)),
    )
  return { ...said, choices: [] }
}

/** The slots of a summary that are filled, in the order in which they are written. */
export function summed(node: ScenarioNode, { scenario, run }: RunningScenario): string[] {
  const names = node.confirm?.slots ?? Object.keys(scenario.slots ?? {})
  return names.filter((name) => Object.hasOwn(run.slots, name))
}

function summary(draft: AnswerDraft, node: ScenarioNode, running: RunningScenario): string {
  // What is filled in is never read again, whatever it says.
  const lines = summed(node, running).map((name) => `- ${labelOf(running, name, draft)}: #{${name}}`)
  return [slotSentences[running.language].isThatRight, ...lines].join('\n')
}

export function confirmButtons(
  draft: AnswerDraft,
  node: ScenarioNode,
  running: RunningScenario,
): { text: string; pressed: Pressed }[] {
  const sentences = slotSentences[running.language]
  return [
    { text: sentences.yes, pressed: { yes: true } },
    ...summed(node, running).map((name) => ({
      text: sentences.change(labelOf(running, name, draft)),
      pressed: { change: name },
    })),
    { text: sentences.no, pressed: { no: true } },
  ]
}

function withChoices(said: NodeText, choices: string[]): Question {
  return { ...said, choices, fields: { ...said.fields, options: choices } }
}
