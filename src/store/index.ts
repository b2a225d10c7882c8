import { accounts } from './accounts.ts'
import { agents } from './agents.ts'
import { auditRows } from './audit.ts'
import { budgets } from './budgets.ts'
import { consoleSessions } from './console-sessions.ts'
import { conversationFiles } from './conversation-files.ts'
import type { Database } from './database.ts'
import { drafts } from './drafts.ts'
import { eventDeliveries } from './event-deliveries.ts'
import { events } from './events.ts'
import { exchanges } from './exchanges.ts'
import { feedback } from './feedback.ts'
import { followedTurns } from './followed-turns.ts'
import { forgettings } from './forgetting.ts'
import { gonePlaces } from './gone-places.ts'
import { handovers } from './handovers.ts'
import { idempotentCalls } from './idempotent-calls.ts'
import { inboxes } from './inbox.ts'
import { knowledge } from './knowledge.ts'
import { lasting } from './lasting.ts'
import { leaseRows } from './leases.ts'
import { listening } from './listening.ts'
import { notes } from './notes.ts'
import { offers } from './offers.ts'
import { outboxRows } from './outbox.ts'
import { outboxLog } from './outbox-log.ts'
import { pauses } from './pauses.ts'
import { people } from './people.ts'
import { personLinks } from './person-links.ts'
import { personPauses } from './person-pauses.ts'
import { places } from './places.ts'
import { probe } from './probe.ts'
import { processes } from './processes.ts'
import { raids } from './raids.ts'
import { refusals } from './refusals.ts'
import { refusedCalls } from './refused-calls.ts'
import { requestRates } from './request-rates.ts'
import { roles } from './roles.ts'
import { said } from './said.ts'
import { scenarioProgress } from './scenario-progress.ts'
import { spending } from './spending/index.ts'
import { standingApprovals } from './standing-approvals.ts'
import { timers } from './timers.ts'
import { toolApprovals } from './tool-approvals.ts'
import { toolCalls } from './tool-calls.ts'
import { toolGrants } from './tool-grants.ts'
import { transcripts } from './transcripts.ts'
import { turnRows } from './turns.ts'
import { unasked } from './unasked.ts'
import { usage } from './usage.ts'
import { usageBehind } from './usage-behind.ts'
import { passageVectors } from './vectors.ts'
import { webhookSecretRows } from './webhook-secrets.ts'

export type Store = ReturnType<typeof createStore>

/** One module a table family, over one database. */
export function createStore(db: Database, now: () => number = Date.now) {
  const ledger = spending(db, now)
  const outbox = outboxRows(db, now)
  const happened = events(db, now, outbox)
  const leases = leaseRows(db)
  const links = personLinks(db, leases, now)
  return {
    db,
    /** Whether the database takes what is written. Rejects where it says why not. */
    canWrite: probe(db, now),
    accounts: accounts(db, now),
    agents: agents(db, now),
    audit: auditRows(db),
    budgets: budgets(db, now),
    consoleSessions: consoleSessions(db, now),
    conversationFiles: conversationFiles(db),
    gonePlaces: gonePlaces(db),
    handovers: handovers(db, now),
    drafts: drafts(db, now),
    events: happened,
    eventDeliveries: eventDeliveries(db, now),
    exchanges: exchanges(db),
    feedback: feedback(db, now),
    followedTurns: followedTurns(db, now),
    forgetting: forgettings(db, now),
    idempotentCalls: idempotentCalls(db, now),
    inbox: inboxes(db, now),
    knowledge: knowledge(db, now),
    lasting: lasting(db, now),
    leases,
    listening: listening(db, now),
    notes: notes(db),
    offers: offers(db, now),
    outbox,
    outboxLog: outboxLog(db, now),
    pauses: pauses(db, now),
    people: people(db, now),
    personLinks: links,
    personPauses: personPauses(db, now),
    places: places(db, now, happened),
    raids: raids(db, now),
    processes: processes(db, now),
    refusals: refusals(db, now),
    refusedCalls: refusedCalls(db, now),
    requestRates: requestRates(db, now),
    roles: roles(db, now, links),
    said: said(db),
    scenarios: scenarioProgress(db, now),
    spending: ledger,
    standingApprovals: standingApprovals(db, now),
    toolApprovals: toolApprovals(db, now),
    toolCalls: toolCalls(db, now),
    toolGrants: toolGrants(db, now),
    timers: timers(db, now),
    transcripts: transcripts(db, now),
    turns: turnRows(db, now),
    unasked: unasked(db, now),
    usage: usage(db, now, ledger),
    usageBehind: usageBehind(db),
    vectors: passageVectors(db),
    webhookSecrets: webhookSecretRows(db),
  }
}
