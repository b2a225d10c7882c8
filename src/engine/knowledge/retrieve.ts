import type { Progress } from '../../model/conversation.ts'
import type { Hit } from '../../model/knowledge.ts'
import type { QueryTrace } from '../../model/trace.ts'
import { type Llm, LlmError } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import { askModel } from '../model/ask.ts'
import { filledInGuidance, fillIn, isFilledIn } from '../model/fill-in.ts'
import { waysToSay } from '../synonyms.ts'
import { hashOf } from '../tape/index.ts'
import { excerptOf, linkOf } from './cite.ts'
import type { Find } from './find.ts'
import { mailOf } from './mail.ts'

/** Where the agent does not say. What this threshold does with questions that were never seen stands in docs/knowledge.md. */
const defaultCandidates = 5
export const defaultThreshold = 0.41

/** Of a search query, in UTF-16 units, and how long one is waited for. */
const maxQuery = 300
const patienceMs = 8_000
/** Items of memory that a search query is made from. */
const queryMemory = 6

export interface RetrieveParts {
  find: Find
  /** Absent: there is no model to ask for a search query. */
  llm: Llm | undefined
}

/**
 * What the agent knows that fits the utterance, best first; nothing where it does not use its knowledge. Leaves its trace and
 * the mail in the draft.
 */
export async function* retrieve(
  draft: AnswerDraft,
  { find, llm }: RetrieveParts,
  signal: AbortSignal,
): AsyncGenerator<Progress, readonly Hit[]> {
  const { agent, request, now } = draft
  const { knowledgeDataStore: settings, searchQueryPrompt } = agent.document.agent.knowledge ?? {}
  const limit = settings?.knowledgeDataStoreNumCandidates ?? defaultCandidates
  if (!settings?.useKnowledgeDataStore || limit === 0) return []
  yield { kind: 'progress', text: '', searching: true }
  const startedAt = now()
  const { tape } = draft
  const query = () => searchQuery(draft, llm!, searchQueryPrompt!, signal)
  const asked = llm && searchQueryPrompt ? await tape.take('query', '', query) : undefined
  const threshold = settings.knowledgeDataStoreCandidateScoreThreshold ?? defaultThreshold
  const ways = waysToSay(agent.document, asked?.query ?? request.utterance)
  const found = await tape.find(hashOf([limit, ...ways].join('\n')), () => find(agent.id, ways, limit, signal))
  const { withoutVectors } = found
  const hits = found.hits.filter(({ score }) => score >= threshold)
  draft.trace.knowledge = {
    ms: now() - startedAt,
    ...(asked && { query: asked.trace }),
    ...(withoutVectors !== undefined && { withoutVectors }),
    threshold,
    passages: hits.map((hit) => {
      const { id, source, title, score } = hit
      const excerpt = excerptOf(hit.text, request.utterance)
      const url = linkOf(agent.document.agent, hit)
      return { id, source, title, score, ...(excerpt !== '' && { excerpt }), ...(url !== undefined && { url }) }
    }),
  }
  if (settings.shouldSendDataStoreResultEmail && hits.length > 0) draft.effects.mail = mailOf(draft, hits)
  return hits
}

/** What the model would search for; no query when it does not say. */
async function searchQuery(
  { agent, request, known, state, now }: AnswerDraft,
  llm: Llm,
  prompt: string,
  signal: AbortSignal,
): Promise<{ query: string | undefined; trace: QueryTrace }> {
  const startedAt = now()
  const trace: QueryTrace = { ms: 0 }
  const memory = request.disableHistory ? [] : known.memory.slice(-queryMemory)
  const { state: declared } = agent.document.agent
  const messages = [
    {
      role: 'system' as const,
      text: isFilledIn(prompt) ? `${fillIn(prompt, state.values, declared)}\n\n${filledInGuidance}` : prompt,
    },
    ...memory.map(({ role, text }) => ({ role, text })),
    { role: 'user' as const, text: request.utterance },
  ]
  let query: string | undefined
  try {
    const answer = await askModel(
      llm,
      { model: agent.document.agent.llmSettings!.llm, messages },
      {
        signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]),
        maxCharacters: maxQuery,
        onUsage: (usage) => Object.assign(trace, usage),
      },
    )
    if (answer === '') trace.error = 'empty'
    else query = answer
  } catch (error) {
    if (signal.aborted) throw signal.reason
    trace.error = error instanceof LlmError ? error.code : 'timeout'
  }
  trace.ms = now() - startedAt
  return { query, trace }
}
