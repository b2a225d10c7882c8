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

/** A tool of a server. `pin` is of everything that the server says of it: a tool that says something else is another one. */
export interface ServedTool extends Tool {
  pin: string
}

/** Where a server is, and what is sent with every request. */
export interface ToolServer {
  url: string
  headers: Readonly<Record<string, string>>
}

/** A program on this machine that the operator has named. It is given these variables besides what every program needs. */
export interface ToolProgram {
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
}

/** Servers of tools. Connections are shared, and closed when nobody uses them. */
export interface ServerTools {
  /** What it offers, as it was told at most a minute ago; `fresh`: now. Throws where it cannot be asked. */
  list(
    server: ToolServer | ToolProgram,
    signal: AbortSignal,
    options?: { fresh?: boolean },
  ): Promise<readonly ServedTool[]>
  /** Never throws for what a server does; aborted it throws the signal's reason. */
  call(
    server: ToolServer | ToolProgram,
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolOutcome>
  close(): Promise<void>
}

/** Tools that an agent has besides the functions of its webhooks. Neither method throws for what a server does. */
export interface ToolSource {
  /** Those that can be called now, each by a name that no other has, and the servers that could not be asked. */
  tools(
    agent: AgentVersion,
    signal: AbortSignal,
    options?: { fresh?: boolean },
  ): Promise<{ tools: readonly ServedTool[]; away: readonly string[] }>
  call(
    agent: AgentVersion,
    name: string,
    input: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ): Promise<ToolOutcome>
}
