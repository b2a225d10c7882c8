import type { Fault } from '../../lib/errors.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { DraftChange } from '../../store/drafts.ts'
import type { IssuedSecret } from '../webhooks.ts'

/** A draft, or what is live where there is none. Secrets read `••••`. */
export interface DraftView {
  agent: string
  /** The live version, which it stands upon. */
  version: number
  /** With what live has become since the draft began. */
  document: AgentDocument
  /** Names this very state; another one after any change of the draft or of what is live. */
  revision: string
  /** Undefined: this is what is live. */
  draft?: { author: string; updatedAt: number; changes: readonly DraftChange[] }
  /** For `undo` of its last change, where that can be taken back. */
  undo?: string
  /** Where both were changed, each to something else: the document has the draft's. Nothing is published as long as there is one. */
  conflicts: readonly Conflict[]
}

export interface Conflict {
  /** `agent.llmSettings.temperature`, `rules["hello"].say`. */
  path: string
  /** Short texts of the two. */
  live: string
  draft: string
}

export interface Changed {
  view: DraftView
  /** What this change did, as a patch; empty when it changed nothing. */
  patch: string
  /** The same in the words of the audit log. */
  summary: string
  /** For `undo`; none where nothing was changed or where it cannot be taken back. */
  undo?: string
  /** Of webhooks that are new, shown this once. */
  webhookSecrets?: IssuedSecret[]
  /** What was accepted but will not work as one might think. */
  warnings: Fault[]
}

export interface Published {
  version: number
  /** That was live before: rolling back to it takes this back. */
  former: number
  patch: string
  webhookSecrets?: IssuedSecret[]
  warnings: Fault[]
}
