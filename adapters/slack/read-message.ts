import type { ReadMessage } from '../../src/model/message.ts'
import type { Attachment, Message } from './payloads.ts'
import { messageRef } from './places.ts'
import { textOfAttachment, textOfBlocks } from './shown-text.ts'
import { nameless, readText } from './text.ts'
import { type Bot, eventIdOf, isOurs, readFile, timeOf } from './told.ts'

/** A message that we asked for, with all that people see of it. */
export function readMessage(message: Message, where: { team: string; channel: string }, bot: Bot): ReadMessage {
  const { ts, files = [] } = message
  return {
    eventId: eventIdOf(where.channel, ts),
    ref: messageRef({ ...where, ts }),
    author: authorOf(message, bot),
    at: timeOf(ts),
    ...contentOf(message, bot),
    files: files.flatMap((file) => readFile(file, where.team)),
    ...quotedIn(message, where.team, bot),
  }
}

/** What Slack tells of messages that this one forwards, or that a link in it leads to. */
export function quotedIn({ attachments = [] }: Message, team: string, bot: Bot): Pick<ReadMessage, 'quoted'> {
  const quoted = attachments.filter(isCopy).map((copy) => readCopy(copy, team, bot))
  return quoted.length > 0 ? { quoted } : {}
}

/** Previews of other things than messages, and what a program attaches. */
export function attachedText({ attachments = [] }: Message, bot: Bot): string {
  return attachments
    .filter((one) => !isCopy(one))
    .map((one) => textOfAttachment(one, bot))
    .filter((text) => text !== '')
    .join('\n\n')
}

/** A forwarded message, or the preview of one that was linked to. */
const isCopy = ({ is_share, is_msg_unfurl }: Attachment): boolean => is_share === true || is_msg_unfurl === true

/** Nothing but the copy is read: it stands where whoever forwarded it showed it. */
function readCopy(copy: Attachment, team: string, bot: Bot): ReadMessage {
  const { author_id, author_name, author_subname, channel_name, channel_id, ts, files = [] } = copy
  const raw = copy.text ?? ''
  const blocks = copy.message_blocks?.flatMap(({ message }) => message?.blocks ?? []) ?? []
  const text = readText(raw, bot) || textOfBlocks(blocks, bot) || readText(copy.fallback ?? '', bot)
  const name = author_name || author_subname
  const known = channel_name || channel_id
  const isOurs = author_id === bot.id
  return {
    author: {
      ...(author_id && { id: author_id }),
      ...(name && { name }),
      kind: isOurs ? 'you' : author_id?.startsWith('B') ? 'program' : 'person',
    },
    ...(ts && { at: timeOf(String(ts)) }),
    text,
    named: nameless(raw, bot.id),
    files: files.flatMap((file) => readFile(file, team)),
    ...(known && { in: known.startsWith('D') ? 'a direct message' : `#${known.replace(/^#/, '')}` }),
  }
}

function authorOf(message: Message, bot: Bot): ReadMessage['author'] {
  const { user, username, bot_id, bot_profile, app_id } = message
  if (isOurs(message, bot)) return { id: bot.id, name: username || bot.name, kind: 'you' }
  const isProgram = bot_id !== undefined || app_id !== undefined || bot_profile !== undefined || user === undefined
  const name = username || bot_profile?.name
  const id = user ?? bot_id
  return { ...(id && { id }), ...(isProgram && name && { name }), kind: isProgram ? 'program' : 'person' }
}

/** Programs write what is to be seen into blocks, and a short form of it into the text. */
function contentOf(message: Message, bot: Bot): Pick<ReadMessage, 'text' | 'named'> {
  const { text: raw = '', blocks = [], bot_id } = message
  const written = bot_id === undefined ? '' : textOfBlocks(blocks, bot)
  const text = written || readText(raw, bot) || textOfBlocks(blocks, bot)
  const attached = attachedText(message, bot)
  const named = nameless(JSON.stringify([raw, blocks, message.attachments ?? []]), bot.id)
  return {
    text: [text, attached].filter((part) => part !== '').join('\n\n'),
    ...(named.length > 0 && { named }),
  }
}
