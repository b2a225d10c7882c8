import type { Config } from '../../config/index.ts'
import { createDocuments } from '../../drivers/documents/index.ts'
import { createOpenAiEmbeddings } from '../../drivers/embeddings-openai.ts'
import { createFind, type Find } from '../../engine/knowledge/find.ts'
import type { Documents } from '../../ports/documents.ts'
import type { Embeddings } from '../../ports/embeddings.ts'
import type { Pages } from '../../ports/pages.ts'
import type { Search } from '../../ports/search.ts'
import type { Store } from '../../store/index.ts'
import { createSearch } from '../../store/search.ts'

/** What knowledge is read and found with: the same in the server and in the commands beside it. */
export interface KnowledgeParts {
  documents: ReturnType<typeof createDocuments>
  /** Reads what links lead to. */
  pages: Pages
  find: Find
  /** Finds what `find` does, for admins. */
  search: Search
  embeddings: Embeddings | undefined
  /** Ends what reads files. */
  close(): void
}

/** `allow`: what pages may be read of besides the public Internet; `metered`: makes embeddings something that is paid for. */
export function createKnowledgeParts(
  store: Store,
  config: Pick<Config, 'embeddings'>,
  allow: readonly string[] = [],
  metered: (embeddings: Embeddings) => Embeddings = (embeddings) => embeddings,
): KnowledgeParts {
  const words = createSearch(store.db)
  const embeddings = config.embeddings && metered(createOpenAiEmbeddings(config.embeddings))
  const find = createFind({ store, search: words, embeddings })
  const documents = createDocuments()
  const pages = createPagesOnDemand(documents, allow)
  const { signal } = new AbortController()
  return {
    documents,
    pages,
    find,
    search: {
      query: async (agent, text, limit) => (await find(agent, text, limit, signal)).hits,
      settle: words.settle,
    },
    embeddings,
    close() {
      documents.close()
      void pages.close()
    },
  }
}

/** Loaded with the first link that is followed, which few agents do. */
function createPagesOnDemand(documents: Documents, allow: readonly string[]): Pages & { close(): Promise<void> } {
  let loaded: Promise<Pages & { close(): Promise<void> }> | undefined
  const load = async () => {
    const { createPages } = await import('../../drivers/pages.ts')
    return createPages({ documents, allow })
  }
  return {
    async read(url, person, signal) {
      loaded ??= load()
      return (await loaded).read(url, person, signal)
    },
    close: async () => (await loaded)?.close(),
  }
}
