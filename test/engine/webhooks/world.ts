import { onTestFinished } from 'vitest'
import { createWebhookClient } from '../../../src/drivers/webhooks/client.ts'
import { createDraft } from '../../../src/engine/draft.ts'
import { recordTape } from '../../../src/engine/tape/record.ts'
import { turnTools } from '../../../src/engine/tools/index.ts'
import { createWebhooks } from '../../../src/engine/webhooks/index.ts'
import { createSender } from '../../../src/engine/webhooks/send.ts'
import { usualStateLimits, writtenBy } from '../../../src/lib/person-state.ts'
import type { ConversationRequest, MemoryItem, State } from '../../../src/model/conversation.ts'
import { ann, guide, openHouse } from '../../admin/support.ts'

export interface Turn extends Partial<ConversationRequest> {
  known?: { state?: State; memory?: MemoryItem[] }
  signal?: AbortSignal
}

/** An agent with webhooks in a house of its own, that may call this machine. */
export async function openWorld(webhooks: object[], allow = ['127.0.0.1']) {
  const house = await openHouse()
  const { store, secrets } = house
  const saved = await house.admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks }, ann)
  const client = createWebhookClient({ allow, now: Date.now })
  onTestFinished(() => client.close())
  const send = createSender({ client, store, secrets, now: Date.now })
  const { forTurn } = createWebhooks({ send })
  return {
    ...house,
    send,
    secretOf: (name: string) => saved.webhookSecrets!.find((one) => one.name === name)!.secret,
    /** One turn of Ann's, as far as webhooks have to do with it. */
    async turn({ known = {}, signal = new AbortController().signal, ...request }: Turn = {}) {
      const agent = (await store.agents.live('guide'))!
      const draft = createDraft({
        tape: recordTape(),
        limits: usualStateLimits,
        request: {
          account: 'default',
          agent: 'guide',
          uid: 'ann',
          conversation: 'dm',
          door: 'http',
          utterance: 'hello',
          ...request,
        },
        agent,
        known: {
          key: 'guide/default/ann',
          memory: [],
          progress: undefined,
          ...known,
          state: writtenBy('caller', known.state ?? {}),
        },
        now: Date.now,
        random: () => 0,
      })
      const announced: string[] = []
      const run = { signal, beforeCall: async () => void announced.push('call') }
      const webhooks = forTurn(draft, run)
      const tools = await turnTools({ draft, webhooks, store, run })
      // Nothing is asked where nothing says so.
      const call = async (wanted: Parameters<typeof tools.call>[0]) => (await tools.call(wanted)) as string
      return { draft, announced, webhooks, tools: { call } }
    },
  }
}

/** A webhook on the function `find_room`. */
export function functionWebhook(url: string, more: object = {}, trigger: object = {}) {
  return {
    name: 'rooms',
    method: 'POST',
    url,
    useResponseInPrompt: true,
    trigger: {
      triggerType: 2,
      condition: 0,
      functionCallingName: 'find_room',
      functionCallingDescription: 'Finds a free room',
      ...trigger,
    },
    ...more,
  }
}
