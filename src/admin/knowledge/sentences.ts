import { AppError, type Fault } from '../../lib/errors.ts'
import type { NewSource } from '../../store/knowledge.ts'
import { knowledge } from '../words/index.ts'

export const invalidName = (max: number) => new AppError('invalid_knowledge_name', knowledge.invalidName(max))

export const fileTooLarge = (name: string, max: number) =>
  new AppError('document_too_large', knowledge.fileTooLarge(name, max))

export const tooManyPassages = (name: string, max: number) =>
  new AppError('document_too_large', knowledge.tooManyPassages(name, max))

export const nothingPasted = (name: string) => new AppError('document_unreadable', knowledge.nothingPasted(name))

export const notFound = (name: string) => new AppError('knowledge_not_found', knowledge.notFound(name), { status: 404 })

export const changedMeanwhile = () =>
  new AppError('edited_meanwhile', knowledge.changedMeanwhile, { status: 503, retryAfterMs: 1000 })

export const invalidKnowledge = (faults: readonly Fault[]) =>
  new AppError('invalid_knowledge', knowledge.invalidKnowledge, { faults })

export const notUsed: Fault = {
  path: 'agent.knowledge.knowledgeDataStore.useKnowledgeDataStore',
  message: 'is not on, so the agent does not look into its knowledge',
}

/** Files of one content under several names: each of their passages would be found twice. */
export function twins(sources: readonly NewSource[]): Fault[] {
  const first = new Map<string, string>()
  return sources.flatMap(({ name, sha256 }) => {
    const known = first.get(sha256)
    if (known === undefined) first.set(sha256, name)
    return known === undefined ? [] : [{ path: name, message: `holds the same as ${known}` }]
  })
}
