import { request } from 'undici'
import type { Language, Texts } from '../../src/lib/language.ts'
import type { Variables } from '../../src/ports/platform.ts'
import { type Diagnosed, type Finding, fault, ok, unknown } from '../../src/ports/setup.ts'
import { type Credential, CredentialFault, createCredential, type Kept, machineOf } from './credentials.ts'
import { signOnOf } from './doctor-sso.ts'
import { CLOUDS, type Cloud, scopeOf, tokenUrlOf } from './endpoints.ts'
import { endOf } from './expiry.ts'
import { type FoundGrants, foundGrants } from './grants.ts'
import { missingOf, settings } from './settings.ts'
import { words as all } from './words/index.ts'

const words = all.doctor

const CALL_MS = 10_000
/** Whose tokens multi-tenant bots get: Microsoft's own tenant for bots. */
const BOT_FRAMEWORK_TENANT = 'd6d49420-f39b-4df7-a1dc-d59a935871db'
const REGISTRATIONS = 'https://portal.azure.com (App registrations)'

/** What Microsoft's words for a refused token mean. */
const refusals: Readonly<Record<string, (registrations: string) => Texts>> = words.refusals

/** Everything between Microsoft Teams and Parley that has to be right, in the order in which it matters. */
export async function* diagnose({ env, url, installations, notes, language }: Diagnosed): AsyncGenerator<Finding> {
  if (env['TEAMS_AUTH'] === 'none') {
    yield unknown('configuration', words.authNone[language])
    return yield await endpoint(url, 400, language)
  }
  const set = settings.read(settings.env.parse(withoutEmpty(env)), {})
  const app = set?.app
  if (!app) {
    return yield fault('configuration', words.notSet(missingOf(env), REGISTRATIONS)[language])
  }
  const { appId, tenantId: tenant, appType: type } = app
  const cloud: Cloud = CLOUDS[(env['TEAMS_CLOUD'] ?? 'Public') as keyof typeof CLOUDS]
  const login = { ...cloud, loginUrl: env['TEAMS_LOGIN_URL'] ?? cloud.loginUrl }
  const credential = createCredential(app.credential, { machine: machineOf(env), now: Date.now })
  const wanted = { credential, appId, tenant, type, cloud, language }
  yield* token({ ...wanted, url: tokenUrlOf(login, { tenant, type }) })
  yield* ending(app.credential, credential, language)
  const signOn = await signOnOf(set, env, language)
  if (signOn) yield signOn
  yield await keys(env['TEAMS_OPENID_URL'] ?? cloud.openIdUrl, language)
  yield await endpoint(url, 401, language)
  yield unknown('messaging endpoint', words.messagingEndpoint[language])
  const graph = { ...wanted, url: tokenUrlOf(login, { tenant, type: 'SingleTenant' }) }
  yield readingOf(await rolesOf(graph), notes ? await foundGrants(notes) : { given: [], denied: [] }, language)
  yield installations.length > 0
    ? ok('tenants', installations.map(({ name, id }) => (name === id ? id : `${name} (${id})`)).join(', '))
    : unknown('tenants', words.noTenants[language])
}

/** What the administrator of the tenant lets the app do at Graph; what teams and chats let it, no token tells. */
async function rolesOf(wanted: Wanted): Promise<unknown[]> {
  const told = await askToken(wanted, wanted.cloud.graphUrl).catch(() => undefined)
  const { access_token } = (told?.json ?? {}) as { access_token?: unknown }
  const { roles } = claimsOf(String(access_token ?? ''))
  return Array.isArray(roles) ? roles : []
}

/** Whether an agent sees the thread that it is asked in. Not being let is no fault: it answers all the same. */
function readingOf(roles: readonly unknown[], { given, denied }: FoundGrants, language: Language): Finding {
  const files = (roles.includes('Files.Read.All') ? words.andFiles : words.butFiles)[language]
  if (roles.includes('ChannelMessage.Read.All')) return ok('reading', words.tenantLets(files)[language])
  const many = (all: readonly string[]): string => words.teams(all.length)[language]
  const how = words.howToLet[language]
  const isDenied = denied.length > 0
  if (given.length === 0) {
    return unknown('reading', words.nobodyLets(isDenied ? many(denied) : undefined, how)[language])
  }
  const not = isDenied ? words.othersDidNot(many(denied), denied.join(', '), how)[language] : ''
  return ok('reading', `${words.someLet(many(given), files)[language]}${not}`)
}

interface Wanted {
  url: string
  credential: Credential
  appId: string
  tenant: string
  type: string
  cloud: Cloud
  language: Language
}

/** Throws where there is nothing to show. */
async function askToken({ url: tokenUrl, credential, appId }: Wanted, api: string): Promise<Told | undefined> {
  const asked = { tokenUrl, appId, scope: scopeOf(api) }
  const { method, url, headers, body } = await credential.request(asked, AbortSignal.timeout(CALL_MS))
  return ask(method, url, body, headers)
}

/** Before the answers stop one day because of it. */
function* ending(kept: Kept, credential: Credential, language: Language): Generator<Finding> {
  const ends = endOf(kept, credential.endsAt(), Date.now())
  if (ends) yield (ends.isOver ? fault : unknown)('expiry', all.ending.sentence(ends.say[language])[language])
  else if (kept.kind.startsWith('secret') && credential.endsAt() === undefined) {
    yield unknown('expiry', words.endUnknown[language])
  }
}

/** The token that opens Teams, and whether it says of itself what Teams expects. */
async function* token(wanted: Wanted): AsyncGenerator<Finding> {
  const { url, appId, tenant, type, cloud, language } = wanted
  let told: Told | undefined
  try {
    told = await askToken(wanted, cloud.api)
  } catch (error) {
    if (error instanceof CredentialFault) return yield fault('token', error.message)
  }
  if (!told) {
    return yield fault('token', words.notAsked(type === 'UserAssignedMSI', new URL(url).origin)[language])
  }
  const { access_token, error_description } = told.json as { access_token?: unknown; error_description?: unknown }
  if (typeof access_token !== 'string') {
    const [code = words.status(told.status)[language]] = /AADSTS\d+/.exec(String(error_description)) ?? []
    const why = refusals[code]?.(REGISTRATIONS) ?? words.checkAll
    return yield fault('token', words.noToken(code, why[language])[language])
  }
  const claims = claimsOf(access_token)
  const { aud, tid, appid, azp } = claims
  const faults = [
    ...(aud === cloud.api ? [] : [words.audience(String(aud), cloud.api)]),
    ...((appid ?? azp) === appId ? [] : [words.otherApp(String(appid ?? azp))]),
    ...(isTenant(tid, { tenant, type, cloud }) ? [] : [tenantFault(tid, type)]),
  ]
  yield faults.length === 0
    ? ok('token', words.token(String(aud), String(tid), type)[language])
    : fault('token', words.faults(faults.map((texts) => texts[language]))[language])
}

/** Of other clouds it is not documented which tenant the one of bots is. */
function isTenant(tid: unknown, { tenant, type, cloud }: Pick<Wanted, 'tenant' | 'type' | 'cloud'>): boolean {
  if (type !== 'MultiTenant') return tid === tenant
  return tid === BOT_FRAMEWORK_TENANT || cloud !== CLOUDS.Public
}

function tenantFault(tid: unknown, type: string): Texts {
  return type === 'MultiTenant' ? words.notBots(String(tid), BOT_FRAMEWORK_TENANT) : words.otherTenant(String(tid))
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
async function keys(openIdUrl: string, language: Language): Promise<Finding> {
  const metadata = await ask('GET', openIdUrl)
  const jwks = (metadata?.json as { jwks_uri?: unknown } | undefined)?.jwks_uri
  const found = typeof jwks === 'string' ? await ask('GET', jwks) : undefined
  const count = ((found?.json as { keys?: unknown[] } | undefined)?.keys ?? []).length
  return count > 0
    ? ok('signing keys', words.keys(count)[language])
    : fault('signing keys', words.noKeys(openIdUrl)[language])
}

/** Whether our end is there: without a token it has to refuse. */
async function endpoint(url: string, expected: number, language: Language): Promise<Finding> {
  const address = new URL('/api/messages', url).href
  const told = await ask('POST', address, '{}', { 'content-type': 'application/json' })
  if (!told) return unknown('endpoint', words.noAnswer(address)[language])
  return told.status === expected
    ? ok('endpoint', words.isThere(address, expected === 401)[language])
    : fault('endpoint', words.isNot(address, told.status, expected)[language])
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
