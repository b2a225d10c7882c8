import type { Texts } from '../../lib/language.ts'
import type { Final, Progress } from '../../model/conversation.ts'
import type { Approval } from '../../model/tools.ts'
import type { PromptMessage } from '../../ports/llm.ts'
import type { AnswerDraft } from '../draft.ts'
import { disarmed } from '../quotation.ts'
import type { Run } from '../run.ts'
import { stopped } from '../stopped.ts'
import { sentences } from '../words/index.ts'
import { askFinal, type WaitingRounds } from './ask.ts'
import type { TurnTools } from './index.ts'

export interface ApprovedParts {
  draft: AnswerDraft
  approval: Approval | undefined
  run: Run
  /** As they are for this call, which stands in a row of its own; a crash after it is told from there. */
  tools(): Promise<TurnTools>
  /** The model goes on from what came of it; undefined where none can be asked. */
  goOn(rounds: readonly PromptMessage[]): AsyncIterable<Progress | Final> | undefined
}

/** The answer to a decision about a call: it is made, once, and the model goes on with what came of it. */
export async function* approvedAnswer(parts: ApprovedParts): AsyncIterable<Progress | Final> {
  const { draft, approval, run } = parts
  const { language } = draft
  if (!approval || !run.approved) return yield said(draft, sentences.approvalGone[language])
  const { id, tool, hash } = approval
  const undone = undoneWords(approval)
  if (undone) return yield said(draft, undone[language])

  let { state, result } = approval
  if (state === 'approved') {
    yield { kind: 'progress', text: '', searching: true }
    try {
      const tools = await parts.tools()
      const outcome = await tools.approved(approval, () => run.approved!.begin(id, hash))
      if (outcome === 'begun before') state = 'executing'
      else {
        state = outcome.outcome
        result = disarmed(outcome.text)
        await run.approved.end(id, outcome.outcome, result)
        if (outcome.asks) return yield askFinal(draft, { asked: outcome.asks, rounds: waitingRounds(approval) })
      }
    } catch (error) {
      // It may have been sent by then.
      if (run.signal.reason !== stopped) throw error
      state = 'executing'
    }
  }
  // Whoever was to call it has died, or was stopped: nobody can say, and it is not done again.
  if (state === 'executing') {
    await run.approved.end(id, 'unknown', '')
    state = 'unknown'
  }
  if (state === 'unknown') return yield said(draft, sentences.approvalUnknown(tool)[language])

  const rounds = [...waitingRounds(approval).messages, resultMessage(approval, state === 'done', result ?? '')]
  const answer = parts.goOn(rounds)
  if (answer) return yield* answer
  const words = state === 'done' ? sentences.approvalDone : sentences.approvalFailed
  yield said(draft, words(tool, result ?? '')[language])
}

/** What is said of a call that is not made; undefined: it is, or may have been. */
function undoneWords({ state, tool, asks }: Approval): Texts | undefined {
  const isOthers = asks !== 'ask' && asks !== 'connect'
  if (state === 'denied') return isOthers ? sentences.approvalRefused(tool) : sentences.approvalDenied
  if (state === 'changed') return sentences.approvalChanged
  if (state === 'expired') return asks === 'connect' ? sentences.connectExpired : sentences.approvalExpired(tool)
  return state === 'unasked' ? sentences.approvalUnasked(tool) : undefined
}

function waitingRounds({ rounds }: Approval): WaitingRounds {
  return JSON.parse(rounds)
}

function resultMessage(approval: Approval, isDone: boolean, result: string): PromptMessage {
  const { callId } = waitingRounds(approval)
  return { role: 'tool', callId, text: isDone ? result || '{}' : JSON.stringify({ error: result }) }
}

function said(draft: AnswerDraft, text: string): Final {
  return draft.final('fixed', { utterance: text })
}
