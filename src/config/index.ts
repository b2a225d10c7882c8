import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Endpoint, type Endpoints, endpointsFromEnv } from '../drivers/llm/endpoints.ts'
import type { LlmTimeouts } from '../drivers/llm/watch.ts'
import { AppError, type Fault } from '../lib/errors.ts'
import { packageFolder } from '../lib/package-folder.ts'
import { isLoopback } from '../lib/variables.ts'
import { type Read, readYaml } from '../lib/yaml/index.ts'
import type { Admission, ChatLimits } from '../model/limits.ts'
import type { PlatformId } from '../model/message.ts'
import { type Models, modelsSchema } from '../model/models.ts'
import { type Plans, plansSchema } from '../model/plan.ts'
import type { StateLimits } from '../model/state.ts'
import type { ConsoleIssuer } from '../ports/identities.ts'
import type { Durability } from '../store/database.ts'
import {
  type Configurable,
  type Environment,
  type ProcessRole,
  readEnvironment,
  roles,
  trimmed,
  type Variables,
} from './environment.ts'
import { defaultModelFaults, providerFaults } from './providers.ts'
import { type Settings, sectionOf, wholeSettings } from './settings.ts'
import { consoleIssuers } from './sign-in.ts'
import { type TelemetrySettings, telemetryOf } from './telemetry.ts'

export type { Environment }

/** Everything an operator can choose, checked. Times are in milliseconds. */
export interface Config {
  /** The environment it was read from, without what is set to nothing. */
  env: Environment
  host: string
  /** 0: any free one. */
  port: number
  dataFolder: string
  /** Of PostgreSQL; without it everything is in the data folder. */
  databaseUrl?: string
  /** What is acknowledged outlives this. */
  durability: Durability
  /** Absent: this process is the only one on its database. */
  shared?: SharedConfig
  roles: ReadonlySet<ProcessRole>
  configFolder: string
  logLevel: Variables['LOG_LEVEL']
  /** The bytes of PARLEY_KEY, at least 32. */
  secretKeys?: readonly Uint8Array[]
  /** The public key that backups are made for. */
  backupTo?: string
  /** Of those that are configured, by their ids: as their settings read it, and for their `connect` alone. */
  platforms: Readonly<Record<PlatformId, unknown>>
  /** What parley.yaml says of each, also of those that are not configured. */
  sections: Readonly<Record<PlatformId, object>>
  playground: boolean
  /** `holdMs`: a call that has not ended after so long was that of a process that died. */
  llm: { endpoints: Endpoints; timeouts: Partial<LlmTimeouts>; holdMs: number }
  /** Who computes what passages mean. */
  embeddings?: { baseUrl: string; model: string; apiKey?: string }
  /** Who writes down voice messages. */
  transcription?: Transcription
  /** Who judges what is said. */
  moderation?: { baseUrl: string; model?: string; apiKey?: string }
  smtp?: { url: string; from: string }
  /** To whom traces and metrics are told. */
  telemetry?: TelemetrySettings
  models: Models
  plans: Plans
  /** What becomes of workspaces, servers and tenants that install the app by themselves. */
  installations: Settings['installations']
  /** Whether owners are told daily how their log of changes ends. */
  auditWitness: boolean
  chat: {
    channelMode: Settings['chat']['channelMode']
    staleAfterMs: number
    feedback: boolean
    limits: ChatLimits
    admit: Admission
  }
  memory: { turns: number; keepMs: number }
  /** Thresholds, of 100, for each `ruleBasedThresholdLevel`. */
  rules: { levels: [number, number, number, number] }
  utterance: { maxLength: number }
  /** `trustProxies`: who may say whose request it is that they pass on. */
  http: {
    cors: { origins?: readonly string[] | undefined }
    trustProxies: readonly string[]
    mcp: Settings['http']['mcp']
    metrics: Served
    docs: Served
  }
  /** Where people reach this in a browser: `PUBLIC_URL`, else this machine’s own name for it; none at a port that is taken by chance. */
  publicUrl?: string
  /** How long somebody stays signed in: while they do nothing, and in all; and who else may say who somebody is. */
  console: { idleMs: number; maxMs: number; issuers: readonly ConsoleIssuer[] }
  /** How much is kept of one person with one agent. */
  state: StateLimits
  queue: { perUid: number }
  /** What webhooks may call besides the public Internet. */
  webhooks: { allow: readonly string[] }
  /** Programs on this machine that offer tools, by the names that their tools begin with. */
  tools: Settings['tools']
  shutdownGraceMs: number
}

export interface Transcription {
  endpoint: Endpoint
  model: string
  perMinute?: number
  maxSeconds: number
}

/** Where pages are served: with everything else, at an address of their own, or nowhere. */
export type Served = 'here' | 'nowhere' | { host: string; port: number }

/** What several processes on one database share the rest through. */
export interface SharedConfig {
  redisUrl?: string
  /** Without Redis: this process may use a share of what platforms allow, of as many as there are. */
  workers: number
}

/**
 * Reads the environment, with what these platforms know of it, and `parley.yaml`, `models.yaml` and `plans.yaml` of `folder`.
 * Without one it is `config`, and what does not stand there is read from the folder that comes with Parley. Throws one `AppError`
 * `invalid_config` that names every fault; no fault holds a value of the environment.
 */
export function loadConfig(environment: Environment, platforms: readonly Configurable[], folder?: string): Config {
  const env = trimmed(environment)
  const faults: Fault[] = []
  const found = <T>(read: Read<T>): T | undefined => {
    if ('value' in read) return read.value
    faults.push(...read.faults)
    return undefined
  }

  const { variables, faults: wrong } = readEnvironment(env, platforms)
  faults.push(...wrong)
  const settings = found(readYaml(placeOf('parley.yaml', folder), wholeSettings(platforms)))
  const plans = found(readYaml(placeOf('plans.yaml', folder), plansSchema))
  const models = found(readYaml(placeOf('models.yaml', folder), modelsSchema))
  if (models) faults.push(...providerFaults(models, env), ...defaultModelFaults(models, env))
  const place = { env, platforms, file: placeOf('parley.yaml', folder) }
  const { issuers, faults: ofIssuers } = consoleIssuers(settings?.console.oidc ?? [], place)
  faults.push(...ofIssuers)

  if (faults.length > 0 || !variables || !settings || !models || !plans) throw faulty(faults)
  const endpoints = endpointsFromEnv(models, env)
  const configured = platforms.flatMap(({ id, settings: { read } }) => {
    const own = read(variables, sectionOf(settings, id))
    return own === undefined ? [] : [[id, own] as const]
  })
  return {
    env,
    host: variables.HOST,
    port: variables.PORT,
    dataFolder: variables.PARLEY_DATA,
    ...(variables.DATABASE_URL && { databaseUrl: variables.DATABASE_URL }),
    durability: settings.store.durability,
    ...sharedOf(variables),
    roles: new Set(variables.ROLES ?? roles),
    configFolder: dirname(placeOf('agents', folder)),
    logLevel: variables.LOG_LEVEL,
    ...(variables.PARLEY_BACKUP_TO && { backupTo: variables.PARLEY_BACKUP_TO }),
    ...(variables.PARLEY_KEY && { secretKeys: variables.PARLEY_KEY }),
    platforms: Object.fromEntries(configured),
    sections: Object.fromEntries(platforms.map(({ id }) => [id, sectionOf(settings, id)])),
    playground: hasPlayground(variables, configured.length > 0),
    llm: { endpoints, timeouts: timeoutsOf(settings), holdMs: holdMsOf(settings) },
    ...embeddingsOf(variables),
    ...transcriptionOf(models, endpoints),
    ...moderationOf(variables),
    ...smtpOf(variables),
    ...telemetryOf(variables),
    models,
    plans,
    installations: settings.installations,
    auditWitness: settings.audit.witness,
    chat: {
      channelMode: settings.chat.channelMode,
      staleAfterMs: settings.chat.staleAfterMinutes * 60_000,
      feedback: settings.chat.feedback,
      limits: settings.chat.limits,
      admit: settings.chat.admit,
    },
    memory: { turns: settings.memory.turns, keepMs: settings.memory.keepDays * 86_400_000 },
    rules: settings.rules,
    utterance: settings.utterance,
    http: {
      ...settings.http,
      trustProxies: [...settings.http.trustProxies, ...(variables.TRUST_PROXIES ?? [])],
      metrics: servedAt(settings.http.metrics, variables),
      docs: servedAt(settings.http.docs, variables),
    },
    ...publicUrlOf(variables),
    console: {
      idleMs: settings.console.idleHours * 3_600_000,
      maxMs: settings.console.maxDays * 86_400_000,
      issuers,
    },
    state: settings.state,
    queue: settings.queue,
    webhooks: settings.webhooks,
    tools: settings.tools,
    shutdownGraceMs: settings.shutdown.graceSeconds * 1000,
  }
}

/** What `models.yaml` says by itself, for whoever needs nothing else. Throws as `loadConfig` does. */
export function readModels(folder?: string): Models {
  const read = readYaml(placeOf('models.yaml', folder), modelsSchema)
  if ('faults' in read) throw faulty(read.faults)
  return read.value
}

function placeOf(name: string, folder: string | undefined): string {
  const here = join(folder ?? 'config', name)
  return folder === undefined && !existsSync(here) ? join(packageFolder, 'config', name) : here
}

/** Where nobody says it, whoever sits at this machine reaches it there. */
function publicUrlOf({ PUBLIC_URL, PORT }: Variables): Pick<Config, 'publicUrl'> {
  if (PUBLIC_URL) return { publicUrl: PUBLIC_URL }
  return PORT === 0 ? {} : { publicUrl: `http://localhost:${PORT}` }
}

/** `auto`: where only this machine can look. */
function servedAt({ enabled, host, port }: Settings['http']['metrics'], { HOST, PORT }: Variables): Served {
  if (enabled === 'off') return 'nowhere'
  if (port !== undefined && port !== PORT) return { host, port }
  return enabled === 'on' || isLoopback(HOST) ? 'here' : 'nowhere'
}

function sharedOf({ REDIS_URL: redisUrl, WORKERS: workers }: Variables): Pick<Config, 'shared'> {
  if (!redisUrl && !workers) return {}
  return { shared: { workers: Number(workers ?? 1), ...(redisUrl && { redisUrl }) } }
}

function embeddingsOf(variables: Variables): Pick<Config, 'embeddings'> {
  const { PARLEY_EMBEDDINGS_BASE_URL: baseUrl, PARLEY_EMBEDDINGS_MODEL: model } = variables
  const { PARLEY_EMBEDDINGS_API_KEY: apiKey } = variables
  return baseUrl && model ? { embeddings: { baseUrl, model, ...(apiKey && { apiKey }) } } : {}
}

/** Where its provider is not configured, the one server that stands for all of them is asked. */
function transcriptionOf({ transcription }: Models, { providers, all }: Endpoints): Pick<Config, 'transcription'> {
  const endpoint = transcription && (providers[transcription.provider] ?? all)
  if (!endpoint) return {}
  const { model, perMinute, maxMinutes } = transcription
  return {
    transcription: { endpoint, model, maxSeconds: maxMinutes * 60, ...(perMinute !== undefined && { perMinute }) },
  }
}

function moderationOf(variables: Variables): Pick<Config, 'moderation'> {
  const { PARLEY_MODERATION_BASE_URL: baseUrl, PARLEY_MODERATION_MODEL: model } = variables
  const { PARLEY_MODERATION_API_KEY: apiKey } = variables
  return baseUrl ? { moderation: { baseUrl, ...(model && { model }), ...(apiKey && { apiKey }) } } : {}
}

function smtpOf({ SMTP_URL: url, SMTP_FROM: from }: Variables): Pick<Config, 'smtp'> {
  return url && from ? { smtp: { url, from } } : {}
}

/** `auto`: while nothing else is there to talk through, and nobody but this machine can reach it. */
function hasPlayground(
  { PARLEY_PLAYGROUND: wish, HOST, REDIS_URL, WORKERS }: Variables,
  hasPlatform: boolean,
): boolean {
  const isAlone = !REDIS_URL && !WORKERS
  return wish === 'on' || (wish === 'auto' && !hasPlatform && isAlone && isLoopback(HOST))
}

/** A call may be tried once more, and be another model's then; whoever makes it has a while to say what it has cost. */
function holdMsOf({ llm }: Settings): number {
  return 2 * (llm.wholeAnswerSeconds + llm.firstTextSeconds) * 1000 + 60_000
}

function timeoutsOf({ llm }: Settings): Partial<LlmTimeouts> {
  return {
    first: llm.firstTextSeconds * 1000,
    between: llm.betweenTextsSeconds * 1000,
    total: llm.wholeAnswerSeconds * 1000,
  }
}

function faulty(faults: Fault[]): AppError {
  const count = faults.length === 1 ? 'a fault' : `${faults.length} faults`
  return new AppError('invalid_config', `The configuration has ${count}:`, { status: 500, faults })
}
