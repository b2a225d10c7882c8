import { z } from 'zod'

/** An id as its platform writes it: of a bot, an app or an application. */
const idSchema = z.string().regex(/^[\w:.-]{1,100}$/, 'must be an id as the platform writes it')

/** What calls an agent besides what people say to it. */
export const calledBySchema = z.strictObject({
  /** Emoji with which people ask about a message: their names, or themselves. */
  reactions: z
    .array(z.string().regex(/^[^\s:]{1,64}$/, 'must be an emoji or its name, without colons'))
    .max(10)
    .optional(),
  /** Bots that may ask as people do, by their ids. */
  bots: z.array(idSchema).max(50).optional(),
  /** Applications that say again, by webhooks and under names of their own, what people wrote, such as PluralKit. */
  proxies: z.array(idSchema).max(10).optional(),
})
export type CalledBy = z.infer<typeof calledBySchema>
