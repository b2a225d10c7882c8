import type { Final, Progress } from '../../model/conversation.ts'
import { stepOf } from '../../model/tools.ts'
import type { EngineStore } from '../../ports/engine-store.ts'
import type { Llm, PromptMessage } from '../../ports/llm.ts'
import type { PayForTool } from '../../ports/spending.ts'
import type { ToolSource } from '../../ports/tools.ts'
import type { AnswerDraft } from '../draft.ts'
import { modelAnswer } from '../model/answer.ts'
import type { Run } from '../run.ts'
import type { ScenarioTurn } from '../scenario/turn.ts'
import type { TurnWebhooks, Webhooks } from '../webhooks/index.ts'
import { sentences } from '../words/index.ts'
import { approvedAnswer } from './approved.ts'
import { turnTools } from './index.ts'

export interface DecidedParts {
  store: Pick<EngineStore, 'toolApprovals' | 'toolCalls'>
  llm: Llm
  webhooks: Webhooks
  tools?: ToolSource
  pay?: PayForTool | undefined
  /** What was said before is read for the model. */
  recall(draft: AnswerDraft): Promise<void>
}

/** What the model may call in a turn, and the answers to what people decide about its calls. */
export function createTools({ store, llm, tools: source, pay, recall, ...parts }: DecidedParts) {
  const of = (draft: AnswerDraft, webhooks: TurnWebhooks, run: Run, options?: { fresh: boolean }) =>
    turnTools({ draft, webhooks, source, store, pay, run }, options)

  async function* goneOn(
    draft: AnswerDraft,
    webhooks: TurnWebhooks,
    run: Run,
    rounds: readonly PromptMessage[],
  ): AsyncIterable<Progress | Final> {
    await recall(draft)
    yield* modelAnswer(draft, llm, run.signal, { functions: await of(draft, webhooks, run), rounds })
  }

  return {
    of,

    /** Somebody has decided on what an earlier answer asked about: a call, or a step of a scenario. */
    async *decided(
      draft: AnswerDraft,
      { webhooks, run, scenarios }: { webhooks: TurnWebhooks; run: Run; scenarios: ScenarioTurn | undefined },
      id: string,
    ): AsyncIterable<Progress | Final> {
      const { agent, known } = draft
      const approval = known.key === undefined ? undefined : await store.toolApprovals?.of(known.key, id)
      if (approval && stepOf(approval) !== undefined) {
        const gone = () => draft.final('fixed', { utterance: sentences.approvalGone[draft.language] })
        return yield (scenarios && (yield* scenarios.decided(approval))) ?? gone()
      }
      const { useAIResponse, llmSettings } = agent.document.agent
      const canAsk = useAIResponse !== false && llmSettings !== undefined && llm.model(llmSettings.llm) !== undefined
      // Its own row says that it was begun, so that the turn may run again after a crash.
      const alone = { ...run, beforeCall: async () => {} }
      const tools = () => of(draft, parts.webhooks.forTurn(draft, alone), alone, { fresh: true })
      const goOn = (rounds: readonly PromptMessage[]) => (canAsk ? goneOn(draft, webhooks, run, rounds) : undefined)
      yield* approvedAnswer({ draft, approval, run, tools, goOn })
    },
  }
}
