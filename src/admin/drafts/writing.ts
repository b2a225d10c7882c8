import type { AgentDocument } from '../../model/agent.ts'
import { type Secrets, secretContext } from '../../ports/secrets.ts'
import type { DraftChange, FormerDraft } from '../../store/drafts.ts'
import type { Store } from '../../store/index.ts'
import type { Step } from '../../store/statement.ts'
import type { Actor } from '../actor.ts'
import type { Audit, AuditEntry, AuditRow } from '../audit.ts'
import { logLine } from '../log-lines.ts'
import { createPlanLimits } from '../plan-limits.ts'
import type { PlanBook } from '../plans.ts'
import * as sentences from '../sentences.ts'
import { summaryOf } from '../summary.ts'
import { draftedNames, newSecret } from '../webhooks.ts'
import type { DocumentPath } from './merge.ts'
import { type DraftState, viewOf } from './state.ts'
import { patchOf } from './text.ts'
import type { Changed, Published } from './views.ts'

export interface DraftWriterParts {
  store: Store
  secrets: Secrets
  plans: PlanBook
  audit: Audit
  now: () => number
}

/** Waits until so many webhooks may have been made. */
type Spacer = (issued: number) => Promise<void>

/** The batches that change a draft or publish it, each with its signing secrets and its row in the audit log. */
export function createDraftWriter(parts: DraftWriterParts) {
  const { store, secrets, plans, audit, now } = parts
  const planned = createPlanLimits(parts)

  /**
   * The steps by which signing secrets follow the webhooks: of what is live, of the draft, and of what the draft was before its
   * last change. `given` get one unless they have it; `kept` keep theirs; the others lose theirs. `anew`: a webhook that was
   * taken out of the draft and is added again gets another one, as any that is added.
   */
  async function follow(at: DraftState, names: { given: string[]; kept: string[]; anew: boolean }, actor: Actor) {
    const { given, kept, anew } = names
    const { live, stored } = at
    const known = [...namesOf(live.document), ...draftedNames(stored)]
    const used = [...namesOf(live.document), ...namesOf(stored?.document)]
    const issued = given
      .filter((name) => !(anew ? used : known).includes(name))
      .map((name) => ({ name, secret: newSecret() }))
    const dropped = [...new Set(known)].filter((name) => !given.includes(name) && !kept.includes(name))
    const plan = await plans.of(actor.account)
    const added = issued.filter(({ name }) => !known.includes(name))
    const more = { agents: 0, webhooks: added.length - dropped.length }
    await planned.refuseOver(plan, actor.account, more)
    const steps: Step[] = [
      ...dropped.map((name) => store.webhookSecrets.dropStep(live.id, name)),
      ...issued.map(({ name, secret }) =>
        store.webhookSecrets.addStep(live.id, name, secrets.seal(secret, secretContext(live.id)), now()),
      ),
      ...planned.guards(plan, actor.account, more),
    ]
    return { issued, steps }
  }

  /** Makes the draft say something else. Undefined: somebody was faster. */
  async function write(
    at: DraftState,
    to: {
      document: AgentDocument
      conflicts: readonly DocumentPath[]
      former?: FormerDraft | undefined
      /** Of a change that is taken back, what there was before it; else the change is added. */
      changes?: readonly DraftChange[]
    },
    entry: AuditEntry,
    actor: Actor,
    spacer: Spacer,
  ): Promise<Omit<Changed, 'warnings'> | undefined> {
    const { live, stored } = at
    const { document, conflicts, former } = to
    const kept = [...namesOf(live.document), ...namesOf(former?.content?.document)]
    // What is taken back comes with the secret it had.
    const names = { given: namesOf(document), kept, anew: former !== undefined }
    const scenarios = document.scenarios.length - Math.max(at.document.scenarios.length, live.document.scenarios.length)
    await planned.refuseOver(await plans.of(actor.account), actor.account, { agents: 0, webhooks: 0, scenarios })
    const { issued, steps } = await follow(at, names, actor)
    await spacer(issued.length)
    const change = { author: actor.author, at: now(), action: entry.action, summary: firstLine(entry.summary) }
    const changes = to.changes ?? [...(stored?.changes ?? []), change].slice(-maxChanges)
    const draft = { base: live.version, document, conflicts, former, author: actor.author, changes }
    const row = await audit.commit(actor, entry, (n) => [
      store.drafts.isUponStep(live.id, live.version, stored?.revision),
      store.drafts.writeStep(live.id, { ...draft, revision: n }, stored?.revision),
      ...steps,
    ])
    if (!row) return undefined
    const revision = `${live.version}.${row.n}`
    const after = { ...at, stored: { ...draft, revision: row.n, updatedAt: row.at }, document, conflicts, revision }
    return {
      view: viewOf(after),
      patch: await patchOf(at.document, document),
      summary: entry.summary,
      ...(former && { undo: revision }),
      ...(issued.length > 0 && { webhookSecrets: issued }),
    }
  }

  /** Makes a document the next version. Undefined: somebody was faster. */
  async function publish(
    at: DraftState,
    document: AgentDocument,
    how: { action: string; keepsDraft: boolean; summary?: string },
    actor: Actor,
    spacer: Spacer,
  ): Promise<Omit<Published, 'warnings'> | undefined> {
    const { live, stored } = at
    const names = { given: namesOf(document), kept: how.keepsDraft ? draftedNames(stored) : [], anew: false }
    const { issued, steps } = await follow(at, names, actor)
    await spacer(issued.length)
    const version = live.version + 1
    const changes = summaryOf(live.document, document)
    const summary = [
      logLine('document/version', { former: live.version, version }),
      ...(how.summary ? [how.summary] : []),
      changes,
    ].join('\n')
    const row = await audit.commit(actor, { action: how.action, agent: live.id, summary }, [
      store.drafts.isUponStep(live.id, live.version, stored?.revision),
      ...(stored && !how.keepsDraft ? [store.drafts.dropStep(live.id, stored.revision)] : []),
      ...store.agents.publishSteps({ id: live.id, base: live.version, document, author: actor.author }),
      ...steps,
    ])
    if (!row) return undefined
    return {
      version,
      former: live.version,
      patch: await patchOf(live.document, document),
      ...(issued.length > 0 && { webhookSecrets: issued }),
    }
  }

  /** Leaves what is live without a draft. Undefined: somebody was faster. */
  async function drop(at: DraftState, entry: AuditEntry, actor: Actor): Promise<AuditRow | undefined> {
    const { live, stored } = at
    if (!stored) throw sentences.noDraft()
    const { steps } = await follow(at, { given: namesOf(live.document), kept: [], anew: false }, actor)
    return audit.commit(actor, entry, [
      store.drafts.isUponStep(live.id, live.version, stored.revision),
      store.drafts.dropStep(live.id, stored.revision),
      ...steps,
    ])
  }

  return { write, publish, drop }
}

/** Kept of a draft; one with more has been forgotten. */
const maxChanges = 500
const maxLine = 200

function firstLine(summary: string): string {
  const [line = ''] = summary.split('\n', 1)
  return line.length > maxLine ? `${line.slice(0, maxLine).toWellFormed()}…` : line
}

function namesOf(document: AgentDocument | undefined): string[] {
  return document?.webhooks.map(({ name }) => name) ?? []
}
