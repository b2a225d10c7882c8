import type { Config } from '../../config/index.ts'
import { createDocuments } from '../../drivers/documents/index.ts'
import { createOpenAiEmbeddings } from '../../drivers/embeddings-openai.ts'
import { createFind, type Find } from '../../engine/knowledge/find.ts'
import type { Documents } from '../../ports/documents.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { Search } from '../../ports/search.ts'
import type { Store } from '../../store/index.ts'
import { createSearch } from '../../store/search.ts'

/** What knowledge is read and found with: the same in the server and in the commands beside it. */
export interface KnowledgeParts {
  documents: Documents
  find: Find
  /** Finds what `find` does, for admins. */
  search: Search
  embeddings: Embeddings | undefined
  /** Ends what reads files. */
  close(): void
}

export function createKnowledgeParts(store: Store, config: Pick<Config, 'embeddings'>): KnowledgeParts {
  const words = createSearch(store.db)
  const embeddings = config.embeddings && createOpenAiEmbeddings(config.embeddings)
  const find = createFind({ store, search: words, embeddings })
  const documents = createDocuments()
  const { signal } = new AbortController()
  return {
    documents,
    find,
    search: {
      query: async (agent, text, limit) => (await find(agent, text, limit, signal)).hits,
      settle: words.settle,
    },
    embeddings,
    close: documents.close,
  }
}
