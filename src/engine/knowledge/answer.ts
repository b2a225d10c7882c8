import type { Final } from '../../model/conversation.ts'
import type { Hit } from '../../model/knowledge.ts'
import type { AnswerDraft } from '../draft.ts'
import { sentences } from '../words/index.ts'
import { linkOf } from './cite.ts'
import { linked } from './quote.ts'
import { withoutTables } from './readable.ts'
import { unwrapped } from './unwrap.ts'

/**
 * The best passage as the answer, word for word but for where its lines were broken and for tables, which become lists; with where it
 * stands. Undefined when nothing was found.
 */
export function knowledgeAnswer(draft: AnswerDraft, hits: readonly Hit[]): Final | undefined {
  const [best] = hits
  if (!best) return undefined
  // A file that somebody brought is not the agent's own, whatever it is called.
  const isOwn = draft.trace.knowledge?.passages.some(({ id }) => id === best.id)
  const link = isOwn ? linkOf(draft.agent.document.agent, best) : undefined
  const source = `${sentences.source[draft.language]} ${linked(best, link)}`
  return draft.final('knowledge', {
    utterance: `${withoutTables(unwrapped(best.text.trim()), draft.request.utterance)}\n\n${source}`,
    score: best.score * 100,
    isAutoResponse: true,
  })
}
