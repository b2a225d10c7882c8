import type { Texts } from '../../src/lib/language.ts'
import { inUtc, withMoments } from '../../src/lib/moment.ts'
import type { Link, Picture, TextFile } from '../../src/model/message.ts'
import type { View } from '../../src/model/view.ts'
import { AGENT } from './modal-meta.ts'
import { notificationOf } from './notification.ts'
import { type Block, type Payload, renderText } from './outbound.ts'
import { bare, enlivened } from './people.ts'
import { words } from './words/index.ts'

/** A view whose text is longer is shown in part, and comes as a file as a whole. */
const TEXT = 10_000
const OPENS = 'opens'

export interface ViewPayload {
  payload: Payload
  /** What the message cannot hold. */
  files: (TextFile | Picture)[]
}

/** A view as a message that its person sees alone. */
export function renderView(view: View, say: (texts: Texts) => string): ViewPayload {
  const { text, file, form } = view
  const isLong = text.length > TEXT
  const files = [...(isLong ? [{ name: 'answer.md', text: withMoments(text, inUtc) }] : []), ...(file ? [file] : [])]
  const notes = files.map(({ name }) => say(words.fileComes(name)))
  const waiting = form && text.trim() === '' ? [say(words.formWaits)] : []
  const all = [isLong ? head(text) : text, ...waiting, ...notes].filter((part) => part.trim() !== '').join('\n\n')
  const { blocks } = renderText(enlivened(all), false)
  return {
    payload: { text: notificationOf(bare(all)) || '–', blocks: [...blocks, ...renderButtons(view, say)] },
    files,
  }
}

/** What can be pressed beneath a view: its buttons, and one that opens its form. */
export function renderButtons(
  { form, buttons = [], links = [] }: Pick<View, 'form' | 'buttons' | 'links'>,
  say: (texts: Texts) => string,
): Block[] {
  const elements = [
    ...(form ? [{ offer: form.offer, label: say(words.openForm), style: 'primary' as const }] : []),
    ...buttons,
  ].map(({ offer, label, style }, at) => ({
    type: 'button',
    action_id: `${AGENT}:${at}`,
    value: offer,
    text: { type: 'plain_text', text: label },
    ...(style && { style }),
  }))
  const actions = elements.length > 0 ? [{ type: 'actions', block_id: AGENT, elements }] : []
  return [...actions, ...opening(links)]
}

/** Slack tells of their presses too, which nobody has to answer. */
function opening(links: readonly Link[]): Block[] {
  const elements = links.map(({ url, label }, at) => ({
    type: 'button',
    action_id: `${OPENS}:${at}`,
    url,
    text: { type: 'plain_text', text: label },
  }))
  return elements.length > 0 ? [{ type: 'actions', block_id: OPENS, elements }] : []
}

/** Up to the end of a line, with its code closed. */
function head(text: string): string {
  const cut = text.slice(0, TEXT)
  const lines = cut.slice(0, Math.max(cut.lastIndexOf('\n'), TEXT / 2))
  const whole = lines.isWellFormed() ? lines : lines.slice(0, -1)
  const isOpen = (whole.match(/^ {0,3}```/gm)?.length ?? 0) % 2 === 1
  return `${whole}${isOpen ? '\n```' : ''}\n…`
}
