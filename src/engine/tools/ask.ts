import { createHash, randomUUID } from 'node:crypto'
import { canonicalJson } from '../../lib/canonical-json.ts'
import type { Language, Texts } from '../../lib/language.ts'
import { visible } from '../../lib/quoting.ts'
import type { Final, TextFormat } from '../../model/conversation.ts'
import { type AskedCall, type ToolRule, usualExpiry } from '../../model/tools.ts'
import type { PromptMessage, Tool } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import { milliseconds } from '../scenario/duration.ts'
import { sentences } from '../words/index.ts'

/** Longer arguments nobody would read before they agree. */
export const maxShown = 4000

/** A call that somebody has to agree to before it is made. */
export interface Asked {
  tool: Tool
  asks: AskedCall['asks']
  /** Where it is `ask channel`. */
  approvers?: ToolRule['approvers']
  expires: ToolRule['expires']
  /** What the tool says of itself, where all its calls there can be agreed to. */
  standing?: string | undefined
  /** Exactly what would go to the tool. */
  arguments: string
}

/** What the model had called in the same answer, with what came of it, and which call waits. */
export interface WaitingRounds {
  messages: readonly PromptMessage[]
  callId: string
}

/** What is approved is the whole of this: what its server says of the tool, too. */
export function hashOf(
  { agent, request }: AnswerDraft,
  { tool, arguments: given, version }: { tool: Tool; arguments: string; version: number },
): string {
  const { name, description, parameters } = tool
  const what = { agent: agent.id, version, tool: { name, description, parameters }, arguments: given, uid: request.uid }
  return createHash('sha256').update(canonicalJson(what)).digest('hex')
}

/** What is agreed to with all calls of a tool: what is said of it, and nothing of a call. */
export function standingPin(tool: Tool & { pin?: string }): string {
  const { name, description, parameters, pin = null } = tool
  return createHash('sha256').update(canonicalJson({ name, description, parameters, pin })).digest('hex')
}

/** The row that is kept of it. */
function askedCall(draft: AnswerDraft, asked: Asked, rounds: WaitingRounds): AskedCall {
  const { agent, now } = draft
  const { version } = agent
  const { tool, asks, approvers, arguments: given, standing, expires = usualExpiry } = asked
  return {
    id: randomUUID(),
    version,
    tool: tool.name,
    arguments: given,
    hash: hashOf(draft, { tool, arguments: given, version }),
    asks,
    ...(approvers && { approvers }),
    ...(standing !== undefined && { standing }),
    rounds: JSON.stringify(rounds),
    expiresAt: now() + milliseconds(expires),
  }
}

/** What is going to be done, in words and in exact arguments. */
export function askText({ tool, asks, arguments: given }: Asked, language: Language, format?: TextFormat): string {
  if (asks === 'connect') {
    const text = connectText(given)[language]
    return format === 'html' ? `<p>${escaped(text)}</p>` : text
  }
  const intro = sentences.askIntro[language]
  // JSON has no line breaks in its texts, so that none of them can end the block that it stands in.
  const lines = visible(JSON.stringify(JSON.parse(given), undefined, 2))
  const does = visible(tool.description).replace(/\s+/g, ' ').trim().slice(0, 300)
  const ends = { ask: sentences.askQuestion, 'ask owner': sentences.askOwners, 'ask channel': sentences.askOthers }
  const end = ends[asks][language]
  if (format === 'html') {
    return `<p>${intro} <b>${escaped(tool.name)}</b>: ${escaped(does)}</p><pre>${escaped(lines)}</pre><p>${end}</p>`
  }
  return `${intro} **${tool.name}**: ${plain(does)}\n\n\`\`\`json\n${lines}\n\`\`\`\n\n${end}`
}

function connectText(given: string): Texts {
  const { server, host, scope, sso } = JSON.parse(given) as Record<'server' | 'host', string> & {
    scope?: string
    sso?: true
  }
  const at = [plain(server), plain(host)] as const
  const [ask, askMore] = sso
    ? [sentences.askSignOn, sentences.askMoreOfSignOn]
    : [sentences.askConnect, sentences.askWider]
  return scope === undefined ? ask(...at) : askMore(...at, plain(visible(scope)).slice(0, 200))
}

export function approvalOptions(
  { asks, standing }: Pick<AskedCall, 'asks' | 'standing'>,
  language: Language,
): string[] {
  const options = asks === 'connect' ? sentences.connectOptions : sentences.approvalOptions
  return [...options, ...(standing === undefined ? [] : [sentences.alwaysOption])].map((option) => option[language])
}

/** The answer that asks, below what was said before. */
export function askFinal(
  draft: AnswerDraft,
  { asked, rounds }: { asked: Asked; rounds: WaitingRounds },
  { text = '', format }: { text?: string; format?: TextFormat | undefined } = {},
): Final {
  const { language } = draft
  const call = askedCall(draft, asked, rounds)
  draft.effects.asks = call
  const utterance = [text, askText(asked, language, format)].filter(Boolean).join('\n\n')
  // Who is asked elsewhere decides there.
  const isHere = asked.asks !== 'ask channel'
  const answer = { utterance, options: isHere ? approvalOptions(asked, language) : [], isAutoResponse: true }
  return { ...draft.final('model', answer), ...(format && { format }), ...(isHere && { approval: call.id }) }
}

/** A description is its server's, and is to look like a sentence, whatever it holds. */
const plain = (text: string): string => text.replace(/[`*_~[\]<>|#]/g, '')

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
