import { z } from 'zod'
import type { Language } from '../lib/language.ts'
import { saySchema } from './say.ts'
import { type SlotValues, slotNameSchema, slotSchema } from './slot.ts'
import { teamChannelSchema } from './team-channel.ts'

const idSchema = z
  .string()
  .regex(
    /^[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -, beginning with a letter',
  )
const phrasesSchema = z.union([z.string().min(1).max(400), z.array(z.string().min(1).max(400)).min(1)])

/** A duration: `90s`, `30m`, `12h`, `7d`. */
export const durationSchema = z.string().regex(/^[1-9][0-9]{0,5}[smhd]$/, 'must be a duration like 90s, 30m, 12h or 7d')

/** Whether a test asks which of two is more, or later. */
export const isOrder = (op: string): boolean => ['gt', 'gte', 'lt', 'lte'].includes(op)

const stateTestSchema = z
  .strictObject({
    state: z.string().min(1),
    op: z.enum(['exists', 'missing', 'eq', 'ne', 'in', 'gt', 'gte', 'lt', 'lte']).default('exists'),
    value: z.union([z.string(), z.number(), z.array(z.string()).min(1)]).optional(),
  })
  .superRefine(({ op, value }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', path: ['value'], message })
    if (isOrder(op) && (value === undefined || Array.isArray(value))) {
      fault(`must be a number, a day, a time, a duration or #{key} when op is ${op}`)
    }
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
  /** How the scenario that this node called ended. */
  z.strictObject({ called: z.enum(['completed', 'cancelled', 'expired', 'failed', 'handoff']) }),
  /** The conversation has just been started, with an empty utterance. */
  z.strictObject({ start: z.literal(true) }),
  z.strictObject({ any: z.literal(true) }),
])
export type Match = z.infer<typeof matchSchema>

/** Values are texts with `#{key}` of the state and `@{match.name}`. */
const setSchema = z.record(z.string().min(1).max(100), z.string())
const unsetSchema = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

/** What is not taken as an answer: a question, or what starts another scenario. */
const unlessSchema = z.array(z.enum(['question', 'start'])).min(1)

const optionSchema = z.strictObject({
  text: z.string().min(1).max(400),
  /** Other words for it. */
  also: phrasesSchema.optional(),
  /** Without it the node's `on` and `collect` decide, as for any other utterance, once `set` and `unset` are done. */
  goto: idSchema.optional(),
  set: setSchema.optional(),
  unset: unsetSchema.optional(),
})

const transitionSchema = z.union([
  z.strictObject({ match: matchSchema, set: setSchema.optional(), unset: unsetSchema.optional(), goto: idSchema }),
  z.strictObject({
    else: idSchema,
    unless: unlessSchema.optional(),
    set: setSchema.optional(),
    unset: unsetSchema.optional(),
  }),
])

/** Since the question was last asked. Found out when the person comes back. */
const timeoutSchema = z.strictObject({ after: durationSchema, goto: idSchema })

/**
 * What comes by itself while its person says nothing: so long after the question was last asked, or at a time in words (`tomorrow at 9`,
 * `#{appointment}`), in their time zone. It says something, or goes on at a node. At a node that ends the scenario it is what comes
 * afterwards.
 */
const remindSchema = z
  .strictObject({
    after: durationSchema.optional(),
    at: z.string().min(1).max(200).optional(),
    say: saySchema.optional(),
    goto: idSchema.optional(),
  })
  .superRefine(({ after, at, say, goto }, context) => {
    const fault = (message: string) => context.addIssue({ code: 'custom', message })
    if ((after === undefined) === (at === undefined)) fault('must have either after or at')
    if ((say === undefined) === (goto === undefined)) fault('must have either say or goto')
  })

/**
 * Waits for somebody's word on what is to be done: of the person themselves, of an owner, or of the people of a channel. `what` says it
 * in words; of several variants the first is said. What nobody decides in time goes by `expired`, else by `denied`.
 */
const approveSchema = z.strictObject({
  what: saySchema,
  by: z.union([z.enum(['asker', 'owner']), teamChannelSchema]).default('asker'),
  expires: durationSchema.optional(),
  approved: idSchema,
  denied: idSchema,
  expired: idSchema.optional(),
})
export type Approve = z.infer<typeof approveSchema>

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
  collect: z
    .strictObject({ state: z.string().min(1).max(100), goto: idSchema, unless: unlessSchema.optional() })
    .optional(),
  /** Asks for those of these slots that are not filled yet, one after the other; then it goes on by `goto`. */
  fill: z.union([slotNameSchema, z.array(slotNameSchema).min(1)]).optional(),
  /** Sums up what is filled, each with a button to change it, and asks whether that is right. */
  confirm: z.strictObject({ slots: z.array(slotNameSchema).min(1).optional(), yes: idSchema, no: idSchema }).optional(),
  approve: approveSchema.optional(),
  /** Another scenario, after which this one goes on: `give` fills its slots, `take` brings its slots into ours. */
  call: z
    .strictObject({
      scenario: idSchema,
      give: z.record(slotNameSchema, z.string()).optional(),
      take: z.record(slotNameSchema, slotNameSchema).optional(),
    })
    .optional(),
  /** As long as all of these hold it goes to `do`, and then by `goto`. */
  while: z.union([stateTestSchema, z.array(stateTestSchema).min(1)]).optional(),
  do: idSchema.optional(),
  /** The answer to “why do you ask?”. */
  why: saySchema.optional(),
  /**
   * A webhook of the agent that is called on entering, with `input`. `save` takes what stands at a JSON path (`$.room.name`) of its
   * answer into the state: texts as they are, what is missing as an empty text, anything else as JSON. Of a call that fails
   * nothing is saved.
   */
  webhook: z.string().min(1).optional(),
  input: z.record(z.string(), z.json()).optional(),
  /** Calling it again changes nothing: it may be called anew when something that it was told is corrected. Any GET may. */
  repeatable: z.boolean().optional(),
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
  remind: z.array(remindSchema).min(1).max(5).optional(),
  end: endSchema.optional(),
})
export type ScenarioNode = z.infer<typeof nodeSchema>

/**
 * Whether a node waits for what the person says next. One whose `on` looks at nothing but the state, or at how its webhook
 * went, decides at once.
 */
export function waits({
  webhook,
  call,
  end,
  options,
  collect,
  fill,
  confirm,
  approve,
  on = [],
}: ScenarioNode): boolean {
  if (webhook !== undefined || call !== undefined || end !== undefined) return false
  return (
    fill !== undefined ||
    confirm !== undefined ||
    approve !== undefined ||
    options !== undefined ||
    collect !== undefined ||
    on.some((it) => 'match' in it && isHeard(it.match))
  )
}

/** Whether a match needs an utterance. */
const isHeard = (match: Match): boolean =>
  !('state' in match || 'webhook' in match || 'called' in match || 'start' in match)

const wordsSchema = z.union([phrasesSchema, z.array(z.never())])

export const policySchema = z.strictObject({
  /** In place of the words that are usual for it, in every language; none (`[]`) turns it off. */
  words: z
    .strictObject({
      cancel: wordsSchema.optional(),
      repeat: wordsSchema.optional(),
      back: wordsSchema.optional(),
      restart: wordsSchema.optional(),
      help: wordsSchema.optional(),
      why: wordsSchema.optional(),
    })
    .optional(),
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
  /** What it needs to know. Slots stand in texts like state, and are gone when it ends. */
  slots: z.record(slotNameSchema, slotSchema).optional(),
  /** Slots that stay, as state of the person, when it ends as `completed`. */
  keep: z.array(slotNameSchema).min(1).optional(),
  /** Of the IANA database: where days and times are. Without it, where Parley runs. */
  timeZone: z.string().refine(isTimeZone, 'must be a time zone like Asia/Tokyo or Europe/London').optional(),
  first: idSchema,
  nodes: z.record(idSchema, nodeSchema),
})
export type Scenario = z.infer<typeof scenarioSchema>

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** What a scenario knows while it runs. */
export interface ScenarioRun {
  slots: SlotValues
  /** The slot whose question stands. */
  asking?: string
  /** Of moments of which only the day was said. */
  days?: Readonly<Record<string, string>>
  /** The nodes it came through, and the slots that were filled at each, in their order; as far as somebody may go back. */
  trail: readonly { node: string; filled?: readonly string[] }[]
  /** Nodes whose webhooks were called with something that was corrected since: not again without a word from the person. */
  redo?: readonly string[]
  /** It asks whether to call the webhook of its node again. */
  again?: true
  /** It waits for the scenario that it called. */
  calling?: true
  /** It waits for a word on this. */
  approval?: string
  /** What else was wished for in one sentence: it comes next. */
  wish?: string
}

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
  /** Absent: it knows nothing, and has nowhere to go back to. */
  run?: ScenarioRun
  /** Scenarios that were interrupted by this one and go on after it, the innermost last. */
  suspended: Omit<ScenarioProgress, 'suspended'>[]
}
