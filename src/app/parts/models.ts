import type { Config } from '../../config/index.ts'
import { createOpenAiLlm } from '../../drivers/llm-openai.ts'
import { createModelNames } from '../../lib/model-names.ts'
import type { Llm } from '../../ports/llm.ts'

/** The models of a configuration, and what an agent may be set to: as whoever embeds Parley has brought them, if they have. */
export function createModels(
  config: Pick<Config, 'models' | 'llm'>,
  { llm, now }: { llm?: Llm | undefined; now?: () => number } = {},
) {
  const own = createOpenAiLlm({ models: config.models, ...config.llm, ...(now && { now }) })
  return { llm: llm ?? own, modelNames: createModelNames(config.models, own.tells) }
}
