import type { AgentVersion } from '../model/agent.ts'
import type { ToolAuthBy } from '../model/tools.ts'
import type { Tool } from './llm.ts'

/**
 * What came of a call. `unknown`: it was sent, and whether it was done nobody can say. `text` is what the tool gave, or why there is
 * nothing, bounded and without secrets.
 */
export interface ToolOutcome {
  /** `unauthorized`: nothing was done, because the server does not take the token. */
  outcome: 'done' | 'failed' | 'unknown' | 'unauthorized'
  text: string
  /** What it gave besides, whatever that is: not yet looked at. */
  files?: readonly { name: string; type: string; bytes: Uint8Array }[]
  /** Of `unauthorized`: what the leave does not reach, as the server names it, perhaps not at all. The token is good. */
  scope?: string
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
  /** What it offers, as it was told at most a minute ago; `fresh`: now. Throws where it cannot be asked, `Unauthorized` where it does not take who asks. */
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

/** The server does not take the token that came with a request, or wants one. */
export class Unauthorized extends Error {}

/** A server that asks for leave by OAuth 2.1. `client`: as its authorization server knows us, where somebody has registered us. */
export interface GrantingServer {
  url: string
  client?: { id: string; secret?: string }
}

/** Why nobody can be asked for leave, or nothing came of it. */
export class ToolAuthFailure extends Error {
  readonly why: 'away' | 'unsuitable' | 'unregistered' | 'denied' | 'failed'
  constructor(why: ToolAuthFailure['why'], message: string, cause?: unknown) {
    super(message, { cause })
    this.why = why
  }
}

/** Where people come back to, and how we are known to who is asked. */
export interface AuthReturn {
  redirectUrl: string
  /** Where we say who we are, for those who read that; must be https. */
  clientUrl?: string
  /** What an authorization server knows us as. */
  clients: {
    get(issuer: string): Promise<string | undefined>
    put(issuer: string, client: string): Promise<void>
  }
}

/** What was granted. `kept` is what it is refreshed with, a secret like the token. */
export interface Granted {
  token: string
  /** Milliseconds since the epoch. */
  expiresAt?: number
  kept: string
}

/** Leave to call a server's tools, by the flow of its protocol. All of it throws `ToolAuthFailure`. */
export interface ToolAuth {
  /**
   * The page to say yes on, and what is needed once somebody comes back from it: a secret. `wants`: what is asked for besides what
   * the server says to whoever comes without leave; `kept`: of leave that is there, which is asked for again.
   */
  begin(
    server: GrantingServer,
    back: AuthReturn & { state: string; wants?: string | undefined; kept?: string | undefined },
    signal: AbortSignal,
  ): Promise<{ url: string; kept: string }>
  finish(kept: string, params: URLSearchParams, signal: AbortSignal): Promise<Granted>
  /** Undefined: it is refused, and will be. */
  refresh(kept: string, signal: AbortSignal): Promise<Granted | undefined>
  /** Tells who granted it that it is not needed any more, where that can be told. */
  revoke(kept: string, signal: AbortSignal): Promise<void>
}

/** Whose leave it is: an empty `person` is the agent's own. */
export interface GrantOf {
  account: string
  agent: string
  person: string
  server: string
  url: string
}

/** The tokens that agents call servers with. */
export interface ToolGrants {
  /** The server wants leave for more than was given: whoever is asked next is asked for that, too. */
  wants(of: GrantOf, scope: string): Promise<void>
  /** One that is good, refreshed where it had run out; `refused`: the server does not take this one. Undefined: there is none. Throws where nobody can say. */
  token(of: GrantOf, signal: AbortSignal, refused?: string): Promise<string | undefined>
}

/** Tools that an agent has besides the functions of its webhooks. Neither method throws for what a server does. */
export interface ToolSource {
  /** Those that can be called now, each by a name that no other has, and the servers that could not be asked. */
  tools(
    agent: AgentVersion,
    signal: AbortSignal,
    options?: { fresh?: boolean; person?: string | undefined },
  ): Promise<Offered>
  /** `person`: in whose name, where the server wants to know. */
  call(
    agent: AgentVersion,
    name: string,
    input: Readonly<Record<string, unknown>>,
    { signal, person }: { signal: AbortSignal; person?: string | undefined },
  ): Promise<ToolOutcome>
}

export interface Offered {
  tools: readonly ServedTool[]
  away: readonly string[]
  /** Servers that nobody has given leave to yet, or not any more: by whom it is to be given. */
  unconnected: readonly { server: string; url: string; by: ToolAuthBy }[]
}
