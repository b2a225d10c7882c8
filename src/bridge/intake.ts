import { foldedText } from '../context/fold.ts'
import { languageOf } from '../lib/language.ts'
import type { Log } from '../lib/log.ts'
import { createOneAtATime } from '../lib/one-at-a-time.ts'
import { readOrderKey } from '../model/key.ts'
import type { Admission, ChatLimits } from '../model/limits.ts'
import type {
  AskAbout,
  Control,
  InboundMessage,
  Note,
  Opening,
  Place,
  PlatformId,
  Press,
  Welcome,
} from '../model/message.ts'
import type { Inbox, Taken } from '../ports/channel.ts'
import type { Queue } from '../ports/queue.ts'
import type { Handover } from '../store/handovers.ts'
import type { Store } from '../store/index.ts'
import type { Binding } from '../store/places.ts'
import type { TranscriptLine } from '../store/said.ts'
import type { TurnRow } from '../store/turns.ts'
import { pauseOfKey } from '../turns/gate.ts'
import type { Leases } from '../turns/lease.ts'
import type { RunningTurns } from '../turns/running.ts'
import { type CommittedAnswer, mayRetry, readAnswer } from '../turns/show.ts'
import type { Activities } from './activity.ts'
import { createAddressing } from './addressing.ts'
import { createChanges } from './changes.ts'
import { type ChannelOf, type ChatContext, type WaitingMessage, waitingGreeting, waitingMessage } from './context.ts'
import type { Handovers } from './handover/index.ts'
import { createPassing } from './handover/passing.ts'
import { createLimits, type Refusal } from './limits.ts'
import type { ListeningPlaces } from './listening.ts'
import { tellPaused } from './paused.ts'
import type { TellAlone } from './private-notes.ts'
import type { RaidWatch } from './raid.ts'
import { withReplied } from './replied.ts'
import type { ToolApprovals } from './tool-approvals.ts'
import { unserved } from './unserved.ts'
import { createVotes } from './votes.ts'
import { sentences } from './words/index.ts'

export interface IntakeParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  running: Pick<RunningTurns, 'cancel' | 'stopAll'>
  /** Taken with the message that is to be answered under it. */
  leases: Pick<Leases, 'ahead'>
  /** Tells places who listens there. */
  listening: Pick<ListeningPlaces, 'owe'>
  channelOf: ChannelOf
  tellAlone: TellAlone
  /** Says that a message was received. */
  activities: Pick<Activities, 'received'>
  /** Shows what a turn's messages owe, such as which quick reply was chosen; not waited for. */
  pay(turnId: string): void
  /** Decisions about calls of tools. */
  approvals: Pick<ToolApprovals, 'mayDecide' | 'pressed'>
  /** Conversations that are handed to people. */
  handovers: Handovers
  /** How the agent behaves in channels that are bound to nothing. */
  channelMode: Binding['mode']
  /** Older messages are those of a downtime: nobody expects their answer any more. */
  staleAfterMs: number
  /** How far this machine's clock is ahead of a platform's, in milliseconds, as far as that has told. */
  aheadOf(platform: PlatformId): number
  /** How much anybody may write. */
  limits: ChatLimits
  /** Who may write at all, and where. */
  admit: Admission
  /** Sees when far more is written in a server than before. */
  raids: RaidWatch
  now: () => number
  log: Log
}

type Unanswered = 'unserved' | keyof typeof sentences.unanswered

/** Of a message that somebody asks about, in what they are asked back. */
const quotedCharacters = 600
/** Why somebody is not answered is told them again after so long; that an installation waits, which is for others to mend, later. */
const toldAgainMs = 600_000
const unservedAgainMs = 3_600_000
/** For so long it is known of a message whether it was answered: see `prune.ts`. */
const knownMs = 86_400_000

/** What platforms tell us, made durable: each resolves when its row is written, and nothing slower comes before it. */
export function createIntake(parts: IntakeParts): Omit<Inbox, 'command' | 'complete'> {
  const { store, queue, running, approvals, log, now } = parts
  const { accountOf, addressee, agentAt, isBlocked, keyOf } = createAddressing(parts)
  const changes = createChanges(parts)
  const limits = createLimits(parts)
  const inLine = createOneAtATime()
  const passing = createPassing({ ...parts, accountOf, isBlocked, limits })
  /** By the platform's clock, which told the time. */
  const ageOf = (platform: PlatformId, at: number): number => now() - parts.aheadOf(platform) - at

  /** What is passed on between people keeps the order in which it was told, whatever each of them waits for. */
  async function message(told: InboundMessage): Promise<Taken> {
    const taken = await inLine(told.within[0]!, async () => {
      const handed = await parts.handovers.around(told)
      return handed.length > 0 ? takeIn(told, handed) : undefined
    })
    return taken ?? takeIn(told, [])
  }

  async function takeIn(told: InboundMessage, handed: readonly Handover[]): Promise<Taken> {
    const isPassed = handed.length > 0 && (await passing.fromTeam(handed, told))
    if (isPassed) return 'taken'
    const to = await addressee(told)
    if (typeof to === 'string') return drop(told, to)
    const { message: inbound, byProgram, wants, hears, untold, reach } = to
    // Of a reaction nothing was said.
    const heard = inbound.reaction ? undefined : hears
    if (await store.personPauses.has(to.account, inbound.author.uid)) return drop(inbound, 'personPaused')
    const key = await keyOf(to.account, to.agent, inbound.author.uid)
    const own = handed.find((one) => one.key === key)
    if (own && (await passing.toTeam(own, inbound))) return 'taken'
    if (untold && !inbound.program) await parts.listening.owe(inbound, to.account, untold)
    const isStale = ageOf(inbound.platform, inbound.sentAt) > parts.staleAfterMs
    if (wants && isStale) log.info({ event: inbound.eventId }, 'a message of a downtime was not answered')
    if (!wants || isStale) {
      if (heard) await store.said.keep(saidIn(heard, inbound, 0))
      return wants ? drop(inbound, 'stale') : 'taken'
    }
    const isAsked = wants === 'answer'
    const tooMuch = isAsked ? await limits.refusal(to.account, key, inbound) : undefined
    if (tooMuch) return byProgram ? endLoop(inbound) : refuse(inbound, to.account, tooMuch)
    const asked = await withReplied(inbound, store)
    const waiting: WaitingMessage = {
      ...waitingMessage(asked, hears),
      ...(reach && { reach }),
      ...(wants === 'listen' && { listen: true }),
    }
    const taken = row(inbound.eventId, key, waiting)
    const take = async () =>
      store.db.batch([
        ...(isAsked ? await limits.steps(to.account, inbound, taken, byProgram) : [store.inbox.addStep(taken)]),
        ...(inbound.thread && isAsked ? [store.places.joinStep(inbound.thread, to.agent)] : []),
        ...(inbound.addressed === 'direct' ? [store.places.metStep(inbound.conversation, to.agent)] : []),
        ...(inbound.addressed === 'direct' && !inbound.reaction
          ? shownBy(inbound).map((one) => store.said.keepStep(one))
          : []),
        ...(heard ? [store.said.keepStep(saidIn(heard, inbound, isAsked ? 1 : 0))] : []),
        ...parts.leases.ahead(key),
      ])
    const refused = (await take()) ? 'taken' : isAsked && (await limits.why(to.account, inbound, taken))
    if (refused === 'taken' || (refused === 'again' && (await take()))) {
      if (isAsked) {
        void tellPaused(parts, parts.channelOf(inbound), key, waiting)
        parts.activities.received(inbound.eventId, waiting)
      }
      await queue.ring(key)
    } else if (refused && refused !== 'again')
      return byProgram ? endLoop(inbound) : refuse(inbound, to.account, refused)
    return 'taken'
  }

  /** Two programs that answer each other do not stop by themselves; what one of them is told the other hears as well. */
  function endLoop({ eventId, author }: InboundMessage): Taken {
    log.warn(
      { event: eventId, program: author.id },
      'a program asked more often than programs may, and was not answered',
    )
    return 'taken'
  }

  /** There is no room for it: whoever wrote it hears so, once for all that they write in that minute. */
  async function refuse(inbound: InboundMessage, account: string, { say, once, about }: Refusal): Promise<Taken> {
    const { eventId, platform, installation, addressed, author, promised, replyTo, text: said } = inbound
    const text = say[languageOf(author.locale, said)]
    if (promised) return { dropped: { text } }
    if (addressed !== 'direct' && addressed !== 'mention') return 'taken'
    if (once ? !(await store.spending.noteOnce(account, once)) : await store.inbox.byEvent(eventId)) return 'taken'
    parts.tellAlone({
      platform,
      installation,
      account,
      author,
      replyTo,
      text,
      about: about ?? text,
      everyMs: about ? toldAgainMs : 0,
    })
    return 'taken'
  }

  /** Nothing will come of it: whoever spoke to the agent hears why. What it was told before, and answered, is no news. */
  async function drop(inbound: InboundMessage, why: Unanswered): Promise<Taken> {
    const { eventId, platform, installation, addressed, promised, author, within, replyTo, text, sentAt } = inbound
    if (inbound.program || inbound.reaction || (addressed !== 'direct' && addressed !== 'mention')) return 'taken'
    if (ageOf(platform, sentAt) > knownMs || (await store.inbox.byEvent(eventId))) return 'taken'
    const standing = await store.places.standingOf(platform, installation)
    const sentence = why === 'unserved' ? unserved(standing, installation) : sentences.unanswered[why]
    const said = sentence[languageOf(author.locale, text)]
    if (promised) return { dropped: { text: said } }
    const isUnserved = why === 'unserved'
    parts.tellAlone({
      ...{ platform, installation, account: standing?.account, author, replyTo, text: said },
      about: isUnserved ? why : `${why} ${within.at(-2) ?? within[0]}`,
      everyMs: isUnserved ? unservedAgainMs : toldAgainMs,
    })
    return 'taken'
  }

  async function opened(opening: Opening): Promise<Welcome> {
    const { platform, installation, author, replyTo } = opening
    const account = await accountOf(platform, installation)
    const standing = account === undefined ? await store.places.standingOf(platform, installation) : undefined
    if (standing) {
      const text = unserved(standing, installation)[languageOf(author.locale)]
      // Some platforms tell of it whenever somebody looks at their conversation with the app.
      const once = { about: 'unserved', everyMs: unservedAgainMs }
      parts.tellAlone({ platform, installation, account: standing.account, author, replyTo, text, ...once })
    }
    const { uid } = opening.author
    const isMet =
      account !== undefined && !(await isBlocked(account, uid)) && !(await store.personPauses.has(account, uid))
    const agent = isMet && (await agentAt(account, opening.within, opening.to))
    const live = agent && (await store.agents.live(agent))
    if (!account || !agent || !live) return { prompts: [] }
    if (ageOf(platform, opening.openedAt) <= parts.staleAfterMs) {
      const key = await keyOf(account, agent, uid)
      const accepted = await store.db.batch([
        store.places.meetStep(opening.conversation, agent),
        store.inbox.addStep(row(`opened:${opening.conversation}`, key, waitingGreeting(opening))),
      ])
      if (accepted) await queue.ring(key)
    }
    // Those with a person's state in them are left to the answers, which fill it in.
    const prompts = (live.document.replies.openingOptions ?? []).filter((option) => !/[#@]\{/.test(option))
    return { prompts }
  }

  async function isCalledBy(reaction: InboundMessage): Promise<boolean> {
    const to = await addressee(reaction)
    return typeof to !== 'string' && to.wants === 'answer'
  }

  async function asked({ platform, installation, author, talk, about }: AskAbout): ReturnType<Inbox['asked']> {
    const account = await accountOf(platform, installation)
    const language = languageOf(author.locale, about.text)
    if (account === undefined) {
      const standing = await store.places.standingOf(platform, installation)
      return { dropped: { text: unserved(standing, installation)[language] } }
    }
    const why = (await isBlocked(account, author.uid))
      ? 'blocked'
      : (await agentAt(account, []))
        ? undefined
        : 'noAgent'
    if (why) return { dropped: { text: sentences.unanswered[why][language] } }
    await store.said.keep({
      talk,
      event_id: about.eventId,
      uid: '',
      author: about.author.id,
      name: about.author.name ?? null,
      kind: 'person',
      text: `${about.text}\n${about.link}`,
      asked: 0,
      at: now(),
    })
    const { text } = about
    const short = text.length > quotedCharacters ? `${text.slice(0, quotedCharacters).toWellFormed()}…` : text
    const quote = short.replaceAll(/^/gm, '> ')
    return { question: { text: `${quote}\n\n${about.link}\n\n${sentences.askAbout[language]}` } }
  }

  async function mayPress(
    { approval }: CommittedAnswer,
    account: string,
    context: ChatContext,
    pressed: Press,
  ): Promise<boolean> {
    const decides = approval && (await approvals.mayDecide(approval, account, pressed.author.uid))
    if (typeof decides === 'boolean') return decides
    return context.anybody === true || isOwn(context, pressed)
  }

  async function press(pressed: Press): Promise<Note | undefined> {
    const turn = await store.turns.byId(pressed.replyId)
    const context = keptOf(turn)
    if (!turn?.answer || !context) return { text: sentences.expired.en }
    const language = context.language
    const { account, agent, uid: asker } = readOrderKey(turn.key)
    const uid = context.anybody ? pressed.author.uid : asker
    const answer = readAnswer(turn)!
    const { handover } = answer
    const isOfTeam = handover !== undefined && !parts.handovers.isForPerson(handover)
    if (!(isOfTeam || (await mayPress(answer, account, context, pressed))))
      return { text: sentences.notYours[language] }
    // Where nobody is answered any more, or another account answers, nothing goes on.
    if ((await accountOf(context.platform, context.installation)) !== account)
      return { text: sentences.expired[language] }
    if (await isBlocked(account, isOfTeam ? pressed.author.uid : uid))
      return { text: sentences.unanswered.blocked[language] }
    if (handover) return parts.handovers.pressed(handover, turn, pressed)
    if (await store.personPauses.has(account, uid)) return { text: sentences.unanswered.personPaused[language] }

    if (answer.approval !== undefined) return approvals.pressed(answer.approval, turn, pressed)
    if (context.anybody)
      return chosenByOne(turn, await keyOf(account, agent, uid), context, pressed, answer.response.options)
    return chosen(turn, context, pressed, answer.response.options)
  }

  /** What one of the quick replies says is said with it; of an answer that failed, its question is asked once more. */
  async function chosen(
    turn: TurnRow,
    context: ChatContext,
    pressed: Press,
    options: readonly string[],
  ): Promise<Note | undefined> {
    const { language } = context
    const { place, replyTo } = pressed
    const said = mayRetry(turn.interrupted)
      ? await askedAgain(turn.inbox_id)
      : { ...context, place, replyTo, text: options[pressed.index], files: [] }
    if (said?.text === undefined) return { text: sentences.expired[language] }
    const eventId = `press:${turn.id}`
    const accepted = await store.db.batch([
      store.turns.pressStep(turn.id, pressed.index),
      store.inbox.addStep(row(eventId, turn.key, said as WaitingMessage)),
    ])
    // Also when it was accepted before: perhaps the process died before the message showed it.
    parts.pay(turn.id)
    if (!accepted) return turn.pressed === pressed.index ? undefined : { text: sentences.alreadyChosen[language] }
    parts.activities.received(eventId, said as WaitingMessage)
    const pause = await pauseOfKey(store, turn.key)
    await queue.ring(turn.key)
    return pause && { text: sentences.waitsForPause(pause.why)[language] }
  }

  /** Of what was said to nobody in particular: everybody may choose, once, and is answered as if they had written it. */
  async function chosenByOne(
    turn: TurnRow,
    key: string,
    { anybody: _, ...context }: ChatContext,
    { place, replyTo, author, index }: Press,
    options: readonly string[],
  ): Promise<Note | undefined> {
    const text = options[index]
    if (text === undefined) return { text: sentences.expired[context.language] }
    const language = languageOf(author.locale, text)
    const said: WaitingMessage = { ...context, place, replyTo, author, language, text, files: [] }
    const eventId = `press:${turn.id}:${author.uid}`
    if ((await store.inbox.add(row(eventId, key, said))) === undefined)
      return { text: sentences.alreadyChosen[language] }
    parts.activities.received(eventId, said)
    const pause = await pauseOfKey(store, key)
    await queue.ring(key)
    return pause && { text: sentences.waitsForPause(pause.why)[language] }
  }

  /** Retry: the message of the turn that failed. */
  async function askedAgain(inboxId: number | null): Promise<WaitingMessage | undefined> {
    const asked = inboxId === null ? undefined : await store.inbox.byId(inboxId)
    return asked?.payload ? JSON.parse(asked.payload) : undefined
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

  return { message, isCalledBy, press, vote: createVotes(store, parts.handovers), control, opened, asked }
}

const keptOf = (turn: TurnRow | undefined): ChatContext | undefined =>
  turn?.context ? JSON.parse(turn.context) : undefined

/** Not by uid: where people belong to several workspaces, a press may name another one than their message did. */
const isOwn = ({ platform, author }: ChatContext, pressed: Press): boolean =>
  platform === pressed.platform && author.id === pressed.author.id

function saidIn(
  talk: Place,
  { eventId, author, program, sentAt, ...said }: InboundMessage,
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
  }
}

/** What is forwarded to the agent alone is what is asked about next, as what somebody points at is. */
function shownBy({ talk, eventId, quoted = [], sentAt }: InboundMessage): TranscriptLine[] {
  const text = quoted.map((one) => one.text).join('\n\n')
  const [first] = quoted
  if (!first || text === '') return []
  const { id = '', name = null, kind } = first.author
  return [{ talk, event_id: eventId, uid: '', author: id, name, kind, text, asked: 0, at: sentAt }]
}

function row(eventId: string, key: string, message: WaitingMessage) {
  return {
    event_id: eventId,
    key,
    door: message.platform,
    conversation: message.conversation,
    installation: message.installation,
    payload: JSON.stringify(message),
  }
}
