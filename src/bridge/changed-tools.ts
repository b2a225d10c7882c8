import { type Audit, unlessDone } from '../admin/audit.ts'
import { changedToolNote } from '../admin/commands/tools.ts'
import { logLine } from '../admin/log-lines.ts'
import type { Log } from '../lib/log.ts'
import type { ChangedTool } from '../turns/answer.ts'
import type { OwnerNotes } from './owners.ts'

export interface ChangedToolsParts {
  audit: Pick<Audit, 'commit'>
  owners: OwnerNotes
  log: Log
}

/**
 * Tells the owners that a server says something else of a tool than when somebody looked at it, so that it is off: once for each thing
 * it says, in whichever process that is seen first. The row of the audit log that says so is what makes it once. Nobody waits for it.
 */
export function createChangedTools({ audit, owners, log }: ChangedToolsParts) {
  async function tell(changed: ChangedTool): Promise<void> {
    const { account, agent, tool, pin } = changed
    if (await owners.waits(account, () => tell(changed))) return
    const actor = { account, author: 'nobody', door: 'cli' as const, nonce: `tool changed ${agent} ${tool} ${pin}` }
    const entry = {
      action: 'tool.changed',
      agent,
      summary: logLine('tool.changed', { tool }),
    }
    if (!(await audit.commit(actor, entry, []).catch(unlessDone))) return
    await owners.tell(account, async () => changedToolNote(agent, tool))
  }
  /** What this process has seen need not be asked about again. */
  const seen = new Set<string>()
  return (changed: ChangedTool): void => {
    const one = JSON.stringify(changed)
    if (seen.has(one)) return
    if (seen.size > 10_000) seen.clear()
    seen.add(one)
    tell(changed).catch((err) => {
      seen.delete(one)
      log.warn({ err }, 'owners could not be told that a tool has changed')
    })
  }
}
