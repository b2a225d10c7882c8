import type { Config } from '../../config/index.ts'
import { createOpenAiEmbeddings } from '../../drivers/embeddings-openai.ts'
import { defaultModel } from '../../model/agent.ts'
import { createModels } from './models.ts'

const testMs = 30_000

/** A word from the model that answers for agents which name none. */
export async function tryModel(config: Parameters<typeof createModels>[0]) {
  const { llm } = createModels(config)
  const model = llm.model(defaultModel)
  if (!model) return { ok: false as const, isNone: true as const, why: 'No model is named.' }
  const began = Date.now()
  try {
    const prompt = { model: defaultModel, messages: [{ role: 'user' as const, text: 'Say OK.' }], maxOutputTokens: 64 }
    for await (const event of llm.stream(prompt, AbortSignal.timeout(testMs))) {
      if (event.type === 'text')
        return { ok: true as const, model: model.upstream, provider: model.provider, ms: Date.now() - began }
    }
    return { ok: false as const, why: `${model.upstream} answered nothing.` }
  } catch (error) {
    return { ok: false as const, why: `${model.upstream} did not answer (${(error as Error).message}).` }
  }
}

/** In how many numbers the meaning of a sentence is told. Throws when it is not. */
export async function tryEmbeddings(settings: NonNullable<Config['embeddings']>): Promise<number> {
  const embeddings = createOpenAiEmbeddings({ ...settings, timeoutMs: testMs })
  const [vector] = await embeddings.embed(['Where is the key?'], AbortSignal.timeout(testMs))
  return vector!.length
}
