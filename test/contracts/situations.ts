import { describe, type ExpectStatic, it } from 'vitest'
import { createOpenAiLlm } from '../../src/drivers/llm-openai.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createFind } from '../../src/engine/knowledge/find.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import type { Trace } from '../../src/model/trace.ts'
import { createSearch } from '../../src/store/search.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { type ModelServer, startModelServer } from '../support/model-server.ts'
import { readModels } from '../support/models.ts'
import { noWebhooks } from '../support/no-webhooks.ts'
import { tempFolder } from '../support/temp-folder.ts'
import type { AskedModel, Row, Stage } from './situation.ts'
import { rows } from './situation-rows.ts'

export interface SituationPlatform {
  name: string
  /** One server and one adapter for all rows; `stage` opens a place for one of them. */
  open(
    house: ChatHouse,
    onFinished: (end: () => Promise<void>) => void,
  ): Promise<{ stage(row: string, n: number): Promise<Stage> }>
  /** Why a row cannot be played there: what the platform does not have. */
  lacking?: Readonly<Record<string, string>>
}

/** The number of stages that a platform has to have room for. */
export const stageCount = rows.length

/** What calls the agent on all platforms: reactions by their names there, bots and proxies by their ids. */
const calledBy = {
  reactions: ['robot_face', '🤖', '1f916_robot'],
  bots: ['B0NAMED', '1200000000000099001'],
  proxies: ['1200000000000099009'],
}

/** A house whose agent asks a model, and what that was asked. */
async function start(platform: SituationPlatform) {
  const ends: (() => Promise<void>)[] = []
  const onFinished = (end: () => Promise<void>) => void ends.push(end)
  const models = await startModelServer()
  onFinished(() => models.stop())
  models.server.prependFixture({
    match: { userMessage: /./s },
    response: ({ messages }) => ({ content: `You said: ${textOf(messages.at(-1) as Said)}` }),
  })
  models.server.onTranscription({ transcription: { text: 'The door code is 4711.' } })
  const house = await chatHouse({
    readsPagesOf: ['127.0.0.1'],
    transcription: { endpoint: { baseUrl: models.baseUrl }, model: 'whisper-1', maxSeconds: 60 },
    folder: tempFolder((remove) => onFinished(async () => remove())),
    onFinished,
    agent: {
      document: {
        ...minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini', prompt: 'You help this team.' } } }),
        calledBy,
        context: { links: 'fetch' },
      },
      engine: (store) =>
        createEngine({
          store,
          llm: createOpenAiLlm({
            models: readModels(),
            endpoints: { all: { baseUrl: models.baseUrl }, providers: {} },
            timeouts: {},
          }),
          find: createFind({ store, search: createSearch(store.db) }),
          webhooks: noWebhooks,
          levels: [35, 50, 65, 80],
          memoryItems: 10,
          state: usualStateLimits,
          now: Date.now,
          random: () => 0,
        }),
    },
  })
  const room = await platform.open(house, onFinished)
  await house.work()
  return {
    ...{ house, models, room },
    async close() {
      for (const end of ends.reverse()) await end()
    },
  }
}

/**
 * What the model is shown in the situations that people ask in, from the platform's bytes to those of the model's server. All rows
 * share one house and are played at once, each in a place of its own with people of its own.
 */
export function testSituations(platform: SituationPlatform): void {
  const { name, lacking = {} } = platform
  const played = rows.filter(({ id }) => lacking[id] === undefined)

  describe(`${name}: what the agent sees`, () => {
    let started: ReturnType<typeof start> | undefined
    let left = played.length

    it.concurrent.for(played.map((row): [string, Row] => [row.what, row]))(
      '%s',
      async ([, row]: [string, Row], { expect }: { expect: ExpectStatic }) => {
        started ??= start(platform)
        const { house, models, room, close } = await started
        try {
          const stage = await room.stage(row.id, rows.indexOf(row))
          const question = `Q${rows.indexOf(row)} ${row.id}, please?`
          await row.play(stage, question)
          const prompt = () => promptOf(models, question, row.asks)
          await expect.poll(prompt).toBeDefined()
          await expect.poll(() => stage.answer()).toContain(textOf(prompt()!.messages.at(-1)))
          const traced = async () => (await traceOf(house, stage.uid))?.model
          if (!row.byOthers) await expect.poll(traced).toBeDefined()
          const trace = (await traceOf(house, stage.uid)) ?? { source: 'none', ms: 0 }
          const wasAsked = (words: string) => promptAsking(models, words) !== undefined
          row.check({ ...readPrompt(prompt()!), trace, wasAsked }, stage, expect)
        } finally {
          left--
          if (left === 0) await close()
        }
      },
    )
  })
}

interface Said {
  content: unknown
}

interface Prompt {
  messages: Said[]
}

/** The last prompt whose last message holds the question. */
function promptOf({ server }: ModelServer, question: string, asks = ''): Prompt | undefined {
  const prompts = server.getRequests().map(({ body }) => body as unknown as Prompt)
  const isOf = ({ messages }: Prompt) => messages.slice(-2).some((one) => textOf(one).includes(question))
  return prompts.findLast((one) => isOf(one) && textOf(one.messages.at(-1)).includes(asks))
}

/** The last prompt that ends with these words. */
const promptAsking = ({ server }: ModelServer, words: string): Prompt | undefined =>
  server
    .getRequests()
    .map(({ body }) => body as unknown as Prompt)
    .findLast(({ messages }) => textOf(messages.at(-1)).includes(words))

type Piece = { type?: string; text?: string; image_url?: { url: string } }

const piecesOf = (message: Said | undefined): Piece[] =>
  Array.isArray(message?.content) ? message.content : [{ type: 'text', text: String(message?.content ?? '') }]

const textOf = (message: Said | undefined): string =>
  piecesOf(message)
    .flatMap(({ text }) => text ?? [])
    .join('\n')

function readPrompt(prompt: Prompt): Omit<AskedModel, 'trace' | 'wasAsked'> {
  const around = textOf(prompt.messages.at(-2))
  const lines = around.split('\n').filter((line) => line.startsWith('{"id":"m'))
  return {
    question: textOf(prompt.messages.at(-1)),
    lines: lines.map((line) => JSON.parse(line)),
    whole: prompt.messages.map(textOf).join('\n'),
    pictures: prompt.messages.flatMap(piecesOf).flatMap(({ image_url: image }) => image?.url ?? []),
  }
}

async function traceOf({ store }: ChatHouse, uid: string): Promise<Trace | undefined> {
  const turns = await store.db.query.selectFrom('turn').select(['key', 'trace']).orderBy('started_at').execute()
  const own = turns.findLast(({ key, trace }) => key.endsWith(`/${uid}`) && trace !== null)
  return own && JSON.parse(own.trace!)
}
