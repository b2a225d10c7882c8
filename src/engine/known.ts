import type { AgentVersion } from '../model/agent.ts'
import type { ConversationRequest } from '../model/conversation.ts'
import { orderKey } from '../model/key.ts'
import type { EngineStore } from '../ports/engine-store.ts'
import type { AnswerDraft, PersonContext } from './draft.ts'
import type { TurnTape } from './tape/index.ts'
import { isEnabled } from './webhooks/due.ts'

export interface KnownParts {
  store: Pick<EngineStore, 'people' | 'lasting' | 'scenarios'>
  /** How many items of memory the model is given. */
  memoryItems: number
}

/** What is known of whoever asks, as far as every answer needs it. */
export async function known(
  request: ConversationRequest,
  agent: AgentVersion,
  { store, memoryItems }: KnownParts,
  tape: TurnTape,
): Promise<PersonContext> {
  if (request.uid === undefined) {
    return { key: undefined, state: {}, memory: [...(request.history ?? [])], progress: undefined }
  }
  const key = orderKey(request.account, agent.id, request.uid)
  const wantsMemory = agent.document.webhooks.some(isEnabled)
  // An earlier version may have had scenarios, and what began with it goes on with it.
  const mayBeInOne = agent.document.scenarios.length > 0 || agent.version > 1
  const [state, memory, progress] = await Promise.all([
    tape.take('state', '', () => store.people.stateWithWriters(key)),
    wantsMemory ? store.people.memory(key, request.conversation, memoryItems) : [],
    mayBeInOne ? tape.take('progress', '', () => store.scenarios.progress(key, request.conversation)) : undefined,
  ])
  return { key, state, memory, progress }
}

/** What rules answer needs no memory, and reading it costs more than the whole of such an answer. */
export async function recallFor({ store, memoryItems }: KnownParts, { request, known }: AnswerDraft): Promise<void> {
  if (known.key === undefined || request.disableHistory || known.lasting) return
  const [memory, lasting] = await Promise.all([
    store.people.memory(known.key, request.conversation, memoryItems),
    store.lasting?.of(known.key, request.conversation),
  ])
  known.memory = memory
  if (lasting) known.lasting = lasting
}
