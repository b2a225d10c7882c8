import { isDeepStrictEqual as isSame } from 'node:util'
import { AppError, type Fault } from '../../lib/errors.ts'
import { createOneAtATime } from '../../lib/one-at-a-time.ts'
import type { AgentDocument } from '../../model/agent.ts'
import type { ModelInfo } from '../../ports/llm.ts'
import type { PlatformFacts } from '../../ports/platform.ts'
import type { Secrets } from '../../ports/secrets.ts'
import type { Store } from '../../store/index.ts'
import type { Actor } from '../actor.ts'
import { type AgentAdmin, warningsOf } from '../agents.ts'
import type { Audit } from '../audit.ts'
import type { SettingChecks } from '../body.ts'
import { logLine } from '../log-lines.ts'
import type { PlanBook } from '../plans.ts'
import * as sentences from '../sentences.ts'
import type { Space } from '../spacing.ts'
import { summaryOf } from '../summary.ts'
import { sealTools } from '../tools.ts'
import { sealWebhooks } from '../webhooks.ts'
import { placeText } from './lists.ts'
import { mergeThree, valueAt, withValueOf } from './merge.ts'
import { type Moved, movedSince } from './moved.ts'
import { createStateReader, type DraftState, formerOf, viewOf } from './state.ts'
import { maskDocument, patchOf } from './text.ts'
import { findingsOf, type ScenarioFinding, validDocument } from './validate.ts'
import type { Changed, DraftView, Published } from './views.ts'
import { createDraftWriter } from './writing.ts'

/** What a change is called, and what it was made upon. */
export interface ChangeOptions {
  /** For the audit log, e.g. `rule.add`. */
  action: string
  /** In English, without secrets; left out: what changed. */
  summary?: string
  /** Only upon that state: else 409 `changed_since`. */
  revision?: string
}

/**
 * What the admins of an agent change together before it is live: one draft an agent. Throws as `AgentAdmin` does for agents that
 * are unknown or another account's, and 400 `invalid_request` with everything that is wrong with a document.
 */
export interface Drafts {
  /** The draft, else what is live. */
  current(agent: string, actor: Actor): Promise<DraftView>
  /** Only a draft. */
  get(agent: string, actor: Actor): Promise<DraftView | undefined>
  /** As `current`, with secrets as they are stored: what a test runs on. */
  stored(agent: string, actor: Actor): Promise<AgentDocument>
  /**
   * Makes the document what `change` returns, given the current one with its secrets masked: those that are left so stay as they
   * are, others are sealed. `change` is called anew when somebody else was faster.
   */
  change(
    agent: string,
    actor: Actor,
    options: ChangeOptions,
    change: (document: AgentDocument) => AgentDocument | Promise<AgentDocument>,
  ): Promise<Changed>
  /** What the checker finds of the scenarios of `current`. */
  findings(agent: string, actor: Actor): Promise<ScenarioFinding[]>
  /** What would be refused of a document, and what its author should look at: as `change` would, and nothing is changed. */
  check(agent: string, actor: Actor, document: AgentDocument): Promise<{ faults: readonly Fault[]; warnings: Fault[] }>
  /** What there is now, for whoever has seen that version (`v7`) or that revision. */
  movedSince(agent: string, actor: Actor, seen: string): Promise<Moved>
  /** From what is live to the draft; the patch is empty when they say the same. */
  diff(agent: string, actor: Actor): Promise<{ patch: string; view: DraftView }>
  /**
   * Makes the draft the next version. 409 `nothing_to_publish`, 409 `draft_conflicts` with a fault for each. `revision`: only
   * while that is what it would publish, else 409 `changed_since`.
   */
  publish(agent: string, actor: Actor, revision?: string): Promise<Published>
  /** 404 `no_draft`. `revision` as for `publish`. */
  discard(agent: string, actor: Actor, revision?: string): Promise<void>
  /** Settles conflicts, all or the one at `path`: what the draft says stays, or what is live. Editing settles them too. */
  settle(agent: string, take: 'draft' | 'live', actor: Actor, path?: string): Promise<Changed>
  /** Newest first. */
  versions(agent: string, actor: Actor): Promise<{ version: number; author: string; createdAt: number }[]>
  /** From the version before `n` to `n`, or to `n` from what is live. 404 `version_not_found`. */
  versionDiff(agent: string, n: number, from: 'former' | 'live', actor: Actor): Promise<string>
  /**
   * Publishes what version `n` was as the next version; a draft stays. `from`: only while that version is live, else 409
   * `changed_since`. 404 `version_not_found`, 409 `nothing_to_publish`.
   */
  rollback(agent: string, n: number, actor: Actor, from?: number): Promise<Published>
  /** Takes a change back, while it is the last: else 409 `changed_since`. */
  undo(agent: string, revision: string, actor: Actor): Promise<Changed>
}

export interface DraftParts extends SettingChecks {
  store: Store
  secrets: Secrets
  agents: Pick<AgentAdmin, 'get' | 'versions'>
  plans: PlanBook
  audit: Audit
  space: Space
  models?: ((id: string) => ModelInfo | undefined) | undefined
  platforms: readonly PlatformFacts[]
  now: () => number
}

/** A change that finds the draft changed is made anew; who comes too late so often meets a machine. */
const maxAttempts = 100

export function createDrafts(parts: DraftParts): Drafts {
  const { store, secrets, agents, space, models } = parts
  const stateOf = createStateReader(parts)
  const { write, publish, drop } = createDraftWriter(parts)

  // Without it all who edit an agent at the same time would do so in vain, save one.
  const oneAtATime = createOneAtATime()

  /** Runs `attempt` until nobody else was faster. */
  function untilDone<T>(agent: string, attempt: () => Promise<T | undefined>): Promise<T> {
    return oneAtATime(agent, async () => {
      for (let n = 0; n < maxAttempts; n++) {
        const done = await attempt()
        if (done !== undefined) return done
      }
      throw sentences.editedMeanwhile()
    })
  }

  function createSpacer(actor: Actor) {
    let spaced = 0
    return async (issued: number) => {
      await space(actor.account, issued - spaced)
      spaced = Math.max(spaced, issued)
    }
  }

  function nothingChanged(at: DraftState): Changed {
    return { view: viewOf(at), patch: '', summary: logLine('document/nothing'), warnings: [] }
  }

  function refuseOvertaken(at: DraftState, revision: string | undefined): void {
    if (revision !== undefined && revision !== at.revision) throw sentences.changedSince()
  }

  return {
    async current(agent, actor) {
      return viewOf(await stateOf(agent, actor))
    },

    async get(agent, actor) {
      const at = await stateOf(agent, actor)
      return at.stored && viewOf(at)
    },

    async stored(agent, actor) {
      return (await stateOf(agent, actor)).document
    },

    async movedSince(agent, actor, seen) {
      return movedSince(await stateOf(agent, actor), seen, store.agents.version)
    },

    async change(agent, actor, { action, summary, revision }, change) {
      const spacer = createSpacer(actor)
      return untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        refuseOvertaken(at, revision)
        const wanted = await change(structuredClone(maskDocument(at.document)))
        const { document: given, warnings } = await validDocument(
          wanted,
          { kept: at.document, before: at.document },
          parts,
        )
        const tools = sealTools(given.tools, at.document.tools, agent, secrets)
        const document = {
          ...given,
          ...(tools && { tools }),
          webhooks: sealWebhooks(given.webhooks, at.document.webhooks, agent, secrets),
        }
        if (isSame(document, at.document)) return nothingChanged(at)
        const conflicts = at.conflicts.filter((path) => isSame(valueAt(document, path), valueAt(at.document, path)))
        const entry = { action, agent, summary: summary ?? summaryOf(at.document, document) }
        const done = await write(at, { document, conflicts, former: formerOf(at) }, entry, actor, spacer)
        return done && { ...done, warnings: [...warnings, ...warningsOf(document.agent, models)] }
      })
    },

    async findings(agent, actor) {
      return findingsOf((await stateOf(agent, actor)).document, parts.platforms)
    },

    async check(agent, actor, document) {
      const kept = (await stateOf(agent, actor)).document
      try {
        return { faults: [], warnings: (await validDocument(document, { kept, before: kept }, parts)).warnings }
      } catch (error) {
        if (error instanceof AppError && error.code === 'invalid_request') return { faults: error.faults, warnings: [] }
        throw error
      }
    },

    async diff(agent, actor) {
      const at = await stateOf(agent, actor)
      return { patch: await patchOf(at.live.document, at.document), view: viewOf(at) }
    },

    async publish(agent, actor, revision) {
      const spacer = createSpacer(actor)
      return untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        refuseOvertaken(at, revision)
        if (!at.stored || isSame(at.document, at.live.document)) throw sentences.nothingToPublish()
        if (at.conflicts.length > 0) {
          const message = 'was changed in what is live too, to something else'
          throw sentences.draftConflicts(viewOf(at).conflicts.map(({ path }) => ({ path, message })))
        }
        // Each side was valid; both together need not be.
        const kept = { kept: at.document, before: at.live.document }
        const { warnings } = await validDocument(maskDocument(at.document), kept, parts)
        const how = { action: 'agent.publish', keepsDraft: false }
        const done = await publish(at, at.document, how, actor, spacer)
        return done && { ...done, warnings: [...warnings, ...warningsOf(at.document.agent, models)] }
      })
    },

    async discard(agent, actor, revision) {
      await untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        refuseOvertaken(at, revision)
        const summary = `${logLine('document/given-up')}\n${summaryOf(at.live.document, at.document)}`
        return drop(at, { action: 'draft.discard', agent, summary }, actor)
      })
    },

    async settle(agent, take, actor, only) {
      const spacer = createSpacer(actor)
      return untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        const settled = at.conflicts.filter((path) => only === undefined || placeText(path) === only)
        const left = at.conflicts.filter((path) => !settled.includes(path))
        if (settled.length === 0) return nothingChanged(at)
        const document =
          take === 'draft'
            ? at.document
            : settled.reduce((document, path) => withValueOf(document, path, at.live.document), at.document)
        const summary = settled
          .map((path) => logLine('document/settled', { place: placeText(path), side: take }))
          .join('\n')
        const to = { document, conflicts: left, former: formerOf(at) }
        const done = await write(at, to, { action: 'draft.settle', agent, summary }, actor, spacer)
        return done && { ...done, warnings: [] }
      })
    },

    versions: agents.versions,

    async versionDiff(agent, n, from, actor) {
      const { live } = await stateOf(agent, actor)
      const [version, former] = await Promise.all([store.agents.version(agent, n), store.agents.version(agent, n - 1)])
      if (!version) throw sentences.versionNotFound(n)
      const before = from === 'live' ? live : former
      // The first began with nothing.
      return before ? patchOf(before.document, version.document) : ''
    },

    async rollback(agent, n, actor, from) {
      const spacer = createSpacer(actor)
      return untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        if (from !== undefined && from !== at.live.version) throw sentences.changedSince()
        const version = Number.isSafeInteger(n) ? await store.agents.version(agent, n) : undefined
        if (!version) throw sentences.versionNotFound(n)
        const { document } = version
        if (isSame(document, at.live.document)) throw sentences.nothingToPublish()
        const how = { action: 'agent.rollback', keepsDraft: true, summary: logLine('document/rolled-back', { n }) }
        const done = await publish(at, document, how, actor, spacer)
        return done && { ...done, warnings: warningsOf(document.agent, models) }
      })
    },

    async undo(agent, revision, actor) {
      const spacer = createSpacer(actor)
      return untilDone(agent, async () => {
        const at = await stateOf(agent, actor)
        const { live, stored } = at
        if (!stored?.former || `${stored.revision}` !== revision.split('.')[1]) throw sentences.changedSince()
        const { content } = stored.former
        const action = 'draft.undo'
        if (!content) {
          const summary = summaryOf(at.document, live.document)
          if (!(await drop(at, { action, agent, summary }, actor))) return undefined
          const after = await stateOf(agent, actor)
          return { view: viewOf(after), patch: await patchOf(at.document, live.document), summary, warnings: [] }
        }
        const base = await store.agents.version(agent, content.base)
        const merged = mergeThree((base ?? live).document, live.document, content.document)
        const conflicts = [...content.conflicts, ...merged.conflicts]
        const summary = summaryOf(at.document, merged.document)
        const done = await write(
          at,
          { document: merged.document, conflicts, changes: content.changes },
          { action, agent, summary },
          actor,
          spacer,
        )
        return done && { ...done, warnings: [] }
      })
    },
  }
}
