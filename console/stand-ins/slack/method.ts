import type { ActionTokens } from './action-tokens.ts'
import { type Args, type RawArgs, type Reader, readArgs } from './args.ts'
import type { Limits } from './limits.ts'
import type { Steps } from './steps.ts'
import type { Triggers } from './triggers.ts'
import type { Unfurls } from './unfurls.ts'
import type { Uploads } from './uploads.ts'
import type { Views } from './views.ts'
import type { Workspace } from './workspace.ts'

/** What the methods of an app work on, in the workspace it is called for. */
export interface MethodParts {
  workspace: Workspace
  limits: Limits
  now: () => number
  url: () => string
  orgWide: () => boolean
  /** Whether the app has a Home tab. */
  homeTab: boolean
  actionTokens: ActionTokens
  steps: Steps
  triggers: Triggers
  unfurls: Unfurls
  uploads: Uploads
  views: Views
}

export type Answer = Record<string, unknown>

/** A Web API method: gives the answer without `ok`, or throws a Refusal. */
export interface Method {
  run(raw: RawArgs): Answer
}

export function method<S extends Record<string, Reader<unknown>>>(shape: S, run: (args: Args<S>) => Answer): Method {
  return { run: (raw) => run(readArgs(shape, raw)) }
}
