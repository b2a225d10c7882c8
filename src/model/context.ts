import { z } from 'zod'

/**
 * How far an agent looks around a message that it answers. `none`: not at all; `message`: at what the message itself forwards, quotes
 * or replies to; `thread`: also at the thread that it stands in; `channel`: also, outside of threads, at the last of the channel.
 */
export const contextReaches = ['none', 'message', 'thread', 'channel'] as const
export type ContextReach = (typeof contextReaches)[number]

const contextFields = z.strictObject({
  reach: z.enum(contextReaches).optional(),
  /** The newest of a talk, besides the message that its thread began with. */
  messages: z.int().min(1).max(200).optional(),
  /** Nothing older than so many hours, but the message that a thread began with. */
  hours: z.number().positive().max(8760).optional(),
  /** Whether what other programs post counts. */
  programs: z.boolean().optional(),
  /** Of all that is quoted to the model, about. */
  tokens: z.int().min(200).max(100_000).optional(),
  /** To the platform, for one question. */
  calls: z.int().min(0).max(5).optional(),
  /** `fetch`: public pages that the message links to, or the one it is about, are read. */
  links: z.enum(['none', 'fetch']).optional(),
  /** Whether an answer says what was read for it. */
  footer: z.boolean().optional(),
})

/** The reach alone, or more besides. */
export const contextSettingsSchema = z.union([z.enum(contextReaches), contextFields])

export interface ContextSettings {
  reach: ContextReach
  messages: number
  hours?: number
  programs: boolean
  tokens: number
  calls: number
  links: 'none' | 'fetch'
  footer: boolean
}

const usual: ContextSettings = {
  reach: 'thread',
  messages: 30,
  programs: true,
  tokens: 6000,
  calls: 2,
  links: 'none',
  footer: false,
}

/** What an agent's document says, with what it leaves open; a place may have a reach of its own. */
export function contextSettings(
  given: z.infer<typeof contextSettingsSchema> | undefined,
  reach: ContextReach | null | undefined,
): ContextSettings {
  const own = typeof given === 'string' ? { reach: given } : given
  const set = Object.fromEntries(Object.entries(own ?? {}).filter(([, value]) => value !== undefined))
  return { ...usual, ...set, ...(reach && { reach }) }
}
