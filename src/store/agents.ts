import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { AgentDocument, AgentVersion } from '../model/agent.ts'
import { keysOfAgent } from '../model/key.ts'
import { conversationFiles } from './conversation-files.ts'
import type { Database } from './database.ts'
import { eventsOfAgentStep } from './events.ts'
import { handovers } from './handovers.ts'
import { keptOfCatalogue } from './kept.ts'
import { standingApprovals } from './standing-approvals.ts'
import { type Step, statement, stepOf } from './statement.ts'
import { toolApprovals } from './tool-approvals.ts'
import { toolGrants } from './tool-grants.ts'
import { transcripts } from './transcripts.ts'

/** What is remembered of the folder an agent was applied from. */
export interface AppliedBundle {
  /** Of what its files mean. */
  hash: string
  /** The knowledge it brought along, to see whether somebody has changed it since. */
  sources: string
}

/** Documents kept parsed; the oldest go to make room. */
const maxParsed = 200

/** Agents as head rows that point at immutable versions. */
export function agents(db: Database, now: () => number) {
  const { query } = db
  const files = conversationFiles(db)
  const approvals = toolApprovals(db, now)
  const granted = toolGrants(db, now)
  const standing = standingApprovals(db, now)
  const handed = handovers(db, now)
  const talks = transcripts(db, now)
  const headOf = statement((p: { id: string }) =>
    query.selectFrom('agent').select(['account', 'made', 'head']).where('id', '=', p.id),
  )
  const versionDocument = statement((p: { id: string; n: number }) =>
    query.selectFrom('agent_version').select('document').where('agent', '=', p.id).where('n', '=', p.n),
  )
  // Versions never change, so a parsed one can be kept; which one is live, as long as nobody publishes.
  const heads = keptOfCatalogue<AgentVersion | undefined>(db, maxParsed)
  const parsed = new Map<string, AgentVersion>()

  async function read(id: string, wanted?: number): Promise<AgentVersion | undefined> {
    const agent = await db.get(headOf, { id })
    if (!agent) return undefined
    const version = wanted ?? agent.head
    const key = `${agent.made}@${version}`
    const known = parsed.get(key)
    if (known) return known
    const row = await db.get(versionDocument, { id, n: version })
    if (!row) return undefined
    const read: AgentVersion = { id, account: agent.account, version, document: documentOf(row.document) }
    if (parsed.size >= maxParsed) parsed.delete(parsed.keys().next().value!)
    parsed.set(key, read)
    return read
  }

  return {
    /** The version that is live. */
    live: (id: string): Promise<AgentVersion | undefined> => heads(id, () => read(id)),
    version: (id: string, n: number): Promise<AgentVersion | undefined> => read(id, n),
    /** The folder it was last applied from; undefined if it never came from one. */
    async bundle(id: string): Promise<AppliedBundle | undefined> {
      const row = await query
        .selectFrom('agent')
        .select(['bundle_hash', 'bundle_sources'])
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.bundle_hash ? { hash: row.bundle_hash, sources: row.bundle_sources ?? '' } : undefined
    },
    /** The oldest first. */
    async ids(account: string): Promise<string[]> {
      const rows = await query
        .selectFrom('agent')
        .select('id')
        .where('account', '=', account)
        .orderBy('created_at')
        .execute()
      return rows.map(({ id }) => id)
    },
    async list(account: string): Promise<{ id: string; head: number; document: AgentDocument }[]> {
      const rows = await query
        .selectFrom('agent')
        .innerJoin('agent_version', (j) =>
          j.onRef('agent_version.agent', '=', 'agent.id').onRef('agent_version.n', '=', 'agent.head'),
        )
        .select(['agent.id', 'agent.head', 'agent_version.document'])
        .where('agent.account', '=', account)
        .orderBy('agent.created_at')
        .execute()
      return rows.map((row) => ({ id: row.id, head: row.head, document: documentOf(row.document) }))
    },
    /** Those that keep conversations for so many days of their own: all, or an account's. */
    async keeping(account?: string): Promise<{ id: string; days: number }[]> {
      const days =
        db.dialect === 'postgres'
          ? sql<number | null>`cast(cast(document as json) #>> '{agent,keepDays}' as integer)`
          : sql<number | null>`document ->> '$.agent.keepDays'`
      const rows = await query
        .selectFrom('agent')
        .innerJoin('agent_version', (j) =>
          j.onRef('agent_version.agent', '=', 'agent.id').onRef('agent_version.n', '=', 'agent.head'),
        )
        .select(['agent.id', days.as('days')])
        .$if(account !== undefined, (q) => q.where('agent.account', '=', account!))
        .orderBy('agent.id')
        .execute()
      return rows.flatMap(({ id, days }) => (days === null ? [] : [{ id, days }]))
    },
    /** The first version of a new agent; fails as a whole if the id is taken. */
    createSteps(agent: {
      id: string
      account: string
      document: AgentDocument
      author: string
      bundle?: AppliedBundle
    }): Step[] {
      return [
        stepOf(
          query
            .insertInto('agent')
            .values({
              id: agent.id,
              account: agent.account,
              made: randomUUID(),
              head: 1,
              bundle_hash: agent.bundle?.hash ?? null,
              bundle_sources: agent.bundle?.sources ?? null,
              created_at: now(),
            })
            .onConflict((c) => c.column('id').doNothing()),
          { guard: true },
        ),
        stepOf(query.insertInto('agent_version').values(versionRow(agent.id, 1, agent.document, agent.author))),
        stepOf(query.updateTable('account').set({ has_created_agent: 1 }).where('id', '=', agent.account)),
      ]
    },
    /** Publishes a version on top of `base`; void if the head has moved on since. */
    publishSteps(agent: {
      id: string
      base: number
      document: AgentDocument
      author: string
      bundle?: AppliedBundle
    }): Step[] {
      return [
        stepOf(
          query
            .updateTable('agent')
            .set({
              head: agent.base + 1,
              ...(agent.bundle && { bundle_hash: agent.bundle.hash, bundle_sources: agent.bundle.sources }),
            })
            .where('id', '=', agent.id)
            .where('head', '=', agent.base),
          { guard: true },
        ),
        stepOf(
          query.insertInto('agent_version').values(versionRow(agent.id, agent.base + 1, agent.document, agent.author)),
        ),
      ]
    },
    /** The agent with everything that is only its own. State and memory of people go too. */
    removeSteps(id: string, account: string, from?: number): Step[] {
      const keys = keysOfAgent(id)
      const row = query.deleteFrom('agent').where('id', '=', id).where('account', '=', account)
      return [
        stepOf(from === undefined ? row : row.where('head', '=', from), { guard: true }),
        stepOf(query.deleteFrom('agent_version').where('agent', '=', id)),
        stepOf(query.deleteFrom('webhook_secret').where('agent', '=', id)),
        stepOf(query.deleteFrom('budget').where('scope', '=', 'agent').where('subject', '=', id)),
        stepOf(query.deleteFrom('draft').where('agent', '=', id)),
        stepOf(query.deleteFrom('role').where('account', '=', account).where('agent', '=', id)),
        stepOf(query.deleteFrom('outbox').where('agent', '=', id)),
        stepOf(query.updateTable('knowledge_source').set({ status: 'gone' }).where('agent', '=', id)),
        ...files.forgetAgentSteps(id),
        approvals.forgetAgentStep(id),
        standing.forgetAgentStep(id),
        handed.forgetAgentStep(id),
        ...talks.forgetAgentSteps(id),
        eventsOfAgentStep(db, id),
        stepOf(query.deleteFrom('tool_call').where('agent', '=', id)),
        ...granted.forgetAgentSteps(id),
        stepOf(query.deleteFrom('binding').where('agent', '=', id)),
        stepOf(query.deleteFrom('thread').where('agent', '=', id)),
        stepOf(
          query
            .updateTable('api_key')
            .set({ revoked_at: now() })
            .where('agent', '=', id)
            .where('revoked_at', 'is', null),
        ),
        stepOf(query.updateTable('account').set({ default_agent: null }).where('default_agent', '=', id)),
        stepOf(query.deleteFrom('user_state').where('key', '>=', keys.from).where('key', '<', keys.to)),
        stepOf(query.deleteFrom('scenario_progress').where('key', '>=', keys.from).where('key', '<', keys.to)),
        stepOf(query.deleteFrom('memory').where('key', '>=', keys.from).where('key', '<', keys.to)),
        stepOf(query.deleteFrom('lasting').where('key', '>=', keys.from).where('key', '<', keys.to)),
        stepOf(query.deleteFrom('timer').where('key', '>=', keys.from).where('key', '<', keys.to)),
        stepOf(query.deleteFrom('unasked').where('agent', '=', id)),
      ]
    },
  }

  function versionRow(agent: string, n: number, document: AgentDocument, author: string) {
    return { agent, n, document: JSON.stringify(document), author, created_at: now() }
  }
}

/** Versions from before there were scenarios have none. */
function documentOf(json: string): AgentDocument {
  return { scenarios: [], ...JSON.parse(json) }
}
