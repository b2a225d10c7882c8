import { isDeepStrictEqual as isSame } from 'node:util'
import type { AgentDocument, AgentVersion } from '../../model/agent.ts'
import type { FormerDraft, StoredDraft } from '../../store/drafts.ts'
import type { Store } from '../../store/index.ts'
import type { Actor } from '../actor.ts'
import type { AgentAdmin } from '../agents.ts'
import * as sentences from '../sentences.ts'
import { placeText } from './lists.ts'
import { type DocumentPath, mergeThree, valueAt } from './merge.ts'
import { maskDocument, valueText } from './text.ts'
import type { DraftView } from './views.ts'

/** An agent with its draft put upon what is live. Secrets are sealed. */
export interface DraftState {
  live: AgentVersion
  stored: StoredDraft | undefined
  document: AgentDocument
  conflicts: readonly DocumentPath[]
  revision: string
}

export function createStateReader({ store, agents }: { store: Store; agents: Pick<AgentAdmin, 'get'> }) {
  return async (agent: string, actor: Actor): Promise<DraftState> => {
    await agents.get(agent, actor)
    const live = await store.agents.live(agent)
    if (!live) throw sentences.agentNotFound()
    const stored = await store.drafts.of(agent)
    const revision = `${live.version}.${stored?.revision ?? 0}`
    if (!stored) return { live, stored, document: live.document, conflicts: [], revision }
    const base = stored.base === live.version ? live : await store.agents.version(agent, stored.base)
    const merged = mergeThree((base ?? live).document, live.document, stored.document)
    const open = [...stored.conflicts, ...merged.conflicts].filter(
      (path, i, all) =>
        all.findIndex((other) => isSame(other, path)) === i &&
        !isSame(valueAt(live.document, path), valueAt(merged.document, path)),
    )
    return { live, stored, document: merged.document, conflicts: open, revision }
  }
}

export function viewOf({ live, stored, document, conflicts, revision }: DraftState): DraftView {
  const [shown, shownLive] = [maskDocument(document), maskDocument(live.document)]
  return {
    agent: live.id,
    version: live.version,
    document: shown,
    revision,
    ...(stored && { draft: { author: stored.author, updatedAt: stored.updatedAt, changes: stored.changes } }),
    ...(stored?.former && { undo: revision }),
    conflicts: conflicts.map((path) => ({
      path: placeText(path),
      live: valueText(valueAt(shownLive, path)),
      draft: valueText(valueAt(shown, path)),
    })),
  }
}

/** What is there now, for whoever takes the next change back. */
export function formerOf({ stored }: DraftState): FormerDraft {
  if (!stored) return { content: null }
  const { base, document, conflicts, author, changes } = stored
  return { content: { base, document, conflicts, author, changes } }
}
