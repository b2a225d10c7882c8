import type { Author, PlatformId } from '../model/message.ts'
import type { Granted } from './tools.ts'

/** A server of tools that knows people by a token of their platform. `scope`: what it is asked for in their name. */
export interface SignOnServer {
  url: string
  scope?: string | undefined
}

/** Tokens of people who are signed in by their platform. All of it but `takes` throws `ToolAuthFailure`. */
export interface SignOn {
  /** Whether the operator lets such tokens go there. */
  takes(url: string): boolean
  /** Undefined: they are not signed in any more, or the token that there was is not taken. */
  refresh(kept: string, signal: AbortSignal): Promise<Granted | undefined>
  /** They are signed out. */
  revoke(kept: string, signal: AbortSignal): Promise<void>
}

interface Signing {
  platform: PlatformId
  installation: string
  author: Author
}

/** `approval`: what waits for it; `exchange`: what the platform calls it when it is done. */
export interface SigningOn extends Signing {
  approval: string
  exchange: string
}

/**
 * Somebody signs in: for the call that waits, or by what the platform calls it, of which the first counts, or for what they were asked
 * last. `prove` asks for their token; undefined: they have none.
 */
export interface SignedOn extends Signing {
  approval?: string
  exchange?: string
  prove(server: SignOnServer): Promise<Granted | undefined>
}

/** Undefined where the platform has no such tokens, or this process no such platform. */
export type SignOnOf = (of: Pick<Signing, 'platform' | 'installation'>) => SignOn | undefined
