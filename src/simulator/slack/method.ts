import { type Args, type RawArgs, type Reader, readArgs } from './args.ts'
import type { Limits } from './limits.ts'
import type { SocketMode } from './socket-mode.ts'
import type { Triggers } from './triggers.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** What methods work on. */
export interface MethodParts {
  workspace: Workspace
  limits: Limits
  now: () => number
  url: () => string
  socketMode: SocketMode
  triggers: Triggers
  views: Views
}

export type Answer = Record<string, unknown>

/** A Web API method: gives the answer without `ok`, or throws a Refusal. */
export interface Method {
  token: 'bot' | 'app'
  run(raw: RawArgs): Answer
}

export function method<S extends Record<string, Reader<unknown>>>(
  shape: S,
  run: (args: Args<S>) => Answer,
  token: 'bot' | 'app' = 'bot',
): Method {
  return { token, run: (raw) => run(readArgs(shape, raw)) }
}
