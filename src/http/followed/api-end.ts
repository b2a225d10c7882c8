import { type BestResponse, bestResponse, type State } from '../../model/conversation.ts'
import type { DirectFinal } from '../../turns/at-once.ts'
import { interrupted } from '../calls.ts'

/** What an answer of `/api` is told with. */
export interface ApiHead {
  utterance: string
  avatarIconUrl: string
  /** All that the agent says is shown as HTML. */
  isHtml: boolean
  /** Whose state it is told with; without a uid there is none. */
  person?: string
}

/** How a turn of `/api` ended: its answer is more than a text. */
export interface ApiEnd {
  answer: BestResponse
  userState: State
  /** Why the answer is not whole. */
  error?: { code: string; detail: string }
}

/** An answer that was interrupted is still one; without a word of it there is none, unless somebody wanted no more of it. */
export function apiEndOf(made: DirectFinal, text: string, isCancelled: boolean): ApiEnd {
  const { answer, userState, interrupted: error } = made
  if (!error) return { answer, userState }
  if (isCancelled) {
    return { answer: { ...answer, utterance: text }, userState, error: { code: 'cancelled', detail: '' } }
  }
  if (text === '') throw interrupted()
  return { answer, userState, error }
}

/** Of a turn that was cancelled before it came to anything. */
export const nothingMade = (): DirectFinal => ({
  answer: bestResponse({ utterance: '' }),
  userState: {},
  interrupted: { code: 'stopped', detail: '' },
})
