import type { AgentVersion } from '../../model/agent.ts'
import { type Secrets, secretContext } from '../../ports/secrets.ts'
import {
  type GrantOf,
  type Offered,
  type ServedTool,
  type ServerTools,
  type ToolGrants,
  type ToolProgram,
  type ToolServer,
  type ToolSource,
  Unauthorized,
} from '../../ports/tools.ts'

const maxName = 64

interface Named {
  server: Reached
  /** As its server calls it. */
  own: string
  tool: ServedTool
}

export interface ToolSourceParts {
  servers: ServerTools
  secrets: Secrets
  /** Leave that servers ask for. */
  grants: ToolGrants
  /** That the operator lets agents use, by the names that their tools begin with. No agent can name one. */
  programs?: Readonly<Record<string, ToolProgram & { agents: readonly string[] }>>
}

/** How one is reached, and with whose leave; `token`: that which stands in its headers. */
type Reached = { at: ToolServer | ToolProgram } & ({ of?: never } | { of: GrantOf; token: string })
type Unconnected = Offered['unconnected'][number]

/** The tools of the servers that agents name, and of the operator's programs. Each is called by its server's name and its own, so that none stands for another's. */
export function createToolSource({ servers, secrets, grants, programs = {} }: ToolSourceParts): ToolSource {
  const own = ({ id }: AgentVersion) => Object.entries(programs).filter(([, { agents }]) => agents.includes(id))
  const serverOf = ({ id }: AgentVersion, { url, headers = [] }: Configured): ToolServer => ({
    url,
    headers: Object.fromEntries(headers.map(({ key, value }) => [key, secrets.open(value, secretContext(id))])),
  })

  const withToken = ({ url, headers }: ToolServer, token: string): ToolServer => ({
    url,
    headers: { ...headers, Authorization: `Bearer ${token}` },
  })

  /** Undefined: nobody has given leave for it. `refused`: the server does not take this token. */
  async function granted(
    at: ToolServer,
    of: GrantOf,
    signal: AbortSignal,
    refused?: string,
  ): Promise<Reached | undefined> {
    const token = await grants.token(of, signal, refused)
    return token === undefined ? undefined : { at: withToken(at, token), of, token }
  }

  /** A token that is not taken is refreshed, once. */
  async function listed(one: Reached, signal: AbortSignal, fresh: boolean) {
    try {
      return { server: one, tools: await servers.list(one.at, signal, { fresh }) }
    } catch (error) {
      if (!(error instanceof Unauthorized && one.of)) throw error
      const again = await granted(one.at as ToolServer, one.of, signal, one.token)
      return again && { server: again, tools: await servers.list(again.at, signal, { fresh }).catch(onlyUnauthorized) }
    }
  }

  async function found(agent: AgentVersion, signal: AbortSignal, { fresh = false, person }: Asking) {
    type One = { name: string; auth?: Unconnected; reach(): Promise<Reached | undefined> }
    const { id, account } = agent
    // The operator's names come first: no agent's server stands for a program.
    const configured: One[] = [
      ...own(agent).map(([name, { agents: _, ...at }]): One => ({ name, reach: async () => ({ at }) })),
      ...Object.entries(agent.document.tools?.servers ?? {}).map(([server, settings]): One => {
        const { auth: by, url } = settings
        if (!by) return { name: server, reach: async () => ({ at: serverOf(agent, settings) }) }
        const whose = by === 'agent' ? '' : person
        const reach = async () =>
          whose === undefined
            ? undefined
            : granted(serverOf(agent, settings), { account, agent: id, person: whose, server, url }, signal)
        return { name: server, auth: { server, url, by }, reach }
      }),
    ]
    const all = new Map<string, Named>()
    const away: string[] = []
    const unconnected: Unconnected[] = []
    const results = await Promise.allSettled(
      configured.map(async ({ reach }) => {
        const one = await reach()
        return one && listed(one, signal, fresh)
      }),
    )
    signal.throwIfAborted()
    for (const [i, { name, auth }] of configured.entries()) {
      const result = results[i]!
      if (result.status === 'rejected') away.push(name)
      else if (result.value?.tools) for (const tool of result.value.tools) add(all, name, tool, result.value.server)
      else unconnected.push(auth!)
    }
    return { all, away, unconnected }
  }

  return {
    async tools(agent, signal, options = {}) {
      const { all, ...rest } = await found(agent, signal, options)
      return { tools: [...all.values()].map(({ tool }) => tool), ...rest }
    },
    async call(agent, name, input, { signal, person }) {
      const one = (await found(agent, signal, { person })).all.get(name)
      if (!one) return { outcome: 'failed', text: 'its server could not be reached' }
      const { server, own } = one
      const result = await servers.call(server.at, own, input, signal)
      if (result.outcome !== 'unauthorized' || !server.of) return result
      // Another token of the same leave would be refused as well.
      if (result.scope !== undefined) {
        await grants.wants(server.of, result.scope)
        return result
      }
      const again = await granted(server.at as ToolServer, server.of, signal, server.token).catch(() => undefined)
      // Nothing was done before.
      return again ? servers.call(again.at, own, input, signal) : result
    },
  }
}

type Asking = { fresh?: boolean; person?: string | undefined }

function onlyUnauthorized(error: unknown): undefined {
  if (!(error instanceof Unauthorized)) throw error
}

type Configured = NonNullable<NonNullable<AgentVersion['document']['tools']>['servers']>[string]

function add(all: Map<string, Named>, prefix: string, tool: ServedTool, server: Reached): void {
  const name = `${prefix}_${tool.name}`.replace(/[^A-Za-z0-9_-]/g, '_')
  // Of two of one name the first counts.
  if (name.length <= maxName && !all.has(name)) all.set(name, { server, own: tool.name, tool: { ...tool, name } })
}
