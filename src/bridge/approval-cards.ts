import type { Language } from '../lib/language.ts'
import { quotedLines, visible } from '../lib/quoting.ts'
import { bestResponse, type Final } from '../model/conversation.ts'
import { readOrderKey } from '../model/key.ts'
import { stepOf } from '../model/tools.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import { readAnswer, writeAnswer } from '../turns/show.ts'
import type { ChatContext, WaitingMessage } from './context.ts'
import { teamChannelOf } from './handover/team.ts'
import { type NamesParts, namesOf } from './names.ts'
import { approvalSentences as sentences } from './words/index.ts'

export interface ApprovalCardsParts extends NamesParts {
  store: Store
  queue: Pick<Queue, 'ring'>
}

/** How a question to others stands. */
export type CardStanding =
  | { waits: true }
  | { approved: string }
  | { denied: string }
  | { over: 'expired' | 'withdrawn' }

const eventOf = (id: string, again = false): string => `approval:${id}:${again ? 'card again' : 'card'}`

/**
 * Questions to the people of a channel whether something may be done: a message each, which is a turn of whoever wants it and stands in
 * that channel. What it says changes with what becomes of it.
 */
export function createApprovalCards(parts: ApprovalCardsParts) {
  const { store, queue, channelOf } = parts

  async function textOf(row: ToolApprovalRow, language: Language, standing: CardStanding): Promise<string | undefined> {
    const turn = await store.turns.byId(row.turn)
    if (!turn?.context) return undefined
    const { person, agent, platform } = await namesOf(parts, row.key, JSON.parse(turn.context))
    return [
      sentences.wants(person, agent, platform)[language],
      shownCall(row),
      standingOf(standing, person)[language],
    ].join('\n\n')
  }

  return {
    /** Asks in the channel that is named. False: it cannot be reached, or nobody is told of what was taken back. */
    async post(row: ToolApprovalRow, again = false): Promise<boolean> {
      const { account } = readOrderKey(row.key)
      const turn = await store.turns.byId(row.turn)
      const team = row.approvers && (await teamChannelOf(store, channelOf, account, JSON.parse(row.approvers)))
      if (!team || !turn?.context) return false
      const { language }: ChatContext = JSON.parse(turn.context)
      const { platform, installation, place } = team
      const message: WaitingMessage = {
        ...{ platform, installation, conversation: row.conversation, place, channel: place, replyTo: place, language },
        ...{ author: { uid: '', id: '' }, anybody: true, asksFor: row.id, files: [] },
        text: (await textOf(row, language, { waits: true }))!,
      }
      const waiting = {
        ...{ event_id: eventOf(row.id, again), key: row.key, door: platform, conversation: row.conversation },
        ...{ installation, payload: JSON.stringify(message) },
      }
      if (await store.db.batch([store.inbox.addStep(waiting)])) await queue.ring(row.key)
      return true
    },

    wasPostedAgain: async ({ id }: ToolApprovalRow): Promise<boolean> =>
      (await store.inbox.byEvent(eventOf(id, true))) !== undefined,

    /** What they say from now on, without their buttons; and whose messages those are. */
    async settle(row: ToolApprovalRow, standing: CardStanding): Promise<{ turns: string[]; steps: Step[] }> {
      const found = await Promise.all([false, true].map((again) => store.turns.ofEvent(eventOf(row.id, again))))
      const turns: string[] = []
      const steps: Step[] = []
      for (const { id } of found.flat()) {
        const turn = await store.turns.byId(id)
        const answer = turn && readAnswer(turn)
        if (!turn?.context || !answer) continue
        const { language }: ChatContext = JSON.parse(turn.context)
        const utterance = await textOf(row, language, standing)
        if (utterance === undefined) continue
        const { approval: _, ...rest } = answer
        const said = writeAnswer({ ...rest, response: { ...answer.response, utterance, options: [] } })
        turns.push(id)
        steps.push({ ...store.turns.reviseStep(id, said), guard: false })
      }
      return { turns, steps }
    },
  }
}

/** The message as it is shown first: an answer that no engine makes. */
export function approvalCard({ asksFor, text, language }: WaitingMessage): Final {
  return {
    kind: 'final',
    answer: bestResponse({ utterance: text, options: sentences.options.map((option) => option[language]) }),
    userState: {},
    effects: { resetMemory: false, remember: [], set: {}, unset: [], calls: [] },
    trace: { source: 'none', ms: 0 },
    approval: asksFor!,
  }
}

/** What a step would do, in words; or exactly what would be sent. JSON has no line breaks in its texts, so that none of them ends the block. */
function shownCall(row: ToolApprovalRow): string {
  const { tool, arguments: given } = row
  const what = stepOf(row)
  if (what !== undefined) return quotedLines(what)
  return `**${tool}**\n\n\`\`\`json\n${visible(JSON.stringify(JSON.parse(given), undefined, 2))}\n\`\`\``
}

function standingOf(standing: CardStanding, person: string) {
  if ('waits' in standing) return sentences.waiting(person)
  if ('approved' in standing) return sentences.approvedBy(standing.approved)
  return 'denied' in standing ? sentences.deniedBy(standing.denied) : sentences.over[standing.over]
}
