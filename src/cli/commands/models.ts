import { createModels } from '../../app/parts/models.ts'
import type { OfferedModel } from '../../ports/llm.ts'
import { type FileCommand, jsonOption } from '../command.ts'
import { table } from '../table.ts'

/** Servers are asked what they have; whoever looks from a terminal would rather wait than miss one. */
const patienceMs = 3_000

export const modelCommands: FileCommand[] = [
  {
    name: 'models',
    summary: 'List the models that agents may be set to and would be answered by.',
    options: { json: jsonOption },
    async look({ config, answer }) {
      const { llm } = createModels(config())
      const models = (await llm.offered?.(patienceMs)) ?? []
      const head = ['NAME', 'ANSWERED BY', 'PROVIDER', 'CONTEXT', 'IMAGES', 'NOTE']
      answer(models.length === 0 ? none : table(head, models.map(lineOf)), models)
      return true
    },
  },
]

const none =
  'No model is connected. Set OPENAI_API_KEY, or PARLEY_LLM_BASE_URL for Ollama, vLLM and the like; docs/models.md says more.'

const lineOf = ({
  name,
  upstream,
  provider,
  contextTokens,
  vision,
  isRetired,
  from,
  warning,
}: OfferedModel): string[] => [
  name,
  upstream,
  provider,
  `${contextTokens}`,
  vision ? 'yes' : 'no',
  isRetired ? 'retired' : from === 'server' ? 'told by its server' : (warning ?? ''),
]
