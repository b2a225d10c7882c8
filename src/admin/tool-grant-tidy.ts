import { readOrderKey } from '../model/key.ts'
import type { AgentTools } from '../model/tools.ts'
import type { Granted, ToolAuth } from '../ports/tools.ts'
import type { Store } from '../store/index.ts'
import type { ToolGrantRow } from '../store/tool-grants.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'

interface TidyParts {
  store: Store
  audit: Pick<Audit, 'commit'>
  leave: Pick<ToolAuth, 'revoke'>
  opened(row: ToolGrantRow): Pick<Granted, 'kept'>
}

const atOnce = 200
/** Nobody waits for who is told that it is over. */
const revokeMs = 10_000

/**
 * Takes leave back at servers that an agent has no more, whichever way they went: neither what is live nor the draft names them so. As
 * long as a draft still does, it may be published again.
 */
export function createGrantTidy({ store, audit, leave, opened }: TidyParts): () => Promise<void> {
  const rows = store.toolGrants

  async function toolsOf(agent: string): Promise<readonly (AgentTools | undefined)[]> {
    const [live, draft] = await Promise.all([store.agents.live(agent), store.drafts.of(agent)])
    return [live?.document.tools, draft?.document.tools]
  }

  async function end(row: ToolGrantRow): Promise<void> {
    const { key, server } = row
    const { account, agent, uid } = readOrderKey(key)
    const actor: Actor = { account, author: 'nobody', door: 'cli' }
    const summary = logLine('tool.disconnect/unused', { server, whose: uid || 'the agent' })
    const entry = { action: 'tool.disconnect', agent, summary }
    if (!(await audit.commit(actor, entry, [rows.removeGivenStep(row)]))) return
    // That it is not used any more is ours; that it could not be, is theirs.
    await leave.revoke(opened(row).kept, AbortSignal.timeout(revokeMs)).catch(() => {})
  }

  return async () => {
    let after: Pick<ToolGrantRow, 'key' | 'server'> | undefined
    let tools: { agent: string; of: readonly (AgentTools | undefined)[] } | undefined
    do {
      const page = await rows.page(after, atOnce)
      for (const row of page) {
        const { agent, uid } = readOrderKey(row.key)
        if (tools?.agent !== agent) tools = { agent, of: await toolsOf(agent) }
        const by = uid === '' ? 'agent' : 'person'
        const named = tools.of.map((one) => one?.servers?.[row.server])
        if (!named.some((one) => one?.url === row.url && one.auth === by)) await end(row)
      }
      after = page.length < atOnce ? undefined : page.at(-1)
    } while (after)
  }
}
