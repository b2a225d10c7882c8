import type { AgentDocument } from '../model/agent.ts'
import type { ConversationRequest, MemoryItem, State } from '../model/conversation.ts'
import type { Prompt, PromptMessage } from '../ports/llm.ts'
import { substitute } from './directives.ts'

/** What the model is asked: the agent's prompt with the person's state in it, the conversation so far, and the utterance. */
export function buildPrompt(
  document: AgentDocument,
  request: ConversationRequest,
  state: State,
  memory: readonly MemoryItem[],
): Prompt {
  const settings = document.agent.llmSettings!
  const messages: PromptMessage[] = []
  if (settings.prompt) messages.push({ role: 'system', text: substitute(settings.prompt, state) })
  if (!request.disableHistory) messages.push(...memory.map(({ role, text }) => ({ role, text })))
  messages.push({
    role: 'user',
    text: request.utterance,
    ...(request.images?.length ? { images: request.images } : {}),
  })
  return {
    model: settings.llm,
    messages,
    ...(settings.temperature === undefined ? {} : { temperature: settings.temperature }),
  }
}
