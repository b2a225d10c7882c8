import { defaultModel, llmIds } from '../model/agent.ts'
import { type Models, namesOf } from '../model/models.ts'

/** What an agent may be set to. */
export interface ModelNames {
  /** Those of `models.yaml`, then the ids of the specification: what is told to whoever wrote another. */
  readonly all: readonly string[]
  /** `provider:name` is known if the provider's server tells that it has it, which may have to be asked. */
  knows(name: string): boolean | Promise<boolean>
}

/** `tells`: whether the server of a provider has a model of that name. Without it nobody is asked, and only what is written counts. */
export function createModelNames(
  models: Models | undefined,
  tells: (name: string) => Promise<boolean> = async () => false,
): ModelNames {
  const all = [...new Set([defaultModel, ...(models ? namesOf(models) : []), ...llmIds])]
  const written = new Set(all)
  return { all, knows: (name) => written.has(name) || (name.includes(':') && tells(name)) }
}
