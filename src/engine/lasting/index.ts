import type { LastingChange } from '../../model/lasting.ts'
import type { LastingTrace } from '../../model/trace.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'
import { learnFacts } from './facts.ts'
import { type Noted, sumUp } from './summary.ts'

export interface LastingParts {
  store: NonNullable<EngineStore['lasting']>
  judge: Judge
  /** Of a conversation's memory the model is given so many items: what is older has to last otherwise. */
  memoryItems: number
}

/**
 * Notes what is to last, beside the answer that is being made: before the oldest of a conversation are given to no model any more they go into
 * its summary, and what somebody says of themselves may be kept where the agent wants that. Resolves with nothing where nothing changes,
 * and never rejects: an answer is lost by none of it.
 */
export async function noteWhatLasts(
  draft: AnswerDraft,
  { store, judge, memoryItems }: LastingParts,
  signal: AbortSignal,
): Promise<LastingChange | undefined> {
  const { known, request, agent, trace } = draft
  const { key, lasting, memory } = known
  if (key === undefined || !lasting) return undefined
  const { llmSettings, memory: kept } = agent.document.agent
  const owner = `${key}/${request.conversation}`
  const model = llmSettings?.llm

  async function summed(): Promise<Noted | undefined> {
    // Where less than that is remembered all of it is given to the model.
    if (memory.length < memoryItems) return undefined
    const items = await store.items(key!, request.conversation, lasting!.until, memoryItems)
    if (items.length < memoryItems) return undefined
    const half = items[Math.ceil(memoryItems / 2) - 1]!.at
    // An exchange is summed up whole.
    return sumUp(judge, { owner, model, lasting: lasting!, items: items.filter(({ at }) => at <= half) }, signal)
  }

  const wantsFacts = kept === 'facts' && request.utterance !== ''
  const facts = { owner, model, about: lasting.about, utterance: request.utterance }
  const works = { summary: summed(), ...(wantsFacts && { facts: learnFacts(judge, facts, signal) }) }
  const done = await Promise.all(
    Object.entries(works).map(async ([what, work]) => {
      try {
        return { what: what as LastingTrace['what'], noted: await work }
      } catch {
        return { what: what as LastingTrace['what'], noted: undefined }
      }
    }),
  )
  const noted = done.flatMap(({ what, noted }) => (noted ? [{ what, ...noted }] : []))
  if (noted.length === 0) return undefined
  trace.lasting = noted.map(({ what, change, error, usage, ms }) => ({
    what,
    ...(change && { added: change.add.length, dropped: change.drop.length }),
    ...(error !== undefined && { error }),
    ...(usage && { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens }),
    ms,
  }))
  const changes = noted.flatMap(({ change }) => change ?? [])
  const until = changes.find((change) => change.until !== undefined)?.until
  if (changes.length === 0) return undefined
  return {
    ...(until !== undefined && { until }),
    drop: changes.flatMap(({ drop }) => drop),
    add: changes.flatMap(({ add }) => add),
  }
}
