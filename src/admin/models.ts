import type { ModelNames } from '../lib/model-names.ts'
import { defaultModel } from '../model/agent.ts'
import type { Llm, ModelInfo, OfferedModel } from '../ports/llm.ts'

/** The models that an agent may be set to, as whoever sets it is shown them. */
export interface ModelShelf {
  /** Those that would answer, the best first; where none would, all that are known by name. */
  list(): Promise<readonly (Pick<OfferedModel, 'name'> & Partial<OfferedModel>)[]>
  /** What stands behind a name; undefined where nothing would answer. */
  info(name: string): ModelInfo | undefined
}

export interface ModelShelfParts {
  models?: ((id: string) => ModelInfo | undefined) | undefined
  modelNames: ModelNames
  offered?: Llm['offered']
}

export function createModelShelf({ models, modelNames, offered }: ModelShelfParts): ModelShelf {
  return {
    info: (name) => models?.(name),
    async list() {
      const answering = (await offered?.()) ?? []
      if (answering.length > 0) return answering
      // What is chosen now answers once there is a key.
      return modelNames.all
        .toSorted((a, b) => Number(b === defaultModel) - Number(a === defaultModel))
        .map((name) => ({ name }))
    },
  }
}
