import { request } from 'undici'
import type { Variables } from '../../src/ports/platform.ts'
import { type Diagnosed, type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { type Credential, CredentialFault, createCredential, type Kept, machineOf } from './credentials.ts'
import { CLOUDS, type Cloud, scopeOf, tokenUrlOf } from './endpoints.ts'
import { endOf } from './expiry.ts'
import { type FoundGrants, foundGrants } from './grants.ts'
import { missingOf, settings } from './settings.ts'

const CALL_MS = 10_000
/** Whose tokens multi-tenant bots get: Microsoft's own tenant for bots. */
const BOT_FRAMEWORK_TENANT = 'd6d49420-f39b-4df7-a1dc-d59a935871db'
const REGISTRATIONS = 'https://portal.azure.com (App registrations)'

/** What Microsoft's words for a refused token mean. */
const refusals: Readonly<Record<string, string>> = {
  AADSTS700016: `TEAMS_APP_ID is no app of that tenant. Copy the Application (client) ID from the app at ${REGISTRATIONS}, and check TEAMS_TENANT_ID.`,
  AADSTS7000215: `TEAMS_APP_PASSWORD is not a secret of this app. Copy the Value, not the Secret ID, of one under Certificates & secrets.`,
  AADSTS7000222: `TEAMS_APP_PASSWORD has expired. Make a new client secret under Certificates & secrets of the app.`,
  AADSTS700027: `The registration does not know the certificate of TEAMS_CERTIFICATE_FILE. Upload it (without its key) under Certificates & secrets of the app.`,
  AADSTS70021: `The registration trusts no such token. Under Certificates & secrets, Federated credentials, its issuer, subject and audience must be those of the token.`,
  AADSTS700213: `The registration trusts no token of that subject. Compare the subject under Certificates & secrets, Federated credentials.`,
  AADSTS90002: `There is no such tenant. Copy the Directory (tenant) ID from the Overview of the app at ${REGISTRATIONS} into TEAMS_TENANT_ID.`,
  AADSTS900023: `TEAMS_TENANT_ID is not a tenant. Copy the Directory (tenant) ID from the Overview of the app at ${REGISTRATIONS}.`,
  AADSTS50034: `The app is not known in that tenant. Check TEAMS_TENANT_ID.`,
  AADSTS53003: `A Conditional Access policy of the tenant keeps the app out. Ask whoever runs Microsoft Entra there.`,
}

/** Everything between Microsoft Teams and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({ env, url, installations, notes }: Diagnosed): AsyncGenerator<Finding> {
  if (env['TEAMS_AUTH'] === 'none') {
    const say =
      'TEAMS_AUTH is none: everybody who reaches Parley may speak for Teams. Unset it but for the Agents Playground.'
    yield unknown('configuration', say)
    return yield await endpoint(url, 400)
  }
  const app = settings.read(settings.env.parse(withoutEmpty(env)), {})?.app
  if (!app) {
    const missing = missingOf(env)
    const say = `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not set. They stand in the registration of the bot at ${REGISTRATIONS}.`
    return yield fault('configuration', say)
  }
  const { appId, tenantId: tenant, appType: type } = app
  const cloud: Cloud = CLOUDS[(env['TEAMS_CLOUD'] ?? 'Public') as keyof typeof CLOUDS]
  const login = { ...cloud, loginUrl: env['TEAMS_LOGIN_URL'] ?? cloud.loginUrl }
  const credential = createCredential(app.credential, { machine: machineOf(env), now: Date.now })
  const wanted = { credential, appId, tenant, type, cloud }
  yield* token({ ...wanted, url: tokenUrlOf(login, { tenant, type }) })
  yield* ending(app.credential, credential)
  yield await keys(env['TEAMS_OPENID_URL'] ?? cloud.openIdUrl)
  yield await endpoint(url, 401)
  const say = `Which address the bot calls cannot be seen from here: Messaging endpoint, under Configuration of the Azure Bot, must be the public address of Parley with /api/messages, and Microsoft Teams must be one of its Channels.`
  yield unknown('messaging endpoint', say)
  const graph = { ...wanted, url: tokenUrlOf(login, { tenant, type: 'SingleTenant' }) }
  yield readingOf(await rolesOf(graph), notes ? await foundGrants(notes) : { given: [], denied: [] })
  yield installations.length > 0
    ? ok('tenants', installations.map(({ name, id }) => (name === id ? id : `${name} (${id})`)).join(', '))
    : unknown(
        'tenants',
        'Nobody has written to it yet. `parley teams package` writes what an administrator uploads to Teams.',
      )
}

/** What the administrator of the tenant lets the app do at Graph; what teams and chats let it, no token tells. */
async function rolesOf(wanted: Wanted): Promise<unknown[]> {
  const told = await askToken(wanted, wanted.cloud.graphUrl).catch(() => undefined)
  const { access_token } = (told?.json ?? {}) as { access_token?: unknown }
  const { roles } = claimsOf(String(access_token ?? ''))
  return Array.isArray(roles) ? roles : []
}

/** Whether an agent sees the thread that it is asked in. Not being let is no fault: it answers all the same. */
function readingOf(roles: readonly unknown[], { given, denied }: FoundGrants): Finding {
  const files = roles.includes('Files.Read.All')
    ? ', and files of channels'
    : '; not files of channels (Files.Read.All)'
  if (roles.includes('ChannelMessage.Read.All')) {
    return ok('reading', `the tenant lets it read what was said in channels (ChannelMessage.Read.All)${files}`)
  }
  const many = (all: readonly string[]): string =>
    `${all.length} ${all.length === 1 ? 'team or chat' : 'teams and chats'}`
  const how =
    'A package of `parley teams package --hears-all` asks for it, and whoever owns the team or chat adds the app anew.'
  if (given.length === 0) {
    const where = denied.length > 0 ? ` (${many(denied)} that it was asked in)` : ''
    return unknown('reading', `Nobody has let it read what was said${where}: an agent sees what mentions it. ${how}`)
  }
  const not = denied.length > 0 ? `; ${many(denied)} did not: ${denied.join(', ')}. ${how}` : ''
  return ok('reading', `${many(given)} let it read what was said${files}${not}`)
}

interface Wanted {
  url: string
  credential: Credential
  appId: string
  tenant: string
  type: string
  cloud: Cloud
}

/** Throws where there is nothing to show. */
async function askToken({ url: tokenUrl, credential, appId }: Wanted, api: string): Promise<Told | undefined> {
  const asked = { tokenUrl, appId, scope: scopeOf(api) }
  const { method, url, headers, body } = await credential.request(asked, AbortSignal.timeout(CALL_MS))
  return ask(method, url, body, headers)
}

/** Before the answers stop one day because of it. */
function* ending(kept: Kept, credential: Credential): Generator<Finding> {
  const ends = endOf(kept, credential.endsAt(), Date.now())
  if (ends) yield (ends.isOver ? fault : unknown)('expiry', `${ends.say[0]!.toUpperCase()}${ends.say.slice(1)}.`)
  else if (kept.kind.startsWith('secret') && credential.endsAt() === undefined) {
    const say =
      'When the client secret ends cannot be seen from here: set TEAMS_APP_PASSWORD_EXPIRES to the day that stands beside it, and it is said in time.'
    yield unknown('expiry', say)
  }
}

/** The token that opens Teams, and whether it says of itself what Teams expects. */
async function* token(wanted: Wanted): AsyncGenerator<Finding> {
  const { url, appId, tenant, type, cloud } = wanted
  let told: Told | undefined
  try {
    told = await askToken(wanted, cloud.api)
  } catch (error) {
    if (error instanceof CredentialFault) return yield fault('token', error.message)
  }
  if (!told) {
    const where = type === 'UserAssignedMSI' ? 'The machine' : 'Microsoft'
    return yield fault('token', `${where} could not be asked at ${new URL(url).origin}. Is this machine let out?`)
  }
  const { access_token, error_description } = told.json as { access_token?: unknown; error_description?: unknown }
  if (typeof access_token !== 'string') {
    const [code = `status ${told.status}`] = /AADSTS\d+/.exec(String(error_description)) ?? []
    return yield fault(
      'token',
      `Microsoft gives none (${code}). ${refusals[code] ?? 'Check the app, its tenant and what it shows.'}`,
    )
  }
  const claims = claimsOf(access_token)
  const { aud, tid, appid, azp } = claims
  const faults = [
    ...(aud === cloud.api ? [] : [`aud is ${aud}, not ${cloud.api}: Teams would answer 401`]),
    ...((appid ?? azp) === appId ? [] : [`appid is ${appid ?? azp}, not TEAMS_APP_ID`]),
    ...(isTenant(tid, { tenant, type, cloud }) ? [] : [tenantFault(tid, type)]),
  ]
  yield faults.length === 0
    ? ok('token', `aud ${aud}, tid ${tid}: ${type}, as the bot has to be registered`)
    : fault('token', `${faults.join('; ')}.`)
}

/** Of other clouds it is not documented which tenant the one of bots is. */
function isTenant(tid: unknown, { tenant, type, cloud }: Pick<Wanted, 'tenant' | 'type' | 'cloud'>): boolean {
  if (type !== 'MultiTenant') return tid === tenant
  return tid === BOT_FRAMEWORK_TENANT || cloud !== CLOUDS.Public
}

function tenantFault(tid: unknown, type: string): string {
  return type === 'MultiTenant'
    ? `tid is ${tid}, but that of multi-tenant bots is ${BOT_FRAMEWORK_TENANT}; a bot of one tenant needs TEAMS_APP_TYPE=SingleTenant`
    : `tid is ${tid}, not TEAMS_TENANT_ID: the bot hears, but each of its answers is refused with 401`
}

/** Nothing is trusted because of it: it is only explained. */
function claimsOf(token: string): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
  } catch {
    return {}
  }
}

/** With what Teams signs what it tells us. */
async function keys(openIdUrl: string): Promise<Finding> {
  const metadata = await ask('GET', openIdUrl)
  const jwks = (metadata?.json as { jwks_uri?: unknown } | undefined)?.jwks_uri
  const found = typeof jwks === 'string' ? await ask('GET', jwks) : undefined
  const count = ((found?.json as { keys?: unknown[] } | undefined)?.keys ?? []).length
  return count > 0
    ? ok('signing keys', `${count}, by which Parley knows that it is Teams that speaks`)
    : fault(
        'signing keys',
        `They could not be fetched through ${openIdUrl}; without them everything Teams says is refused.`,
      )
}

/** Whether our end is there: without a token it has to refuse. */
async function endpoint(url: string, expected: number): Promise<Finding> {
  const address = new URL('/api/messages', url).href
  const told = await ask('POST', address, '{}', { 'content-type': 'application/json' })
  if (!told) return unknown('endpoint', `Nothing answers at ${address}. Start Parley to have it checked.`)
  return told.status === expected
    ? ok('endpoint', `${address} is there${expected === 401 ? ', and refuses who is not Teams' : ''}`)
    : fault(
        'endpoint',
        `${address} answers ${told.status} to a request without a token, where ${expected} is right. Is it this Parley that listens there?`,
      )
}

interface Told {
  status: number
  json: unknown
}

async function ask(
  method: 'GET' | 'POST',
  url: string,
  body?: string,
  headers: Record<string, string> = {},
): Promise<Told | undefined> {
  try {
    const answer = await request(url, {
      method,
      headers,
      ...(body !== undefined && { body }),
      signal: AbortSignal.timeout(CALL_MS),
    })
    const text = await answer.body.text()
    return { status: answer.statusCode, json: jsonOf(text) }
  } catch {
    return undefined
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}

const withoutEmpty = (env: Variables): Variables =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
