import { z } from 'zod'
import { AppError, type Fault } from '../../lib/errors.ts'
import { faultsOf } from '../../lib/faults.ts'
import type { MemoryItem, UserImage } from '../../model/conversation.ts'
import type { CallerTools } from '../../model/tools.ts'
import { type BodyFault, longerThan, readImage, uidLimit } from '../conversation-body.ts'
import { sentences } from '../words/index.ts'

/** What a caller of OpenAI's protocol wants, whichever of its endpoints they use. */
export interface OpenAiQuestion {
  model: string
  uid: string | undefined
  utterance: string
  images: UserImage[]
  /** What was said before, oldest first, as the caller has it. */
  history: MemoryItem[]
  /** Functions of the caller's program. */
  tools: CallerTools['tools']
  /** What was called of them since the utterance, and what came of it. */
  rounds: CallerTools['rounds']
  isStreamed: boolean
  /** Whether the tokens are told at the end of a stream, too. */
  wantsUsage: boolean
}

const partSchema = z.discriminatedUnion('type', [
  z.object({ type: z.enum(['text', 'input_text', 'output_text']), text: z.string() }),
  z.object({ type: z.literal('refusal'), refusal: z.string() }),
  z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string() }) }),
  z.object({ type: z.literal('input_image'), image_url: z.string() }),
])

const callSchema = z.object({
  id: z.string().min(1),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
})

const messageSchema = z.object({
  type: z.literal('message').optional(),
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool']),
  content: z.union([z.string(), z.array(partSchema), z.null()]).optional(),
  tool_calls: z.array(callSchema).nullish(),
  tool_call_id: z.string().optional(),
})
type Message = z.infer<typeof messageSchema>

const itemSchema = z.union([
  messageSchema,
  z.object({ type: z.literal('function_call'), call_id: z.string(), name: z.string(), arguments: z.string() }),
  z.object({ type: z.literal('function_call_output'), call_id: z.string(), output: z.string() }),
])

const functionShape = {
  name: z.string().regex(/^[\w-]{1,64}$/, 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -'),
  description: z.string().nullish(),
  parameters: z.record(z.string(), z.unknown()).nullish(),
}
const functionType = z.literal('function', "must be function: of the caller's tools only functions are passed on")

/** Members that it does not know are ignored: how an agent's model is asked is its admin's to say. */
const commonShape = {
  model: z.string().min(1),
  stream: z.boolean().nullish(),
  user: z.string().max(uidLimit).nullish(),
  metadata: z.object({ uid: z.string().max(uidLimit).optional() }).nullish(),
  tool_choice: z.unknown().optional(),
}

export const chatSchema = z.object({
  ...commonShape,
  messages: z.array(messageSchema).min(1),
  tools: z
    .array(z.object({ type: functionType, function: z.object(functionShape) }))
    .max(128)
    .nullish(),
  n: z.literal(1, 'must be 1').nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
})

export const responsesSchema = z.object({
  ...commonShape,
  input: z.union([z.string().min(1), z.array(itemSchema).min(1)]),
  tools: z
    .array(z.object({ type: functionType, ...functionShape }))
    .max(128)
    .nullish(),
  instructions: z.string().nullish(),
  previous_response_id: z.string().nullish(),
  background: z.literal(false, 'must be false').nullish(),
})

/** The body of `POST /v1/chat/completions`. */
export function readChat(input: unknown, limits: { utterance: number }): OpenAiQuestion {
  const body = parsed(chatSchema, input)
  const read = readMessages(body.messages, 'messages', limits)
  const tools = toolsOf(
    body.tool_choice,
    (body.tools ?? []).map((tool) => tool.function),
  )
  return { ...commonOf(body), ...read, tools, wantsUsage: body.stream_options?.include_usage === true }
}

/** The body of `POST /v1/responses`. */
export function readResponses(input: unknown, limits: { utterance: number }): OpenAiQuestion {
  const body = parsed(responsesSchema, input)
  const common = commonOf(body)
  if (body.previous_response_id && common.uid === undefined) {
    const message = 'goes on with nothing: name the person in user, or send what was said before as input'
    throw faulty([{ path: 'previous_response_id', message }])
  }
  const asked =
    typeof body.input === 'string' ? [{ role: 'user', content: body.input } as const] : messagesOf(body.input)
  const read = readMessages(asked, 'input', limits)
  const told: MemoryItem[] = body.instructions ? [{ role: 'user', text: body.instructions }] : []
  return {
    ...common,
    ...read,
    tools: toolsOf(body.tool_choice, body.tools ?? []),
    history: [...told, ...read.history],
    wantsUsage: true,
  }
}

function parsed<T>(schema: z.ZodType<T>, input: unknown): T {
  const read = schema.safeParse(input)
  if (read.success) return read.data
  throw faulty(
    faultsOf(schema, input, read.error.issues).map(({ path, message }) => ({ path: path || 'body', message })),
  )
}

function commonOf({ model, stream, user, metadata }: z.infer<z.ZodObject<typeof commonShape>>) {
  return { model, uid: metadata?.uid || user || undefined, isStreamed: stream === true }
}

type GivenFunction = z.infer<z.ZodObject<typeof functionShape>>

function toolsOf(choice: unknown, given: readonly GivenFunction[]): CallerTools['tools'] {
  if (choice === 'none') return []
  return given.map(({ name, description, parameters }) => ({
    name,
    description: description ?? '',
    parameters: parameters ?? { type: 'object', properties: {} },
  }))
}

/** As messages of chat completions, where the calls of one round stand in one message. */
function messagesOf(items: readonly z.infer<typeof itemSchema>[]): Message[] {
  const messages: Message[] = []
  for (const item of items) {
    if ('role' in item) messages.push(item)
    else if (item.type === 'function_call_output') {
      messages.push({ role: 'tool', tool_call_id: item.call_id, content: item.output })
    } else {
      const call = { id: item.call_id, function: { name: item.name, arguments: item.arguments } }
      const before = messages.at(-1)
      if (before?.role === 'assistant') before.tool_calls = [...(before.tool_calls ?? []), call]
      else messages.push({ role: 'assistant', tool_calls: [call] })
    }
  }
  return messages
}

/**
 * The last message of the user is what is said; behind it may only stand what was called for its answer, with what came of it. What the
 * caller's program says in its own name stands among what was said before: an agent's instructions are its admin's.
 */
function readMessages(messages: readonly Message[], at: string, limits: { utterance: number }) {
  const faults: BodyFault[] = []
  const said = messages.findLastIndex(({ role }) => role === 'user')
  const path = `${at}[${said}]`
  if (said < 0) throw faulty([{ path: at, message: 'must hold a message of the user: it is answered' }])
  const rounds = readRounds(messages, said, at)
  const utterance = textOf(messages[said]!)
  const images = imagesOf(messages[said]!, path, faults)
  if (utterance === '' && images.length === 0) faults.push({ path: `${path}.content`, message: 'must not be empty' })
  if (longerThan(utterance, limits.utterance)) {
    faults.push({ path: `${path}.content`, message: `must have at most ${limits.utterance} characters` })
  }
  if (faults.length > 0) throw faulty(faults)
  const history = messages
    .slice(0, said)
    .filter(({ role }) => role !== 'tool')
    .map(
      (message): MemoryItem => ({ role: message.role === 'assistant' ? 'assistant' : 'user', text: textOf(message) }),
    )
    .filter(({ text }) => text !== '')
  return { utterance, images, history, rounds }
}

/** Models are only asked where each call has its result. */
function readRounds(messages: readonly Message[], said: number, at: string): CallerTools['rounds'] {
  const waiting = new Set<string>()
  const rounds = messages.slice(said + 1).map((message, index): CallerTools['rounds'][number] => {
    const path = `${at}[${said + 1 + index}]`
    const { role, tool_calls: calls, tool_call_id: callId } = message
    if (role === 'tool' && callId !== undefined && waiting.delete(callId)) {
      return { role, callId, text: textOf(message) }
    }
    if (role === 'assistant' && calls?.length && waiting.size === 0) {
      for (const { id } of calls) waiting.add(id)
      return { role, text: textOf(message), calls: calls.map(({ id, function: called }) => ({ id, ...called })) }
    }
    throw faulty([{ path, message: 'must be of the user, or calls of functions and then the result of each' }])
  })
  if (waiting.size === 0) return rounds
  throw faulty([{ path: at, message: 'must end with the result of each call' }])
}

function textOf({ content }: Message): string {
  if (typeof content === 'string') return content
  return (content ?? [])
    .map((part) => ('text' in part ? part.text : ''))
    .filter(Boolean)
    .join('\n')
}

const dataUrl = /^data:image\/[a-z.+-]+;base64,/i

function imagesOf({ content }: Message, path: string, faults: BodyFault[]): UserImage[] {
  if (!Array.isArray(content)) return []
  return content.flatMap((part, index) => {
    if (!('image_url' in part)) return []
    const url = typeof part.image_url === 'string' ? part.image_url : part.image_url.url
    const where = `${path}.content[${index}].image_url`
    if (!dataUrl.test(url)) {
      faults.push({ path: where, message: 'must be a data URL with the image in base64: nothing is fetched' })
      return []
    }
    const image = readImage(url, where, faults)
    return image ? [image] : []
  })
}

function faulty(faults: readonly Fault[]): AppError {
  return new AppError('invalid_request', sentences.invalidBody, { faults })
}
