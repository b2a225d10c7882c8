import { cut } from '../../src/lib/cut.ts'
import { alignedCode, segmentsOf } from '../../src/lib/markdown-tables.ts'
import type { Feedback, Part, QuickReplies } from '../../src/model/message.ts'
import { disarm, escapeText } from './disarm.ts'
import { notificationOf } from './notification.ts'
import { tableBlock } from './tables.ts'

/** Documented: of a button's label, of the buttons in one block, of the elements in a context block's text. */
const LABEL = 75
const BUTTONS = 25
const CONTEXT = 2000
/** All text of one message together: `msg_blocks_too_long` was seen from about 13,170 characters on. */
const MESSAGE = 12_800
/** Documented: of all markdown blocks of a message. */
const MARKDOWN = 12_000
/** Of 50 blocks, some are left to the text, a table, an image, links and feedback. */
const BUTTON_BLOCKS = 42

export type Block = { type: string; block_id?: string } & Record<string, unknown>

/** A message, as `chat.postMessage` and `chat.update` take it. */
export interface Payload {
  text: string
  blocks: Block[]
}

/**
 * `sparing`: once Slack has refused a message for its blocks. An image that it could not load is shown as its address, tables in
 * code; the feedback is not asked for.
 */
export function renderPart(part: Part, sparing = false): Payload {
  if (part.plain) return { text: renderPlain(part), blocks: [] }
  const { blocks, size } = renderText(disarm(part.text, part.mayMention), sparing)
  return { text: notificationOf(part.text), blocks: [...blocks, ...renderRest(part, sparing, size)] }
}

/** What comes after a part's text: all that a native stream has not shown when it ends. */
export function renderEnd(part: Part, sparing = false): Block[] {
  return part.plain ? [] : renderRest(part, sparing, disarm(part.text, part.mayMention).length)
}

/** All of it in words, in which nothing is alive. */
function renderPlain({ text, imageUrl, url, quickReplies }: Part): string {
  const options = quickReplies?.options.map((option) => `- ${option}`) ?? []
  return escapeText([text, ...[imageUrl, url].filter((address) => address !== undefined), ...options].join('\n'))
}

/** Whether being sparing would make another message of it. */
export function isRich({ text, plain, imageUrl, feedback }: Part): boolean {
  if (plain) return false
  return imageUrl !== undefined || feedback !== undefined || segmentsOf(text).some((one) => 'table' in one)
}

/** A message has room for one table block; where there is more, it is code. */
export function renderText(text: string, sparing: boolean): { blocks: Block[]; size: number } {
  const blocks: Block[] = []
  let room = MARKDOWN - text.length
  let markdown: string[] = []
  const end = () => {
    const words = markdown.join('\n')
    if (words.trim() !== '') blocks.push({ type: 'markdown', text: words })
    markdown = []
  }
  for (const segment of segmentsOf(text)) {
    if (!('table' in segment)) {
      markdown.push(segment.markdown)
      continue
    }
    const isFirst = !blocks.some(({ type }) => type === 'table')
    const block = sparing || !isFirst ? undefined : tableBlock(segment.table)
    if (block) {
      end()
      blocks.push(block)
      continue
    }
    const code = alignedCode(segment.table)
    const fits = code.length - segment.markdown.length <= room
    if (fits) room -= code.length - segment.markdown.length
    markdown.push(fits ? code : segment.markdown)
  }
  end()
  return { blocks, size: MARKDOWN - room }
}

/** `used`: how long the text is. */
function renderRest({ imageUrl, url, quickReplies, feedback }: Part, sparing: boolean, used: number): Block[] {
  const blocks: Block[] = []
  const asked = sparing || !feedback ? [] : [renderFeedback(feedback)]
  let room = MESSAGE - used
  if (asked.length > 0) room -= 2 * LABEL
  const image = !sparing && isWeb(imageUrl) ? imageUrl : undefined
  if (image) blocks.push({ type: 'image', image_url: image, alt_text: altText(image) })
  const links = [image ? undefined : imageUrl, url].filter((address) => address !== undefined)
  const share = Math.floor(room / (links.length + 1))
  for (const address of links) {
    const link = renderLink(address, Math.min(CONTEXT, share))
    room -= link.text.length
    blocks.push({ type: 'context', elements: [link] })
  }
  if (quickReplies) blocks.push(...renderQuickReplies(quickReplies, room))
  return [...blocks, ...asked]
}

function renderFeedback({ id, good, bad }: Feedback): Block {
  const button = (words: string, value: string) => {
    const text = cut(words, LABEL)
    return { text: { type: 'plain_text', text }, value, accessibility_label: text }
  }
  const buttons = {
    type: 'feedback_buttons',
    action_id: 'f',
    positive_button: button(good, 'good'),
    negative_button: button(bad, 'bad'),
  }
  return { type: 'context_actions', block_id: `f:${id}`, elements: [buttons] }
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

/** The same in the oldest of blocks, once Slack has refused others: its words without marks, and its buttons. */
export function plainer({ text, blocks }: Payload): Payload {
  const words = { type: 'section', text: { type: 'plain_text', text } }
  return { text, blocks: [words, ...blocks.filter(({ type }) => type === 'actions')] }
}

function isWeb(url: string | undefined): url is string {
  return url !== undefined && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)
}
