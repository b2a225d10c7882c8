import type { Final } from '../../model/conversation.ts'
import type { Hit } from '../../model/knowledge.ts'
import type { Draft } from '../draft.ts'
import { sourceOf } from './quote.ts'

const source = { en: 'Source:', ja: '出典:' }

/** The best passage as the answer, word for word, with where it stands; undefined when nothing was found. */
export function knowledgeAnswer(draft: Draft, hits: readonly Hit[]): Final | undefined {
  const [best] = hits
  if (!best) return undefined
  return draft.final('knowledge', {
    utterance: `${best.text.trim()}\n\n${source[draft.language]} ${sourceOf(best)}`,
    score: best.score * 100,
    isAutoResponse: true,
  })
}
