import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Fault } from '../../../lib/errors.ts'
import { type LineOf, readYaml, readYamlSent } from '../../../lib/yaml/index.ts'
import { stateSchema } from '../../../model/conversation.ts'

/** What a webhook answers, or why it does not. */
const replySchema = z.union([
  z.strictObject({ status: z.int().min(200).max(599).default(200), body: z.json().optional() }),
  z.strictObject({ fails: z.enum(['timeout', 'connection']) }),
])
export type WebhookStub = z.infer<typeof replySchema>

const stubSchema = z.strictObject({
  /** By name; of a list each answers once, and the last one from then on. A webhook without one cannot be reached. */
  webhooks: z.record(z.string(), z.union([replySchema, z.array(replySchema).min(1)])).optional(),
  /** What the model answers, by what the person says. */
  llm: z.record(z.string(), z.string().min(1)).optional(),
  /** What people say that shows an intent, by the intent as the scenario words it. */
  intents: z.record(z.string(), z.array(z.string().min(1)).min(1)).optional(),
})

const someTexts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)])

/** What is expected of an answer; what is not mentioned may be anything. */
const botSchema = z.strictObject({
  /** Where the scenario waits now, or the node it ended with. */
  node: z.string().optional(),
  /** The scenario that waits now; null: none. */
  scenario: z.string().nullable().optional(),
  /** Why the scenario ended. */
  ended: z.string().optional(),
  source: z.enum(['opening', 'scenario', 'rule', 'knowledge', 'model', 'fixed', 'none']).optional(),
  /** All of it. */
  text: z.string().optional(),
  /** Parts of it, in any case. */
  contains: someTexts.optional(),
  options: z.array(z.string()).optional(),
  /** `shouldSelectOption`. */
  select: z.boolean().optional(),
  topic: z.string().optional(),
  imageUrl: z.string().optional(),
  url: z.string().optional(),
  /** `bestResponse.state`. */
  state: z.string().optional(),
  extensions: z.json().optional(),
  embededHtml: z.string().optional(),
})
export type BotExpectation = z.infer<typeof botSchema>

const isSaid = ({ user, approval }: { user?: string | undefined; approval?: string | undefined }): boolean =>
  user !== undefined || approval !== undefined

const turnSchema = z
  .strictObject({
    /** Time that passes before. */
    advance: z
      .string()
      .regex(/^[1-9][0-9]{0,5}[smhd]$/, 'must be a duration like 90s, 30m, 12h or 7d')
      .optional(),
    /** What the person says; an empty text starts the conversation. */
    user: z.string().optional(),
    /** What becomes of what the scenario waits for somebody's word on. */
    approval: z.enum(['approved', 'denied', 'expired']).optional(),
    bot: botSchema.optional(),
    /** Every call of a webhook in this turn, in their order; of the body the keys that are named. */
    called: z
      .array(z.strictObject({ webhook: z.string(), body: z.record(z.string(), z.json()).optional() }))
      .optional(),
    /** The person's state afterwards: the keys that are named. Null: the key is not there. */
    state: z.record(z.string(), z.string().nullable()).optional(),
  })
  .refine((turn) => isSaid(turn) || (turn.advance !== undefined && Object.keys(turn).length === 1), {
    path: ['user'],
    message: 'is needed, or `approval`: without it only `advance` has a meaning',
  })
  .refine(({ user, approval }) => user === undefined || approval === undefined, {
    path: ['approval'],
    message: 'has a turn of its own, without `user`',
  })
export type TestTurn = z.infer<typeof turnSchema>

const testSchema = z.strictObject({
  test: z.string().min(1),
  /** Who speaks. */
  uid: z.string().min(1).default('ann'),
  /** As the platform tells it, e.g. `ja`. */
  locale: z.string().optional(),
  /** What is known of the person beforehand. */
  state: stateSchema.default({}),
  stub: stubSchema.default({}),
  turns: z.array(turnSchema).min(1),
})
export type ConversationTest = z.infer<typeof testSchema>

const fileSchema = z.strictObject({ scenario_tests: z.array(testSchema) })

export interface TestFile {
  file: string
  tests: ConversationTest[]
  lineOf: LineOf
}

/** Where generated tests go; it is overwritten whenever they are. */
export const generatedFile = (folder: string) => join(folder, 'tests', 'generated.yaml')

export interface TestsRead {
  files: TestFile[]
  faults: Fault[]
}

/** Some test files of an agent folder, in the order of their names, and what is wrong with those that are none. */
export function readTests(folder: string, wanted: (file: string) => boolean): TestsRead {
  const files: TestFile[] = []
  const faults: Fault[] = []
  for (const file of testFilesIn(folder).filter(wanted)) {
    const read = readYaml(file, fileSchema)
    if ('value' in read) files.push({ file, tests: read.value.scenario_tests, lineOf: read.lineOf })
    else faults.push(...read.faults)
  }
  return { files, faults }
}

/** One of them, of which the text is at hand: a long one is read in a thread of its own. */
export async function readTest(file: string, text: string): Promise<TestFile | { faults: Fault[] }> {
  const read = await readYamlSent(file, text, fileSchema)
  return 'value' in read ? { file, tests: read.value.scenario_tests, lineOf: read.lineOf } : read
}

export function testFilesIn(agentFolder: string): string[] {
  const folder = join(agentFolder, 'tests')
  if (!existsSync(folder)) return []
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && /\.ya?ml$/.test(entry.name))
    .map((entry) => join(folder, entry.name))
    .sort()
}
