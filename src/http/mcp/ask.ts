import { randomUUID } from 'node:crypto'
import type { CallToolRequestParams, CallToolResult, ServerContext } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { timeOrderedId } from '../../lib/ids.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { ConversationRequest, Progress } from '../../model/conversation.ts'
import { answerRefusal } from '../../turns/spending/answers.ts'
import { interrupted } from '../calls.ts'
import { detailOf } from '../problems.ts'
import { sentences } from '../words/index.ts'
import { read } from './arguments.ts'
import type { McpCall } from './call.ts'

export const questionSchema = z.object({
  question: z.string().min(1).describe('What to ask, in the words of the person who wants to know'),
  conversation: z
    .string()
    .regex(/^[\w.:-]{1,128}$/, 'must be 1 to 128 characters of A-Z, a-z, 0-9, _, ., : and -')
    .optional()
    .describe('What an earlier answer called its conversation, to go on with it. Without it a new one begins.'),
})

export const answerSchema = z.object({
  answer: z.string(),
  conversation: z.string().describe('Give it with the next question to go on'),
  options: z.array(z.string()).describe('Short answers to choose from, if there are any'),
  url: z.string().describe('Where to read on; may be empty'),
  turn: z.string().describe('Names this answer, for whoever asks later why it was so'),
})

/** What is told of an answer that grows, at most so often, in milliseconds. */
const progressGapMs = 250
/** Characters of it: its end. */
const progressLength = 500

/** Runs a turn like every other one: in its order, within its limits, with its row in the ledger. */
export async function ask(
  call: McpCall,
  agent: AgentVersion,
  { arguments: given, _meta }: CallToolRequestParams,
  context: ServerContext,
): Promise<CallToolResult> {
  const { parts, reply, request } = call
  const { question, conversation = randomUUID() } = read(questionSchema, given)
  if ([...question].length > parts.utterance) {
    throw new AppError('utterance_too_long', sentences.questionTooLong(parts.utterance))
  }
  const turn = turnOf(call, agent.id, question, conversation)
  const refusal = await answerRefusal(parts, turn, parts.now())
  if (refusal) throw refusal

  const token = _meta?.progressToken
  const tell = token === undefined ? undefined : createTeller(token, context, parts.now)
  let text = ''
  const onProgress = (soFar: Progress) => {
    text = soFar.text
    tell?.(text)
  }
  // Ends with the response: nobody else could ever hear the answer.
  const id = timeOrderedId(parts.now())
  const { account, origin } = turn
  const { signal, givenUp, stop } = parts.calls.begin({ id, key: origin!.key!, account, agent: agent.id }, reply.raw)
  const refused = Promise.withResolvers<never>()
  call.watch((why) => {
    stop()
    refused.reject(why)
  })
  const both = AbortSignal.any([signal, context.mcpReq.signal])
  const { final } = parts.conversations.converse(turn, { signal: both, onProgress }, id)
  const made = await Promise.race([final, givenUp, refused.promise])
  // An answer that was interrupted is still one; without a word of it there is none.
  if (made.interrupted && text === '') throw interrupted()
  const { utterance: answer, options, url } = made.answer
  const broken = made.interrupted && (made.interrupted.detail || detailOf(interrupted(), request))
  const texts = [answer, ...(options.length > 0 ? [options.map((one) => `- ${one}`).join('\n')] : []), broken ?? '']
  return {
    content: texts.filter((one) => one !== '').map((one) => ({ type: 'text', text: one })),
    structuredContent: { answer, conversation, options, url, turn: id },
  }
}

/**
 * Many people may share a key, and a model writes which conversation it is: so a conversation is its own person, and of this key
 * alone. Nobody reaches what an agent knows of somebody by guessing who they are.
 */
function turnOf({ caller, request }: McpCall, agent: string, utterance: string, id: string): ConversationRequest {
  const locale = request.headers['accept-language']
  return {
    account: caller.account,
    agent,
    uid: `mcp_${caller.key}_${id}`,
    conversation: 'mcp',
    door: 'mcp',
    utterance,
    origin: { key: caller.key },
    ...(locale !== undefined && { locale }),
  }
}

function createTeller(progressToken: string | number, { mcpReq }: ServerContext, now: () => number) {
  let toldAt = Number.NEGATIVE_INFINITY
  let told = 0
  return (text: string): void => {
    if (text.length <= told || now() - toldAt < progressGapMs) return
    toldAt = now()
    told = text.length
    const params = { progressToken, progress: text.length, message: text.slice(-progressLength) }
    // Whoever has left hears nothing any more; the answer ends with their connection.
    void mcpReq.notify({ method: 'notifications/progress', params }).catch(() => {})
  }
}
