import type { ConversationContext, Final } from '../model/conversation.ts'
import type { Hit } from '../model/knowledge.ts'
import type { Llm } from '../ports/llm.ts'
import type { AnswerDraft } from './draft.ts'
import { citedSources } from './knowledge/quote.ts'
import { contextFooter } from './model/context.ts'
import { usesModel } from './model/uses.ts'
import { sentences } from './words/index.ts'

/** An answer that somebody wrote, with what they are to read below it. */
export function withNote(final: Final, note: string): Final {
  if (note === '') return final
  return { ...final, answer: { ...final.answer, utterance: `${final.answer.utterance}${note}` } }
}

/** What stands below a model's answer: the sources it names, and what was seen and not seen around the message. */
export function belowAnswer(
  answer: string,
  draft: AnswerDraft,
  llm: Llm,
  { context, hits }: { context: ConversationContext | undefined; hits: readonly Hit[] },
): string {
  // Files that people brought come behind what the agent knows, and whatever they are called they are not its own.
  const own = new Map(draft.trace.knowledge?.passages.map(({ url }, i) => [hits[i], url]))
  // What stands in them is forgotten with the message that they came with; what is said of them may be remembered.
  const cited = hits.map((hit) => (own.has(hit) ? hit : { ...hit, text: '' }))
  const sources = citedSources(answer, cited, draft.request.utterance, (hit) => own.get(hit))
  return sources + unreadOf(draft, llm, context) + contextFooter(draft)
}

/** What its person reads below an answer about what was not seen of their files; empty where all was. */
export function unreadOf(
  { agent, language }: AnswerDraft,
  llm: Llm,
  { notes = [], images = [] }: Partial<ConversationContext> = {},
): string {
  const { document } = agent
  const sees = usesModel(document) && llm.model(document.agent.llmSettings!.llm)?.vision
  const isBlind = images.length > 0 && !sees
  const all = [...notes, ...(isBlind ? [sentences.imageNotSupported[language]] : [])]
  return all.length === 0 ? '' : `\n\n${all.join('\n')}`
}
