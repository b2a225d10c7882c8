import { z } from 'zod'
import type { AgentVersion } from '../../model/agent.ts'
import type { Prompt } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'

/** Which of some intents the person shows: its place, or undefined for none. */
export type ChooseIntent = (intents: readonly string[]) => Promise<number | undefined>

export interface IntentParts {
  draft: AnswerDraft
  judge: Judge
  signal: AbortSignal
  /** Called before the model is asked. */
  waiting(): void
  /** Awaited before the model is asked. */
  beforeAsking?: (() => Promise<void>) | undefined
}

/** Of one question. */
const maxIntents = 100

const answerSchema = z.strictObject({ intents: z.array(z.int()) })

const instructions = `Decide which of the numbered "intents" the message shows. "question" is what the person had been asked just before; it may be empty.
List the numbers of the intents that the message clearly shows, the clearest first; none if it shows none of them.`

/**
 * Judges the intents of one turn. All that may be asked about in the turn are asked about at once: a person waits for one short
 * call, however many scenarios have a say. Whatever keeps the model from judging means that they show none, and the trace says so.
 */
export function createIntents({ draft, judge, signal, waiting, beforeAsking }: IntentParts) {
  /** By version of the agent: what is known of its intents, the clearest first; those that are asked about no more. */
  const judged = new Map<AgentVersion, { shown: string[]; asked: Set<string> }>()

  async function ask(agent: AgentVersion, intents: readonly string[], question: string): Promise<string[]> {
    const { account, id, version, document } = agent
    const { trace, request } = draft
    const judgement = await judge.ask(
      {
        name: 'intents',
        owner: `${account}/${id}@${version}`,
        model: document.agent.llmSettings?.llm,
        judgeModel: document.agent.llmSettings?.judgeLlm,
        instructions,
        data: { intents: Object.fromEntries(intents.map((intent, i) => [i + 1, intent])), question },
        message: request.utterance,
        answer: answerSchema,
      },
      {
        signal,
        asking: async () => {
          waiting()
          await beforeAsking?.()
        },
      },
    )
    const { usage, ms } = judgement
    const isJudged = 'answer' in judgement
    const shown = isJudged ? judgement.answer.intents.flatMap((number) => intents[number - 1] ?? []) : []
    trace.intents = [
      ...(trace.intents ?? []),
      { asked: intents.length, ...usage, ms, ...(isJudged ? {} : { error: judgement.error }) },
    ]
    return shown
  }

  /** The clearest of some intents. `others` may be asked about later in the turn. */
  return async function choose(
    agent: AgentVersion,
    intents: readonly string[],
    { question, others }: { question: string; others: readonly string[] },
  ): Promise<number | undefined> {
    const known = judged.get(agent) ?? { shown: [], asked: new Set<string>() }
    judged.set(agent, known)
    if (intents.some((intent) => !known.asked.has(intent))) {
      const open = [...new Set([...intents, ...others])]
        .filter((intent) => !known.asked.has(intent))
        .slice(0, maxIntents)
      for (const intent of open) known.asked.add(intent)
      known.shown.push(...(await ask(agent, open, question)))
    }
    const chosen = known.shown.find((intent) => intents.includes(intent))
    if (chosen === undefined) return undefined
    const line = draft.trace.intents?.at(-1)
    if (line) line.chosen = chosen
    return intents.indexOf(chosen)
  }
}

/** What such a prompt asks; undefined of any other prompt. For those who stand in for a model. */
export function readIntentPrompt({ messages }: Prompt): { intents: string[]; utterance: string } | undefined {
  const [system, user] = messages
  if (system?.role !== 'system' || !system.text.startsWith(instructions) || user?.role !== 'user') return undefined
  const { intents, message } = JSON.parse(user.text) as { intents: Record<string, string>; message: string }
  return { intents: Object.values(intents), utterance: message }
}

/** The answer to such a prompt: the intents at these places are shown. */
export const intentAnswer = (places: readonly number[]): string =>
  JSON.stringify({ intents: places.map((place) => place + 1) } satisfies z.infer<typeof answerSchema>)
