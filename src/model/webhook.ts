import { z } from 'zod'

export const triggerTypes = { userUtterance: 0, agentResponse: 1, functionCall: 2 } as const

const headerSchema = z.strictObject({ key: z.string().min(1).max(256), value: z.string().max(8192) })

export const triggerSchema = z
  .strictObject({
    triggerType: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    condition: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)]),
    conditionValues: z.array(z.string()).optional(),
    functionCallingDescription: z.string().optional(),
    functionCallingName: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'must be English letters, digits, _ and -, beginning with a letter')
      .optional(),
    functionCallingParametersJson: z.string().optional(),
  })
  .superRefine((trigger, context) => {
    const missing = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    if (trigger.triggerType === triggerTypes.functionCall) {
      if (!trigger.functionCallingName) missing('functionCallingName', 'is required when triggerType is 2')
      if (!trigger.functionCallingDescription)
        missing('functionCallingDescription', 'is required when triggerType is 2')
    }
    if (trigger.functionCallingParametersJson !== undefined && !isJsonObject(trigger.functionCallingParametersJson)) {
      missing('functionCallingParametersJson', 'must be a JSON object written as a string')
    }
  })

export const webhookSchema = z.strictObject({
  name: z.string().min(1).max(100),
  method: z.enum(['GET', 'POST', 'PUT', 'DELETE']),
  url: z
    .string()
    .regex(/^https?:\/\//, 'must be an http or https URL')
    .max(2048),
  headers: z.array(headerSchema).optional(),
  authHeaders: z.array(headerSchema).optional(),
  trigger: triggerSchema,
  useResponseInPrompt: z.boolean().optional(),
  promptPrefix: z.string().max(1000).optional(),
  payload: z.record(z.string(), z.json()).optional(),
  isEnable: z.boolean().optional(),
})
export type Webhook = z.infer<typeof webhookSchema>

export const webhookTypes = ['user_utterance', 'agent_response', 'function_calling'] as const
export type WebhookType = (typeof webhookTypes)[number]

/** What every request of a webhook says of the turn it was made in; nothing that is configured can replace these keys. */
export interface WebhookEvent {
  webhookType: WebhookType
  agentId: string
  /** Empty for somebody without a uid. */
  userId: string
  utterance: string
  /** The agent's answer, once there is one. */
  response?: string
  state: Record<string, string>
  /** What was said before the utterance: a line each, `user: …` or `assistant: …`. */
  history: string
}

/**
 * A call that goes out after the answer is stored, as it is kept until it is delivered. The rest of the request is made of
 * the agent's webhook of that name when it is sent, so that a wrong URL can be put right meanwhile.
 */
export interface DeferredCall {
  /** The same at every attempt, so that the receiver can tell that it has seen the call before. */
  id: string
  agent: string
  version: number
  /** The webhook's name. */
  webhook: string
  event: WebhookEvent
  /** If the webhook asks for it. Lives as long as this process: it is never stored. */
  thirdPartyToken?: string
}

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
