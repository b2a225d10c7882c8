import type { AgentVersion } from '../../model/agent.ts'
import type { McpCall } from './call.ts'

/** Agents of which one page tells. */
const pageSize = 50

/** The agents of one page. A cursor is the id of the last agent before it, so that one which is made meanwhile moves nothing. */
export async function pageOfAgents(
  call: McpCall,
  cursor: string | undefined,
): Promise<{ agents: AgentVersion[]; next: { nextCursor?: string } }> {
  const all = (await call.agents()).sort((a, b) => (a.id < b.id ? -1 : 1))
  const rest = cursor === undefined ? all : all.filter(({ id }) => id > cursor)
  const agents = rest.slice(0, pageSize)
  return { agents, next: rest.length > pageSize ? { nextCursor: agents.at(-1)!.id } : {} }
}
