import type { ReadMessage } from '../../src/model/message.ts'
import { readExtras } from './extras.ts'
import { filesOf, readFile } from './files.ts'
import { namelessIn } from './names.ts'
import type { Message, Snapshot } from './payloads.ts'
import { messageRef, timeOf } from './places.ts'
import { shownText } from './shown-text.ts'
import { eventIdOf } from './spots.ts'
import { nameOf, readText, type Self } from './text.ts'

/** A message that we asked for, with all that people see of it. */
export function readShown(message: Message, where: { installation: string; channel: string }, self: Self): ReadMessage {
  const { id } = message
  const forwarded = readForwarded(message, self)
  const named = namelessIn(message, where.installation)
  return {
    eventId: eventIdOf(id),
    ref: messageRef({ ...where, message: id }),
    author: authorOf(message, self),
    at: timeOf(id),
    text: [readText(message, self), ...shownText(message), ...readExtras(message)]
      .filter((text) => text !== '')
      .join('\n\n'),
    ...(named.length > 0 && { named }),
    files: filesOf(message).flatMap(readFile),
    ...(forwarded.length > 0 && { quoted: forwarded }),
  }
}

/** What it forwards, of which Discord does not tell who wrote it. Its files are those of the message that shows it. */
export function readForwarded({ message_snapshots: snapshots = [] }: Message, self: Self): ReadMessage[] {
  return snapshots.flatMap(({ message }): ReadMessage[] => (message ? [readCopy(message, self)] : []))
}

function readCopy(copy: Snapshot, self: Self): ReadMessage {
  const { timestamp } = copy
  const at = Date.parse(timestamp ?? '')
  return {
    author: { kind: 'person' },
    ...(!Number.isNaN(at) && { at }),
    text: [readText(copy, self), ...shownText(copy), ...readExtras(copy)].filter((text) => text !== '').join('\n\n'),
    files: [],
  }
}

function authorOf({ author, member, webhook_id: webhook }: Message, self: Self): ReadMessage['author'] {
  if (author?.id === self.id) return { id: self.id, name: self.name, kind: 'you' }
  const name = nameOf(author, member?.nick)
  const isProgram = webhook !== undefined || author?.bot === true
  return { ...(author && { id: author.id }), ...(name && { name }), kind: isProgram ? 'program' : 'person' }
}
