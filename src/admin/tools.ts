import { mask } from '../model/management.ts'
import type { AgentTools } from '../model/tools.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'

/** As they are stored: the values of headers encrypted, masked ones as they were. */
export function sealTools(
  given: AgentTools | undefined,
  kept: AgentTools | undefined,
  agent: string,
  secrets: Secrets,
): AgentTools | undefined {
  return withHeaders(given, (server, { key, value }) => {
    const before = kept?.servers?.[server]?.headers?.find((header) => header.key === key)
    return value === mask && before ? before.value : secrets.seal(value, secretContext(agent))
  })
}

export const maskTools = (tools: AgentTools | undefined): AgentTools | undefined => withHeaders(tools, () => mask)

export function withHeaders(
  tools: AgentTools | undefined,
  toValue: (server: string, header: { key: string; value: string }) => string,
): AgentTools | undefined {
  if (!tools?.servers) return tools
  const servers = Object.entries(tools.servers).map(([name, server]) => {
    const headers = server.headers?.map((header) => ({ ...header, value: toValue(name, header) }))
    return [name, { ...server, ...(headers && { headers }) }] as const
  })
  return { ...tools, servers: Object.fromEntries(servers) }
}
