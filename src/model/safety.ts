import { z } from 'zod'

/** What can be masked in answers: keys of services, tokens and passwords, private keys, numbers of cards. */
export const maskKinds = ['keys', 'tokens', 'privateKeys', 'cards'] as const
export type MaskKind = (typeof maskKinds)[number]

export const maskSchema = z.array(z.enum(maskKinds))

/** Whose words are judged: what people write, before anything reads it, and what the model writes, before anybody does. */
export const moderatedSides = ['people', 'answers'] as const
export type ModeratedSide = (typeof moderatedSides)[number]

export const moderationSchema = z.strictObject({
  /** Without it both. */
  of: z.array(z.enum(moderatedSides)).min(1).optional(),
  /** One of the agent's webhooks judges, in place of the deployment's endpoint. */
  webhook: z.string().min(1).max(100).optional(),
  /** Where nobody judges: `closed`, the default, says so and answers nothing; `open` goes on as if nothing were wrong. */
  unreachable: z.enum(['open', 'closed']).optional(),
})
export type ModerationSettings = z.infer<typeof moderationSchema>
