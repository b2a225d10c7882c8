import { isIP } from 'node:net'
import { z } from 'zod'
import { isNetwork } from '../drivers/webhooks/addresses.ts'
import { closest, didYouMean } from '../lib/closest.ts'
import type { Fault } from '../lib/errors.ts'
import { parseRedisUrl } from '../lib/redis-url.ts'
import { httpUrl, isLoopback, secret, text } from '../lib/variables.ts'
import type { Platform } from '../ports/platform.ts'
import { telemetryShape } from './telemetry.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** What a process does: receives from the platforms, answers and shows, serves the HTTP API. */
export const roles = ['gateway', 'worker', 'http'] as const
export type ProcessRole = (typeof roles)[number]

/**
 * Every variable of the house itself. Platforms bring their own; the keys of model providers are named in `models.yaml` and checked
 * with it.
 */
const houseSchema = z.object({
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
  PUBLIC_URL: z
    .string()
    .refine(
      (url) => /^https?:\/\//i.test(url) && URL.parse(url)?.pathname === '/' && !/[?#@]/.test(url),
      'must be where people reach Parley, like https://parley.example.com, without a path',
    )
    .transform((url) => new URL(url).origin)
    .optional(),
  TRUST_PROXIES: z
    .string()
    .transform((list) => list.split(',').map((proxy) => proxy.trim()))
    .refine(
      (proxies) => proxies.every(isNetwork),
      'must be addresses or networks of proxies with commas between them, like 10.0.0.0/8',
    )
    .optional(),
  PARLEY_DATA: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .refine(
      isPostgresUrl,
      'must be a PostgreSQL URL, like postgres://user:password@host:5432/database; without it everything is kept in PARLEY_DATA',
    )
    .optional(),
  REDIS_URL: z.string().superRefine(parsesAsRedis).optional(),
  ROLES: z
    .string()
    .transform((list) => list.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(roles)))
    .optional(),
  WORKERS: text(/^[1-9]\d{0,3}$/, 'must be the number of all processes that have the role worker'),
  PARLEY_KEY: z
    .string()
    .transform((list) => list.split(',').map((key) => keyBytes(key.trim())))
    .refine(
      (keys) => keys.every((bytes) => bytes.length >= 32),
      'must be at least 32 bytes, written in base64 or hex; `openssl rand -base64 32` makes one. Of several, with commas between them, the first encrypts and the others only decrypt',
    )
    .optional(),
  PARLEY_BACKUP_TO: text(
    /^age1[0-9a-z]+$/,
    'must be the public key that `parley backup-key` shows, which begins with age1',
  ),
  PARLEY_PLAYGROUND: z.enum(['auto', 'on', 'off']).default('auto'),
  PARLEY_LLM_BASE_URL: httpUrl,
  PARLEY_LLM_MODEL: z.string().optional(),
  PARLEY_LLM_API_KEY: secret,
  PARLEY_EMBEDDINGS_BASE_URL: httpUrl,
  PARLEY_EMBEDDINGS_MODEL: z.string().optional(),
  PARLEY_EMBEDDINGS_API_KEY: secret,
  PARLEY_MODERATION_BASE_URL: httpUrl,
  PARLEY_MODERATION_MODEL: z.string().optional(),
  PARLEY_MODERATION_API_KEY: secret,
  SMTP_URL: z
    .string()
    .refine((url) => /^smtps?:\/\//i.test(url) && URL.canParse(url), 'must be an smtp or smtps URL')
    .optional(),
  SMTP_FROM: text(/^[^\r\n]*[^\s@<]+@[^\s@>]+>?$/, 'must be a mail address, alone or as Name <address>'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...telemetryShape,
})
export type Variables = z.infer<typeof houseSchema>

/** How platforms are configured; all that this room knows of them. */
export type Configurable = Pick<Platform, 'id' | 'settings' | 'person' | 'signIn'>

const shapesOf = (platforms: readonly Configurable[]) =>
  Object.assign({}, ...platforms.map(({ settings }) => settings.env.shape))

/** The names of all that Parley itself reads. */
export const variableNames = (platforms: readonly Configurable[]): string[] => [
  ...Object.keys(houseSchema.shape),
  ...Object.keys(shapesOf(platforms)),
]

/** A variable that is set to nothing is not set; deployments often pass on all they know. */
export function trimmed(env: Environment): Environment {
  const set = Object.entries(env).map(([name, value]) => [name, value?.trim()] as const)
  return Object.fromEntries(set.filter(([, value]) => value))
}

/** What the environment says, and everything that is wrong with it. Without a fault `variables` is there, those of platforms too. */
export function readEnvironment(
  env: Environment,
  platforms: readonly Configurable[],
): { variables: Variables | undefined; faults: Fault[] } {
  const parsed = houseSchema.extend(shapesOf(platforms)).safeParse(env)
  const faults = parsed.success
    ? []
    : parsed.error.issues.map(({ path: [name, n], ...issue }) => ({
        path: String(name),
        message: issue.code === 'invalid_value' ? oneOf(issue.values.map(String), given(env, name, n)) : issue.message,
      }))
  const contradictory = [...platforms.flatMap(({ settings }) => settings.faults(env)), ...contradictions(env)]
  // The shapes of platforms are not known here; what is read of the house's own is.
  const variables = parsed.data as Variables | undefined
  return { variables, faults: [...faults, ...contradictory, ...misspelt(env, platforms)] }
}

function isPostgresUrl(url: string): boolean {
  return /^postgres(ql)?:\/\/./i.test(url) && URL.canParse(url)
}

function parsesAsRedis(url: string, context: z.RefinementCtx): void {
  try {
    parseRedisUrl(url)
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message })
  }
}

/** The `n`th of a list, where it is one. */
function given(env: Environment, name: PropertyKey | undefined, n: PropertyKey | undefined): string {
  const value = env[String(name)]!
  return typeof n === 'number' ? value.split(',')[n]!.trim() : value
}

function oneOf(values: string[], given: string): string {
  return `must be one of ${values.join(', ')}${didYouMean(given, values)}`
}

function contradictions(env: Environment): Fault[] {
  const faults = processFaults(env)
  if (env['PARLEY_LLM_API_KEY'] && !env['PARLEY_LLM_BASE_URL']) {
    faults.push({ path: 'PARLEY_LLM_API_KEY', message: 'needs PARLEY_LLM_BASE_URL too' })
  }
  for (const name of ['PARLEY_EMBEDDINGS_MODEL', 'PARLEY_EMBEDDINGS_API_KEY']) {
    if (env[name] && !env['PARLEY_EMBEDDINGS_BASE_URL'])
      faults.push({ path: name, message: 'needs PARLEY_EMBEDDINGS_BASE_URL too' })
  }
  for (const name of ['PARLEY_MODERATION_MODEL', 'PARLEY_MODERATION_API_KEY']) {
    if (env[name] && !env['PARLEY_MODERATION_BASE_URL'])
      faults.push({ path: name, message: 'needs PARLEY_MODERATION_BASE_URL too' })
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

/**
 * Names of ours that are written wrong. Others with our prefix pass: Kubernetes gives every pod beside a service `parley`
 * variables like PARLEY_PORT=tcp://… and PARLEY_SERVICE_HOST, and other programs read variables of the platforms too.
 */
function misspelt(env: Environment, platforms: readonly Configurable[]): Fault[] {
  const names = variableNames(platforms)
  const prefixes = ['parley', ...platforms.map(({ id }) => id)].map((id) => `${id.toUpperCase()}_`)
  const isOurs = (name: string) => prefixes.some((prefix) => name.startsWith(prefix))
  return Object.keys(env)
    .filter((name) => isOurs(name) && !names.includes(name) && !env[name]!.startsWith('tcp://'))
    .flatMap((name) => {
      const bare = name.replace(/^PARLEY_/, '')
      const meant = names.includes(bare) ? bare : (closest(name, names, 2) ?? longerName(name, names))
      return meant ? [{ path: name, message: `is not known; did you mean ${meant}?` }] : []
    })
}

/** `PARLEY_DATA_DIR` and the like. */
function longerName(name: string, names: readonly string[]): string | undefined {
  return name.startsWith('PARLEY_') ? names.find((known) => name.startsWith(`${known}_`)) : undefined
}

function keyBytes(value: string): Uint8Array {
  if (/^([0-9a-f]{2})+$/i.test(value)) return Buffer.from(value, 'hex')
  return /^[\w+/-]+={0,2}$/.test(value) ? Buffer.from(value, 'base64') : Buffer.alloc(0)
}
