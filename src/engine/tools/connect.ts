import type { AgentVersion } from '../../model/agent.ts'
import type { ToolPolicy } from '../../model/tools.ts'
import type { Tool } from '../../ports/llm.ts'
import type { Offered } from '../../ports/tools.ts'
import type { Asked } from './ask.ts'

type Unconnected = Offered['unconnected'][number]

/** What stands for a server's tools as long as nobody has given leave: what it offers nobody knows by then. */
const connectName = (server: string): string => `${server}_connect`

function connectTool({ server, url }: Unconnected): [string, Tool] {
  const name = connectName(server)
  const description = `Asks for leave to use ${server} (${new URL(url).host}). Its tools are there once leave was given: call this first when something of it is needed.`
  return [name, { name, description, parameters: { type: 'object', properties: {} } }]
}

/** What the model goes on from. */
export const connectedText = JSON.stringify({
  connected: true,
  next: 'its tools can be called now: go on with what was asked',
})

export interface ConnectingParts {
  agent: AgentVersion
  unconnected: readonly Unconnected[]
  /** Somebody is there who can be asked, and is who they are. */
  canAsk: boolean
  uid: string | undefined
  noted(name: string, policy: ToolPolicy, outcome: string): void
}

/** Leave that servers want before anything of theirs can be called. */
export function createConnecting({ agent, unconnected, canAsk, uid, noted }: ConnectingParts) {
  const open = new Map(unconnected.map((one) => [connectName(one.server), one]))

  /** Whoever is talked with gives the server leave, or an admin has to, of which the model tells. */
  function ask(one: Unconnected, scope?: string): string | Asked {
    const [name, tool] = connectTool(one)
    if (one.by === 'agent') {
      noted(name, 'never', 'refused')
      const what = scope === undefined ? '' : `, for more than was given${scope && ` (${scope})`}`
      const error = `an admin of this agent has to connect ${one.server}${what} first, with /agent tool list: say so`
      return JSON.stringify({ error })
    }
    noted(name, 'ask', 'asked')
    const { host } = new URL(one.url)
    const sso = agent.document.tools?.servers?.[one.server]?.sso
    // Uids begin with their platform.
    const isSignedOn = sso !== undefined && uid?.startsWith(`${sso.platform}_`)
    const more = { ...(isSignedOn && { sso: true }), ...(scope !== undefined && { scope }) }
    const input = JSON.stringify({ server: one.server, host, ...more })
    return { tool, asks: 'connect', expires: undefined, arguments: input }
  }

  return {
    tools: unconnected.filter(({ by }) => by === 'agent' || canAsk).map(connectTool),
    has: (name: string): boolean => open.has(name),
    called: (name: string): string | Asked | undefined => {
      const one = open.get(name)
      return one && ask(one)
    },
    /** Its server has taken its leave back since it was asked what it offers; or, with `scope`, wants leave for that, too. */
    again(name: string, scope?: string): string | Asked | undefined {
      const { servers = {} } = agent.document.tools ?? {}
      const [server, settings] = Object.entries(servers).find(([one]) => name.startsWith(`${one}_`)) ?? []
      if (server === undefined || !settings?.auth || (settings.auth === 'person' && !canAsk)) return undefined
      return ask({ server, url: settings.url, by: settings.auth }, scope)
    },
  }
}
