import type { Texts } from '../../src/lib/language.ts'
import { asText, type TextFile } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import { cardText } from './card-text.ts'
import { toMarkdown } from './markdown.ts'
import type { Payload } from './outbound.ts'
import { renderPicture } from './pictures.ts'
import { words } from './words/index.ts'

/** A view whose text is longer is shown in part, and follows as a file as a whole. */
const TEXT = 10_000
/** Documented: of a card, in UTF-8; some of it is for its buttons. */
const CARD_BYTES = 22_000
/** Of a file, which is shown in a message: so many bytes of its beginning. */
const FILE_BYTES = 20_000

export interface ViewMessages {
  /** `origin`: the conversation it is about, where that is another one than it is shown in. */
  first(origin: string | undefined): Payload
  /** What follows, each in a message of its own; `words`: what a picture shows, for where it is refused. */
  files: { payload: Payload; words?: Payload }[]
}

/** A view as messages that its person sees alone. */
export function renderView(view: View, say: (texts: Texts) => string): ViewMessages {
  const { file, buttons = [], links = [], form } = view
  const text = view.text.trim() || (form ? say(words.formWaits) : '–')
  const isPressable = buttons.length > 0 || links.length > 0 || form !== undefined
  const most = isPressable ? fitting(text) : TEXT
  const isLong = text.length > most
  const files = [...(isLong ? [{ name: 'answer.md', text }] : []), ...(file ? [file] : [])]
  const notes = files.map(({ name }) => say(words.fileComes(name)))
  const all = [isLong ? head(text, most) : text, ...notes].join('\n\n')
  return {
    first(origin) {
      if (!isPressable) return messageOf(all)
      const data = { k: 'a', ...(origin !== undefined && { w: origin }) }
      const open = form && {
        type: 'Action.Submit',
        title: say(words.openForm),
        style: 'positive',
        data: { msteams: { type: 'task/fetch' }, ...data, o: form.offer },
      }
      const actions = buttons.map(({ offer, label, style }) => ({
        type: 'Action.Submit',
        title: label,
        ...(style && { style: style === 'danger' ? 'destructive' : 'positive' }),
        data: { ...data, o: offer },
      }))
      const opening = links.map(({ url, label }) => ({ type: 'Action.OpenUrl', title: label, url }))
      return cardOf(all, [...(open ? [open] : []), ...actions, ...opening])
    },
    files: files.map((one) => {
      const words = renderFile({ name: one.name, text: asText(one).text }, say)
      const picture = 'bytes' in one ? renderPicture(one) : undefined
      return picture ? { payload: picture, words } : { payload: words }
    }),
  }
}

export const messageOf = (text: string): Payload => ({
  type: 'message',
  text: toMarkdown(text),
  textFormat: 'markdown',
})

/** Text and buttons in one card: beside a card, a text would be a message of its own. */
function cardOf(text: string, actions: object[]): Payload {
  const content = {
    type: 'AdaptiveCard',
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    version: '1.5',
    msteams: { width: 'Full' },
    body: cardText(toMarkdown(text)),
    actions,
  }
  return { type: 'message', attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content }] }
}

/** How much of a text a card has room for. */
function fitting(text: string): number {
  let most = TEXT
  while (Buffer.byteLength(JSON.stringify(cardText(toMarkdown(text.slice(0, most))))) > CARD_BYTES) most /= 2
  return Math.floor(most)
}

/** Teams takes files of a bot only after asking for each, and in personal chats alone. */
function renderFile({ name, text }: TextFile, say: (texts: Texts) => string): Payload {
  const lines = text.trimEnd().split('\n')
  const shown: string[] = []
  let left = FILE_BYTES
  for (const line of lines) {
    left -= Buffer.byteLength(line) + 1
    if (left < 0) break
    shown.push(line)
  }
  // A line of which not even the first fits is cut.
  const body = shown.length > 0 ? shown.join('\n') : text.slice(0, FILE_BYTES / 4).toWellFormed()
  const longest = Math.max(2, ...[...body.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  const isCut = body.length < text.trimEnd().length
  const note = isCut ? `\n\n${say(words.fileIsCut(Math.max(1, shown.length), lines.length))}` : ''
  return messageOf(`\`${name}\`\n\n${fence}\n${body}\n${fence}${note}`)
}

/** Up to the end of a line, with its code closed. */
function head(text: string, most: number): string {
  const cut = text.slice(0, most)
  const whole = cut.slice(0, Math.max(cut.lastIndexOf('\n'), most / 2)).toWellFormed()
  const isOpen = (whole.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
  return `${whole}${isOpen ? '\n```' : ''}\n…`
}
