import type { Log } from '../log.ts'
import { orderKey, readOrderKey } from '../model/key.ts'
import type { Control, InboundMessage, Note, Press } from '../model/message.ts'
import type { Inbox } from '../ports/channel.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import type { Binding } from '../store/places.ts'
import type { Turns } from '../turns/run.ts'
import { mayRetry } from '../turns/show.ts'
import { type ChatContext, type WaitingMessage, waitingMessage } from './context.ts'
import * as sentences from './sentences.ts'

export interface IntakeParts {
  store: Store
  queue: Queue
  turns: Pick<Turns, 'cancel' | 'stopWhere'>
  /** Shows which quick reply was chosen; not waited for. */
  markChosen(turnId: string): void
  /** How the agent behaves in channels that are bound to nothing. */
  channelMode: Binding['mode']
  /** Older messages are those of a downtime: nobody expects their answer any more. */
  staleAfterMs: number
  now: () => number
  log: Log
}

/** What platforms tell us, made durable: each resolves when its row is written, and nothing slower comes before it. */
export function createIntake(parts: IntakeParts): Inbox {
  const { store, queue, turns, log, now } = parts

  /** Which agent a message is for, and whose; undefined if it is for none. */
  async function addressee(message: InboundMessage): Promise<{ account: string; agent: string } | undefined> {
    const account = await store.places.accountOf(message.platform, message.installation)
    if (account === undefined) {
      log.warn(
        { platform: message.platform, installation: message.installation },
        'a message of an unknown installation',
      )
      return undefined
    }
    let binding: Binding | undefined
    for (const place of message.within) {
      binding = await store.places.binding(place)
      if (binding) break
    }
    const mode = binding?.mode ?? parts.channelMode
    const joined = message.thread && (await store.places.agentInThread(message.thread))
    const wanted =
      message.addressed === 'direct' ||
      message.addressed === 'mention' ||
      (message.addressed === 'none' && (mode === 'all' || (mode === 'thread' && joined !== undefined)))
    if (!wanted) return undefined
    const agent = binding?.agent ?? joined ?? (await store.accounts.get(account))?.default_agent
    return agent ? { account, agent } : undefined
  }

  async function message(inbound: InboundMessage): Promise<void> {
    if (now() - inbound.sentAt > parts.staleAfterMs) {
      log.info({ event: inbound.eventId }, 'a message of a downtime was not answered')
      return
    }
    const to = await addressee(inbound)
    if (!to) return
    const key = orderKey(to.account, to.agent, inbound.author.uid)
    const accepted = await store.db.batch([
      store.inbox.addStep(row(inbound.eventId, key, waitingMessage(inbound))),
      ...(inbound.thread ? [store.places.joinThreadStep(inbound.thread, to.agent)] : []),
    ])
    if (accepted) await queue.ring(key)
  }

  async function press(pressed: Press): Promise<Note | undefined> {
    const turn = await store.turns.byId(pressed.replyId)
    const context: ChatContext | undefined = turn?.context ? JSON.parse(turn.context) : undefined
    if (!turn?.answer || !context) return { text: sentences.expired.en }
    const language = context.language
    const { account } = readOrderKey(turn.key)
    if (turn.key !== orderKey(account, turn.agent, pressed.author.uid)) return { text: sentences.notYours[language] }

    const said = mayRetry(turn.interrupted)
      ? await askedAgain(turn.inbox_id)
      : { ...context, text: (JSON.parse(turn.answer).options as string[])[pressed.index], files: [] }
    if (said?.text === undefined) return { text: sentences.expired[language] }
    const accepted = await store.db.batch([
      store.turns.pressStep(turn.id, pressed.index),
      store.inbox.addStep(row(`press:${turn.id}`, turn.key, said as WaitingMessage)),
    ])
    // Also when it was accepted before: perhaps the process died before the message showed it.
    parts.markChosen(turn.id)
    if (!accepted) return turn.pressed === pressed.index ? undefined : { text: sentences.alreadyChosen[language] }
    await queue.ring(turn.key)
    return undefined
  }

  /** Retry: the message of the turn that failed. */
  async function askedAgain(inboxId: number | null): Promise<WaitingMessage | undefined> {
    const asked = inboxId === null ? undefined : await store.inbox.byId(inboxId)
    return asked?.payload ? JSON.parse(asked.payload) : undefined
  }

  async function control(event: Control): Promise<void> {
    switch (event.kind) {
      case 'edited': {
        const waiting = await store.inbox.byEvent(event.eventId)
        if (!waiting?.payload) return
        const message: WaitingMessage = { ...JSON.parse(waiting.payload), text: event.text }
        await store.inbox.replacePayload(event.eventId, JSON.stringify(message))
        return
      }
      case 'deleted':
        return turns.cancel(event.eventId, 'deleted')
      case 'stopped':
        return turns.stopWhere((running) => {
          const context: ChatContext = JSON.parse(running)
          return context.author.uid === event.uid && context.place === event.place
        })
      case 'uninstalled':
        return store.places.uninstall(event.platform, event.installation)
    }
  }

  return { message, press, control }
}

function row(eventId: string, key: string, message: WaitingMessage) {
  return {
    event_id: eventId,
    key,
    door: message.platform,
    conversation: message.conversation,
    payload: JSON.stringify(message),
  }
}
