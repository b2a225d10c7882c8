import type { Actor } from '../../admin/actor.ts'
import { type Audit, unlessDone } from '../../admin/audit.ts'
import type { Texts } from '../../lib/language.ts'
import type { Log } from '../../lib/log.ts'
import type { ConversationRequest, Final } from '../../model/conversation.ts'
import type { NewEvent } from '../../model/event.ts'
import type { HandoverChoice, HandoverEnd, HandoverSettings } from '../../model/handover.ts'
import { readOrderKey } from '../../model/key.ts'
import type { Author } from '../../model/message.ts'
import type { Queue } from '../../ports/queue.ts'
import type { Handover } from '../../store/handovers.ts'
import type { NewRow } from '../../store/inbox.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'
import { readAnswer, writeAnswer } from '../../turns/show.ts'
import type { ChatContext, WaitingMessage } from '../context.ts'
import { type NamesParts, namesOf as namesIn } from '../names.ts'
import type { OwnerNotes } from '../owners.ts'
import { handoverSentences as sentences } from '../words/index.ts'
import { cardOf } from './card.ts'

/** What an agent would answer, where nothing comes of it; undefined where it has no answer. Rejects where it cannot be asked. */
type Suggest = (
  request: ConversationRequest,
  signal: AbortSignal,
) => Promise<Pick<Final, 'answer' | 'format'> | undefined>

export interface HandoversParts extends NamesParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  audit: Pick<Audit, 'commit'>
  owners: Pick<OwnerNotes, 'owe'>
  /** Shows what a turn's messages owe; not waited for. */
  pay(turnId: string): void
  /** What an agent that is silent would answer. */
  suggest: Suggest
  /** Called whenever one goes from one state to the next. */
  onChange?: (what: HandoverStep) => void
  now: () => number
  log: Log
}

export type HandoverStep = 'agreed' | 'taken' | HandoverEnd

/** Whoever does something: a person through a platform or at the console, or a program. */
export interface By {
  author: Pick<Author, 'uid'>
  door: Actor['door']
}

interface Change {
  step: HandoverStep
  guard: Step
  by?: By | undefined
  rows?: readonly NewRow[]
  /** As it is afterwards, for the card. */
  after?: Partial<Handover>
}

/** What every change of a hand-over needs: who they are, what is said of it, and the one way in which it goes on. */
export function createChange(parts: HandoversParts) {
  const { store, queue, audit, owners, pay, onChange, log } = parts

  /** Every change of state goes through here. False where somebody else was first. */
  async function change(row: Handover, { step, guard, by, rows = [], after }: Change): Promise<boolean> {
    const { account, agent } = readOrderKey(row.key)
    const card = after && row.card ? await revised({ ...row, ...after }) : []
    const actor = { account, author: by?.author.uid ?? 'nobody', door: by?.door ?? 'cli' }
    const entry = { action: `handover.${step}`, agent, summary: `${row.id} (${row.why})` }
    const told = await store.events.steps(eventOf(row, step))
    const steps = [guard, ...rows.map((one) => store.inbox.addStep(one)), ...card, ...told]
    const isDone = await audit.commit({ ...actor, nonce: `handover ${row.id} ${step}` }, entry, steps).catch(unlessDone)
    if (!isDone) return false
    onChange?.(step)
    if (card.length > 0) pay(row.card!)
    if (rows.length > 0) await queue.ring(row.key)
    return true
  }

  /** The card as it is to read now. */
  async function revised(row: Handover): Promise<Step[]> {
    const turn = row.card ? await store.turns.byId(row.card) : undefined
    const answer = turn && readAnswer(turn)
    if (!turn || !answer) return []
    const { text, options, choices } = cardOf(row, await namesOf(row))
    const response = { ...answer.response, utterance: text, options }
    return [store.turns.reviseStep(turn.id, writeAnswer({ ...answer, response, handover: { id: row.id, choices } }))]
  }

  const namesOf = ({ key, context }: Handover) => namesIn(parts, key, JSON.parse(context))

  async function settingsOf({ key }: Pick<Handover, 'key'>): Promise<HandoverSettings | undefined> {
    return (await store.agents.live(readOrderKey(key).agent))?.document.agent.handover
  }

  /** Nothing can be posted for the team: its person and the owners hear so, and what the person has written since is for the agent. */
  async function fail(row: Handover, why: string, by?: By): Promise<void> {
    // They hear it before that is answered.
    const saidAt = row.waiting_at === null ? {} : { saidAt: row.waiting_at }
    const isDone = await change(row, {
      step: 'refused',
      guard: store.handovers.closeStep(row.id, ['asked', 'agreed'], 'refused'),
      by,
      rows: [{ ...toPerson(row, 'refused', sentences.cannot), ...saidAt }],
    })
    if (isDone) await tellOwners(row, why)
  }

  async function tellOwners(row: Handover, why: string): Promise<void> {
    const { account, agent } = readOrderKey(row.key)
    const settings = await settingsOf(row)
    log.warn({ agent, handover: row.id, why }, 'nobody could be told that somebody wants to talk to a person')
    const { language }: ChatContext = JSON.parse(row.context)
    const text = sentences.ownerNote(agent, settings?.to.channel ?? '–', why)[language]
    await owners.owe(account, async () => ({ text }))
  }

  return { change, namesOf, settingsOf, fail, tellOwners }
}

export type Changing = ReturnType<typeof createChange>

/** What other programs hear of a change: whose it is, as they were told when it began. */
function eventOf({ id, key, conversation, turn, context }: Handover, step: HandoverStep): NewEvent {
  const { account, agent, uid } = readOrderKey(key)
  const { platform: door }: ChatContext = JSON.parse(context)
  const data = { agent, uid, conversation, turn, door, handover: id, step }
  return { account, type: 'turn.handed_over', key, data }
}

/** Something that is said of it, to the person. */
export function toPerson(row: Handover, what: string, text: Texts, buttons?: 'leave'): NewRow {
  const { handover: _, ...context }: ChatContext = JSON.parse(row.context)
  const said = text[context.language]
  return noticeOf(row, what, { ...context, handover: { id: row.id, passed: 'notice' } }, said, {
    ...(buttons && { options: [sentences.leave[context.language]], choices: ['leave'] }),
  })
}

export function toTeam(row: Handover, what: string, text: (language: ChatContext['language']) => string): NewRow[] {
  if (row.team === null || row.thread === null) return []
  const context: ChatContext = JSON.parse(row.team)
  const passed = { id: row.id, passed: 'notice' as const }
  return [noticeOf(row, what, { ...context, handover: passed }, text(context.language), {})]
}

export function noticeOf(
  { id, key, conversation }: Handover,
  what: string,
  context: ChatContext,
  text: string,
  { options, choices }: { options?: string[]; choices?: HandoverChoice[] },
): NewRow {
  const buttons = options && choices && options.length > 0 ? { buttons: { options, choices } } : {}
  const message: WaitingMessage = { ...context, text, files: [], ...buttons }
  return {
    event_id: `handover:${id}:${what}`,
    key,
    door: context.platform,
    conversation,
    installation: context.installation,
    payload: JSON.stringify(message),
  }
}

/** Of what one side says to the other. */
export function rowOf({ key, conversation }: Handover, eventId: string, message: WaitingMessage): NewRow {
  return {
    event_id: eventId,
    key,
    door: message.platform,
    conversation,
    installation: message.installation,
    payload: JSON.stringify(message),
  }
}
