import { z } from 'zod'

/** What happens that other programs may want to hear of. */
export const eventTypes = [
  'turn.answered',
  'turn.unanswered',
  'turn.failed',
  'turn.handed_over',
  'feedback.given',
  'approval.asked',
  'approval.decided',
  'budget.reached',
  'installation.changed',
  'audit.recorded',
] as const
export type EventType = (typeof eventTypes)[number]

/** Something that has happened, as it is kept until nobody can ask for it any more. */
export interface NewEvent {
  account: string
  type: EventType
  /** The order key of whose it is; empty: nobody's. */
  key: string
  /** What is told of it, without a word that anybody said. */
  data: Readonly<Record<string, unknown>>
  /** What was said, for those who ask for it. */
  words?: readonly EventWords[]
}

export interface EventWords {
  role: 'user' | 'assistant'
  text: string
}

/** The body of an event as it is sent and listed: a Standard Webhooks message. */
export interface EventMessage {
  id: string
  type: EventType
  timestamp: string
  /** `seq` grows from one event of the account to the next. */
  data: Readonly<Record<string, unknown>> & { seq: number; words?: readonly EventWords[] }
}

/** What an outbox row of an event holds: the event stands in its own table, and is forgotten there. */
export interface EventRef {
  event: string
}

export const endpointSchema = z.strictObject({
  url: z
    .string()
    .max(2000)
    .refine(
      (url) => /^https?:$/.test(URL.parse(url)?.protocol ?? ''),
      'must be a URL that begins with https:// or http://',
    ),
  /** None: all. */
  types: z.array(z.enum(eventTypes)).max(eventTypes.length).default([]),
  /** What people said, and were answered, is told only where this asks for it. */
  include: z
    .array(z.enum(['words']))
    .max(1)
    .default([]),
})
