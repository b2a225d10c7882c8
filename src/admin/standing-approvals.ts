import { createHash } from 'node:crypto'
import type { Store } from '../store/index.ts'
import type { StandingApprovalRow } from '../store/standing-approvals.ts'
import type { Actor } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'

/** Who is not asked any more before a tool is called, and where, for those who administer the agent. */
export interface StandingApprovalAdmin {
  /** The newest first. */
  list(agent: string, actor: Actor): Promise<readonly StandingApprovalRow[]>
  /** They are asked again; also where they were before. */
  end(agent: string, id: string, actor: Actor): Promise<void>
}

export interface StandingApprovalAdminParts {
  store: Store
  agents: Pick<AgentAdmin, 'get'>
  audit: Audit
}

/** Its own names are too long for a choice of a form, and for an address. */
export const standingIdOf = ({ key, tool, place }: Pick<StandingApprovalRow, 'key' | 'tool' | 'place'>): string =>
  createHash('sha256')
    .update(JSON.stringify([key, tool, place]))
    .digest('base64url')

export function createStandingApprovals({ store, agents, audit }: StandingApprovalAdminParts): StandingApprovalAdmin {
  async function list(agent: string, actor: Actor): Promise<StandingApprovalRow[]> {
    await agents.get(agent, actor)
    return store.standingApprovals.ofAgent(agent)
  }

  return {
    list,
    async end(agent, id, actor) {
      const one = (await list(agent, actor)).find((each) => standingIdOf(each) === id)
      if (!one) return
      const summary = logLine('tool.always.end/one', { tool: one.tool, person: one.given_by, place: one.place })
      await audit.commit(actor, { action: 'tool.always.end', agent, summary }, [
        store.standingApprovals.removeStep(one),
      ])
    },
  }
}
