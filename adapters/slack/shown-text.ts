import type { Attachment, Block, RichElement } from './payloads.ts'
import { readText } from './text.ts'
import type { Bot } from './told.ts'

/** What people read of a message's blocks and attachments, as text. Programs often say what matters there and nowhere else. */

export function textOfBlocks(blocks: readonly Block[], bot: Bot): string {
  return joined(blocks.map((block) => textOfBlock(block, bot)))
}

function textOfBlock(block: Block, bot: Bot): string {
  switch (block.type) {
    case 'header':
      return `## ${read(block.text, bot)}`
    case 'section':
      return joined([read(block.text, bot), ...(block.fields ?? []).map((field) => read(field, bot))])
    case 'context':
      return (block.elements ?? [])
        .map((one) => read(one as TextObject, bot))
        .filter(Boolean)
        .join(' ')
    case 'markdown':
      return typeof block.text === 'string' ? block.text : ''
    case 'rich_text':
      return joined((block.elements ?? []).map((one) => textOfRich(one as RichElement, bot)))
    case 'image':
    case 'video':
      return block.alt_text ? `[${block.alt_text}]` : ''
    case 'actions':
      return ''
    case 'table':
      return (block.rows ?? [])
        .map(
          (row) => `| ${row.map((cell) => (cell.text ?? textOfRich(cell, bot)).replaceAll('\n', ' ')).join(' | ')} |`,
        )
        .join('\n')
    default:
      return read(block.text, bot)
  }
}

type TextObject = { text?: unknown; alt_text?: string }

/** Of `mrkdwn`, `plain_text` and pictures. */
function read(one: unknown, bot: Bot): string {
  if (typeof one === 'string') return readText(one, bot)
  const { text, alt_text } = (one ?? {}) as TextObject
  if (typeof text === 'string') return readText(text, bot)
  return alt_text ? `[${alt_text}]` : ''
}

function textOfRich(element: RichElement, bot: Bot): string {
  const inside = (separator = ''): string => (element.elements ?? []).map((one) => textOfRich(one, bot)).join(separator)
  switch (element.type) {
    case 'text':
      return element.text ?? ''
    case 'link':
      return element.text && element.text !== element.url ? `${element.text} (${element.url})` : (element.url ?? '')
    case 'user':
      return `@${element.user_id === bot.id ? bot.name : element.user_id}`
    case 'channel':
      return `#${element.channel_id}`
    case 'usergroup':
      return `@${element.usergroup_id}`
    case 'broadcast':
      return `@${element.range}`
    case 'emoji':
      return `:${element.name}:`
    case 'rich_text_list':
      return (element.elements ?? []).map((one) => `- ${textOfRich(one, bot)}`).join('\n')
    case 'rich_text_quote':
      return inside().replaceAll(/^/gm, '> ')
    case 'rich_text_preformatted':
      return `\`\`\`\n${inside()}\n\`\`\``
    default:
      return inside()
  }
}

/** Of what a program attaches, and of a link's preview. */
export function textOfAttachment(attachment: Attachment, bot: Bot): string {
  const { pretext, author_name, title, title_link, from_url, text, fields = [], footer, fallback, blocks } = attachment
  const link = title_link ?? from_url
  const heading = title ? (link ? `[${read(title, bot)}](${link})` : read(title, bot)) : ''
  const written = joined([
    read(pretext, bot),
    author_name ?? '',
    heading,
    blocks?.length ? textOfBlocks(blocks, bot) : read(text, bot),
    ...fields.map((field) => [field.title, read(field.value, bot)].filter(Boolean).join(': ')),
  ])
  return joined([written || read(fallback, bot), footer ?? ''])
}

const joined = (parts: readonly string[]): string => parts.filter((part) => part.trim() !== '').join('\n')
