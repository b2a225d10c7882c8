import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { isOpenAt, opensNext } from '../../lib/hours.ts'
import { markdownWords } from '../../lib/markdown-words.ts'
import { inZone } from '../../lib/moment.ts'
import { plain } from '../../lib/quoting.ts'
import type { Final, MemoryItem } from '../../model/conversation.ts'
import type { HandoverSettings, HandoverWhy } from '../../model/handover.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'
import { maskedText } from '../masking/index.ts'
import { handoverSentences as sentences, sentences as usual } from '../words/index.ts'
import { wantsPerson } from './wish.ts'

/** Passed on at most: the last lines, each as long as that. All of it stands in the question, so that its person agrees to what they see. */
const lines = 10
const lineLength = 240
const summaryLength = 600

interface HandoverParts {
  recall(draft: AnswerDraft): Promise<void>
  /** Sums up what was said, where the agent has a model. */
  judge: Judge
  signal: AbortSignal
}

/** Whether people can take over here: only for people of the agent's own account, whose words its team may read. */
export function handoverOf({ agent, request, known }: AnswerDraft): HandoverSettings | undefined {
  const isTheirs = request.mayPost === true && known.key !== undefined && request.account === agent.account
  return isTheirs ? agent.document.agent.handover : undefined
}

/** Asks whether what was said may be passed on to a person, where somebody wants one. */
export async function handoverAnswer(draft: AnswerDraft, parts: HandoverParts): Promise<Final | undefined> {
  const { request, language } = draft
  const settings = handoverOf(draft)
  if (!settings) return undefined
  const isButton = request.utterance === sentences.button[language]
  const why = request.wantsPerson ?? (isButton || wantsPerson(request.utterance) ? 'wish' : undefined)
  if (!why) return undefined
  const { question, ...asks } = await asked(draft, settings, why, parts)
  // The question quotes what is remembered already.
  return { ...draft.final('fixed', { utterance: question, score: 100, options: asks.options }, ''), ...asks.buttons }
}

/** Below an answer: the question, where its scenario ends with it or nothing was answered too often; else a button. */
export async function withHandover(draft: AnswerDraft, final: Final, parts: HandoverParts): Promise<Final> {
  const settings = handoverOf(draft)
  if (!settings || final.handover || final.approval !== undefined || final.interrupted) return final
  const { answer, trace } = final
  if (answer.utterance === '' || draft.request.utterance === '') return final
  const why = await whyOf(draft, final, settings, parts)
  if (why) {
    const { question, options, buttons } = await asked(draft, settings, why, parts)
    return {
      ...final,
      ...buttons,
      answer: { ...answer, utterance: `${answer.utterance}\n\n${question}`, options },
      trace: { ...trace, ...draft.trace, source: trace.source, ms: trace.ms },
    }
  }
  const isFree = !answer.shouldSelectOption && ['rule', 'knowledge', 'model', 'fixed'].includes(trace.source)
  if (!isFree || !settings.offer?.includes('button')) return final
  return { ...final, answer: { ...answer, options: [...answer.options, sentences.button[draft.language]] } }
}

async function whyOf(
  draft: AnswerDraft,
  { answer, effects, trace }: Final,
  { after }: HandoverSettings,
  { recall }: HandoverParts,
): Promise<HandoverWhy | undefined> {
  if (trace.scenario?.ended === 'handoff' && !effects.scenario) return 'scenario'
  const most = after === undefined ? 0 : Number.parseInt(after, 10)
  if (most === 0 || !isNoAnswer(draft, answer.utterance, trace.source)) return undefined
  await recall(draft)
  const said = draft.known.memory.filter(({ role }) => role === 'assistant').map(({ text }) => text)
  const before = said.length - 1 - said.findLastIndex((text) => !isNoAnswer(draft, text))
  return before + 1 >= most ? 'unanswered' : undefined
}

function isNoAnswer({ agent }: AnswerDraft, text: string, source: Final['trace']['source'] = 'fixed'): boolean {
  const { noAnswer = [], noModel = [] } = agent.document.replies
  const own = [noAnswer, noModel].flat()
  return source === 'fixed' && [...own, usual.noAnswer.en, usual.noAnswer.ja].some((one) => text.trim() === one.trim())
}

async function asked(draft: AnswerDraft, settings: HandoverSettings, why: HandoverWhy, parts: HandoverParts) {
  const { request, language, effects, trace, now, agent } = draft
  await parts.recall(draft)
  const said: MemoryItem[] = [...draft.known.memory]
  if (request.utterance !== '') said.push({ role: 'user', text: request.utterance })
  const transcript = said.slice(-lines).map(({ role, text }) => lineOf(role, maskedText(text, draft)))
  const summary = maskedText(await summed(draft, said, parts), draft)
  const id = randomUUID()
  effects.handover = { id, why, summary, transcript: JSON.stringify(transcript) }
  trace.handover = { id, why }
  const shown = transcript.map(({ role, text }) => `> **${sentences.who[role][language]}:** ${text}`).join('\n')
  const { hours } = settings
  const opens = hours && !isOpenAt(hours, now()) ? opensNext(hours, now()) : undefined
  const closed =
    hours && opens !== undefined
      ? (hours.outside ?? sentences.outside(`${inZone(language, hours.zone)(opens, false)} (${hours.zone})`)[language])
      : undefined
  const question = [
    sentences.intro(plain(agent.document.agent.displayName))[language],
    ...(summary === '' ? [] : [`> ${sentences.summary[language]} ${summary}`]),
    shown,
    ...(closed === undefined ? [] : [closed]),
    sentences.onward[language],
    sentences.question[language],
  ].join('\n\n')
  const options = [sentences.agree[language], sentences.decline[language]]
  const buttons: Pick<Final, 'handover'> = { handover: { id, choices: ['agree', 'decline'] } }
  return { question, options, buttons }
}

/** What it said stands there without the marks of Markdown; what a person typed, as they typed it. */
const lineOf = (role: MemoryItem['role'], text: string) => ({
  role,
  text: plain(role === 'assistant' ? markdownWords(text) : text, lineLength),
})

/** A sentence or two of a model; empty where there is none, or it says nothing in time. */
async function summed(
  { agent, known, request }: AnswerDraft,
  said: readonly MemoryItem[],
  { judge, signal }: HandoverParts,
): Promise<string> {
  const { llmSettings, useAIResponse } = agent.document.agent
  if (!llmSettings || useAIResponse === false || said.length < 2) return ''
  const judged = await judge.ask(
    {
      name: 'handover',
      owner: `${known.key}/${request.conversation}`,
      model: llmSettings.llm,
      judgeModel: llmSettings.judgeLlm,
      instructions:
        'Sum up in one or two sentences, in the language of the person, what they want and what is still open, for a colleague who takes over. Add nothing that was not said.',
      data: { conversation: said.slice(-lines) },
      message: request.utterance,
      answer: z.object({ summary: z.string() }),
    },
    { signal },
  )
  return 'answer' in judged ? plain(judged.answer.summary, summaryLength) : ''
}
