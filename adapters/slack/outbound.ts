import type { Note, Part, QuickReplies } from '../../src/model/message.ts'
import { disarm, escapeText } from './disarm.ts'

/** Documented: of a button's label, of the buttons in one block, of the elements in a context block's text. */
const LABEL = 75
const BUTTONS = 25
const CONTEXT = 2000
/** All text of one message together: `msg_blocks_too_long` was seen from about 13,170 characters on. */
const MESSAGE = 12_800
/** Of 50 blocks, some are left to the text, an image and a link. */
const BUTTON_BLOCKS = 45
/** What notifications and screen readers get; `chat.update` refuses more than 4,000 characters. */
const FALLBACK = 3000

type Block = { type: string; block_id?: string } & Record<string, unknown>

/** A message, as `chat.postMessage` and `chat.update` take it. */
export interface Payload {
  text: string
  blocks: Block[]
}

/** `images`: false once Slack could not load one and refused the message; its address is shown instead. */
export function renderPart(part: Part, images = true): Payload {
  const text = disarm(part.text)
  const markdown: Block[] = text.trim() === '' ? [] : [{ type: 'markdown', text }]
  return { text: fallback(part.text), blocks: [...markdown, ...renderEnd(part, images)] }
}

/** What comes after a part's text: all that a native stream has not shown when it ends. */
export function renderEnd({ text, imageUrl, url, quickReplies }: Part, images = true): Block[] {
  const blocks: Block[] = []
  let room = MESSAGE - disarm(text).length
  const image = images && isWeb(imageUrl) ? imageUrl : undefined
  if (image) blocks.push({ type: 'image', image_url: image, alt_text: altText(image) })
  const links = [image ? undefined : imageUrl, url].filter((address) => address !== undefined)
  const share = Math.floor(room / (links.length + 1))
  for (const address of links) {
    const link = renderLink(address, Math.min(CONTEXT, share))
    room -= link.text.length
    blocks.push({ type: 'context', elements: [link] })
  }
  if (quickReplies) blocks.push(...renderQuickReplies(quickReplies, room))
  return blocks
}

/** What one person sees in reply to a press. */
export function renderNote(note: Note): { text: string } {
  return { text: escapeText(note.text) }
}

/** Options are told apart by their index, so a label may be cut. */
function renderQuickReplies({ id, options, chosen }: QuickReplies, room: number): Block[] {
  if (options.length === 0) return []
  if (chosen !== undefined) {
    // Slack has no disabled buttons.
    const shown = options.map((option, index) => (index === chosen ? `✓ ${option}` : option)).join('  ·  ')
    const text = { type: 'plain_text', text: cut(shown, Math.max(LABEL, Math.min(CONTEXT, room))) }
    return [{ type: 'context', block_id: `q1:${id}`, elements: [text] }]
  }
  const label = Math.max(1, Math.min(LABEL, Math.floor(room / options.length)))
  const blocks: Block[] = []
  for (let from = 0; from < options.length && blocks.length < BUTTON_BLOCKS; from += BUTTONS) {
    const elements = options.slice(from, from + BUTTONS).map((option, offset) => ({
      type: 'button',
      action_id: `q:${from + offset}`,
      value: String(from + offset),
      text: { type: 'plain_text', text: cut(option, label) },
    }))
    blocks.push({ type: 'actions', block_id: `q${blocks.length + 1}:${id}`, elements })
  }
  return blocks
}

function renderLink(url: string, max: number): { type: string; text: string } {
  // `|` would begin a label; percent-encoded it means the same.
  const link = isWeb(url) ? `<${escapeText(new URL(url).href.replaceAll('|', '%7C'))}>` : undefined
  return link && link.length <= max ? { type: 'mrkdwn', text: link } : { type: 'plain_text', text: cut(url, max) }
}

function altText(url: string): string {
  const name = new URL(url).pathname.split('/').at(-1) ?? ''
  return cut(name, LABEL)
}

/** Shortened text ends in an ellipsis and never in half a character; Slack takes no empty text. */
function cut(text: string, max: number): string {
  if (text.trim() === '') return '–'
  if (text.length <= max) return text
  const head = text.slice(0, max - 1)
  return `${head.isWellFormed() ? head : head.slice(0, -1)}…`
}

function fallback(text: string): string {
  const escaped = escapeText(text.slice(0, FALLBACK))
  // Neither half a character nor half an entity at the end.
  return escaped.length < FALLBACK ? escaped : escaped.slice(0, FALLBACK).replace(/[\ud800-\udbff]$|&[a-z]*$/, '')
}

function isWeb(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
