import { cutText } from '../../lib/cut-text.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { FoundPassage } from '../../model/knowledge.ts'
import { waysToSay } from '../synonyms.ts'
import { excerptOf, linkOf } from './cite.ts'
import type { Find } from './find.ts'
import { sourceOf } from './quote.ts'
import { withoutTables } from './readable.ts'
import { defaultThreshold } from './retrieve.ts'
import { unwrapped } from './unwrap.ts'

/** Of a passage that is shown, in UTF-16 units: a screenful. */
const maxText = 1500
/** Whoever types waits for it: without an answer by then it is searched by words alone. */
const patienceMs = 2000

/**
 * What an agent knows about something, best first, for a person to read: what its own answers would go by, and nothing that these
 * would leave out. Undefined where it uses no knowledge.
 */
export async function lookUp(
  { id, document }: AgentVersion,
  text: string,
  most: number,
  { find, signal }: { find: Find; signal: AbortSignal },
): Promise<FoundPassage[] | undefined> {
  const settings = document.agent.knowledge?.knowledgeDataStore
  if (!settings?.useKnowledgeDataStore || settings.knowledgeDataStoreNumCandidates === 0) return undefined
  const threshold = settings.knowledgeDataStoreCandidateScoreThreshold ?? defaultThreshold
  const { hits } = await find(id, waysToSay(document, text), most, signal, patienceMs)
  return hits
    .filter(({ score }) => score >= threshold)
    .map((hit) => {
      const url = linkOf(document.agent, hit)
      const whole = withoutTables(unwrapped(hit.text.trim()), text)
      const [shown = '', ...rest] = cutText(whole, maxText)
      const excerpt = excerptOf(hit.text, text)
      return {
        source: sourceOf(hit),
        excerpt,
        text: rest.length > 0 ? `${shown.trimEnd()} …` : shown,
        ...(url !== undefined && { url }),
      }
    })
}
