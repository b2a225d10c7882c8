import { constants, createHash, createPrivateKey, randomUUID, sign, X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { request } from 'undici'

/** What an app has to show at Microsoft's login, or where it is kept. */
export type Kept =
  | { kind: 'secret'; value: string; expiresAt?: number }
  | { kind: 'secretFile'; file: string; expiresAt?: number }
  /** PEM: a certificate and its private key. */
  | { kind: 'certificate'; file: string }
  /** A token that somebody else gave this machine, whom the app's registration trusts (workload identity). */
  | { kind: 'federated'; file: string }
  /** The same, from the managed identity of this machine that has this client id. */
  | { kind: 'identity'; client: string }
  /** The app is a managed identity of this machine. */
  | { kind: 'machine' }

/** Where a machine of Azure's is asked for its managed identity's tokens: App Service and Container Apps say it in their environment. */
export interface Machine {
  endpoint: string
  /** Without it, it is a virtual machine or a node of Kubernetes. */
  header?: string
}

interface TokenRequest {
  method: 'GET' | 'POST'
  url: string
  headers: Record<string, string>
  body?: string
}

/** It cannot be read or used; the sentence says what to do, and holds no secret. */
export class CredentialFault extends Error {}

interface Wanted {
  tokenUrl: string
  appId: string
  scope: string
  assertion?: string
}

export interface Credential {
  /**
   * How a token for this scope is asked for now. What is kept in files is read each time, so that it may be changed meanwhile.
   * `assertion`: a token that somebody has for the app, in whose name it is to be.
   */
  request(wanted: Wanted, signal: AbortSignal): Promise<TokenRequest>
  /** When it ends, as far as that was seen. */
  endsAt(): number | undefined
}

const ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'
/** Of a token in the name of whoever another one is of. */
const ON_BEHALF = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** Whom an app that trusts a managed identity wants its tokens to be for. */
const EXCHANGE = 'api://AzureADTokenExchange'
/** Documented: of virtual machines and of nodes, link-local. */
const METADATA_URL = 'http://169.254.169.254/metadata/identity/oauth2/token'
const PROOF_S = 600

export function machineOf(env: Readonly<Record<string, string | undefined>>): Machine {
  const { IDENTITY_ENDPOINT: endpoint, IDENTITY_HEADER: header } = env
  return endpoint && header ? { endpoint, header } : { endpoint: METADATA_URL }
}

export function createCredential(kept: Kept, parts: { machine: Machine; now: () => number }): Credential {
  const { machine, now } = parts
  let endsAt = 'expiresAt' in kept ? kept.expiresAt : undefined

  async function proof(tokenUrl: string, appId: string, signal: AbortSignal): Promise<Record<string, string>> {
    switch (kept.kind) {
      case 'secret':
        return { client_secret: kept.value }
      case 'secretFile':
        return { client_secret: (await read('TEAMS_APP_PASSWORD_FILE', kept.file)).trim() }
      case 'certificate': {
        const { certificate, key } = certificateIn(await read('TEAMS_CERTIFICATE_FILE', kept.file))
        endsAt = Date.parse(certificate.validTo)
        return asserted(signedBy({ certificate, key, tokenUrl, appId, now: now() }))
      }
      case 'federated':
        return asserted((await read('TEAMS_FEDERATED_TOKEN_FILE', kept.file)).trim())
      case 'identity':
        return asserted(await identityToken(machineRequest(machine, EXCHANGE, kept.client), signal))
      default:
        throw new Error('a managed identity proves nothing: its machine is asked for the token')
    }
  }

  return {
    endsAt: () => endsAt,
    async request({ tokenUrl, appId, scope, assertion }, signal) {
      if (kept.kind === 'machine' && assertion !== undefined) {
        throw new CredentialFault(
          'TEAMS_APP_TYPE is UserAssignedMSI: a managed identity gets no tokens in the name of people, so no server may ask for a `scope`.',
        )
      }
      if (kept.kind === 'machine') return machineRequest(machine, scope.replace(/\/\.default$/, ''), appId)
      const form = { client_id: appId, scope, ...grantOf(assertion) }
      return {
        method: 'POST',
        url: tokenUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ ...form, ...(await proof(tokenUrl, appId, signal)) }).toString(),
      }
    },
  }
}

const grantOf = (assertion: string | undefined): Record<string, string> =>
  assertion === undefined
    ? { grant_type: 'client_credentials' }
    : { grant_type: ON_BEHALF, assertion, requested_token_use: 'on_behalf_of' }

const asserted = (token: string): Record<string, string> => ({
  client_assertion_type: ASSERTION,
  client_assertion: token,
})

async function read(variable: string, file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8')
    if (text.trim() !== '') return text
  } catch (error) {
    throw new CredentialFault(`${variable}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  throw new CredentialFault(`${variable}: ${file} is empty.`)
}

/** Throws `CredentialFault` unless the PEM holds both, and they belong together. */
function certificateIn(pem: string) {
  const block = (of: string): string => new RegExp(`-----BEGIN ${of}-----[^-]+-----END ${of}-----`).exec(pem)?.[0] ?? ''
  const [whole, own] = [block('CERTIFICATE'), block('(?:RSA )?PRIVATE KEY')]
  if (whole === '' || own === '') {
    throw new CredentialFault('TEAMS_CERTIFICATE_FILE must hold a certificate and its private key, both as PEM.')
  }
  try {
    const [certificate, key] = [new X509Certificate(whole), createPrivateKey(own)]
    if (certificate.checkPrivateKey(key)) return { certificate, key }
  } catch {
    throw new CredentialFault(
      'TEAMS_CERTIFICATE_FILE holds something else than a certificate and a key without a password.',
    )
  }
  throw new CredentialFault('TEAMS_CERTIFICATE_FILE holds a private key that is not that of its certificate.')
}

/** Documented: PS256, with the SHA-256 of the certificate, good for ten minutes, for this token endpoint alone. */
function signedBy({
  certificate,
  key,
  tokenUrl,
  appId,
  now,
}: ReturnType<typeof certificateIn> & { tokenUrl: string; appId: string; now: number }): string {
  const seconds = Math.floor(now / 1000)
  const header = {
    alg: 'PS256',
    typ: 'JWT',
    'x5t#S256': createHash('sha256').update(certificate.raw).digest('base64url'),
  }
  const names = { aud: tokenUrl, iss: appId, sub: appId, jti: randomUUID() }
  const claims = { ...names, nbf: seconds, iat: seconds, exp: seconds + PROOF_S }
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
  const text = `${part(header)}.${part(claims)}`
  const padding = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST }
  const signature = sign('RSA-SHA256', Buffer.from(text), { key, ...padding })
  return `${text}.${signature.toString('base64url')}`
}

function machineRequest({ endpoint, header }: Machine, resource: string, client: string): TokenRequest {
  const query = { 'api-version': header ? '2019-08-01' : '2018-02-01', resource, client_id: client }
  return {
    method: 'GET',
    url: `${endpoint}?${new URLSearchParams(query)}`,
    headers: header ? { 'X-IDENTITY-HEADER': header } : { Metadata: 'true' },
  }
}

async function identityToken({ method, url, headers }: TokenRequest, signal: AbortSignal): Promise<string> {
  const answer = await request(url, { method, headers, signal })
  const told = (await answer.body.json().catch(() => ({}))) as { access_token?: unknown }
  if (answer.statusCode === 200 && typeof told.access_token === 'string') return told.access_token
  // It is starting, or asked too often.
  if (answer.statusCode >= 500 || answer.statusCode === 429)
    throw new Error(`the machine answered ${answer.statusCode}`)
  throw new CredentialFault(
    `TEAMS_MANAGED_IDENTITY: this machine gives no token of that identity (status ${answer.statusCode}). Is it assigned to the machine?`,
  )
}
