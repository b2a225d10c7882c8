import { z } from 'zod'
import { agentDocumentSchema, agentSettingsSchema } from '../../model/agent.ts'
import { agentIdSchema } from '../../model/agent-id.ts'
import { stateSchema } from '../../model/conversation.ts'
import { createBodySchema, updateBodySchema } from '../../model/management.ts'
import { ruleSchema } from '../../model/rule.ts'
import { scenarioSchema } from '../../model/scenario.ts'
import { webhookSchema } from '../../model/webhook.ts'
import { conversationBodySchema } from '../conversation-body.ts'
import { openAiAnswers } from '../openai/answers.ts'
import { chatSchema, responsesSchema } from '../openai/body.ts'
import { accountSchema, keySchema } from '../v1/account.ts'
import { changedSchema, draftSchema } from '../v1/drafts.ts'
import { sourceSchema } from '../v1/knowledge.ts'
import { turnSchema } from '../v1/turns.ts'
import { deliverySchema } from '../v1/webhooks.ts'

/** What goes over the wire, by the names it has in the OpenAPI document. Tests hold real answers against those of answers. */

const scenarioNode = z.object({ scenario: z.string(), id: z.string(), title: z.string() })

const bestResponse = z.object({
  utterance: z.string(),
  score: z.number().min(0).max(100),
  options: z.array(z.string()),
  topic: z.string(),
  imageUrl: z.string(),
  url: z.string(),
  isAutoResponse: z.boolean(),
  isSearching: z.boolean(),
  extensions: z.unknown(),
  shouldSelectOption: z.boolean(),
  state: z.string(),
  scenarioNode: scenarioNode.nullable(),
  embededHtml: z.string(),
})

const answer = z.object({
  utterance: z.string(),
  bestResponse,
  userState: stateSchema,
  avatarIconUrl: z.string(),
  draft: z
    .object({ revision: z.string(), uncalled: z.array(z.string()), talk: z.string(), isAnew: z.boolean() })
    .optional(),
  error: z.object({ code: z.string(), detail: z.string() }).optional(),
})

const streamLine = z.object({ bestResponse: z.object({ utterance: z.string(), is_searching: z.boolean() }) })

const fault = z.object({ path: z.string(), message: z.string() })

const problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  code: z.string(),
  errors: z.array(fault).optional(),
  requestId: z.string().optional(),
})

const saved = z.object({
  id: agentIdSchema,
  issuedAgentApiKey: z.string().optional(),
  webhookSecrets: z.array(z.object({ name: z.string(), secret: z.string() })).optional(),
  warnings: z.array(fault).optional(),
})

const agentSummary = z.object({
  id: agentIdSchema,
  version: z.int(),
  displayName: z.string(),
  description: z.string(),
  photoUrl: z.string(),
  providerName: z.string(),
  scope: z.enum(['public', 'private']),
  llm: z.string().nullable(),
})

const agentDetails = z.object({
  agent: agentSettingsSchema.extend({ id: agentIdSchema }),
  webhooks: z.array(webhookSchema),
  version: z.int(),
  rules: z.int(),
  scenarios: z.int(),
  warnings: z.array(fault),
})

const amounts = { conversations: z.int(), inputTokens: z.int(), outputTokens: z.int() }

const usage = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  plan: z.object({
    name: z.string(),
    conversationsPerMonth: z.int().nullable(),
    conversationsThisMonth: z.int(),
  }),
  total: z.object(amounts),
  usage: z.array(
    z.object({
      day: z.iso.date().optional(),
      agent: z.string().optional(),
      door: z.string().optional(),
      ...amounts,
    }),
  ),
})

export const schemas = {
  ConversationRequest: conversationBodySchema,
  Answer: answer,
  BestResponse: bestResponse,
  StreamLine: streamLine,
  ChatRequest: chatSchema,
  ResponseRequest: responsesSchema,
  ...openAiAnswers,
  CreateAgent: createBodySchema,
  UpdateAgent: updateBodySchema,
  Webhook: webhookSchema,
  AgentDocument: agentDocumentSchema,
  Rule: ruleSchema,
  // Not `Scenario`: what is generated calls a body by its name, and a path by its variable, which would be one.
  ScenarioFile: scenarioSchema,
  Draft: draftSchema,
  ChangedDraft: changedSchema,
  Delivery: deliverySchema,
  Turn: turnSchema,
  Key: keySchema,
  Account: accountSchema,
  Source: sourceSchema,
  SavedAgent: saved,
  AgentList: z.object({ agents: z.array(agentSummary) }),
  AgentDetails: agentDetails,
  Usage: usage,
  Forgotten: z.object({
    receipt: z.string(),
    at: z.iso.datetime(),
    rows: z.int(),
    removed: z.record(z.string(), z.int()),
  }),
  Fault: fault,
  Problem: problem,
  Health: z.object({ status: z.literal('ok'), version: z.string() }),
  Readiness: z.object({
    status: z.enum(['ready', 'not_ready', 'draining']),
    checks: z.record(z.string(), z.boolean()),
    degraded: z.array(z.object({ what: z.string(), why: z.string() })),
  }),
} satisfies Record<string, z.ZodType>

export type SchemaName = keyof typeof schemas
