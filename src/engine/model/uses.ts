import type { AgentDocument } from '../../model/agent.ts'

/** Whether a model may answer for it. */
export function usesModel(document: AgentDocument): boolean {
  return document.agent.useAIResponse !== false && document.agent.llmSettings !== undefined
}
