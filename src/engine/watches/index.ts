import { inZone } from '../../lib/moment.ts'
import { normalise } from '../../lib/normalise.ts'
import type { Final } from '../../model/conversation.ts'
import type { WatchTask } from '../../model/timer.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'
import type { Functions } from '../model/rounds.ts'
import type { Run } from '../run.ts'
import type { createTools } from '../tools/decided.ts'
import type { TurnTools } from '../tools/index.ts'
import type { Webhooks } from '../webhooks/index.ts'
import { timerSentences as sentences } from '../words/index.ts'
import { zoneOf } from '../zone.ts'
import { lookAgain } from './again.ts'
import { watchesIn, withWatches } from './set.ts'

export interface WatchesParts {
  store: Pick<EngineStore, 'timers'>
  webhooks: Webhooks
  tools: Pick<ReturnType<typeof createTools>, 'of'>
  /** Whoever says whether it has come: nobody waits for that. */
  judgeOf(draft: AnswerDraft): Judge
}

/** “Tell me when …”: the agent looks by itself, by one of its tools, and says once that it has come. */
export function createWatches({ store: { timers }, webhooks, tools, judgeOf }: WatchesParts) {
  return {
    with: (draft: AnswerDraft, functions: Functions, { tools, signal }: { tools: TurnTools; signal: AbortSignal }) =>
      withWatches(draft, functions, { tools, signal, timers, judge: judgeOf(draft) }),

    /** Its time has come to look. A look changes nothing, so that the turn may run again after a crash. */
    async again(draft: AnswerDraft, task: WatchTask, run: Run): Promise<Final> {
      const alone = { ...run, beforeCall: async () => {} }
      // Which functions there are may go by what is said.
      const asking = { ...draft, request: { ...draft.request, utterance: task.what } }
      const own = await tools.of(draft, webhooks.forTurn(asking, alone), alone, { fresh: true })
      return lookAgain(draft, task, { tools: own, signal: run.signal, judge: judgeOf(draft) })
    },

    /** “Stop looking”, where something is looked at for this conversation. */
    async stopped(draft: AnswerDraft): Promise<Final | undefined> {
      const { request, known, language, effects, tape } = draft
      const { key } = known
      const said = normalise(request.utterance)
      const isMeant = [sentences.stopLooking.en, sentences.stopLooking.ja].some((text) => normalise(text) === said)
      if (!isMeant || !request.mayPost || request.fired || key === undefined) return undefined
      const watched = await tape.take('watches', '', async () => (await timers?.watches(key)) ?? [])
      if (!watched?.includes(request.conversation)) return undefined
      effects.timers = { ...effects.timers, unwatch: true }
      return draft.final('fixed', { utterance: sentences.stoppedLooking[language], score: 100 })
    },
  }
}

/** Below an answer that has something looked at: how often, until when, and how it is stopped. */
export async function withHowWatched(draft: AnswerDraft, final: Final): Promise<Final> {
  const { language } = draft
  const watches = watchesIn(final.effects.timers?.add)
  if (watches.length === 0) return final
  const zone = await zoneOf(draft)
  const until = (at: number) => `${inZone(language, zone)(at, false)} (${zone})`
  const lines = watches.map((one) => sentences.watching(one.what, one.everyMinutes, until(one.until))[language])
  const { utterance, options } = final.answer
  const isHtml = final.format === 'html'
  const below = [utterance, ...lines, sentences.howToStopLooking[language]].join(isHtml ? '<br>\n' : '\n\n')
  return {
    ...final,
    answer: { ...final.answer, utterance: below, options: [...options, sentences.stopLooking[language]] },
  }
}
