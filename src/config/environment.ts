import { isIP } from 'node:net'
import { z } from 'zod'
import { closest, didYouMean } from '../lib/closest.ts'
import type { Fault } from '../lib/errors.ts'

export type Environment = Readonly<Record<string, string | undefined>>

const text = (pattern: RegExp, message: string) => z.string().regex(pattern, message).optional()
const secret = text(/^\S+$/, 'must not hold white space')
const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const guid = text(GUID, 'must be an id like 00000000-0000-0000-0000-000000000000')
/** Microsoft writes them in lower case, and people sometimes do not. */
const microsoftId = guid.transform((id) => id?.toLowerCase())
const httpUrl = z.string().refine(isHttpUrl, 'must be an http or https URL').optional()

/** What a process does: receives from the platforms, answers and shows, serves the HTTP API. */
export const roles = ['gateway', 'worker', 'http'] as const
export type Role = (typeof roles)[number]

/** Every variable of ours. The keys of model providers are named in `models.yaml` and checked with it. */
const environmentSchema = z.object({
  HOST: z
    .string()
    .refine(
      (host) => isIP(host) > 0 || /^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(host),
      'must be a host name or an IP address',
    )
    .default('127.0.0.1'),
  PORT: z
    .string()
    .refine(
      (port) => /^\d{1,5}$/.test(port) && Number(port) <= 65_535,
      'must be a whole number from 0 to 65535; 0 takes any free port',
    )
    .default('3000')
    .transform(Number),
  PARLEY_DATA: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'must be a PostgreSQL URL, like postgres://user:password@host:5432/database; without it everything is kept in PARLEY_DATA',
    )
    .optional(),
  REDIS_URL: z
    .string()
    .refine(
      (url) => /^rediss?:\/\/./i.test(url) && URL.canParse(url),
      'must be a Redis URL, like redis://:password@host:6379; without it processes ring for each other through PostgreSQL',
    )
    .optional(),
  ROLES: z
    .string()
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)))
    .optional(),
  WORKERS: text(/^[1-9]\d{0,3}$/, 'must be the number of all processes that have the role worker'),
  PARLEY_KEY: z
    .string()
    .transform(keyBytes)
    .refine(
      (bytes) => bytes.length >= 32,
      'must be at least 32 bytes, written in base64 or hex; `openssl rand -base64 32` makes one',
    )
    .optional(),
  PARLEY_PLAYGROUND: z.enum(['auto', 'on', 'off']).default('auto'),
  PARLEY_LLM_BASE_URL: httpUrl,
  PARLEY_LLM_MODEL: z.string().optional(),
  PARLEY_LLM_API_KEY: secret,
  PARLEY_EMBEDDINGS_BASE_URL: httpUrl,
  PARLEY_EMBEDDINGS_MODEL: z.string().optional(),
  PARLEY_EMBEDDINGS_API_KEY: secret,
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\//i.test(url) && URL.canParse(url), 'must be an smtp or smtps URL')
    .optional(),
  SMTP_FROM: text(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be a mail address, alone or as Name <address>'),
  SLACK_BOT_TOKEN: slackToken('xoxb-', 'a bot token'),
  SLACK_APP_TOKEN: slackToken('xapp-', 'an app-level token'),
  SLACK_SIGNING_SECRET: text(/^\S{16,}$/, 'must be at least 16 characters without white space'),
  SLACK_CLIENT_ID: text(/^[\d.]+$/, 'must be digits and a dot, as Basic Information of the app shows it'),
  SLACK_CLIENT_SECRET: text(/^\S{16,}$/, 'must be at least 16 characters without white space'),
  SLACK_CONFIG_TOKEN: slackToken('xoxe.xoxp-', 'an app configuration token'),
  SLACK_API_URL: httpUrl,
  DISCORD_BOT_TOKEN: text(
    /^(?!Bot )[\w-]+\.[\w-]+\.[\w-]+$/,
    'must be a bot token, three parts with dots between them, as Bot of the app shows it once when it is reset',
  ),
  DISCORD_SHARDS: text(/^\d{1,5}(-\d{1,5})?$/, 'must be a number, or a range like 0-3'),
  DISCORD_SHARD_COUNT: text(/^[1-9]\d{0,4}$/, 'must be a whole number above 0'),
  DISCORD_API_URL: httpUrl,
  TEAMS_APP_ID: microsoftId,
  TEAMS_APP_PASSWORD: secret.refine(
    (value) => value === undefined || !GUID.test(value),
    'must be the value of a client secret, which is shown once when it is made; this looks like its id',
  ),
  TEAMS_TENANT_ID: microsoftId,
  TEAMS_APP_TYPE: z.enum(['SingleTenant', 'MultiTenant']).optional(),
  TEAMS_ALLOWED_TENANTS: z
    .string()
    .transform((list) => list.split(',').map((tenant) => tenant.trim().toLowerCase()))
    .refine(
      (tenants) => tenants.every((tenant) => tenant === '*' || GUID.test(tenant)),
      'must be ids of tenants with commas between them, or * for all',
    )
    .optional(),
  TEAMS_OWNERS: z
    .string()
    .transform((list) => list.split(',').map((person) => person.trim()))
    .refine(
      (people) => people.every((person) => GUID.test(person)),
      'must be object ids of people in Entra with commas between them',
    )
    .optional(),
  TEAMS_AUTH: z.enum(['none']).optional(),
  TEAMS_LOGIN_URL: httpUrl,
  TEAMS_OPENID_URL: httpUrl,
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
const names = Object.keys(environmentSchema.shape)

export type Variables = z.infer<typeof environmentSchema>

/** A variable that is set to nothing is not set; deployments often pass on all they know. */
export function trimmed(env: Environment): Environment {
  const set = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const)
  return Object.fromEntries(set.filter(([, value]) => value))
}

/** What the environment says, and everything that is wrong with it. Without a fault `variables` is there. */
export function readEnvironment(env: Environment): { variables: Variables | undefined; faults: Fault[] } {
  const parsed = environmentSchema.safeParse(env)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name, n], ...issue }) => ({
        path: String(name),
        message: issue.code === 'invalid_value' ? oneOf(issue.values.map(String), given(env, name, n)) : issue.message,
      }))
  return { variables: parsed.data, faults: [...faults, ...contradictions(env), ...misspelt(env)] }
}

function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\/./i.test(url) && URL.canParse(url)
}

/** The `n`th of a list, where it is one. */
function given(env: Environment, name: PropertyKey | undefined, n: PropertyKey | undefined): string {
  const value = env[String(name)]!
  return typeof n === 'number' ? value.split(',')[n]!.trim() : value
}

function oneOf(values: string[], given: string): string {
  return `must be one of ${values.join(', ')}${didYouMean(given, values)}`
}

function slackToken(prefix: string, what: string) {
  return z
    .string()
    .superRefine((token, context) => {
      const problem = slackTokenProblem(token, prefix, what)
      if (problem) context.addIssue({ code: 'custom', message: problem })
    })
    .optional()
}

function slackTokenProblem(token: string, prefix: string, what: string): string | undefined {
  if (token.startsWith(prefix)) {
    return /^[\w-]+$/.test(token) && token.length > prefix.length
      ? undefined
      : `must be ${what}: ${prefix} and what follows it`
  }
  const other = otherTokens.find((known) => token.startsWith(known.prefix))
  return other
    ? `holds ${other.what} (${other.prefix}…)${other.belongs ? `, which belongs in ${other.belongs}` : ''}; here goes ${what} (${prefix}…)`
    : `must be ${what}, which begins with ${prefix}`
}

const otherTokens: { prefix: string; what: string; belongs?: string }[] = [
  { prefix: 'xoxb-', what: 'a bot token', belongs: 'SLACK_BOT_TOKEN' },
  { prefix: 'xapp-', what: 'an app-level token', belongs: 'SLACK_APP_TOKEN' },
  { prefix: 'xoxe.xoxp-', what: 'an app configuration token', belongs: 'SLACK_CONFIG_TOKEN' },
  { prefix: 'xoxp-', what: 'a user token' },
]

function contradictions(env: Environment): Fault[] {
  const faults: Fault[] = []
  const { SLACK_BOT_TOKEN: bot, SLACK_APP_TOKEN: app, SLACK_SIGNING_SECRET: signing } = env
  const { SLACK_CLIENT_ID: client, SLACK_CLIENT_SECRET: clientSecret } = env
  const serves = bot ? 'SLACK_BOT_TOKEN' : client && clientSecret ? 'SLACK_CLIENT_ID' : undefined
  if (serves && !app && !signing) {
    faults.push({
      path: serves,
      message: 'needs SLACK_APP_TOKEN (Socket Mode) or SLACK_SIGNING_SECRET (HTTP) too, to receive anything',
    })
  }
  for (const name of ['SLACK_APP_TOKEN', 'SLACK_SIGNING_SECRET']) {
    if (env[name] && !serves && !client)
      faults.push({ path: name, message: 'needs SLACK_BOT_TOKEN too, or SLACK_CLIENT_ID and SLACK_CLIENT_SECRET' })
  }
  if (client && !clientSecret) faults.push({ path: 'SLACK_CLIENT_ID', message: 'needs SLACK_CLIENT_SECRET too' })
  if (clientSecret && !client) faults.push({ path: 'SLACK_CLIENT_SECRET', message: 'needs SLACK_CLIENT_ID too' })
  if (bot && client) {
    faults.push({
      path: 'SLACK_CLIENT_ID',
      message: 'lets many workspaces install the app, SLACK_BOT_TOKEN serves one: leave out one of them',
    })
  }
  faults.push(...processFaults(env), ...shardFaults(env), ...teamsFaults(env))
  for (const name of ['PARLEY_LLM_MODEL', 'PARLEY_LLM_API_KEY']) {
    if (env[name] && !env['PARLEY_LLM_BASE_URL']) faults.push({ path: name, message: 'needs PARLEY_LLM_BASE_URL too' })
  }
  for (const name of ['PARLEY_EMBEDDINGS_MODEL', 'PARLEY_EMBEDDINGS_API_KEY']) {
    if (env[name] && !env['PARLEY_EMBEDDINGS_BASE_URL'])
      faults.push({ path: name, message: 'needs PARLEY_EMBEDDINGS_BASE_URL too' })
  }
  for (const [name, other] of [
    ['PARLEY_EMBEDDINGS_BASE_URL', 'PARLEY_EMBEDDINGS_MODEL'],
    ['SMTP_URL', 'SMTP_FROM'],
    ['SMTP_FROM', 'SMTP_URL'],
  ] as const) {
    if (env[name] && !env[other]) faults.push({ path: name, message: `needs ${other} too` })
  }
  if (env['PARLEY_PLAYGROUND'] === 'on' && env['HOST'] && !isLoopback(env['HOST'])) {
    faults.push({
      path: 'PARLEY_PLAYGROUND',
      message:
        'must be auto or off when HOST is not a loopback address: everybody who reaches it could talk as anybody',
    })
  }
  return faults
}

/** Several processes share a database, a key, and what platforms let them do. */
function processFaults(env: Environment): Fault[] {
  const faults: Fault[] = []
  const { DATABASE_URL: database, REDIS_URL: redis, WORKERS: workers, ROLES: some, PARLEY_KEY: key } = env
  const shares = [redis && 'REDIS_URL', workers && 'WORKERS', some && 'ROLES'].filter((name) => name !== undefined)
  const [first] = shares
  if (!first) return []
  if (!database) {
    const message =
      'is for several processes, which cannot share the file of SQLite: set DATABASE_URL to a PostgreSQL database, or leave it out'
    return shares.map((path) => ({ path, message }))
  }
  if (redis && workers) {
    const message =
      'is for processes without Redis, which each keep to their share of what platforms allow: leave it out'
    faults.push({ path: 'WORKERS', message })
  }
  if (some && !redis && !workers) {
    const message = 'needs REDIS_URL too, or WORKERS: the number of all processes that have the role worker'
    faults.push({ path: 'ROLES', message })
  }
  if (!key) {
    const message = 'needs PARLEY_KEY too, the same for all processes: `openssl rand -base64 32` makes one'
    faults.push({ path: first, message })
  }
  if (env['PARLEY_PLAYGROUND'] === 'on') {
    const message = 'must be auto or off where there are several processes: the playground is of one alone'
    faults.push({ path: 'PARLEY_PLAYGROUND', message })
  }
  return faults
}

function shardFaults(env: Environment): Fault[] {
  const { DISCORD_SHARDS: shards, DISCORD_SHARD_COUNT: count, DISCORD_BOT_TOKEN: token } = env
  const lonely = ['DISCORD_SHARDS', 'DISCORD_SHARD_COUNT'].filter((name) => env[name])
  if (!token) return lonely.map((path) => ({ path, message: 'needs DISCORD_BOT_TOKEN too' }))
  if (!shards) return []
  if (!count) {
    const message = 'needs DISCORD_SHARD_COUNT too: how many shards there are in all processes together'
    return [{ path: 'DISCORD_SHARDS', message }]
  }
  const [from = 0, to = from] = shards.split('-').map(Number)
  return from <= to && to < Number(count)
    ? []
    : [{ path: 'DISCORD_SHARDS', message: `must lie within 0-${Number(count) - 1}, as DISCORD_SHARD_COUNT says` }]
}

/** Without an app's id, whose tenant it is and of which type, nothing that comes could be checked. */
function teamsFaults(env: Environment): Fault[] {
  const needed = ['TEAMS_APP_ID', 'TEAMS_APP_PASSWORD', 'TEAMS_TENANT_ID', 'TEAMS_APP_TYPE']
  const set = needed.filter((name) => env[name])
  if (!env['TEAMS_AUTH']) {
    const missing = needed.filter((name) => !env[name])
    const [first] = [...set, ...['TEAMS_ALLOWED_TENANTS', 'TEAMS_OWNERS'].filter((name) => env[name])]
    if (missing.length === 0 || first === undefined) return []
    return [{ path: first, message: `needs ${new Intl.ListFormat('en').format(missing)} too` }]
  }
  const faults: Fault[] = []
  if (set.length > 0) {
    const message = `asks nobody who they are, which an app does: leave out either it or ${set.join(', ')}`
    faults.push({ path: 'TEAMS_AUTH', message })
  }
  if (env['HOST'] && !isLoopback(env['HOST'])) {
    const message =
      'must not be none when HOST is not a loopback address: everybody who reaches it could talk as anybody'
    faults.push({ path: 'TEAMS_AUTH', message })
  }
  return faults
}

/** The address of this machine alone, as `HOST` may write it. */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)
}

/**
 * Names of ours that are written wrong. Others with our prefix pass: Kubernetes gives every pod beside a service `parley`
 * variables like PARLEY_PORT=tcp://… and PARLEY_SERVICE_HOST, and other programs read variables of the platforms too.
 */
function misspelt(env: Environment): Fault[] {
  return Object.keys(env)
    .filter(
      (name) =>
        /^(PARLEY|SLACK|DISCORD|TEAMS)_/.test(name) && !names.includes(name) && !env[name]!.startsWith('tcp://'),
    )
    .flatMap((name) => {
      const bare = name.replace(/^PARLEY_/, '')
      const meant = names.includes(bare) ? bare : (closest(name, names, 2) ?? longerName(name))
      return meant ? [{ path: name, message: `is not known; did you mean ${meant}?` }] : []
    })
}

/** `PARLEY_DATA_DIR` and the like. */
function longerName(name: string): string | undefined {
  return name.startsWith('PARLEY_') ? names.find((known) => name.startsWith(`${known}_`)) : undefined
}

function isHttpUrl(value: string): boolean {
  return /^https?:\/\//i.test(value) && URL.canParse(value)
}

function keyBytes(value: string): Uint8Array {
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, 'hex')
  return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0)
}
