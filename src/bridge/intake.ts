import { foldedText } from '../context/fold.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import type { Deed } from '../model/called-by.ts'
import type { Control, InboundMessage, Place } from '../model/message.ts'
import type { Inbox, Taken } from '../ports/channel.ts'
import type { Handover } from '../store/handovers.ts'
import type { NewRow } from '../store/inbox.ts'
import type { TranscriptLine } from '../store/said.ts'
import type { Step } from '../store/statement.ts'
import { type Addressee, createAddressing } from './addressing.ts'
import { createAskedFiles } from './asked-files.ts'
import { createCardLooks } from './card-looks.ts'
import { createChanges } from './changes.ts'
import { type WaitingMessage, waitingMessage, waitingRow } from './context.ts'
import { createDeeds } from './deeds.ts'
import { createPassing } from './handover/passing.ts'
import { ageOf, type IntakeParts } from './intake-parts.ts'
import { createLimits, type Refusal } from './limits.ts'
import { createLookUps } from './look-ups.ts'
import { createOpenings } from './openings.ts'
import { tellPaused } from './paused.ts'
import { createPresses } from './presses.ts'
import { withReplied } from './replied.ts'
import { createSharedLinks } from './shared-links.ts'
import { createTurnedAway } from './turned-away.ts'
import { createVotes } from './votes.ts'

/** What platforms tell us, made durable: each resolves when its row is written, and nothing slower comes before it. */
export function createIntake(parts: IntakeParts): Omit<Inbox, 'command' | 'complete' | 'signingOn' | 'signedOn'> {
  const { store, queue, running, log } = parts
  const addressing = createAddressing(parts)
  const { accountOf, addressee, isBlocked, keyOf } = addressing
  const turnedAway = createTurnedAway(parts)
  const { endLoop, refuse, drop } = turnedAway
  const changes = createChanges(parts)
  const limits = createLimits(parts)
  const file = createAskedFiles(parts)
  const inLine = createOneAtATime()
  const deeds = createDeeds(parts)
  const passing = createPassing({ ...parts, accountOf, isBlocked, limits })

  /** What is passed on between people keeps the order in which it was told, whatever each of them waits for. */
  async function message(told: InboundMessage): Promise<Taken> {
    const taken = await inLine(told.within[0]!, async () => {
      const handed = await parts.handovers.around(told)
      return handed.length > 0 ? takeIn(told, handed) : undefined
    })
    return taken ?? takeIn(told, [])
  }

  async function takeIn(told: InboundMessage, handed: readonly Handover[]): Promise<Taken> {
    if (handed.length > 0 && (await passing.fromTeam(handed, told))) return 'taken'
    const to = await addressee(told)
    if (typeof to === 'string') return drop(told, to)
    const { account, message: inbound, wants, untold } = to
    const isAsked = wants === 'answer'
    if (await store.personPauses.has(account, inbound.author.uid)) return drop(inbound, 'personPaused', isAsked)
    const key = await keyOf(account, to.agent, inbound.author.uid)
    const own = handed.find((one) => one.key === key)
    if (own && (await passing.toTeam(own, inbound))) return 'taken'
    if (untold && !inbound.program) await parts.listening.owe(inbound, account, untold)
    const isStale = ageOf(parts, inbound.platform, inbound.sentAt) > parts.staleAfterMs
    if (wants && !isStale) return to.does ? deed(to, to.does, key, own !== undefined) : keep(to, key)
    if (wants) log.info({ event: inbound.eventId }, 'a message of a downtime was not answered')
    const heard = heardBy(to)
    if (heard) await store.said.keep(saidIn(heard, to, 0))
    return drop(inbound, 'stale', isAsked)
  }

  /** An emoji has something done with what was asked before; `isHanded`: the agent is silent. */
  async function deed(to: Addressee, does: Deed, key: string, isHanded: boolean): Promise<Taken> {
    if (does === 'stop') await deeds.stop(to.message, key)
    if (does === 'stop' || isHanded) return 'taken'
    const waiting = does === 'repeat' ? await deeds.again(to, key) : await deeds.person(to, key)
    if (!waiting) return 'taken'
    return keep({ ...to, message: { ...to.message, eventId: `${to.message.eventId}:${does}` } }, key, waiting)
  }

  /** A message that something comes of waits in the inbox, as far as there is room for it. */
  async function keep(to: Addressee, key: string, instead?: WaitingMessage): Promise<Taken> {
    const { account, message: inbound, byProgram, wants, hears, looks } = to
    const isAsked = wants === 'answer'
    const turnAway = (why: Refusal) => (byProgram ? endLoop(inbound) : refuse(inbound, account, why))
    const tooMuch = isAsked ? await limits.refusal(account, key, inbound) : undefined
    if (tooMuch) return turnAway(tooMuch)
    const waiting: WaitingMessage = instead ?? {
      ...waitingMessage(await withReplied(inbound, store), hears),
      ...looks,
      ...(wants === 'listen' && { listen: true }),
    }
    const row = waitingRow(inbound.eventId, key, waiting, inbound.sentAt)
    const take = async () => store.db.batch(await steps(to, row))
    if (!(await take())) {
      const why = isAsked ? await limits.why(account, inbound, row) : undefined
      if (why !== 'again') return why ? turnAway(why) : 'taken'
      if (!(await take())) return 'taken'
    }
    if (isAsked) {
      void tellPaused(parts, parts.channelOf(inbound), key, waiting)
      parts.activities.received(inbound.eventId, key, waiting)
    }
    await queue.ring(key)
    return 'taken'
  }

  /** What is written down with it, all or nothing. */
  async function steps(to: Addressee, row: NewRow): Promise<Step[]> {
    const { account, agent, message: inbound, byProgram, wants } = to
    const isAsked = wants === 'answer'
    const heard = heardBy(to)
    const isDirect = inbound.addressed === 'direct'
    return [
      ...(isAsked ? await limits.steps(account, inbound, row, byProgram) : [store.inbox.addStep(row)]),
      ...(inbound.thread && isAsked ? [store.places.joinStep(inbound.thread, agent)] : []),
      // In the direct conversation itself, also where a thread of it is a conversation of its own.
      ...(isDirect ? [store.places.metStep(inbound.within.at(-2) ?? inbound.conversation, agent)] : []),
      ...(isDirect && !inbound.reaction ? shownBy(to).map((one) => store.said.keepStep(one)) : []),
      ...(heard ? [store.said.keepStep(saidIn(heard, to, isAsked ? 1 : 0))] : []),
      ...parts.leases.ahead(row.key),
    ]
  }

  async function isAsked(told: InboundMessage): Promise<boolean> {
    const to = await addressee(told)
    return typeof to !== 'string' && to.wants === 'answer'
  }

  /** Whether a message was taken in to be answered, or deleted. */
  async function isKnown(eventId: string): Promise<boolean> {
    return (await store.inbox.byEvent(eventId)) !== undefined || (await store.turns.ofEvent(eventId)).length > 0
  }

  async function control(event: Control): Promise<void> {
    switch (event.kind) {
      case 'edited':
        await changes.edited(event)
        // What was not for the agent may be now.
        if (event.now && !(await isKnown(event.eventId))) await message(event.now)
        return
      case 'deleted':
        return changes.deleted(event)
      case 'placeGone':
        return changes.placeGone(event)
      case 'placeLeft':
        return changes.placeLeft(event)
      case 'peopleLeft':
        return changes.peopleLeft(event)
      case 'stopped':
        return running.stopAll(event)
      case 'uninstalled':
        await store.places.uninstall(event.platform, event.installation)
        // The last first, so that none begins because the one before it was ended.
        for (const eventId of (await store.inbox.openOf(event.platform, event.installation)).reverse()) {
          await running.cancel(eventId, 'deleted')
        }
    }
  }

  const [press, look] = [createPresses(parts, addressing), createCardLooks(parts, addressing)]
  const vote = createVotes(parts)
  const shared = createSharedLinks(parts, addressing)
  const lookUp = createLookUps(parts, addressing, limits, turnedAway)
  return { message, isAsked, press, look, vote, file, control, shared, lookUp, ...createOpenings(parts, addressing) }
}

/** Of a reaction nothing was said. */
const heardBy = ({ message, hears }: Addressee): Place | undefined => (message.reaction ? undefined : hears)

function saidIn(
  talk: Place,
  { agent, message: { eventId, author, program, sentAt, ...said } }: Addressee,
  asked: TranscriptLine['asked'],
): TranscriptLine {
  return {
    talk,
    event_id: eventId,
    uid: author.uid,
    author: author.id,
    name: author.name ?? null,
    kind: program ? 'program' : 'person',
    text: foldedText(said),
    asked,
    at: sentAt,
    agent,
  }
}

/** What is forwarded to the agent alone is what is asked about next, as what somebody points at is. */
function shownBy({ agent, message }: Addressee): TranscriptLine[] {
  const { talk, eventId, quoted = [], sentAt } = message
  const text = quoted.map((one) => one.text).join('\n\n')
  const [first] = quoted
  if (!first || text === '') return []
  const { id = '', name = null, kind } = first.author
  return [{ talk, event_id: eventId, uid: '', author: id, name, kind, text, asked: 0, at: sentAt, agent }]
}
