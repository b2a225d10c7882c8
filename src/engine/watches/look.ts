import { z } from 'zod'
import type { WatchTask } from '../../model/timer.ts'
import type { WatchTrace } from '../../model/trace.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'
import { hashOf } from '../tape/index.ts'
import type { TurnTools } from '../tools/index.ts'

/** What is kept of what a tool gave, and shown to the model. Whether another text is another one is told by the whole of it. */
const longest = 4000

export interface LookingParts {
  tools: Pick<TurnTools, 'look'>
  judge: Judge
  signal: AbortSignal
}

/** What a look has brought. */
export interface Looked {
  end: WatchTrace['end']
  /** What the person is told where it has come; else what the tool gave, or why there is nothing. */
  text: string
  /** What is judged by that; undefined where it was not judged. */
  seen?: NonNullable<WatchTask['seen']>
}

/** Calls the tool, and asks the model whether it has come where that gives something else than when it was asked last. */
export async function lookFor(
  draft: AnswerDraft,
  task: Pick<WatchTask, 'what' | 'tool' | 'arguments' | 'seen'>,
  { tools, judge, signal }: LookingParts,
): Promise<Looked> {
  const { tape, trace, now } = draft
  const { tool, arguments: given } = task
  const startedAt = now()
  const { outcome, ...seen } = await tape.take('look', hashOf(`${tool} ${given}`), async () => {
    const { outcome, text } = await tools.look({ name: tool, arguments: given })
    const isLong = text.length > longest
    return { outcome, hash: hashOf(text), text: isLong ? `${text.slice(0, longest).toWellFormed()}…` : text }
  })
  const noted = (looked: Looked, cost: Partial<WatchTrace> = {}): Looked => {
    trace.watches = [...(trace.watches ?? []), { tool, end: looked.end, ...cost, ms: now() - startedAt }]
    return looked
  }
  if (outcome !== 'done') return noted({ end: outcome, text: seen.text })
  if (seen.hash === task.seen?.hash) return noted({ end: 'same', text: seen.text })
  const judgement = await judge.ask(questionOf(draft, task, seen.text), { signal })
  const cost = judgement.usage ?? {}
  if ('error' in judgement) return noted({ end: 'unjudged', text: seen.text }, { ...cost, error: judgement.error })
  const { come, text } = judgement.answer
  const told = text.trim() || seen.text
  return noted(come ? { end: 'come', text: told, seen } : { end: 'not_yet', text: seen.text, seen }, cost)
}

const answer = z.strictObject({ come: z.boolean(), text: z.string() })

const instructions = `A person wants to be told as soon as something has come about: "message" says what. To find out, "tool" was called with "arguments": "before" is what it gave when that was judged last (null: it is the first time), "now" is what it gives now.
"come": true only if "now" clearly shows that what the person waits for has come. That something else has changed is not enough.
"text": if it has come, what the person is told of it, in one or two sentences in the language of "message", with nothing in them that "now" does not say; else an empty text.`

function questionOf(
  { agent, known, request }: AnswerDraft,
  { what, tool, arguments: given, seen }: Pick<WatchTask, 'what' | 'tool' | 'arguments' | 'seen'>,
  found: string,
) {
  const { llmSettings } = agent.document.agent
  return {
    name: 'watch',
    // What a tool gives one person is no other's.
    owner: `${known.key}/${request.conversation}`,
    model: llmSettings?.llm,
    judgeModel: llmSettings?.judgeLlm,
    instructions,
    data: { tool, arguments: given, before: seen?.text ?? null, now: found },
    message: what,
    answer,
  }
}
