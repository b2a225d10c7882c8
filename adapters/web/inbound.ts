import { z } from 'zod'
import type { Author, InboundFile, InboundMessage, Opening, Place, Press } from '../../src/model/message.ts'
import type { VisitorClaims } from '../../src/model/visitor.ts'
import { sitePlace, talkPlace } from './places.ts'

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

/** `sentAt`: when it was sent first. */
export function messageOf(visitor: Visitor, sent: Sent, files: InboundFile[], sentAt: number): InboundMessage {
  return {
    ...whereOf(visitor),
    eventId: `web:${visitor.uid}:${sent.id}`,
    talk: talkPlace(visitor.key),
    addressed: 'direct',
    author: authorOf(visitor, sent.timeZone),
    text: sent.text,
    named: [],
    files,
    sentAt,
  }
}

export const openingOf = (visitor: Visitor, openedAt: number): Opening => ({
  ...whereOf(visitor),
  author: authorOf(visitor),
  openedAt,
})

export function pressOf(visitor: Visitor, { id, replyId, index }: z.infer<typeof pressSchema>): Press {
  const place = talkPlace(visitor.key)
  const at = { platform: 'web', installation: visitor.agent, author: authorOf(visitor), place, replyTo: place }
  return { ...at, eventId: `web:${visitor.uid}:${id}`, replyId, index }
}

export const voteOf = (visitor: Visitor, { feedbackId, good }: z.infer<typeof voteSchema>) => ({
  ...{ platform: 'web', installation: visitor.agent, author: authorOf(visitor) },
  ...{ feedbackId, good },
})
