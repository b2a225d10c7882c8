import { z } from 'zod'
import { knownAgentIdSchema } from './agent-id.ts'

/** For so long a visitor's token is good; the page gets another one before. */
export const visitorTokenMs = 15 * 60_000

/** As browsers send it. */
export const originSchema = z
  .string()
  .refine(
    (origin) => /^https?:/.test(origin) && URL.parse(origin)?.origin === origin,
    'must be an origin like https://example.com, without a path or a slash at its end',
  )

/** What a site's server says of a visitor when it asks for a token. */
export const visitorSchema = z.strictObject({
  visitor: z
    .string()
    .min(1)
    .max(200)
    .describe(
      'Who they are on the site: the id of their account there, or of their session. The same one is the same person.',
    ),
  name: z.string().min(1).max(100).optional().describe('What the agent calls them.'),
  language: z
    .string()
    .regex(/^[A-Za-z]{2,3}([-_][A-Za-z0-9]{1,8})*$/, 'must be a language tag like en or ja-JP')
    .optional()
    .describe('A BCP 47 tag; without one, that of the page.'),
  origin: originSchema.describe('The origin of the page the token is for. It opens nothing from any other.'),
})

/** What a visitor's token says, which is read by nobody but Parley. */
export const visitorClaimsSchema = visitorSchema.omit({ visitor: true }).extend({
  agent: knownAgentIdSchema,
  uid: z.string(),
  /** Milliseconds since the epoch. */
  until: z.number(),
})
export type VisitorClaims = z.infer<typeof visitorClaimsSchema>

/** What tokens are sealed for, so that nothing else that was sealed is one. */
export const visitorTokenContext = 'web:visitor'
