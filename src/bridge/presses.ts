import { languageOf } from '../lib/language.ts'
import { namedAt } from '../model/commands.ts'
import { readOrderKey } from '../model/key.ts'
import type { Note, Press } from '../model/message.ts'
import type { TurnRow } from '../store/turns.ts'
import { pauseOfKey } from '../turns/gate.ts'
import { mayRetry, readAnswer } from '../turns/show.ts'
import type { createAddressing } from './addressing.ts'
import { type ChatContext, type WaitingMessage, waitingRow } from './context.ts'
import type { IntakeParts } from './intake-parts.ts'
import { createMayPress, keptOf } from './may-press.ts'
import { sentences } from './words/index.ts'

/** Presses of the buttons under answers: whose they are, what they say, and what is asked once more. */
export function createPresses(parts: IntakeParts, addressing: ReturnType<typeof createAddressing>) {
  const { store, queue, approvals } = parts
  const { isBlocked, keyOf } = addressing
  const { refusal, isOfTeam, isOver } = createMayPress(parts, addressing)

  async function press(pressed: Press): Promise<Note | undefined> {
    const turn = await store.turns.byId(pressed.replyId)
    const context = keptOf(turn)
    if (!turn?.answer || !context) return { text: sentences.expired.en }
    const language = context.language
    const { account, agent, uid: asker } = readOrderKey(turn.key)
    const uid = context.anybody ? pressed.author.uid : asker
    const answer = readAnswer(turn)!
    const { handover } = answer
    const refused = await refusal(answer, turn.key, context, pressed)
    if (refused) return refused
    if (await isOver(turn, context)) return { text: sentences.expired[language] }
    if (await isBlocked(account, isOfTeam(handover) ? pressed.author.uid : uid))
      return { text: sentences.unanswered.blocked[language] }
    if (handover) return parts.handovers.pressed(handover, turn, pressed)
    if (await store.personPauses.has(account, uid))
      return { text: namedAt(parts.spelledAt(context), sentences.unanswered.personPaused[language]) }

    if (answer.approval !== undefined) return decided(answer.approval, turn, pressed, language)
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
      store.inbox.addStep(waitingRow(eventId, turn.key, said as WaitingMessage)),
    ])
    // Also when it was accepted before: perhaps the process died before the message showed it.
    parts.pay(turn.id)
    if (!accepted) return turn.pressed === pressed.index ? undefined : { text: sentences.alreadyChosen[language] }
    parts.activities.received(eventId, turn.key, said as WaitingMessage)
    await queue.ring(turn.key)
    return waits(turn.key, language)
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
    if ((await store.inbox.add(waitingRow(eventId, key, said))) === undefined)
      return { text: sentences.alreadyChosen[language] }
    parts.activities.received(eventId, key, said)
    await queue.ring(key)
    return waits(key, language)
  }

  async function decided(id: string, turn: TurnRow, pressed: Press, language: ChatContext['language']) {
    return (await approvals.pressed(id, turn, pressed)) ?? waits(turn.key, language)
  }

  /** What whoever has pressed hears while nothing comes of it yet. */
  async function waits(key: string, language: ChatContext['language']): Promise<Note | undefined> {
    const pause = await pauseOfKey(store, key)
    return pause && { text: sentences.waitsForPause(pause.why)[language], taken: true }
  }

  /** Retry: the message of the turn that failed. */
  async function askedAgain(inboxId: number | null): Promise<WaitingMessage | undefined> {
    const asked = inboxId === null ? undefined : await store.inbox.byId(inboxId)
    return asked?.payload ? JSON.parse(asked.payload) : undefined
  }

  return press
}
