import type { AgentVersion } from '../../model/agent.ts'
import type { ScenarioNode } from '../../model/scenario.ts'
import type { AnswerDraft } from '../draft.ts'
import type { Judge } from '../judge.ts'
import type { Levels } from '../rules/levels.ts'
import type { NodeResult } from '../webhooks/index.ts'
import type { ScenarioTimers } from './timers.ts'

/** What scenarios need in one turn. */
export interface ScenarioParts {
  draft: AnswerDraft
  judge: Judge
  levels: Levels
  signal: AbortSignal
  /** A version of the turn's agent; undefined when it is gone. */
  version(n: number): Promise<AgentVersion | undefined>
  /** Calls a webhook of that version because a node says so; the texts in `input` are templates. */
  callWebhook(agent: AgentVersion, name: string, input: NonNullable<ScenarioNode['input']>): Promise<NodeResult>
  /** Whether the agent's account has an owner; without it that is not known. */
  hasOwner?: (() => Promise<boolean>) | undefined
  /** What comes by itself later. */
  timers: ScenarioTimers
  /** Called before something is waited for that may take a moment. */
  waiting(): void
  /** Awaited before a model is asked something. */
  beforeAsking?: (() => Promise<void>) | undefined
}
