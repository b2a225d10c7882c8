import { within } from '../../lib/within.ts'
import type { Endpoint } from './endpoints.ts'

/** A model as the server that has it tells of it. */
export interface ToldModel {
  name: string
  /** The most tokens that a prompt may hold. */
  contextTokens?: number
}

/** What a server told is believed for so long, in milliseconds; that it told nothing, for a shorter time. */
const keptFor = 10 * 60_000
const keptSilence = 60_000
/** Of asking it, and of waiting for that: whoever looks at a list would rather have it now. */
const askMs = 3_000
const waitMs = 800
/** Of one server, and of what it sends: some have thousands. */
const maxTold = 200
const maxCharacters = 2_000_000
const maxName = 150

export interface CatalogueParts {
  /** The body of the list of models of a server. Throws where there is none. */
  fetch(endpoint: Endpoint, signal: AbortSignal): Promise<string>
  now: () => number
}

/** What servers tell of the models that they have. They are asked when somebody wants to know, and never at the start. */
export function createCatalogue({ fetch, now }: CatalogueParts) {
  const kept = new Map<Endpoint, { models: readonly ToldModel[]; until: number }>()
  const underWay = new Map<Endpoint, Promise<readonly ToldModel[]>>()

  async function ask(endpoint: Endpoint): Promise<readonly ToldModel[]> {
    const before = kept.get(endpoint)?.models ?? []
    try {
      const models = toldIn(await fetch(endpoint, AbortSignal.timeout(askMs)))
      kept.set(endpoint, { models, until: now() + keptFor })
      return models
    } catch {
      // Whatever it told last still holds as far as anybody knows.
      kept.set(endpoint, { models: before, until: now() + keptSilence })
      return before
    } finally {
      underWay.delete(endpoint)
    }
  }

  return {
    /** What is known without asking. */
    known: (endpoint: Endpoint): readonly ToldModel[] => kept.get(endpoint)?.models ?? [],
    /** Asks where nothing is known that holds; what takes too long is there the next time. */
    async told(endpoint: Endpoint, patience = waitMs): Promise<readonly ToldModel[]> {
      const before = kept.get(endpoint)
      if (before && before.until > now()) return before.models
      const asking = underWay.get(endpoint) ?? ask(endpoint)
      underWay.set(endpoint, asking)
      return within(patience, asking, () => new Error('slow')).catch(() => before?.models ?? [])
    },
    /** As long as a server is asked. */
    patience: askMs,
  }
}

/** Names of models that do something else than talk. */
const others =
  /embed|whisper|tts|speech|dall-e|image|imagen|moderation|guard|realtime|audio|transcri|rerank|sora|veo|aqa|babbage|davinci|codex|computer-use|search-preview/i

/** Servers differ in what they call the size of a context. Nothing can be relied on: it is whatever JSON a server sent. */
interface Listed {
  id?: unknown
  max_input_tokens?: unknown
  context_window?: unknown
  max_model_len?: unknown
  context_length?: unknown
  meta?: { n_ctx_train?: unknown } | null
}

function toldIn(body: string): ToldModel[] {
  if (body.length > maxCharacters) return []
  const { data } = JSON.parse(body) as { data?: unknown }
  const listed = Array.isArray(data) ? (data as (Listed | null)[]) : []
  const told = listed.flatMap((one): ToldModel[] => {
    // Google's begin with the kind of resource.
    const name = typeof one?.id === 'string' ? one.id.replace(/^models\//, '') : ''
    if (name === '' || name.length > maxName || !/^[\x21-\x7E]+$/.test(name) || others.test(name)) return []
    const { max_input_tokens, context_window, max_model_len, context_length, meta } = one!
    const size = [max_input_tokens, context_window, max_model_len, context_length, meta?.n_ctx_train].find(isSize)
    return [{ name, ...(size !== undefined && { contextTokens: size }) }]
  })
  return [...new Map(told.map((one) => [one.name, one])).values()].slice(0, maxTold)
}

const isSize = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1_000
