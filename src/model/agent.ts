import { z } from 'zod'
import { calledBySchema } from './called-by.ts'
import { contextSettingsSchema } from './context.ts'
import { fileSettingsSchema } from './files.ts'
import { handoverSchema } from './handover.ts'
import { keptTestsSchema } from './kept-test.ts'
import { marks } from './mark.ts'
import { ruleSchema } from './rule.ts'
import { maskSchema, moderationSchema } from './safety.ts'
import { scenarioSchema } from './scenario.ts'
import { stateDeclarationsSchema } from './state.ts'
import { synonymsSchema } from './synonyms.ts'
import { toolsSchema } from './tools.ts'
import { webhookSchema } from './webhook.ts'

/** The 31 ids of the specification; `config/models.yaml` says what stands behind each today. */
export const llmIds = [
  'gpt-3.5-turbo',
  'gpt-3.5-turbo-16k',
  'gpt-3.5-turbo-0613',
  'gpt-3.5-turbo-0125',
  'gpt-4',
  'gpt-4-0613',
  'gpt-4-32k',
  'gpt-4-turbo',
  'gpt-4-0125-preview',
  'gpt-4-turbo-vision',
  'gpt-4-vision-preview',
  'gpt-4o',
  'gpt-4o-mini',
  'o1-preview',
  'o1-mini',
  'palm2',
  'gemini-pro',
  'gemini-1.5-pro-latest',
  'gemini-1.5-flash',
  'claude-3-sonnet-20240229',
  'claude-3-opus-20240229',
  'claude-3-haiku-20240307',
  'claude-3-5-sonnet-20240620',
  'llama3-8b-8192',
  'llama3-70b-8192',
  'llama-3.1-8b-instant',
  'llama-3.1-70b-versatile',
  'llama-3.1-405b-reasoning',
  'mixtral-8x7b-32768',
  'gemma-7b-it',
  'custom-azure-openai',
] as const

/** The name of whichever model this deployment has chosen for agents that name none themselves. */
export const defaultModel = 'default'

/** The name of a model. Whether this deployment knows it is told where a document is accepted: only it knows its models. */
const modelNameSchema = z
  .string()
  .max(200)
  .meta({ enum: [...llmIds, defaultModel] })

/** In tokens of o200k; counted where a prompt is accepted, because counting is not a matter of shape. */
export const promptTokenLimit = 6000

export const llmSettingsSchema = z.strictObject({
  llm: modelNameSchema,
  temperature: z.number().min(0).max(1).optional(),
  prompt: z.string().optional(),
  /** Asked in its place where a budget has no room for it. */
  cheaperLlm: modelNameSchema.optional(),
  /** Asked in its place where it does not answer. */
  fallbackLlm: modelNameSchema.optional(),
  /** Asked small questions on the way to an answer. */
  judgeLlm: modelNameSchema.optional(),
})

export const autoResponseSettingsSchema = z.strictObject({
  stream: z.boolean().optional(),
  shouldUseHtmlResponse: z.boolean().optional(),
  shouldAutoGenerateUI: z.boolean().optional(),
  ruleBasedThresholdLevel: z.int().min(0).max(3).optional(),
})

const linkSchema = z
  .url({ protocol: /^https?$/, error: 'must be an address that begins with https:// or http://' })
  .max(2048)

const pictureFault = 'must be an address of https:// or http://, or a data:image/… of a picture'
/** The address of a picture, or the picture itself. Empty: there is none. Whoever shows it must never be made to run a script. */
const pictureSchema = z
  .string()
  // What is too long is not looked at any further.
  .max(2048, { abort: true })
  .regex(/^(?:$|https?:\/\/|data:image\/)/, { error: pictureFault, abort: true })
  .refine((text) => !text.startsWith('http') || isAddress(text), pictureFault)

const serviceSchema = z
  .string()
  .startsWith('https://', 'must start with https://')
  .max(2048)
  .refine(
    (text) => !text.startsWith('https://') || isAddress(text),
    'must be a whole address, such as https://example.com',
  )

const isAddress = (text: string) => !/\s/.test(text) && URL.canParse(text)

export const knowledgeSettingsSchema = z.strictObject({
  knowledgeDataStore: z
    .strictObject({
      useKnowledgeDataStore: z.boolean().optional(),
      knowledgeDataStoreNumCandidates: z.int().min(0).max(30).optional(),
      knowledgeDataStoreCandidateScoreThreshold: z.number().min(0).max(1).optional(),
      shouldSendDataStoreResultEmail: z.boolean().optional(),
    })
    .optional(),
  searchQueryPrompt: z.string().max(1500).optional(),
  /** Where people can read a source themselves, by its name. */
  links: z.record(z.string().min(1).max(200), linkSchema).optional(),
})

const templateNameSchema = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be small letters, digits, _ and -')
const templateSchema = z.strictObject({
  text: z.string().min(1).max(4000),
  options: z.array(z.string().min(1).max(80)).max(5).optional(),
})

/** The `agent` object of the specification, without its id: what a version of an agent says of itself. */
export const agentSettingsSchema = z.strictObject({
  displayName: z.string().min(1).max(100),
  description: z.string().max(120),
  photoUrl: pictureSchema,
  serviceURL: serviceSchema.optional(),
  providerName: z.string().max(60),
  scope: z.enum(['public', 'private']),
  useAIResponse: z.boolean().optional(),
  llmSettings: llmSettingsSchema.optional(),
  autoResponseSettings: autoResponseSettingsSchema.optional(),
  knowledge: knowledgeSettingsSchema.optional(),
  /** What it reads of files that people send; without it all kinds that can be read. */
  files: fileSettingsSchema.optional(),
  /** Keys of a person's state, and who may write them. Of the others anybody may write what they like. */
  state: stateDeclarationsSchema.optional(),
  /** `facts`: besides its conversations it keeps short facts about people, which they can see and forget. */
  memory: z.enum(['conversation', 'facts']).optional(),
  /** It keeps conversations for so many days, where its deployment keeps them for longer. */
  keepDays: z.int().min(1).max(3650).optional(),
  /** Secrets that are masked in what it says; none without it, since it holds back a little of a stream. */
  mask: maskSchema.optional(),
  /** Who judges what people write to it and what its model writes; nobody without it. */
  moderation: moderationSchema.optional(),
  /** People may have it remind them: “remind me tomorrow at 9 to …”. */
  reminders: z.boolean().optional(),
  /** People take over from it, in a channel of theirs. */
  handover: handoverSchema.optional(),
  /** Texts that programs have it say, by their names; `#{…}` is what a program fills in. */
  templates: z.record(templateNameSchema, templateSchema).optional(),
  /** How much it posts a day to one person, or into one place, that nobody there has asked for. */
  unaskedPerDay: z.int().min(0).max(100).optional(),
  /** Emoji that it puts to people's messages; none without it. */
  marks: z.array(z.enum(marks)).optional(),
  /** `own`: its messages appear under its name and picture instead of the app's, where a platform lets an app do so. */
  face: z.enum(['app', 'own']).optional(),
  /** What is too long for messages: `canvas` where the platform gives one and the app asks for it, else as a file; `file`: always. */
  longAnswers: z.enum(['canvas', 'file']).optional(),
  /** How confidential what it says is, as whoever reads it is to know: shown where a platform has a label for that. */
  sensitivity: z.string().min(1).max(64).optional(),
})
export type AgentSettings = z.infer<typeof agentSettingsSchema>

/** One per line of a fixed answer; one is picked at random. */
const variantsSchema = z.union([z.string(), z.array(z.string()).min(1)])

/** Sentences the agent says when nothing else answers. */
export const fixedRepliesSchema = z.strictObject({
  opening: variantsSchema.optional(),
  openingOptions: z.array(z.string()).optional(),
  /** Nothing answered: no rule matched, and the model was off or could not be reached. */
  noAnswer: variantsSchema.optional(),
  /** No model is connected at all. Without it `noAnswer` is said. */
  noModel: variantsSchema.optional(),
  /** Above what is offered where nothing answers, but a rule or scenario may have been meant. `false`: nothing is offered. */
  didYouMean: z.union([variantsSchema, z.literal(false)]).optional(),
})

/** Everything a version of an agent holds. Versions never change; the agent's head points at one. */
export const agentDocumentSchema = z.strictObject({
  agent: agentSettingsSchema,
  webhooks: z.array(webhookSchema).default([]),
  replies: fixedRepliesSchema.default({}),
  /** How far it looks around a message. */
  context: contextSettingsSchema.optional(),
  /** Words that mean the same, where rules are recognised and knowledge is looked for. */
  synonyms: synonymsSchema.optional(),
  /** Which reactions, bots and proxies call it; without it none do. */
  calledBy: calledBySchema.optional(),
  /** What the model may call, and who is asked first. */
  tools: toolsSchema.optional(),
  rules: z.array(ruleSchema).max(10_000).default([]),
  scenarios: z.array(scenarioSchema).default([]),
  /** What it is to say: answers that somebody looked at and wants to stay. */
  tests: keptTestsSchema.optional(),
})
export type AgentDocument = z.infer<typeof agentDocumentSchema>

/** An agent as a turn sees it: one immutable version. */
export interface AgentVersion {
  id: string
  account: string
  version: number
  document: AgentDocument
}
