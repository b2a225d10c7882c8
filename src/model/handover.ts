import { z } from 'zod'
import { isZone } from '../lib/recurrence.ts'
import { durationSchema } from './scenario.ts'
import { teamChannelSchema } from './team-channel.ts'

export const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const

const timeSchema = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:00')

/** When somebody is there; without it always. */
const hoursSchema = z.strictObject({
  zone: z.string().refine(isZone, 'must be a time zone such as Asia/Tokyo'),
  days: z.array(z.enum(weekdays)).min(1).default(['mon', 'tue', 'wed', 'thu', 'fri']),
  from: timeSchema,
  to: timeSchema,
  /** Said when somebody wants a person at another time. */
  outside: z.string().min(1).max(1000).optional(),
})

/** Who takes over from an agent, and when that is offered. */
export const handoverSchema = z.strictObject({
  to: teamChannelSchema,
  hours: hoursSchema.optional(),
  /** It is offered by itself after so many questions in a row without an answer. */
  after: z
    .string()
    .regex(/^[1-9] unanswered$/, 'must be a number of questions from 1 to 9, such as `2 unanswered`')
    .optional(),
  /** `button`: below each answer. `thumb`: when somebody puts a thumb down on one. */
  offer: z.array(z.enum(['button', 'thumb'])).optional(),
  /** Whoever waits for so long hears that nobody has come yet, and the team is reminded. */
  patience: durationSchema.optional(),
  /** While somebody of the team talks with a person, what the agent would answer stands in the team's thread, to be sent or not. */
  suggest: z.boolean().optional(),
})
export type HandoverSettings = z.infer<typeof handoverSchema>

/** How long somebody waits before they are told that nobody has come yet, where nothing else is set. */
export const usualPatience = '10m'

export type HandoverWhy = 'wish' | 'scenario' | 'thumb' | 'unanswered'

/** `agreed`: the team has yet to be told. `taken`: somebody of the team talks with the person. */
export type HandoverState = 'asked' | 'agreed' | 'waiting' | 'taken' | 'closed'

/** How it came to its end: by the person (`declined`, `left`), by the team (`back`, `solved`), or because nobody could (`refused`, `gone`, `expired`). */
export type HandoverEnd = 'declined' | 'left' | 'back' | 'solved' | 'refused' | 'gone' | 'expired'

/** What an answer asks its person to agree to. */
export interface AskedHandover {
  id: string
  why: HandoverWhy
  summary: string
  /** What they and the agent have said, a line each. */
  transcript: string
}

/** What the buttons of its messages do. */
export const handoverChoices = ['agree', 'decline', 'leave', 'take', 'back', 'close', 'send'] as const
export type HandoverChoice = (typeof handoverChoices)[number]

/** What stands with an answer whose buttons decide on one. */
export interface HandoverButtons {
  id: string
  choices: HandoverChoice[]
}
