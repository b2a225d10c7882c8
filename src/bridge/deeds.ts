import type { InboundMessage } from '../model/message.ts'
import type { InboxRow } from '../store/inbox.ts'
import type { TurnRow } from '../store/turns.ts'
import type { Addressee } from './addressing.ts'
import { type ChatContext, contextOf, type WaitingMessage, waitingMessage } from './context.ts'
import type { IntakeParts } from './intake-parts.ts'
import { withReplied } from './replied.ts'
import { sentences } from './words/index.ts'

/** What comes of an emoji that people put to their question, or to its answer. Others' are not theirs to stop or to repeat. */
export function createDeeds({ store, running, tellAlone }: IntakeParts) {
  async function turnOf({ repliesTo, reactsTo }: InboundMessage, key: string): Promise<TurnRow | undefined> {
    const answer = repliesTo && (await store.turns.byRef(repliesTo))
    const [asked] = answer || reactsTo === undefined ? [] : (await store.turns.ofEvent(reactsTo)).slice(-1)
    const turn = answer ?? (asked && (await store.turns.byId(asked.id)))
    return turn?.key === key ? turn : undefined
  }

  async function rowOf(turn: TurnRow | undefined, { reactsTo }: InboundMessage): Promise<InboxRow | undefined> {
    const event = turn?.event_id ?? reactsTo
    return event === undefined ? undefined : store.inbox.byEvent(event)
  }

  return {
    /** Nothing more is written to what they asked; what waits for its turn is not answered at all. */
    async stop(inbound: InboundMessage, key: string): Promise<void> {
      const row = await rowOf(await turnOf(inbound, key), inbound)
      if (row?.key !== key || row.status !== 'open') return
      await running.cancel(row.event_id, 'stopped')
    },

    /** The question once more, where its answer would go; undefined: there is none, or it is yet to be answered. */
    async again({ account, message: inbound }: Addressee, key: string): Promise<WaitingMessage | undefined> {
      const turn = await turnOf(inbound, key)
      if (!turn?.context || !turn.event_id || turn.answer === null) return undefined
      const context: ChatContext = JSON.parse(turn.context)
      if (context.handover || context.asksFor !== undefined || context.anybody) return undefined
      const row = await rowOf(turn, inbound)
      // Of one that failed it is all there.
      if (row?.payload) return JSON.parse(row.payload)
      const text = await store.exchanges.question(key, turn.event_id)
      if (text !== undefined) return { ...context, text, files: [] }
      const { platform, installation, author, replyTo } = inbound
      const forgotten = sentences.questionForgotten[context.language]
      tellAlone({ platform, installation, account, author, replyTo, text: forgotten, about: forgotten, everyMs: 0 })
      return undefined
    },

    /** They wish to talk to a person; undefined: this agent hands nobody over. */
    async person({ agent, message: inbound }: Addressee, key: string): Promise<WaitingMessage | undefined> {
      if (!(await store.agents.live(agent))?.document.agent.handover) return undefined
      const turn = await turnOf(inbound, key)
      const asked = turn?.context ? (JSON.parse(turn.context) as ChatContext) : undefined
      const { handover: _, ...context } = asked ?? contextOf(waitingMessage(await withReplied(inbound, store)))
      return { ...context, text: '', files: [], wantsPerson: 'wish' }
    },
  }
}
