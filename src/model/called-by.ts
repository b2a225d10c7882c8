import { z } from 'zod'

/** An id as its platform writes it: of a bot, an app or an application. */
const idSchema = z.string().regex(/^[\w:.-]{1,100}$/, 'must be an id as the platform writes it')

/** Emoji: their names, or themselves. */
const emojiSchema = z
  .array(z.string().regex(/^[^\s:]{1,64}$/, 'must be an emoji or its name, without colons'))
  .max(10)
  .optional()

/** What calls an agent besides what people say to it. */
export const calledBySchema = z.strictObject({
  /** With these people ask about a message. */
  reactions: emojiSchema,
  /** Put to their question or its answer: no more of it is wanted. */
  stop: emojiSchema,
  /** Put to the same: it is asked once more. */
  repeat: emojiSchema,
  /** They want to talk to a person. */
  handover: emojiSchema,
  /** Bots that may ask as people do, by their ids. */
  bots: z.array(idSchema).max(50).optional(),
  /** Applications that say again, by webhooks and under names of their own, what people wrote, such as PluralKit. */
  proxies: z.array(idSchema).max(10).optional(),
})
/** What an emoji does that asks nothing about what it was put to. */
export const deeds = ['stop', 'repeat', 'handover'] as const
export type Deed = (typeof deeds)[number]
export type CalledBy = z.infer<typeof calledBySchema>
