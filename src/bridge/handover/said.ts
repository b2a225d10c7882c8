import { normalise } from '../../lib/normalise.ts'
import type { HandoverChoice } from '../../model/handover.ts'

type Word = Extract<HandoverChoice, 'take' | 'back' | 'close'>

const words: Record<Word, readonly string[]> = {
  take: ['take', '担当する', '担当します'],
  back: ['back', 'hand back', 'エージェントに戻す', '戻す'],
  close: ['close', '完了する', '完了'],
}

/** What somebody of the team does by a word to the agent, where they have no buttons. */
export function choiceIn(text: string): Word | undefined {
  const said = normalise(text)
  const found = Object.entries(words).find(([, all]) => all.some((one) => normalise(one) === said))
  return found?.[0] as Word | undefined
}
