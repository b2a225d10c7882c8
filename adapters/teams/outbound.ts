import { cut } from '../../src/lib/cut.ts'
import type { Note, Part, QuickReplies } from '../../src/model/message.ts'
import { cardText } from './card-text.ts'
import { readLines, toMarkdown } from './markdown.ts'

/** Of a button's label; more of it is cut by Teams. */
const LABEL = 80
/** Documented: of a suggested action, and how many of them are shown. */
const SUGGESTED = 3
const SUGGESTED_LABEL = 40
/** Documented: of a card, in UTF-8. */
const CARD_BYTES = 28 * 1024
/** Documented: of a card's buttons, before the others hide behind three dots. */
const ACTIONS = 6
/** Of a list to choose from, which must fit into the message with everything else. */
const CHOICES = 50
/** Of what a notification says of a card. */
const SUMMARY = 200

/** Documented: of the sources of a message, and of what is said about each. */
const CITATIONS = 20
const CITATION_NAME = 80
const CITATION_ABSTRACT = 160

/** What an `Action.Execute` of our cards is for: a press of a button, and a look of whoever sees the card. */
export const PRESS = 'press'
export const LOOK = 'look'

type Json = Record<string, unknown>
type Card = Json & { body: Json[] }

/** A message, as it is created and as it is edited. */
export interface Payload {
  type: 'message'
  text?: string
  textFormat?: 'markdown'
  /** What stands in a notification in place of a text. */
  summary?: string
  entities?: Json[]
  attachments?: Json[]
  suggestedActions?: Json
  channelData?: Json
}

/** Somebody who is called in a message, as Teams knows them and as they are called. */
export interface Called {
  user: string
  name: string
}

export interface Where {
  personal: boolean
  ends?: boolean
  calls?: Called | undefined
  /** For whom Teams asks what a card with a decision shows to them, as soon as they see it. */
  viewers?: readonly string[] | undefined
}

/**
 * `personal`: the person alone is there, so that what is suggested is suggested to them. `ends`: it is the end of a native stream.
 * Anywhere else Teams makes two messages of a text with a card, of which neither can be changed, so the text is in the card. What
 * a card has no room for is shown without one.
 */
export function renderPart(part: Part, { personal, ends = false, calls, viewers }: Where): Payload {
  if (part.plain) return renderNote(part)
  const suggested = personal ? suggestedOf(part) : undefined
  const mention = calls && renderMention(calls)
  const text = renderText(part)
  const more = renderCard(part, suggested !== undefined, viewers)
  const whole = more && (ends ? more : withText(more, text, mention))
  const card = whole && Buffer.byteLength(JSON.stringify(whole)) <= CARD_BYTES ? whole : undefined
  const isInCard = card !== undefined && !ends
  const words = mention ? `${mention.text}\n\n${text}` : text
  const said: Partial<Payload> = isInCard ? { summary: summaryOf(part) } : { text: words, textFormat: 'markdown' }
  const entities = [...renderEntities(part), ...(mention && !isInCard ? [mention] : [])]
  return {
    type: 'message',
    ...said,
    ...(entities.length > 0 && { entities }),
    ...(card && { attachments: [toAttachment(card)] }),
    ...(suggested && {
      suggestedActions: { actions: suggested.map((title) => ({ type: 'imBack', title, value: title })) },
    }),
    ...(part.feedback && { channelData: { feedbackLoop: { type: 'default' } } }),
  }
}

/** The same as the card that takes the place of one, also of what has nothing but a text. */
export function renderAsCard(part: Part, viewers: readonly string[] | undefined): Json {
  const more = renderCard(part, false, viewers) ?? cardWith([], [])
  return withText(more, renderText(part), undefined)
}

/** Above the text of a card, which has a list of its own of whom it mentions. */
const withText = (card: Card, text: string, mention: ReturnType<typeof renderMention>): Card => ({
  ...card,
  ...(mention && { msteams: { entities: [mention] } }),
  body: [...(mention ? [{ type: 'TextBlock', text: mention.text, wrap: true }] : []), ...cardText(text), ...card.body],
})

/** The one mention that is alive. Of a name nothing is written that would end it, or be Markdown. */
function renderMention({ user, name }: Called) {
  const called = name.replace(/[<>&\\`*_~[\]|]/g, '').trim()
  return called === ''
    ? undefined
    : { type: 'mention', text: `<at>${called}</at>`, mentioned: { id: user, name: called } }
}

/** Nothing but words. */
export const renderNote = ({ text }: Note): Payload => ({
  type: 'message',
  text: toMarkdown(text),
  textFormat: 'markdown',
})

/** The text of a part, with the marks that Teams hangs its sources on, where the text has none. */
function renderText({ text, sources = [] }: Part): string {
  const marks = sources
    .slice(0, CITATIONS)
    .map(({ n }) => `[${n}]`)
    .filter((mark) => !text.includes(mark))
    .join(' ')
  const written = toMarkdown(text)
  if (marks === '') return written
  // Behind the end of code or a table they would be part of it.
  const { line, isCode } = readLines(written).at(-1)!
  return `${written}${isCode || line.trimStart().startsWith('|') ? '\n\n' : ' '}${marks}`
}

/** Notifications and lists of chats show it as it is, so it holds no Markdown. */
const summaryOf = ({ text }: Part): string => cut(plainLine(text.trim().split('\n', 1)[0]!), SUMMARY)

const plainLine = (line: string): string =>
  line
    .replace(/^(?:#{1,6}|>|[-*+]|\d+\.)\s+/, '')
    .replace(/!?\[([^\]]*)\]\([^)\s]*\)/g, '$1')
    .replace(/(\*\*|__|~~|`)(?=\S)(.+?)(?<=\S)\1/g, '$2')
    .replace(/(?<![\w*])[*_](?=\S)([^*_]+?)(?<=\S)[*_](?![\w*])/g, '$1')
    .replace(/\\([\\`*_{}[\]()#+.!~>-])/g, '$1')

const toAttachment = (content: Json): Json => ({ contentType: 'application/vnd.microsoft.card.adaptive', content })

/**
 * Options that can be suggested: few and short, where the message has nothing else attached. They are gone once something else
 * is said, and whoever chooses one says it.
 */
export function suggestedOf(part: Part): string[] | undefined {
  return part.quickReplies?.chosen === undefined ? suggestible(part) : undefined
}

/** Whether an option was chosen that was suggested: the person's next message says which. */
export const wasSuggested = (part: Part): boolean =>
  part.quickReplies?.chosen !== undefined && suggestible(part) !== undefined

function suggestible({ quickReplies, imageUrl, url, plain, followed }: Part): string[] | undefined {
  // What is suggested is gone as soon as something follows.
  if (plain || followed || !quickReplies || quickReplies.decides || imageUrl !== undefined || url !== undefined)
    return undefined
  const { options } = quickReplies
  const said = new Set(options.map((option) => option.trim()))
  const fit =
    options.length <= SUGGESTED && options.every((option) => option.trim() && option.length <= SUGGESTED_LABEL)
  // Two that are called the same could not be told apart.
  return fit && said.size === options.length && options.length > 0 ? options : undefined
}

function renderEntities({ aiGenerated, sensitivity, sources = [] }: Part): Json[] {
  const citation = sources.slice(0, CITATIONS).map(({ n, title, excerpt, url }) => ({
    '@type': 'Claim',
    position: n,
    appearance: {
      '@type': 'DigitalDocument',
      name: cut(title, CITATION_NAME),
      abstract: cut(excerpt ?? title, CITATION_ABSTRACT),
      ...(isWeb(url) && { url }),
    },
  }))
  if (!aiGenerated && citation.length === 0 && sensitivity === undefined) return []
  return [
    {
      type: 'https://schema.org/Message',
      '@type': 'Message',
      '@context': 'https://schema.org',
      ...(aiGenerated && { additionalType: ['AIGeneratedContent'] }),
      ...(citation.length > 0 && { citation }),
      ...(sensitivity !== undefined && { usageInfo: usageOf(sensitivity) }),
    },
  ]
}

/** The shield beside a message; what it says stands in a tooltip, too. */
const usageOf = (sensitivity: string): Json => ({
  type: 'https://schema.org/Message',
  '@type': 'CreativeWork',
  ...{ name: sensitivity, description: sensitivity },
})

/** Everything that Markdown has no words for, in one card. */
function renderCard(
  { imageUrl, url, quickReplies }: Part,
  isSuggested: boolean,
  viewers: readonly string[] | undefined,
): Card | undefined {
  const body: Json[] = []
  const actions: Json[] = []
  if (isWeb(imageUrl, 'https:'))
    body.push({ type: 'Image', url: imageUrl, size: 'Stretch', altText: altText(imageUrl) })
  else if (imageUrl !== undefined) body.push(words(imageUrl))
  if (quickReplies && !isSuggested && quickReplies.options.length > 0) {
    const asked = renderQuickReplies(quickReplies, ACTIONS - (url === undefined ? 0 : 1))
    body.push(...asked.body)
    actions.push(...asked.actions)
  }
  if (isWeb(url)) actions.push({ type: 'Action.OpenUrl', title: cut(new URL(url).host, LABEL), url })
  else if (url !== undefined) body.push(words(url))
  if (body.length + actions.length === 0) return undefined
  const isTheirs = quickReplies?.decides === true && !quickReplies.forAll && quickReplies.chosen === undefined
  return { ...cardWith(body, actions), ...(isTheirs && viewers && { refresh: refreshOf(quickReplies.id, viewers) }) }
}

const cardWith = (body: Json[], actions: Json[]): Card => ({
  type: 'AdaptiveCard',
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  version: '1.5',
  body,
  ...(actions.length > 0 && { actions }),
})

/** Whoever looks presses nothing. */
const refreshOf = (id: string, userIds: readonly string[]): Json => ({
  action: { type: 'Action.Execute', title: '↻', verb: LOOK, data: { k: 'q', id } },
  userIds,
})

/** Clients that do not know the one send the other, which is answered by an edit. */
const pressable = (title: string, data: Json): Json => ({
  type: 'Action.Execute',
  title,
  verb: PRESS,
  data,
  fallback: { type: 'Action.Submit', title, data },
})

/** Options are told apart by their index, so a label may be cut. */
function renderQuickReplies({ id, options, chosen }: QuickReplies, most: number): { body: Json[]; actions: Json[] } {
  if (chosen !== undefined) {
    const runs = options.slice(0, CHOICES).flatMap((option, index) => {
      const label = cut(option, LABEL)
      const shown = index === chosen ? { ...run(`✓ ${label}`), weight: 'Bolder' } : { ...run(label), isSubtle: true }
      return index === 0 ? [shown] : [run('  ·  '), shown]
    })
    return { body: [{ type: 'RichTextBlock', inlines: runs }], actions: [] }
  }
  if (options.length <= most) {
    const actions = options.map((option, i) => pressable(cut(option, LABEL), { k: 'q', id, i }))
    return { body: [], actions }
  }
  const choices = options.slice(0, CHOICES).map((option, i) => ({ title: cut(option, LABEL), value: String(i) }))
  const select = { type: 'Input.ChoiceSet', id: 'q', style: 'compact', isRequired: true, errorMessage: '…', choices }
  return { body: [select], actions: [pressable('✓', { k: 'q', id })] }
}

/** Text as it is: Markdown of a card would make links of it. */
const words = (text: string): Json => ({ type: 'RichTextBlock', inlines: [run(cut(text, 2000))] })

const run = (text: string): Json => ({ type: 'TextRun', text })

const altText = (url: string): string => cut(new URL(url).pathname.split('/').at(-1) ?? '', LABEL)

function isWeb(url: string | undefined, protocol = 'https?:'): url is string {
  return url !== undefined && URL.canParse(url) && new RegExp(`^${protocol}$`).test(new URL(url).protocol)
}
