import { type Language, languageOf } from '../../src/lib/language.ts'
import type { FoundPassage } from '../../src/model/knowledge.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import type { Log } from '../../src/ports/log.ts'
import { cardText } from './card-text.ts'
import type { Answered } from './http.ts'
import { readTold, type Told, timeOf } from './inbound.ts'
import { toMarkdown } from './markdown.ts'
import { type Activity, type Query, queryOf } from './payloads.ts'
import { baseOf, conversationPlace, privateTalk, replyPlace, tenantPlace } from './places.ts'
import { within } from './within.ts'
import { words } from './words/index.ts'

/** Of the manifest: the search in the compose box, and what is typed into it. */
export const SEARCH = 'searchKnowledge'
export const QUERY = 'query'
/** Documented: Teams waits for five seconds. */
const ANSWER_MS = 3500
/** Documented: as many as Teams asks for. */
const USUAL = 25

export interface Search {
  /** Undefined: it is none. */
  take(activity: Activity, tenant: string): Promise<Answered> | undefined
}

/**
 * Searching what the agent of a place knows from the compose box, also where the app is not. Teams asks at each pause in typing: what
 * somebody types next ends the search for what they had typed before.
 */
export function createSearch({ inbox, log }: { inbox: Pick<Inbox, 'lookUp'>; log: Log }): Search {
  const running = new Map<string, AbortController>()

  async function found(told: Told, text: string, { queryOptions = {} }: Query, language: Language): Promise<Answered> {
    const { uid } = told.author
    const { skip = 0, count = USUAL } = queryOptions
    const ending = new AbortController()
    running.get(uid)?.abort()
    running.set(uid, ending)
    try {
      const looking = inbox.lookUp(messageFor(told, text), { skip, count }, ending.signal)
      const looked = await within(ANSWER_MS, looking)
      looking.catch(() => {})
      if (!looked) return saying(words.search.slow[language])
      if ('dropped' in looked) return saying(plain(looked.dropped.text))
      if (looked.found.length === 0 && skip === 0) return saying(words.search.nothing[language])
      return showing(looked.found, language)
    } catch (err) {
      if (!ending.signal.aborted) log.error({ err, tenant: told.spot.tenant }, 'knowledge could not be searched')
      return saying((ending.signal.aborted ? words.search.slow : words.failed)[language])
    } finally {
      ending.abort()
      if (running.get(uid) === ending) running.delete(uid)
    }
  }

  return {
    take(activity, tenant) {
      if (activity.name !== 'composeExtension/query') return undefined
      const told = readTold(activity, tenant)
      const query = queryOf(activity.value)
      if (!told || query?.commandId !== SEARCH) return undefined
      const text = textIn(query)
      const language = languageOf(told.author.locale, text)
      return text === '' ? Promise.resolve(saying(words.search.hint[language])) : found(told, text, query, language)
    },
  }
}

/** Nothing at first: Teams asks before anything is typed. */
function textIn({ parameters }: Query): string {
  const typed = parameters.find(({ name }) => name === QUERY)?.value
  return typeof typed === 'string' ? typed.trim() : ''
}

/** As if it was said to the agent there: in a channel, or in the thread that is replied in. */
function messageFor({ activity, author, spot }: Told, text: string): InboundMessage {
  const { tenant, conversation, kind } = spot
  const here = conversationPlace(tenant, conversation)
  const channel = conversationPlace(tenant, baseOf(conversation))
  const isDirect = kind === 'personal'
  return {
    eventId: `teams:search:${tenant}:${author.id}:${activity.id ?? ''}`,
    platform: 'teams',
    installation: tenant,
    within: [...new Set([here, channel, tenantPlace(tenant)])],
    replyTo: replyPlace(spot),
    ...(!isDirect && { thread: here }),
    talk: isDirect ? privateTalk(tenant, author.id) : here,
    conversation: here,
    addressed: isDirect ? 'direct' : 'mention',
    author,
    text,
    named: [],
    files: [],
    sentAt: timeOf(activity),
  }
}

function showing(found: readonly FoundPassage[], language: Language): Answered {
  const attachments = found.map((passage) => renderFound(passage, words.search.open[language]))
  return { status: 200, body: { composeExtension: { type: 'result', attachmentLayout: 'list', attachments } } }
}

/** What is inserted, and how it looks in the list. */
function renderFound({ source, excerpt, text, url }: FoundPassage, open: string): object {
  const title = { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text: source, weight: 'Bolder' }] }
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    body: [title, ...cardText(toMarkdown(text))],
    ...(url !== undefined && { actions: [{ type: 'Action.OpenUrl', title: open, url }] }),
  }
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    content,
    preview: {
      contentType: 'application/vnd.microsoft.card.thumbnail',
      content: { title: withoutTags(source), text: withoutTags(excerpt) },
    },
  }
}

/** Texts of a preview may hold HTML. */
const withoutTags = (text: string): string => text.replaceAll('<', '‹').replaceAll('>', '›')

/** Documented: it has no formatting. */
const plain = (text: string): string => text.replace(/[`*\\]/g, '')

const saying = (text: string): Answered => ({ status: 200, body: { composeExtension: { type: 'message', text } } })
