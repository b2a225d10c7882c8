import { normalise } from '../lib/normalise.ts'
import type { Final, Progress } from '../model/conversation.ts'
import type { Fired, WatchTask } from '../model/timer.ts'
import type { AnswerDraft } from './draft.ts'
import { remind } from './reminders/index.ts'
import type { ScenarioTurn } from './scenario/turn.ts'
import { timerSentences as sentences } from './words/index.ts'

/** What the agent says when a timer goes off; undefined where that asks it something, which is answered as if its person had. */
export async function* firedAnswer(
  draft: AnswerDraft,
  fired: Fired,
  scenarios: ScenarioTurn | undefined,
  look: (task: WatchTask) => Promise<Final>,
): AsyncGenerator<Progress, Final | undefined> {
  const { task } = fired
  if (task.kind === 'reminder') return draft.final('fixed', { utterance: remind(draft, task.text, fired) })
  if (task.kind === 'message') {
    return draft.final('fixed', { utterance: task.text, ...(task.options && { options: task.options }) })
  }
  if (task.kind === 'watch') return look(task)
  if (task.kind !== 'scenario') return undefined
  const final = scenarios && (yield* scenarios.fire(task))
  return final ?? draft.final('none', { utterance: '' })
}

/** “Stop these messages”, “write to me again”: where the agent writes by itself. */
export function quietAnswer(draft: AnswerDraft): Final | undefined {
  const { request, language, effects } = draft
  if (!request.mayPost || request.fired) return undefined
  const said = normalise(request.utterance)
  const is = ({ en, ja }: typeof sentences.stop): boolean => [en, ja].some((text) => normalise(text) === said)
  const quiet = is(sentences.stop) ? 'begin' : is(sentences.goOn) ? 'end' : undefined
  if (!quiet) return undefined
  effects.timers = { ...effects.timers, quiet }
  const text = quiet === 'begin' ? sentences.stopped : sentences.goesOn
  return draft.final('fixed', { utterance: text[language], score: 100 })
}

/** A message that nobody has asked for says how it is stopped; one after a standstill how many were left out. */
export function unasked({ request: { fired }, language }: AnswerDraft, final: Final): Final {
  const lines = [
    ...(fired?.missed ? [sentences.missed(fired.missed)[language]] : []),
    ...(fired?.unasked ? [sentences.howToStop[language]] : []),
  ]
  if (lines.length === 0 || final.answer.utterance === '') return final
  const { utterance, options } = final.answer
  const buttons = fired?.unasked ? [...options, sentences.stop[language]] : options
  return { ...final, answer: { ...final.answer, utterance: [utterance, ...lines].join('\n\n'), options: buttons } }
}
