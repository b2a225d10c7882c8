import { z } from 'zod'
import type { FileRef, InboundFile, ReadMessage } from '../../src/model/message.ts'
import { cardWords } from './card-words.ts'
import { eventIdOf } from './inbound.ts'
import { fileRef, messageRef, type Spot, threadOf } from './places.ts'
import { typeOf } from './received-files.ts'
import { readTwin } from './twin.ts'

const perhaps = <T extends z.ZodType>(schema: T) => schema.nullish().catch(undefined)
const text = perhaps(z.string())

const identity = perhaps(z.object({ id: text, displayName: text }))
const author = perhaps(z.object({ application: identity, user: identity }))

const attachmentSchema = z.object({ id: text, contentType: text, contentUrl: text, name: text, content: text })

/** A message as Graph tells it, as far as it is read. */
const messageSchema = z.object({
  id: z.string().regex(/^\S+$/),
  replyToId: text,
  messageType: text,
  createdDateTime: text,
  lastEditedDateTime: text,
  deletedDateTime: text,
  subject: text,
  from: author,
  body: perhaps(z.object({ contentType: text, content: text })),
  attachments: z.array(attachmentSchema).catch([]),
})

/** What another message tells of one. */
const copySchema = z.object({
  messageId: text,
  messagePreview: text,
  messageSender: author,
  originalMessageId: text,
  originalMessageContent: text,
  originalSentDateTime: text,
  originalMessageSender: author,
})

/** Where it was read. `app`: our own id, as Graph calls it. */
export interface ReadAt extends Spot {
  app: string | undefined
}

/** What somebody said there; nothing where it was deleted, or where Teams only tells that something happened. */
export function readMessage(told: unknown, at: ReadAt): ReadMessage | undefined {
  const read = messageSchema.safeParse(told)
  if (!read.success) return undefined
  const { id, replyToId, messageType, createdDateTime, deletedDateTime, subject, from, body, attachments } = read.data
  if (deletedDateTime || (messageType && messageType !== 'message')) return undefined
  const by = authorOf(from, at.app)
  if (!by) return undefined
  const isHtml = body?.contentType === 'html'
  const twin = isHtml ? readTwin(body.content ?? '') : undefined
  const said = twin ? called(twin.text) : (body?.content ?? '')
  const cards = attachments.flatMap(({ contentType, content }) =>
    contentType?.startsWith('application/vnd.microsoft.') && content ? [cardWords(parsed(content))] : [],
  )
  const quoted = attachments.flatMap((one) => copyOf(one, at))
  const where = at.kind === 'channel' ? threadOf(at.conversation, replyToId ?? id) : at.conversation
  const time = timeOf(createdDateTime)
  return {
    eventId: eventIdOf(at, id),
    ref: messageRef({ ...at, conversation: where, id }),
    author: by,
    ...(time !== undefined && { at: time }),
    text: [subject ? `**${subject}**` : '', said, ...cards].filter((part) => part.trim() !== '').join('\n\n'),
    files: [
      ...attachments.flatMap((one) => sharedFile(one, at.tenant)),
      ...(twin?.pictures ?? []).flatMap(({ url, alt }) => picture(url, alt, at.tenant)),
    ],
    ...(quoted.length > 0 && { quoted }),
  }
}

/** Mentions by the names that they show. */
const called = (text: string): string => text.replaceAll(/<at>([^<]*)<\/at>/g, '@$1')

function authorOf(from: z.infer<typeof author>, app: string | undefined): ReadMessage['author'] | undefined {
  const { application, user } = from ?? {}
  const one = application ?? user
  if (!one) return undefined
  const kind = !application ? 'person' : application.id === app ? 'you' : 'program'
  return { ...(one.id && { id: one.id }), ...(one.displayName && { name: one.displayName }), kind }
}

function copyOf({ contentType, content }: z.infer<typeof attachmentSchema>, at: ReadAt): ReadMessage[] {
  const isForward = contentType === 'forwardedMessageReference'
  if (!isForward && contentType !== 'messageReference') return []
  const read = copySchema.safeParse(parsed(content ?? ''))
  if (!read.success) return []
  const { messageId, messagePreview, messageSender, originalMessageContent, originalSentDateTime } = read.data
  const by = authorOf(isForward ? read.data.originalMessageSender : messageSender, at.app)
  const words = isForward ? called(readTwin(originalMessageContent ?? '').text) : (messagePreview ?? '')
  const time = timeOf(originalSentDateTime)
  if (words === '') return []
  return [
    {
      ...(!isForward && messageId && { eventId: eventIdOf(at, messageId) }),
      author: by ?? { kind: 'person' },
      ...(time !== undefined && { at: time }),
      text: words,
      files: [],
    },
  ]
}

function sharedFile(
  { contentType, contentUrl, name }: z.infer<typeof attachmentSchema>,
  tenant: string,
): InboundFile[] {
  if (contentType !== 'reference' || !contentUrl || !URL.canParse(contentUrl)) return []
  const ref = fileRef('shared', tenant, new URL(contentUrl).href)
  return [{ ref, name: name ?? 'file', mimetype: typeOf(name ?? ''), size: 0 }]
}

/** A picture that stands in a message is Graph's to give; what else a page shows is not fetched. */
function picture(url: string, alt: string, tenant: string): InboundFile[] {
  if (!/\/hostedContents\/[^/]+\/\$value$/.test(url) || /\s/.test(url)) return []
  const ref: FileRef = fileRef('hosted', tenant, url)
  return [{ ref, name: alt || 'image', size: 0 }]
}

function timeOf(date: string | null | undefined): number | undefined {
  const time = Date.parse(date ?? '')
  return Number.isNaN(time) ? undefined : time
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}
