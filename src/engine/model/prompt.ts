import type { AgentSettings } from '../../model/agent.ts'
import type {
  ConversationContext,
  ConversationRequest,
  MemoryItem,
  State,
  UserImage,
} from '../../model/conversation.ts'
import type { Lasting } from '../../model/lasting.ts'
import type { ModelInfo, Prompt, PromptMessage, Shorten, Tool } from '../../ports/llm.ts'
import { notesMessage } from '../lasting/notes.ts'
import { mostTokens, tokensUpTo } from '../tokens.ts'
import { contextMessage, halved } from './context.ts'
import { filledInGuidance, fillIn } from './fill-in.ts'
import { htmlGuidance, optionsGuidance } from './guidance.ts'

/** What frames a message, in tokens: generously. */
const perMessage = 8
/** What an image may cost, in tokens: vendors count it by its size. */
const perImage = 1_500

export interface PromptParts {
  settings: AgentSettings
  request: ConversationRequest
  images: readonly UserImage[]
  state: State
  /** Whether anything of the state is filled into a text of this prompt. */
  isFilledIn: boolean
  memory: readonly MemoryItem[]
  lasting?: Lasting | undefined
  /** Texts that were found for this utterance, each already quoted. Empty ones are left out. */
  found: readonly string[]
  /** What stands around the utterance, and when it was asked. */
  around?: Around | undefined
  tools: readonly Tool[]
  model: Pick<ModelInfo, 'tools' | 'contextTokens' | 'vision'>
  /** Of the agent: what it is told first is the same for everybody who talks to it. */
  cacheKey?: string
}

interface Around {
  context: ConversationContext
  now: number
}

/**
 * What the model is asked: the agent's prompt with the person's state in it, the conversation so far, what was found for it,
 * and the utterance. Where that is too much for the model, the oldest of the conversation is left out, then half of what stands
 * around the utterance, and half of that.
 */
export async function buildPrompt(parts: PromptParts): Promise<Prompt> {
  const { settings, request, images, state, memory, found, model } = parts
  const { llm, prompt, temperature } = settings.llmSettings!
  const { shouldAutoGenerateUI, shouldUseHtmlResponse } = settings.autoResponseSettings ?? {}
  const system = joined([
    prompt ? fillIn(prompt, state, settings.state) : '',
    parts.isFilledIn ? filledInGuidance : '',
    shouldUseHtmlResponse ? htmlGuidance : '',
    shouldAutoGenerateUI ? optionsGuidance : '',
  ])
  // Not in the system's name: none of it was written by the agent's admin. Behind the memory, whose beginning vendors cache.
  const notes = parts.lasting && !request.disableHistory ? notesMessage(parts.lasting) : ''
  const tools = model.tools ? parts.tools : []

  const said = [system, request.utterance, tools.length > 0 ? JSON.stringify(tools) : '']
  const room = model.contextTokens - images.length * perImage
  const quoted = await fitting(quotation([notes, ...found], parts.around, model.vision), said, room)
  const kept = request.disableHistory ? [] : await newest(memory, [...said, quoted?.text ?? ''], room)

  const messages: PromptMessage[] = []
  if (system) messages.push({ role: 'system', text: system })
  messages.push(...kept.map(({ role, text }) => ({ role, text })))
  if (quoted) messages.push(quoted)
  messages.push({ role: 'user', text: request.utterance, ...(images.length > 0 ? { images: [...images] } : {}) })
  return {
    model: llm,
    messages,
    history: kept.length,
    ...(parts.cacheKey !== undefined && { cacheKey: parts.cacheKey }),
    ...(temperature === undefined ? {} : { temperature }),
    ...(tools.length > 0 ? { tools } : {}),
  }
}

/** All that is quoted, as one message. */
function quotation(found: readonly string[], around: Around | undefined, sees: boolean): PromptMessage | undefined {
  const text = joined([...found, around ? contextMessage(around.context, around.now, sees) : ''])
  if (text === '') return undefined
  const shorten: Shorten = () => {
    const less = around && halved(around.context)
    const message = less && quotation(found, { ...around, context: less.context }, sees)
    return message && { message, left: less.left }
  }
  return { role: 'user', text, ...(around && { shorten }) }
}

/** The longest of it that leaves room for what has to be said. */
async function fitting(
  quoted: PromptMessage | undefined,
  said: readonly string[],
  room: number,
): Promise<PromptMessage | undefined> {
  for (let message = quoted; message; ) {
    if (await fits([...said, message.text], room)) return message
    const shorter = message.role === 'user' ? message.shorten?.() : undefined
    if (!shorter) return message
    message = shorter.message
  }
  return undefined
}

const fits = async (texts: readonly string[], tokens: number): Promise<boolean> =>
  mayTake(texts) <= tokens || (await roomBeside(texts, tokens)) >= 0

/** The most that these may take, in tokens: told without counting. */
const mayTake = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + mostTokens(text) + perMessage, 0)

/** What is left of so many tokens beside these texts; below zero where they do not fit. */
async function roomBeside(texts: readonly string[], tokens: number): Promise<number> {
  let room = tokens
  for (const text of texts) room -= perMessage + (room > 0 ? await tokensUpTo(text, room) : 0)
  return room
}

/** What of the memory fits into so many tokens beside the fixed texts. Most often all of it does, which is told without counting. */
async function newest(
  memory: readonly MemoryItem[],
  fixed: readonly string[],
  contextTokens: number,
): Promise<readonly MemoryItem[]> {
  if (mayTake([...fixed, ...memory.map(({ text }) => text)]) <= contextTokens) return memory
  let room = await roomBeside(fixed, contextTokens)
  let from = memory.length
  while (from > 0) {
    room = await roomBeside([memory[from - 1]!.text], room)
    if (room < 0) break
    from--
  }
  return memory.slice(from)
}

function joined(blocks: readonly string[]): string {
  return blocks.filter((block) => block !== '').join('\n\n')
}
