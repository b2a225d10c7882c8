import { z } from 'zod'
import type { Author, InboundFile, InboundMessage, Opening, Place, Press } from '../../src/model/message.ts'
import type { VisitorClaims } from '../../src/model/visitor.ts'
import type { Entry } from '../../src/ports/transcript.ts'
import { sitePlace, talkPlace } from './places.ts'
import type { Said } from './view.ts'

/** Who is on which page, as their token says. */
export interface Visitor extends VisitorClaims {
  /** What their conversation is kept under. */
  key: string
  /** The language of the page, where the token names none. */
  language: string
}

/** Drawn by the page. */
const idSchema = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'must be 8 to 64 characters of A-Z, a-z, 0-9, _ and -')

export const sendingSchema = z.strictObject({
  id: idSchema,
  text: z
    .string()
    .max(100_000)
    .refine((text) => text.isWellFormed() && !text.includes('\0'), 'must be well-formed Unicode, without U+0000'),
  files: z.array(idSchema).max(20).default([]),
  timeZone: z.string().max(64).optional(),
})
export const pressSchema = z.strictObject({ id: idSchema, replyId: z.string().max(64), index: z.int().min(0).max(100) })
export const voteSchema = z.strictObject({ feedbackId: z.string().max(64), good: z.boolean() })
export const anonymousSchema = z.strictObject({ agent: z.string().max(80), proof: z.string().max(2000).optional() })
export type Sent = z.infer<typeof sendingSchema>
export type Pressed = z.infer<typeof pressSchema>

/** What the platform calls somebody, which their uid ends in. */
export const personOf = (uid: string): string => uid.slice('web_'.length)

function authorOf({ uid, name, language }: Visitor, timeZone?: string): Author {
  return {
    ...{ uid, id: personOf(uid), locale: language },
    ...(name !== undefined && { name }),
    ...(timeZone !== undefined && { timeZone }),
  }
}

function whereOf({ agent, key }: Visitor) {
  const place = talkPlace(key)
  const within: Place[] = [place, sitePlace(agent)]
  return { platform: 'web', installation: agent, to: agent, within, replyTo: place, conversation: place as string }
}

/**
 * What is told in the log is drawn when the message is first kept, and says nothing of whose it is. One that was kept before any was
 * drawn is known by what it was called then.
 */
function eventIdOf({ uid }: Visitor, { id }: Sent, { body }: Pick<Entry, 'body'>): string {
  const { event }: Partial<Said> = body === '' ? {} : JSON.parse(body)
  return `web:${event ?? `${uid}:${id}`}`
}

/** `stands`: as it was kept when it was sent first. */
export function messageOf(
  visitor: Visitor,
  sent: Sent,
  files: InboundFile[],
  stands: Pick<Entry, 'at' | 'body'>,
): InboundMessage {
  return {
    ...whereOf(visitor),
    eventId: eventIdOf(visitor, sent, stands),
    talk: talkPlace(visitor.key),
    addressed: 'direct',
    author: authorOf(visitor, sent.timeZone),
    text: sent.text,
    named: [],
    files,
    sentAt: stands.at,
  }
}

export const openingOf = (visitor: Visitor, openedAt: number): Opening => ({
  ...whereOf(visitor),
  author: authorOf(visitor),
  openedAt,
})

export function pressOf(visitor: Visitor, { replyId, index }: Pressed, eventId: string): Press {
  const place = talkPlace(visitor.key)
  const at = { platform: 'web', installation: visitor.agent, author: authorOf(visitor), place, replyTo: place }
  return { ...at, eventId, replyId, index }
}

export const voteOf = (visitor: Visitor, { feedbackId, good }: z.infer<typeof voteSchema>) => ({
  ...{ platform: 'web', installation: visitor.agent, author: authorOf(visitor) },
  ...{ feedbackId, good },
})
