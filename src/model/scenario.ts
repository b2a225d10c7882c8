import { z } from 'zod'
import type { Language } from '../lib/language.ts'

/** One text, or several of which one is picked. */
const variantsSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

/** What is said: the same for everybody, or by language (`en`, `ja`, …; the first one serves those not named). */
export const saySchema = z.union([
  variantsSchema,
  z
    .record(
      z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]+)*$/, 'must be a language like en, ja or zh-Hant'),
      variantsSchema,
    )
    .refine((texts) => Object.keys(texts).length > 0, 'must hold a text for at least one language'),
])
export type Say = z.infer<typeof saySchema>

const idSchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -, beginning with a letter',
  )
const phrasesSchema = z.union([z.string().min(1).max(400), z.array(z.string().min(1).max(400)).min(1)])

/** A duration: `90s`, `30m`, `12h`, `7d`. */
const durationSchema = z.string().regex(/^[1-9][0-9]{0,5}[smhd]$/, 'must be a duration like 90s, 30m, 12h or 7d')

const stateTestSchema = z
  .strictObject({
    state: z.string().min(1),
    op: z.enum(['exists', 'missing', 'eq', 'ne', 'in']).default('exists'),
    value: z.union([z.string(), z.array(z.string()).min(1)]).optional(),
  })
  .superRefine(({ op, value }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['value'], message })
    if ((op === 'eq' || op === 'ne') && typeof value !== 'string') fault(`must be a text when op is ${op}`)
    if (op === 'in' && !Array.isArray(value)) fault('must be a list of texts when op is in')
    if ((op === 'exists' || op === 'missing') && value !== undefined) fault(`has no meaning when op is ${op}`)
  })
export type StateTest = z.infer<typeof stateTestSchema>

/** What an utterance, or the state of things, is compared with. Texts are compared normalised: see `normalise.ts`. */
export const matchSchema = z.union([
  /** The whole utterance. */
  z.strictObject({ exact: phrasesSchema }),
  /** Anywhere in the utterance. */
  z.strictObject({ partial: phrasesSchema }),
  /** RE2 syntax, on the utterance as it was written, then in half width (NFKC); named groups can be used as `@{match.name}`. */
  z.strictObject({ regex: z.string().min(1).max(1000) }),
  /** Alike, as rules are matched; `level` 0 to 3 as in `ruleBasedThresholdLevel`, by default the agent's. */
  z.strictObject({ rule: phrasesSchema, level: z.int().min(0).max(3).optional() }),
  /** What the person means, in words; judged by the agent's language model. Without a model it never matches. */
  z.strictObject({ intent: z.string().min(1).max(400) }),
  stateTestSchema,
  /** How the webhook of this node went: `ok` is an answer with a status of 200 to 299. */
  z.strictObject({ webhook: z.enum(['ok', 'error']) }),
  /** The conversation has just been started, with an empty utterance. */
  z.strictObject({ start: z.literal(true) }),
  z.strictObject({ any: z.literal(true) }),
])
export type Match = z.infer<typeof matchSchema>

/** Values are texts with `#{key}` of the state and `@{match.name}`. */
const setSchema = z.record(z.string().min(1).max(100), z.string())
const unsetSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

const optionSchema = z.strictObject({
  text: z.string().min(1).max(400),
  /** Without it the node's `on` and `collect` decide, as for any other utterance, once `set` and `unset` are done. */
  goto: idSchema.optional(),
  set: setSchema.optional(),
  unset: unsetSchema.optional(),
})

const transitionSchema = z.union([
  z.strictObject({ match: matchSchema, set: setSchema.optional(), unset: unsetSchema.optional(), goto: idSchema }),
  z.strictObject({ else: idSchema, set: setSchema.optional(), unset: unsetSchema.optional() }),
])

/** Since the question was last asked. Found out when the person comes back. */
const timeoutSchema = z.strictObject({ after: durationSchema, goto: idSchema })

/** Why a scenario ended, or the scenario that goes on in its place. */
const endSchema = z.union([
  z.enum(['completed', 'cancelled', 'expired', 'failed', 'handoff']),
  z.strictObject({ jump: idSchema }),
])

/**
 * One step. Its texts may hold `#{key}` of the state, wherever they stand. On entering it, in this order: `set`; everything it says
 * and shows; `unset`; the webhook and `save`. Then it ends, or waits for an utterance (see `waits`), or goes on at once: by `on`,
 * else by `goto`.
 */
export const nodeSchema = z.strictObject({
  say: saySchema.optional(),
  topic: z.string().optional(),
  imageUrl: z.string().max(2048).optional(),
  url: z.string().max(2048).optional(),
  /** `bestResponse.state`. */
  state: z.string().optional(),
  extensions: z.json().optional(),
  embededHtml: z.string().optional(),
  set: setSchema.optional(),
  unset: unsetSchema.optional(),
  options: z.array(optionSchema).min(1).optional(),
  /** Only an option will do: anything else gets `reprompt` and the options again. */
  select: z.boolean().optional(),
  /** Without it the question itself is asked again. */
  reprompt: saySchema.optional(),
  /** Whatever is said next is kept in the state. */
  collect: z.strictObject({ state: z.string().min(1).max(100), goto: idSchema }).optional(),
  /**
   * A webhook of the agent that is called on entering, with `input`. `save` takes what stands at a JSON path (`$.room.name`) of its
   * answer into the state: texts as they are, what is missing as an empty text, anything else as JSON. Of a call that fails
   * nothing is saved.
   */
  webhook: z.string().min(1).optional(),
  input: z.record(z.string(), z.json()).optional(),
  save: z
    .record(
      z.string().min(1).max(100),
      z
        .string()
        .regex(/^\$(\.[\p{L}_][\p{L}\p{M}\p{N}_-]*|\[\d+\])*$/u, 'must be a path like $.room.name or $.rooms[0]'),
    )
    .optional(),
  on: z.array(transitionSchema).min(1).optional(),
  goto: idSchema.optional(),
  /** In place of the policy's. */
  timeout: timeoutSchema.optional(),
  end: endSchema.optional(),
})
export type ScenarioNode = z.infer<typeof nodeSchema>

/**
 * Whether a node waits for what the person says next. One whose `on` looks at nothing but the state, or at how its webhook
 * went, decides at once.
 */
export function waits({ webhook, end, options, collect, on = [] }: ScenarioNode): boolean {
  if (webhook !== undefined || end !== undefined) return false
  return options !== undefined || collect !== undefined || on.some((it) => 'match' in it && isHeard(it.match))
}

/** Whether a match needs an utterance. */
const isHeard = (match: Match): boolean => !('state' in match || 'webhook' in match || 'start' in match)

export const policySchema = z.strictObject({
  cancel: z
    .strictObject({ exact: phrasesSchema.optional(), partial: phrasesSchema.optional(), goto: idSchema })
    .optional(),
  /**
   * What happens when nothing fits. `return`: the rest of the agent answers, then the question is asked again. `stay`: it is
   * asked again. `leave`: the scenario ends and the rest of the agent answers.
   */
  digression: z.enum(['return', 'stay', 'leave']).default('return'),
  timeout: timeoutSchema.optional(),
  /** Where it goes when the question was asked again `max` times because nothing fitted. */
  reprompt: z.strictObject({ max: z.int().min(1).max(20), goto: idSchema }).optional(),
})

/** A conversation that leads somewhere: what starts it, and the nodes it goes through. One file of a bundle's `scenarios/`. */
export const scenarioSchema = z.strictObject({
  version: z.literal(1),
  id: idSchema,
  title: z.string().max(200).optional(),
  /**
   * Of two scenarios that could start, the one with the higher priority does. Of equals, what the model judges comes last, and
   * else the first one starts.
   */
  priority: z.int().min(0).max(1000).default(50),
  /** Any one of these starts it. */
  start: z.array(z.strictObject({ match: matchSchema })).min(1),
  /** All must hold for it to start. */
  guard: z.union([stateTestSchema, z.array(stateTestSchema).min(1)]).optional(),
  policy: policySchema.prefault({}),
  first: idSchema,
  nodes: z.record(idSchema, nodeSchema),
})
export type Scenario = z.infer<typeof scenarioSchema>

/** Where a conversation is in its scenario. Progress belongs to (account, agent, uid, conversation). */
export interface ScenarioProgress {
  scenario: string
  /** The agent version it began with, and goes on with. */
  version: number
  node: string
  /** When its question was last asked, in milliseconds since the epoch. */
  since: number
  /** How often that was because nothing fitted. */
  reprompts: number
  /** The language it began in: it stays with it where a request names no locale. */
  language: Language
  /** The options as they were shown, where state is filled into one of them: by now it may be another. */
  options?: readonly string[]
  /** Scenarios that were interrupted by this one and go on after it, the innermost last. */
  suspended: Omit<ScenarioProgress, 'suspended'>[]
}
