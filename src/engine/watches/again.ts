import type { Final } from '../../model/conversation.ts'
import type { WatchTask } from '../../model/timer.ts'
import type { Trace } from '../../model/trace.ts'
import type { AnswerDraft } from '../draft.ts'
import { disarmed } from '../quotation.ts'
import { hashOf } from '../tape/index.ts'
import { timerSentences as sentences } from '../words/index.ts'
import { type LookingParts, lookFor } from './look.ts'

/** After so many looks in a row that failed nobody looks any more. */
const mostFailures = 3
/** Of what a model writes for the person. */
const longest = 1000

/** What is said after a look that nobody has asked for just now: mostly nothing. What ends it takes its timer away with the answer. */
export async function lookAgain(draft: AnswerDraft, task: WatchTask, parts: LookingParts): Promise<Final> {
  const { language, effects, now } = draft
  const { failures = 0, ...rest } = task
  const { what, tool, until, id } = task
  const { end, text, seen } = await lookFor(draft, task, parts)

  const over = (utterance: string, source: Trace['source'] = 'fixed'): Final => {
    effects.timers = { remove: [id] }
    return draft.final(source, { utterance })
  }
  if (end === 'come') return over(sentences.come(what, await sayable(draft, text))[language], 'model')
  if (end === 'off') return over(sentences.watchOff(what, tool)[language])
  const failed = end === 'failed' ? failures + 1 : end === 'later' ? failures : 0
  if (failed === mostFailures) return over(sentences.watchFailed(what, tool, mostFailures)[language])
  if (now() >= until) return over(sentences.notCome(what)[language])

  if (seen || failed !== failures)
    effects.timers = { keep: [{ ...rest, ...(seen && { seen }), ...(failed > 0 && { failures: failed }) }] }
  return draft.final('none', { utterance: '' })
}

/** What a model has written of what a tool gave, where the agent may say it. */
async function sayable({ judged, tape, language }: AnswerDraft, written: string): Promise<string> {
  const text = disarmed(written.slice(0, longest).toWellFormed())
  const instead = await tape.take('moderation', hashOf(text), async () => (await judged?.(text)) ?? null)
  return instead ? instead[language] : text
}
