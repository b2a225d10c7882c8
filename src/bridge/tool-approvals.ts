import { type Audit, unlessDone } from '../admin/audit.ts'
import type { Connected, ToolGrantAdmin } from '../admin/tool-grants.ts'
import { type Language, languages } from '../lib/language.ts'
import { plain } from '../lib/quoting.ts'
import type { NewEvent } from '../model/event.ts'
import { readOrderKey } from '../model/key.ts'
import type { Note, Press } from '../model/message.ts'
import { approvalChoices, othersChoices, standingChoices, stepOf } from '../model/tools.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import { platformOf } from '../store/personal/person.ts'
import type { Step } from '../store/statement.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import type { TurnRow } from '../store/turns.ts'
import { type CardStanding, createApprovalCards } from './approval-cards.ts'
import { createConnectLinks } from './connect-links.ts'
import type { ChatContext, WaitingMessage } from './context.ts'
import type { CardShown } from './handover/index.ts'
import { nameOf } from './handover/passed.ts'
import type { NamesParts } from './names.ts'
import type { OwnerNotes } from './owners.ts'
import { createWithdrawn } from './withdrawn.ts'
import { approvalSentences, handoverSentences, sentences } from './words/index.ts'

interface ToolApprovalsParts extends NamesParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  owners: Pick<OwnerNotes, 'owe'>
  audit: Pick<Audit, 'commit'>
  grants: Pick<ToolGrantAdmin, 'standing' | 'link'>
  /** Shows on the message what was chosen; not waited for. */
  pay(turnId: string): void
  now: () => number
}

/** Of those whose time is over. */
const atOnce = 100

/** What was decided, and by whom: `undefined` is nobody, whose time is over. */
interface Decision {
  state: 'approved' | 'changed' | 'denied' | 'expired' | 'unasked'
  by?: { uid: string; door: Press['platform'] }
  /** The uid that has agreed to all calls to come in the same place. */
  always?: string | undefined
  /** What whoever decided is called, where others read it. */
  name?: string
}

export interface OwnersDecision {
  id: string
  account: string
  state: 'approved' | 'denied'
  by: NonNullable<Decision['by']>
}

/**
 * Decisions about calls of tools. Each is one batch: the row goes on from `asked`, the audit log has a row with the hash of what was
 * agreed to, the buttons are used up, and what is to be answered waits in the inbox of whoever asked.
 */
export function createToolApprovals(parts: ToolApprovalsParts) {
  const { store, queue, audit, grants, owners, channelOf, pay, now } = parts
  const cards = createApprovalCards(parts)
  const linkFor = createConnectLinks({ store, grants, channelOf })
  const withdrawn = createWithdrawn({ store, cards, pay })

  /** False where somebody has decided before, or nobody waits for it any more. */
  async function decide(row: ToolApprovalRow, { state, by, always, name }: Decision): Promise<boolean> {
    const turn = await store.turns.byId(row.turn)
    if (!turn?.answer) {
      // What asked for it was taken back: nothing can come of it.
      await store.db.batch([store.toolApprovals.withdrawStep(row.id)])
      await withdrawn([row.id])
      return false
    }
    const context: ChatContext | undefined = turn.context ? JSON.parse(turn.context) : undefined
    const { account, agent } = readOrderKey(row.key)
    const index = (choicesOf(row) as readonly string[]).indexOf(always === undefined ? state : 'always')
    const options = optionsOf(turn)
    const card =
      row.asks === 'ask channel' ? await cards.settle(row, standingOf(state, name)) : { turns: [], steps: [] }
    const decided = store.toolApprovals.decideStep(row.id, row.hash, state, by?.uid ?? null)
    const standing = standingSteps(row, context, always)
    const waiting = context && answerTo(row, context, options[index] ?? state)
    const steps = [
      decided,
      ...(await store.events.steps(decisionEvent(row, state))),
      ...(options.length > 0 ? [{ ...store.turns.pressStep(turn.id, index), guard: false }] : []),
      ...(waiting ? [store.inbox.addStep(waiting)] : []),
      ...standing,
      ...card.steps,
    ]
    const actor = { account, author: by?.uid ?? 'nobody', door: by?.door ?? context?.platform ?? 'cli' }
    const lasting = standing.length > 0 ? `, and all calls to come in ${context?.channel}` : ''
    const entry = { ...entryOf(row, state, lasting), agent }
    if (!(await audit.commit({ ...actor, nonce: `tool ${row.id}` }, entry, steps).catch(unlessDone))) return false
    if (options.length > 0) pay(turn.id)
    card.turns.forEach(pay)
    if (waiting) await queue.ring(row.key)
    return true
  }

  /** That all calls to come in the same place are agreed to. */
  function standingSteps(row: ToolApprovalRow, context: ChatContext | undefined, given_by: string | undefined): Step[] {
    const { key, tool, standing: pin } = row
    const place = context?.channel
    if (given_by === undefined || pin === null || place === undefined) return []
    return [store.standingApprovals.putStep({ key, tool, place, pin, given_by })]
  }

  /** Nobody can be asked: whoever wants it hears so, and so do the owners. */
  async function unasked(row: ToolApprovalRow): Promise<void> {
    if (!(await decide(row, { state: 'unasked' }))) return
    const { account, agent } = readOrderKey(row.key)
    const { channel } = JSON.parse(row.approvers!)
    const text = languages.map((language) => approvalSentences.ownerNote(agent, channel)[language]).join('\n\n')
    await owners.owe(account, async () => ({ text }))
  }

  async function calledHere({ asks }: ToolApprovalRow, { platform, installation, author }: Press, language: Language) {
    if (asks !== 'ask channel') return ''
    const name = await nameOf(channelOf, { platform, installation, ...author })
    return plain(name ?? handoverSentences.somebody[language], 60)
  }

  return {
    /** Asks in the channel whose people have to agree. */
    async askIn(row: ToolApprovalRow): Promise<void> {
      if (!(await cards.post(row))) await unasked(row)
    },

    /** The question is there, or could not be posted. Of one of which nobody can tell there may be two: whoever decides on either does. */
    async cardShown(id: string, shown: CardShown): Promise<readonly Step[]> {
      const row = 'why' in shown ? await store.toolApprovals.byId(id) : undefined
      if (row?.state !== 'asked' || !('why' in shown)) return []
      if (!shown.isUnsure) await unasked(row)
      else if (!(await cards.wasPostedAgain(row))) await cards.post(row, true)
      return []
    },

    /** Somebody is back from the page of a server, with its leave or without. */
    async connected({ approval, by, isGiven }: Pick<Connected, 'approval' | 'by' | 'isGiven'>): Promise<void> {
      const row = approval === undefined ? undefined : await store.toolApprovals.byId(approval)
      if (row?.asks !== 'connect') return
      await decide(row, { state: isGiven ? 'approved' : 'denied', by: { uid: by, door: platformOf(by) } })
    },

    /** Whether somebody may decide on a call that is not for its own person alone; undefined: it is. */
    async mayDecide(id: string, account: string, uid: string): Promise<boolean | undefined> {
      const row = await store.toolApprovals.byId(id)
      if (row?.asks !== 'ask owner') return undefined
      return (await store.roles.of(account, uid)).some(({ role }) => role === 'owner')
    },

    /** An owner's decision, wherever they were asked. */
    async decidedByOwner({ id, account, state, by }: OwnersDecision): Promise<'decided' | 'before' | 'over'> {
      const row = await store.toolApprovals.byId(id)
      if (row?.asks !== 'ask owner' || readOrderKey(row.key).account !== account) return 'over'
      const isLate = row.state === 'asked' && row.expires_at <= now()
      if (isLate) await decide(row, { state: 'expired' })
      else if (await decide(row, { state, by })) return 'decided'
      const after = await store.toolApprovals.byId(id)
      return after && isOver(after) ? 'over' : 'before'
    },

    withdrawn,

    /** What nobody has decided in time is told to whoever asked for it, and its buttons are used up. */
    async expire(): Promise<void> {
      for (const row of await store.toolApprovals.overdue(atOnce)) await decide(row, { state: 'expired' })
    },

    /** A press of one of the buttons below the question, by whoever was asked. */
    async pressed(id: string, turn: TurnRow, pressed: Press): Promise<Note | undefined> {
      const { index } = pressed
      const { language }: ChatContext = JSON.parse(turn.context!)
      const row = await store.toolApprovals.byId(id)
      const chosen = row && choicesOf(row)[index]
      if (!row || chosen === undefined) return { text: sentences.expired[language] }
      const { state, by, always } = decisionOf(row, chosen, pressed)
      const isLate = row.state === 'asked' && row.expires_at <= now()
      const link = isLate || state !== 'approved' ? undefined : await linkFor(row, pressed, language)
      if (link) return link
      if (isLate) await decide(row, { state: 'expired' })
      else if (await decide(row, { state, by, always, name: await calledHere(row, pressed, language) }))
        return undefined
      // Perhaps the process died before the message showed it.
      pay(turn.id)
      const after = isLate ? undefined : await store.toolApprovals.byId(id)
      if (after?.decided_by === by.uid && turn.pressed === index) return undefined
      return { text: (!after || isOver(after) ? sentences.expired : sentences.alreadyChosen)[language] }
    },
  }
}

export type ToolApprovals = ReturnType<typeof createToolApprovals>

/** What the buttons below its question do, in their order. */
function choicesOf(row: ToolApprovalRow): readonly (typeof standingChoices)[number][] {
  if (['ask channel', 'connect'].includes(row.asks) || stepOf(row) !== undefined) return othersChoices
  return row.standing === null ? approvalChoices : standingChoices
}

function decisionOf(row: ToolApprovalRow, chosen: (typeof standingChoices)[number], { author, platform }: Press) {
  const uid = row.asks === 'ask' || row.asks === 'connect' ? readOrderKey(row.key).uid : author.uid
  const by = { uid, door: platform }
  return chosen === 'always' ? ({ state: 'approved', by, always: author.uid } as const) : { state: chosen, by }
}

function entryOf(row: ToolApprovalRow, state: Decision['state'], lasting: string) {
  const summary = `${row.tool}: ${state}${lasting}; SHA-256 of the call ${row.hash}`
  return { action: `${stepOf(row) === undefined ? 'tool' : 'scenario'}.${state}`, summary }
}

/** Whether nobody can decide on it any more, and nobody has. */
const isOver = ({ state }: ToolApprovalRow): boolean => ['expired', 'unasked', 'withdrawn'].includes(state)

function standingOf(state: Decision['state'], name = ''): CardStanding {
  if (state === 'approved') return { approved: name }
  return state === 'denied' ? { denied: name } : { over: 'expired' }
}

/** What other programs hear of a decision: on what, and whose it was to begin with. */
function decisionEvent({ id, key, conversation, turn, tool }: ToolApprovalRow, state: Decision['state']): NewEvent {
  const { account, agent, uid } = readOrderKey(key)
  return { account, type: 'approval.decided', key, data: { agent, uid, conversation, turn, approval: id, tool, state } }
}

function answerTo(row: ToolApprovalRow, context: ChatContext, text: string) {
  const message: WaitingMessage = { ...context, text, files: [], approval: row.id }
  return {
    event_id: `approval:${row.id}`,
    key: row.key,
    door: context.platform,
    conversation: row.conversation,
    installation: context.installation,
    payload: JSON.stringify(message),
  }
}

function optionsOf(turn: TurnRow): string[] {
  return turn.answer ? (JSON.parse(turn.answer).options as string[]) : []
}
