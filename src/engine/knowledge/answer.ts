import type { Final } from '../../model/conversation.ts'
import type { Hit } from '../../model/knowledge.ts'
import type { AnswerDraft } from '../draft.ts'
import { sentences } from '../words/index.ts'
import { sourceOf } from './quote.ts'
import { unwrapped } from './unwrap.ts'

/** The best passage as the answer, word for word but for where its lines were broken, with where it stands; undefined when nothing was found. */
export function knowledgeAnswer(draft: AnswerDraft, hits: readonly Hit[]): Final | undefined {
  const [best] = hits
  if (!best) return undefined
  return draft.final('knowledge', {
    utterance: `${unwrapped(best.text.trim())}\n\n${sentences.source[draft.language]} ${sourceOf(best)}`,
    score: best.score * 100,
    isAutoResponse: true,
  })
}
