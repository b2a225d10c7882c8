/**
 * `parley-agents/engine`: the conversation engine alone. It reads an `EngineStore`, yields an answer with what that changes, and
 * writes nothing: whoever asks commits the `effects`, so that order, transactions and everything else stay the program's own.
 */
import { platforms } from '../../adapters/registry.ts'
import { createBundleReader } from '../admin/bundles/read.ts'
import { type Config, loadConfig, readModels } from '../config/index.ts'
import { settingsSchema } from '../config/settings.ts'
import { createOpenAiLlm } from '../drivers/llm-openai.ts'
import { createEngine as createEngineOf, type Engine, type EngineParts } from '../engine/converse.ts'
import { exceedsTokens } from '../engine/tokens.ts'
import { createWebhooks } from '../engine/webhooks/index.ts'
import type { SendWebhook } from '../engine/webhooks/send.ts'
import { AppError } from '../lib/errors.ts'
import { createModelNames } from '../lib/model-names.ts'
import type { AgentVersion } from '../model/agent.ts'
import { type Llm, LlmError } from '../ports/llm.ts'

export type { Engine } from '../engine/converse.ts'
export { createFind, type Find } from '../engine/knowledge/find.ts'
export type { Run } from '../engine/run.ts'
export { stopped } from '../engine/stopped.ts'
export { AppError } from '../lib/errors.ts'
export { passagesOf } from '../lib/passages.ts'
export type { AgentDocument, AgentVersion } from '../model/agent.ts'
export type * from '../model/conversation.ts'
export { orderKey } from '../model/key.ts'
export type * from '../model/knowledge.ts'
export type * from '../model/scenario.ts'
export type * from '../model/state.ts'
export type { Embeddings } from '../ports/embeddings.ts'
export type { EngineStore } from '../ports/engine-store.ts'
export * from '../ports/llm.ts'
export type { Search } from '../ports/search.ts'
export { createMemoryStore, type MemoryStore } from '../store/memory.ts'

/** What may be left out is as in a server whose `config/` says nothing of it. */
export interface EngineOptions extends Partial<Omit<EngineParts, 'store' | 'webhooks'>>, Pick<EngineParts, 'store'> {
  /** Calls webhooks; without it each of them fails as `refused`. */
  send?: SendWebhook
}

/** Without `llm` the written answers, the scenarios and the knowledge of an agent are all there is; without `find` it knows nothing. */
export function createEngine({ send = refuse, ...options }: EngineOptions): Engine {
  const { memory, rules, state } = settingsSchema.parse({})
  return createEngineOf({
    llm: noLlm,
    find: async () => ({ hits: [] }),
    memoryItems: memory.turns * 2,
    levels: rules.levels,
    state,
    now: Date.now,
    random: Math.random,
    webhooks: createWebhooks({ send }),
    ...options,
  })
}

/** The models that `PARLEY_LLM_BASE_URL`, `OPENAI_API_KEY` and the like of an environment lead to, as in the server. */
export function createLlm(environment: Config['env']): Llm {
  const { models, llm } = loadConfig(environment, platforms)
  return createOpenAiLlm({ models, ...llm })
}

/**
 * An agent as its folder says it. Its `knowledge/` is for whoever keeps it: a store in memory learns passages. Throws an `AppError`
 * `invalid_agent` that names every fault, each with its file and line.
 */
export async function readAgent(folder: string, environment: Config['env'] = {}): Promise<AgentVersion> {
  const modelNames = createModelNames(readModels())
  const read = await createBundleReader({ exceedsTokens, modelNames, env: environment, platforms: [] })(folder)
  if ('faults' in read)
    throw new AppError('invalid_agent', `The agent in ${folder} is not sound:`, { faults: read.faults })
  return { id: read.id, account: 'default', version: 1, document: read.document }
}

const refuse: SendWebhook = async () => ({ failed: 'refused', detail: 'this program calls no webhooks', ms: 0 })

const noLlm: Llm = {
  model: () => undefined,
  stream({ model }) {
    throw new LlmError('not_configured', `nothing serves ${model}`)
  },
}
