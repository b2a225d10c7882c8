import type { AgentVersion } from '../../model/agent.ts'
import { type Secrets, secretContext } from '../../ports/secrets.ts'
import type { ServedTool, ServerTools, ToolProgram, ToolServer, ToolSource } from '../../ports/tools.ts'

const maxName = 64

interface Named {
  server: ToolServer | ToolProgram
  /** As its server calls it. */
  own: string
  tool: ServedTool
}

export interface ToolSourceParts {
  servers: ServerTools
  secrets: Secrets
  /** That the operator lets agents use, by the names that their tools begin with. No agent can name one. */
  programs?: Readonly<Record<string, ToolProgram & { agents: readonly string[] }>>
}

/** The tools of the servers that agents name, and of the operator's programs. Each is called by its server's name and its own, so that none stands for another's. */
export function createToolSource({ servers, secrets, programs = {} }: ToolSourceParts): ToolSource {
  const own = ({ id }: AgentVersion) => Object.entries(programs).filter(([, { agents }]) => agents.includes(id))
  const serverOf = ({ id }: AgentVersion, { url, headers = [] }: Configured): ToolServer => ({
    url,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, secrets.open(value, secretContext(id))])),
  })

  async function named(agent: AgentVersion, signal: AbortSignal, fresh = false) {
    const named = Object.entries(agent.document.tools?.servers ?? {})
    // The operator's names come first: no agent's server stands for a program.
    const configured: [string, () => ToolServer | ToolProgram][] = [
      ...own(agent).map(([name, { agents: _, ...program }]) => [name, () => program] as [string, () => ToolProgram]),
      ...named.map(([name, one]) => [name, () => serverOf(agent, one)] as [string, () => ToolServer]),
    ]
    const all = new Map<string, Named>()
    const away: string[] = []
    const listed = await Promise.allSettled(
      configured.map(async ([, one]) => {
        const server = one()
        return { server, tools: await servers.list(server, signal, { fresh }) }
      }),
    )
    signal.throwIfAborted()
    for (const [i, [name]] of configured.entries()) {
      const result = listed[i]!
      if (result.status === 'rejected') away.push(name)
      else for (const tool of result.value.tools) add(all, name, tool, result.value.server)
    }
    return { all, away }
  }

  return {
    async tools(agent, signal, options) {
      const { all, away } = await named(agent, signal, options?.fresh)
      return { tools: [...all.values()].map(({ tool }) => tool), away }
    },
    async call(agent, name, input, signal) {
      const found = (await named(agent, signal)).all.get(name)
      if (!found) return { outcome: 'failed', text: 'its server could not be reached' }
      return servers.call(found.server, found.own, input, signal)
    },
  }
}

type Configured = NonNullable<NonNullable<AgentVersion['document']['tools']>['servers']>[string]

function add(all: Map<string, Named>, prefix: string, tool: ServedTool, server: ToolServer | ToolProgram): void {
  const name = `${prefix}_${tool.name}`.replace(/[^A-Za-z0-9_-]/g, '_')
  // Of two of one name the first counts.
  if (name.length <= maxName && !all.has(name)) all.set(name, { server, own: tool.name, tool: { ...tool, name } })
}
