import { languageOf } from '../../src/lib/language.ts'
import { LatestMap } from '../../src/lib/latest.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import { cardText } from './card-text.ts'
import { type Connector, toChat, toPost } from './connector.ts'
import type { Answered } from './http.ts'
import { readTold, type Told, timeOf } from './inbound.ts'
import { renderNote } from './outbound.ts'
import { type Activity, actionOf, type MessageAction } from './payloads.ts'
import { conversationPlace, privateTalk, replyPlace, type Spot, tenantPlace } from './places.ts'
import { readMessage } from './read-message.ts'
import { words } from './words/index.ts'

/** Of the manifest: the entry in the menu of a message. */
export const ASK_ABOUT = 'askAbout'
const QUESTION = 'question'
/** Of a question, as of a text field of ours. */
const LONGEST = 4000
/** Teams waits for five seconds. */
const CHAT_MS = 3500
const KEPT = 1000

export interface AskAbout {
  /** Undefined: it is none. */
  take(activity: Activity, tenant: string): Promise<Answered> | undefined
}

/**
 * Asking about a message from its menu, wherever it stands: what it is about is shown to the app by whoever asks, with a form for the
 * question, and nobody else hears of either. The answer comes in their personal chat, where the question is said first.
 */
export function createAskAbout(parts: {
  inbox: Pick<Inbox, 'asked' | 'message'>
  connector: Pick<Connector, 'begin'>
  /** Our own id, as messages that are pointed at have it. */
  app: string | undefined
}): AskAbout {
  const { inbox, connector, app } = parts
  /** How each was answered: Teams tells of the same more than once. */
  const answers = new LatestMap<string, Promise<Answered>>(KEPT)

  async function form(told: Told, { messagePayload }: MessageAction): Promise<Answered> {
    const { activity, author, spot } = told
    const language = languageOf(author.locale)
    const message = readMessage(messagePayload, { ...spot, app })
    if (!message?.eventId) return closing(words.askAbout.nothing[language])
    const asked = await inbox.asked({
      platform: 'teams',
      installation: spot.tenant,
      author,
      talk: privateTalk(spot.tenant, author.id),
      about: {
        eventId: message.eventId,
        author: { id: message.author.id ?? 'somebody', ...(message.author.name && { name: message.author.name }) },
        text: message.text,
        link: linkOf(messagePayload),
      },
    })
    if ('dropped' in asked) return closing(asked.dropped.text)
    const input = {
      type: 'Input.Text',
      id: QUESTION,
      label: words.askAbout.label[language],
      ...{ isMultiline: true, isRequired: true, maxLength: LONGEST, errorMessage: words.askAbout.missing[language] },
    }
    const send = {
      type: 'Action.Submit',
      title: words.askAbout.ask[language],
      data: { k: 'e', n: activity.id ?? '', l: linkOf(messagePayload) },
    }
    // Cards know no quotations.
    const body = [...cardText(asked.question.text.replaceAll(/^> ?/gm, '')), input]
    const content = { type: 'AdaptiveCard', version: '1.5', body, actions: [send] }
    const card = { contentType: 'application/vnd.microsoft.card.adaptive', content }
    const value = { title: words.askAbout.title[language], width: 'medium', height: 'medium', card }
    return { status: 200, body: { task: { type: 'continue', value } } }
  }

  async function send(told: Told, { data }: MessageAction): Promise<Answered> {
    const { author, spot } = told
    const { question, link } = questionIn(data)
    const language = languageOf(author.locale, question)
    if (question === '') return closing(words.askAbout.missing[language])
    const call = connector.begin(AbortSignal.timeout(CHAT_MS))
    const chat = await call(toChat(spot, told.user))
    const id = 'ok' in chat ? chat.ok['id'] : undefined
    const there: Spot = { ...spot, conversation: String(id ?? ''), kind: 'personal' }
    const isThere = typeof id === 'string' && !/\s/.test(id)
    const said = isThere && (await call(toPost(there, renderNote({ text: repeated(question, link) }))))
    if (!said || !('ok' in said)) {
      const isRefused = 'error' in chat || (said !== false && 'error' in said)
      return closing((isRefused ? words.askAbout.noChat : words.failed)[language])
    }
    const taken = await inbox.message(messageOf(told, there, question))
    return closing(taken === 'taken' ? words.askAbout.comes[language] : taken.dropped.text)
  }

  return {
    take(activity, tenant) {
      const { name } = activity
      if (name !== 'composeExtension/fetchTask' && name !== 'composeExtension/submitAction') return undefined
      const told = readTold(activity, tenant)
      const action = actionOf(activity.value)
      if (!told || action?.commandId !== ASK_ABOUT) return undefined
      if (name === 'composeExtension/fetchTask') return form(told, action)
      const delivery = eventIdFor(told)
      const answer = answers.get(delivery) ?? send(told, action)
      answers.set(delivery, answer)
      answer.catch(() => answers.delete(delivery))
      return answer
    },
  }
}

/** In the personal chat nothing would tell what is answered. */
const repeated = (question: string, link: string): string =>
  `${question.replaceAll(/^/gm, '> ')}${link === '' ? '' : `\n\n${link}`}`

/** Sent twice it is one question: the form that it was written in names it. */
const eventIdFor = ({ activity, spot, author }: Told): string =>
  `teams:ask:${spot.tenant}:${author.id}:${questionIn(actionOf(activity.value)?.data).form || (activity.id ?? '')}`

function messageOf(told: Told, there: Spot, text: string): InboundMessage {
  const { activity, author, spot } = told
  const chat = conversationPlace(spot.tenant, there.conversation)
  return {
    eventId: eventIdFor(told),
    platform: 'teams',
    installation: spot.tenant,
    within: [chat, tenantPlace(spot.tenant)],
    replyTo: replyPlace(there),
    talk: privateTalk(spot.tenant, author.id),
    conversation: chat,
    addressed: 'direct',
    promised: true,
    author,
    text,
    named: [],
    files: [],
    sentAt: timeOf(activity),
  }
}

/** Nothing of what a form sends is believed: an address only if it is one of Teams. */
function questionIn(data: unknown): { question: string; form: string; link: string } {
  const { [QUESTION]: question, n, l } = (data ?? {}) as Record<string, unknown>
  return {
    question: typeof question === 'string' ? question.trim().slice(0, LONGEST).toWellFormed() : '',
    form: typeof n === 'string' && /^[\w:.-]{1,100}$/.test(n) ? n : '',
    link: isOfTeams(l) ? l : '',
  }
}

function linkOf(payload: unknown): string {
  const { linkToMessage } = (payload ?? {}) as { linkToMessage?: unknown }
  return isOfTeams(linkToMessage) ? linkToMessage : ''
}

const isOfTeams = (url: unknown): url is string =>
  typeof url === 'string' && /^https:\/\/teams\.(?:[\w-]+\.)+[a-z]+\/l\/message\/[^\s()<>[\]]{1,1500}$/.test(url)

/** What is said in a dialog that closes. */
const closing = (value: string): Answered => ({ status: 200, body: { task: { type: 'message', value } } })
