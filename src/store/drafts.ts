import { sql } from 'kysely'
import type { AgentDocument } from '../model/agent.ts'
import type { Database } from './database.ts'
import { type Step, stepOf } from './statement.ts'
import type { DraftTable } from './tables.ts'

/** One of the changes that a draft consists of. */
export interface DraftChange {
  author: string
  at: number
  /** As in the log of changes. */
  action: string
  /** A line of what it changed. */
  summary: string
}

/** What a draft says, upon which version. */
export interface DraftContent {
  base: number
  document: AgentDocument
  /** Paths where `base` says something else and nobody has settled it. */
  conflicts: readonly (readonly string[])[]
  /** The first first; none of what was changed before they were kept. */
  changes: readonly DraftChange[]
}

/** What was there before the last change: null where there was no draft. */
export interface FormerDraft {
  content: (DraftContent & Pick<DraftTable, 'author'>) | null
}

export interface StoredDraft extends DraftContent {
  revision: number
  /** Undefined: the last change cannot be taken back. */
  former: FormerDraft | undefined
  author: string
  updatedAt: number
}

/** What the admins of an agent have changed and not published, one an agent. */
export function drafts(db: Database, now: () => number) {
  const { query } = db
  const revisionOf = (agent: string) => query.selectFrom('draft').select('revision').where('agent', '=', agent)
  const agentAt = (agent: string, revision: number | undefined) =>
    query
      .updateTable('agent')
      .set((e) => ({ head: e.ref('head') }))
      .where('id', '=', agent)
      .where((e) => e.fn.coalesce(revisionOf(agent), sql.lit(0)), '=', revision ?? 0)

  return {
    async of(agent: string): Promise<StoredDraft | undefined> {
      const row = await query.selectFrom('draft').selectAll().where('agent', '=', agent).executeTakeFirst()
      if (!row) return undefined
      const { base, revision, author } = row
      return {
        base,
        revision,
        document: JSON.parse(row.document),
        conflicts: JSON.parse(row.conflicts),
        former: row.former === null ? undefined : formerOf(row.former),
        author,
        updatedAt: row.updated_at,
        changes: changesOf(row),
      }
    },
    /** A guard: void unless the draft is still at the revision `was`; undefined: there was none. */
    writeStep(agent: string, draft: Omit<StoredDraft, 'updatedAt'>, was: number | undefined): Step {
      const row = {
        base: draft.base,
        revision: draft.revision,
        document: JSON.stringify(draft.document),
        conflicts: JSON.stringify(draft.conflicts),
        former: draft.former ? JSON.stringify(draft.former) : null,
        author: draft.author,
        updated_at: now(),
        changes: JSON.stringify(draft.changes),
      }
      return was === undefined
        ? stepOf(
            query
              .insertInto('draft')
              .values({ agent, ...row })
              .onConflict((c) => c.doNothing()),
            { guard: true },
          )
        : stepOf(query.updateTable('draft').set(row).where('agent', '=', agent).where('revision', '=', was), {
            guard: true,
          })
    },
    /** A guard likewise. */
    dropStep: (agent: string, was: number): Step =>
      stepOf(query.deleteFrom('draft').where('agent', '=', agent).where('revision', '=', was), { guard: true }),
    /** A guard that changes nothing: void unless the draft is at that revision; undefined: unless there is none. */
    isAtStep: (agent: string, revision: number | undefined): Step => stepOf(agentAt(agent, revision), { guard: true }),
    /** The same, void also unless that version is live. */
    isUponStep: (agent: string, head: number, revision: number | undefined): Step =>
      stepOf(agentAt(agent, revision).where('head', '=', head), { guard: true }),
  }
}

/** A draft that is older than this list counts as one change, of whoever changed it last. */
function changesOf({ changes, author, updated_at }: DraftTable): DraftChange[] {
  const kept: DraftChange[] = JSON.parse(changes)
  return kept.length > 0 ? kept : [{ author, at: updated_at, action: 'draft.edit', summary: '' }]
}

function formerOf(json: string): FormerDraft {
  const { content }: FormerDraft = JSON.parse(json)
  return { content: content && { ...content, changes: content.changes ?? [] } }
}
