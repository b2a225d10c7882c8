import type { AgentVersion } from '../model/agent.ts'
import type { Tool } from './llm.ts'

/**
 * What came of a call. `unknown`: it was sent, and whether it was done nobody can say. `text` is what the tool gave, or why there is
 * nothing, bounded and without secrets.
 */
export interface ToolOutcome {
  outcome: 'done' | 'failed' | 'unknown'
  text: string
}

/** Tools that are not of the agent's own document. Neither method throws for what a server does; aborted, they throw the signal's reason. */
export interface ToolSource {
  /** Those that can be called now, each by a name that no other has. */
  tools(agent: AgentVersion, signal: AbortSignal): Promise<readonly Tool[]>
  call(
    agent: AgentVersion,
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolOutcome>
}
