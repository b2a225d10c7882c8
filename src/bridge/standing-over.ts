import type { Audit } from '../admin/audit.ts'
import { logLine } from '../admin/log-lines.ts'
import type { Log } from '../lib/log.ts'
import { readOrderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import type { StandingOver } from '../turns/answer.ts'

export interface StandingOverParts {
  store: Pick<Store, 'standingApprovals'>
  audit: Pick<Audit, 'commit'>
  log: Log
}

/** Takes back that all calls of a tool are agreed to which is not what it was then. Until that is written it counts for nothing as well. */
export function createStandingOver({ store, audit, log }: StandingOverParts) {
  async function end(over: StandingOver): Promise<void> {
    const { account, agent, uid } = readOrderKey(over.key)
    const actor = { account, author: 'nobody', door: 'cli' as const }
    const summary = logLine('tool.always.end/reworded', { tool: over.tool, person: uid, place: over.place })
    const entry = { action: 'tool.always.end', agent, summary }
    await audit.commit(actor, entry, [store.standingApprovals.removeStep(over)])
  }
  return (over: StandingOver): void => {
    end(over).catch((err) => log.warn({ err }, 'what was agreed to could not be taken back'))
  }
}
