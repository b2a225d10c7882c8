import type { Fault } from '../lib/errors.ts'
import { compileLinear, maxSteps } from '../lib/linear-regex.ts'
import { headerFault } from '../lib/webhook-headers.ts'
import { isSameServer } from '../lib/webhook-url.ts'
import { mask } from '../model/management.ts'
import type { AgentTools, ToolServerSettings } from '../model/tools.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'
import { keptElsewhere } from './webhooks.ts'

/** As they are stored: the values of headers encrypted, masked ones as they were. */
export function sealTools(
  given: AgentTools | undefined,
  kept: AgentTools | undefined,
  agent: string,
  secrets: Secrets,
): AgentTools | undefined {
  return withHeaders(given, (server, { key, value }) => {
    const before = value === mask ? keptValue(given, kept, server, key) : undefined
    return before ?? secrets.seal(value, secretContext(agent))
  })
}

/** What is masked already says whether it is a new secret. */
export const maskTools = (tools: AgentTools | undefined): AgentTools | undefined =>
  withHeaders(tools, (_, { value }) => (value.startsWith(mask) ? value : mask))

/** A secret beside those of headers, which is kept as they are. */
const clientSecret = 'client secret'

/** A secret goes where it was meant to go, and nowhere else. */
function keptValue(
  given: AgentTools | undefined,
  kept: AgentTools | undefined,
  server: string,
  key: string,
): string | undefined {
  const [now, before] = [given?.servers?.[server], kept?.servers?.[server]]
  if (!now || !before || !isSameServer(now.url, before.url)) return undefined
  if (key === clientSecret) return now.client?.id === before.client?.id ? before.client?.secret : undefined
  return before.headers?.find((header) => header.key.toLowerCase() === key.toLowerCase())?.value
}

/** What a schema cannot see. */
export function toolFaults(given: AgentTools | undefined, kept: AgentTools | undefined): Fault[] {
  const ofServers = Object.entries(given?.servers ?? {}).flatMap(([name, { url, headers = [], auth, client, sso }]) => {
    const at = `tools.servers.${name}`
    const faults: Fault[] = URL.canParse(url) ? [] : [{ path: `${at}.url`, message: 'must be an http or https URL' }]
    for (const [i, { key, value }] of headers.entries()) {
      const fault = headerFault(key, value === mask ? '' : value)
      if (fault) faults.push({ path: `${at}.headers[${i}].${fault.at}`, message: fault.message })
      if (value !== mask || keptValue(given, kept, name, key) !== undefined) continue
      const before = kept?.servers?.[name]
      const isElsewhere = before?.headers?.some((header) => header.key.toLowerCase() === key.toLowerCase())
      const message = isElsewhere
        ? keptElsewhere(key, before!.url)
        : 'is masked, but there is no header of this name for this server to keep'
      faults.push({ path: `${at}.headers[${i}].value`, message })
    }
    faults.push(...uselessIn({ auth, client, sso }, at))
    if (client?.secret === mask && keptValue(given, kept, name, clientSecret) === undefined) {
      faults.push({ path: `${at}.client.secret`, message: 'is masked, but there is none for this client to keep' })
    }
    if (auth && headers.some(({ key }) => key.toLowerCase() === 'authorization')) {
      faults.push({ path: `${at}.headers`, message: 'holds an Authorization, which `auth` takes the place of' })
    }
    return faults
  })
  const ofRules = Object.entries(given?.rules ?? {}).flatMap(([tool, { patterns = {} }]) =>
    Object.entries(patterns)
      .filter(([, pattern]) => !isReadable(pattern))
      .map(([name]) => ({
        path: `tools.rules.${tool}.patterns.${name}`,
        message: 'must be a regular expression of RE2 syntax, of a bounded size',
      })),
  )
  return [...ofServers, ...ofRules]
}

function uselessIn({ auth, client, sso }: Pick<ToolServerSettings, 'auth' | 'client' | 'sso'>, at: string): Fault[] {
  return [
    ...(client && !auth ? [{ path: `${at}.client`, message: 'is of use only with `auth`' }] : []),
    ...(sso && auth !== 'person' ? [{ path: `${at}.sso`, message: 'is of use only with `auth: person`' }] : []),
  ]
}

function isReadable(pattern: string): boolean {
  try {
    return compileLinear(pattern).steps <= maxSteps
  } catch {
    return false
  }
}

export function withHeaders(
  tools: AgentTools | undefined,
  toValue: (server: string, header: { key: string; value: string }) => string,
): AgentTools | undefined {
  if (!tools?.servers) return tools
  const servers = Object.entries(tools.servers).map(([name, server]) => {
    const headers = server.headers?.map((header) => ({ ...header, value: toValue(name, header) }))
    const { client } = server
    const secret = client?.secret && { secret: toValue(name, { key: clientSecret, value: client.secret }) }
    return [
      name,
      { ...server, ...(headers && { headers }), ...(client && { client: { ...client, ...secret } }) },
    ] as const
  })
  return { ...tools, servers: Object.fromEntries(servers) }
}
