import { z } from 'zod'
import { moderationSchema } from './safety.ts'

/** `null`: no limit. */
const limit = z.int().min(0).nullable()

const rate = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) })

/** What an account may have and use. Numbers are of the whole account. */
export const planSchema = z.strictObject({
  agents: limit,
  scenarios: limit,
  webhooks: limit,
  /** Answered turns in a month of UTC, over every door. */
  conversationsPerMonth: limit,
  /** HTTP requests of one key: a token bucket that holds `burst` and gains `perSecond`. */
  requests: rate.nullable(),
  /** The same of a management key, and of whoever is signed in to the console. Without it 20 a second and 200 at once, where `requests` are limited. */
  management: rate.nullable().optional(),
  /** What is judged of all its agents, whatever they say themselves. By the deployment's endpoint. */
  moderation: moderationSchema.omit({ webhook: true }).optional(),
})
export type Plan = z.infer<typeof planSchema>

/** `config/plans.yaml`: plans by name. New accounts are on `default`. */
export const plansSchema = z.object({ default: planSchema }).catchall(planSchema)
export type Plans = z.infer<typeof plansSchema>
