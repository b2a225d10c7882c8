import type { View } from '../model/view.ts'
import type { CommittedAnswer } from '../turns/show.ts'
import type { ChatContext } from './context.ts'
import { answerText, withNote } from './parts.ts'
import { split } from './split.ts'
import { sentences } from './words/index.ts'

/** Of a view's text. */
const maxText = 4000

/** What a person is told alone where their answer could not be shown: why, and the answer, or as much of it as there is room for. */
export function noteOf(why: keyof typeof sentences.alone, answer: CommittedAnswer, { language }: ChatContext): View {
  const head = `_${sentences.alone[why][language]}_\n\n`
  const whole = answerText(answer, language)
  if (head.length + whole.length <= maxText) return { text: head + whole }
  const rest = sentences.onlyBeginning[language]
  const max = maxText - head.length - rest.length - 2
  const [beginning = ''] = split(whole, { max, unit: 'utf16' }, { closed: true })
  return { text: head + withNote(beginning, rest) }
}
