import { z } from 'zod'
import { durationSchema } from './scenario.ts'
import { type TeamChannel, teamChannelSchema } from './team-channel.ts'

/**
 * What happens when the model wants a tool called. `ask`: whoever talks with the agent is asked first; `ask owner`: the owners are;
 * `never`: the model is not told of it.
 */
export const toolPolicies = ['auto', 'ask', 'ask owner', 'never'] as const
export type ToolPolicy = (typeof toolPolicies)[number]

/** Of what a server says of a tool, as far as it is kept and shown. */
export const maxSeen = 2000

/** Of a call, in whole units of the currency. */
export const maxPrice = 1_000_000

/** People whom a platform keeps together: a user group of Slack, a role of Discord. */
const platformGroupSchema = z.strictObject({
  platform: z.string().min(1).max(40),
  /** The id of its workspace or server, and its own. */
  group: z
    .string()
    .regex(/^[^/\s]{1,200}\/[^/\s]{1,200}$/, 'must be such as T0ACME/S0DESK, its workspace or server first'),
})
export type PlatformGroup = z.infer<typeof platformGroupSchema>

/** Roles that Parley gives, or people in any of these groups. */
const whoSchema = z.union([
  z.enum(['owners', 'admins']),
  z.strictObject({ groups: z.array(platformGroupSchema).min(1).max(20) }),
])
export type ToolWho = z.infer<typeof whoSchema>

const toolRuleSchema = z
  .strictObject({
    policy: z.enum(toolPolicies),
    /** Arguments that have one of these values, or the call is not made. */
    values: z.record(z.string(), z.array(z.union([z.string(), z.number(), z.boolean()])).min(1)).optional(),
    /** Arguments that an expression of RE2 syntax fits as a whole. */
    patterns: z.record(z.string(), z.string().max(500)).optional(),
    /** Calls of all people together. */
    callsPerHour: z.int().min(1).max(100_000).optional(),
    /** What a call costs, in the currency of models.yaml: it is reserved and counted like what models cost. */
    price: z.number().min(0).max(maxPrice).optional(),
    /** Who may have it called; without it everybody may. */
    who: whoSchema.optional(),
    /** Of `ask`: whoever is in this channel is asked, and not whoever talks with the agent. */
    approvers: teamChannelSchema.optional(),
    /** Of `ask`: whoever is asked may agree to all calls to come in the same place. */
    always: z.boolean().optional(),
    /** How long somebody is waited for. */
    expires: durationSchema.optional(),
    /** What the server said of the tool when somebody looked at it: it is off as soon as it says something else. */
    pin: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional(),
    /** What it said then, in words, to be held beside what it says now. */
    seen: z.string().max(maxSeen).optional(),
  })
  .refine(({ policy, approvers }) => approvers === undefined || policy === 'ask', {
    path: ['approvers'],
    message: 'has no meaning unless policy is ask',
  })
  .refine(({ policy, approvers, always }) => !always || (policy === 'ask' && approvers === undefined), {
    path: ['always'],
    message: 'has no meaning unless policy is ask, without approvers',
  })
export type ToolRule = z.infer<typeof toolRuleSchema>

/** What a server is called, before the names of its tools. */
export const toolServerName = /^[A-Za-z][A-Za-z0-9-]{0,31}$/

const rulesSchema = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/), toolRuleSchema)
export type ToolRules = z.infer<typeof rulesSchema>

/** Who says yes to what is done with a server's tools: an admin once for all, or each person for themselves. */
const toolAuthBy = ['agent', 'person'] as const
export type ToolAuthBy = (typeof toolAuthBy)[number]

/** A server of the Model Context Protocol. */
const toolServerSchema = z.strictObject({
  url: z
    .string()
    .regex(/^https?:\/\//, 'must be an http or https URL')
    .max(2048),
  /** Sent with every request; `${NAME}` in a value is read from the environment, and kept encrypted. */
  headers: z.array(z.strictObject({ key: z.string().min(1).max(256), value: z.string().max(8192) })).optional(),
  /** It asks for leave by OAuth 2.1. */
  auth: z.enum(toolAuthBy).optional(),
  /** What its authorization server knows the agent as, where it registers nobody by itself; the secret as of a header. */
  client: z.strictObject({ id: z.string().min(1).max(2048), secret: z.string().max(8192).optional() }).optional(),
  /** Of `auth: person`: who asks on this platform is signed in by it, and sees no page. `scope`: what is asked for in their name. */
  sso: z
    .strictObject({ platform: z.string().min(1).max(40), scope: z.string().min(1).max(2048).optional() })
    .optional(),
})

/** `tools.yaml`: what a model may call besides the functions of webhooks, and what is allowed of all of it. */
export const toolsSchema = z.strictObject({
  servers: z.record(z.string().regex(toolServerName), toolServerSchema).optional(),
  /** By the names that the model knows them by. */
  rules: rulesSchema.optional(),
})
export type ToolServerSettings = z.infer<typeof toolServerSchema>
export type AgentTools = z.infer<typeof toolsSchema>

/** How long somebody is waited for, where the agent's author says nothing of it. */
export const usualExpiry = '1d'

/** `unasked`: those who would have to agree cannot be reached. `withdrawn`: nobody waits for it any more. `executing`: it may have been called. `unknown`: and nobody can say whether it was. */
export type ApprovalState =
  | 'asked'
  | 'approved'
  | 'denied'
  | 'changed'
  | 'expired'
  | 'unasked'
  | 'withdrawn'
  | 'executing'
  | 'done'
  | 'failed'
  | 'unknown'

/** Who is asked. `connect`: the person, to give the server leave. */
export type Asks = Extract<ToolPolicy, 'ask' | 'ask owner'> | 'ask channel' | 'connect'

/** A call that somebody has to agree to. What is approved is exactly this: `hash` is of all of it. */
export interface AskedCall {
  id: string
  /** The version whose tool it is. */
  version: number
  tool: string
  /** One JSON object, as it goes to the tool. */
  arguments: string
  hash: string
  /** Who is asked. */
  asks: Asks
  /** The channel whose people are. */
  approvers?: TeamChannel | undefined
  /** What the model had called before in the same answer, and what came of it, as JSON; empty where a step of a scenario asks. */
  rounds: string
  /** What the tool says of itself, as a hash: whoever is asked may agree to all its calls there. */
  standing?: string | undefined
  /** Milliseconds since the epoch. */
  expiresAt: number
}

export interface Approval extends Omit<AskedCall, 'expiresAt' | 'approvers' | 'standing'> {
  state: ApprovalState
  /** What the tool gave, as the model is told it; null until then. */
  result: string | null
}

/** What is to be done by a step of a scenario, in words; undefined: it is a call of a tool. */
export function stepOf({ rounds, arguments: given }: Pick<AskedCall, 'rounds' | 'arguments'>): string | undefined {
  return rounds === '' ? (JSON.parse(given) as { what: string }).what : undefined
}

/** What the buttons below the question do, in their order. */
export const approvalChoices = ['approved', 'changed', 'denied'] as const
/** Those where all calls to come can be agreed to, too. */
export const standingChoices = [...approvalChoices, 'always'] as const
/** Those below a question to others, since only whoever wants it can say what should be different; and below a step's, whose words are its author's. */
export const othersChoices = ['approved', 'denied'] as const

/** A call of a function of the caller's own program, as the model wants it. */
export interface CallerCall {
  id: string
  name: string
  /** JSON, as the model wrote it. */
  arguments: string
}

/** Functions that the caller's own program runs: an answer may end in calls of them, and goes on when their results come. */
export interface CallerTools {
  tools: readonly { name: string; description: string; parameters: Record<string, unknown> }[]
  /** What was called since the utterance, and what came of it. */
  rounds: readonly (
    | { role: 'assistant'; text: string; calls: CallerCall[] }
    | { role: 'tool'; callId: string; text: string }
  )[]
  /** The answer ends in these. */
  onCalls(calls: readonly CallerCall[]): void
}
