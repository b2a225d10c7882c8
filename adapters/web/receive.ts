import { hash, randomUUID } from 'node:crypto'
import { AppError } from '../../src/lib/errors.ts'
import type { InboundFile, Note } from '../../src/model/message.ts'
import type { Channel, Inbox } from '../../src/ports/channel.ts'
import type { Transcript } from '../../src/ports/transcript.ts'
import { noteIn } from './channel.ts'
import {
  messageOf,
  openingOf,
  personOf,
  pressOf,
  pressSchema,
  type Sent,
  sendingSchema,
  type Visitor,
  voteOf,
  voteSchema,
} from './inbound.ts'
import { fileRef, talkPlace } from './places.ts'
import type { Said, ShownFile } from './view.ts'
import { words } from './words/index.ts'

export const mostFileBytes = 10 * 1024 * 1024

export interface ReceiverParts {
  inbox: Inbox
  transcript: Transcript
  channel: Channel
}

/** What a visitor does, made durable before the page hears that it is. */
export function createReceiver({ inbox, transcript, channel }: ReceiverParts) {
  async function tell(key: string, note: Note | undefined): Promise<void> {
    if (note) await noteIn(channel, key, note)
  }

  async function filesOf(key: string, { files }: Sent): Promise<{ shown: ShownFile[]; inbound: InboundFile[] }> {
    const found = await Promise.all(files.map(async (id) => ({ id, file: await transcript.file(key, id) })))
    const shown = found.map(({ id, file }): ShownFile => {
      if (!file) throw new AppError('file_not_found', words.noFile, { status: 404 })
      return { id, name: file.name, mimetype: file.mimetype, size: file.bytes.length }
    })
    return { shown, inbound: shown.map(({ id, ...file }) => ({ ...file, ref: fileRef({ key, id }) })) }
  }

  return {
    /** What was sent twice under one id is said once. */
    async message(visitor: Visitor, body: unknown): Promise<object> {
      const { key } = visitor
      const sent = read(sendingSchema, body)
      const { shown, inbound } = await filesOf(key, sent)
      const event = randomUUID()
      const entry: Said = { from: 'visitor', text: sent.text, event, ...(shown.length > 0 && { files: shown }) }
      const stands = await transcript.add(key, `said-${sent.id}`, JSON.stringify(entry))
      const taken = await inbox.message(messageOf(visitor, sent, inbound, stands))
      if (taken !== 'taken') await tell(key, taken.dropped)
      return { id: `said-${sent.id}` }
    },

    async press(visitor: Visitor, body: unknown): Promise<object> {
      const pressed = read(pressSchema, body)
      // The id that the page draws is not to be guessed, so neither is whose it is.
      const eventId = `web:${hash('sha256', `${visitor.key} ${pressed.id}`, 'base64url')}`
      await tell(visitor.key, await inbox.press(pressOf(visitor, pressed, eventId)))
      return {}
    },

    async vote(visitor: Visitor, body: unknown): Promise<object> {
      await tell(visitor.key, await inbox.vote(voteOf(visitor, read(voteSchema, body))))
      return {}
    },

    async stop({ key, uid }: Visitor): Promise<object> {
      await inbox.control({ kind: 'stopped', platform: 'web', place: talkPlace(key), person: personOf(uid) })
      return {}
    },

    /** The visitor looks at the conversation; what they may be offered to say. */
    open: (visitor: Visitor, at: number): Promise<object> => inbox.opened(openingOf(visitor, at)),

    async file({ key }: Visitor, bytes: Buffer, name: string, mimetype: string): Promise<ShownFile> {
      if (bytes.length === 0) throw new AppError('invalid_request', words.fileEmpty)
      const id = randomUUID()
      await transcript.addFile(key, id, { name, mimetype, bytes })
      return { id, name, mimetype, size: bytes.length }
    },
  }
}

export type Receiver = ReturnType<typeof createReceiver>

interface Schema<T> {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: T }
    | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }
}

/** 400, which names the first field that is wrong. */
export function read<T>(schema: Schema<T>, value: unknown): T {
  const found = schema.safeParse(value)
  if (found.success) return found.data
  const faults = found.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }))
  const [{ path, message }] = faults as [(typeof faults)[number]]
  throw new AppError('invalid_request', words.invalid(path || 'body', message), { faults })
}
