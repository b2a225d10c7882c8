import { join } from 'node:path'
import { type Environment, isLoopback, readEnvironment, trimmed, type Variables } from './config/environment.ts'
import { providerFaults } from './config/providers.ts'
import { type Settings, settingsSchema } from './config/settings.ts'
import { type Endpoints, endpointsFromEnv } from './drivers/llm/endpoints.ts'
import type { LlmTimeouts } from './drivers/llm/watch.ts'
import { AppError, type Fault } from './errors.ts'
import { type Models, modelsSchema } from './model/models.ts'
import { type Plans, plansSchema } from './model/plan.ts'
import { type Read, readYaml } from './yaml.ts'

export type { Environment }

/** Everything an operator can choose, checked. Times are in milliseconds. */
export interface Config {
  host: string
  /** 0: any free one. */
  port: number
  dataFolder: string
  configFolder: string
  logLevel: Variables['LOG_LEVEL']
  /** The bytes of PARLEY_KEY, at least 32. */
  secretKey?: Uint8Array
  slack?: SlackConfig
  playground: boolean
  llm: { endpoints: Endpoints; timeouts: Partial<LlmTimeouts> }
  models: Models
  plans: Plans
  chat: { channelMode: Settings['chat']['channelMode']; staleAfterMs: number }
  memory: { turns: number; keepMs: number }
  utterance: { maxLength: number }
  queue: { perUid: number }
  shutdownGraceMs: number
}

export interface SlackConfig {
  botToken: string
  appToken?: string
  signingSecret?: string
  /** Ends in a slash. */
  apiUrl?: string
  /** No budgets at all. Nothing an operator can set: the benchmarks measure throughput with it. */
  unlimited?: boolean
}

/**
 * Reads the environment and `parley.yaml`, `models.yaml` and `plans.yaml` of `folder`. Throws one `AppError`
 * `invalid_config` that names every fault; no fault holds a value of the environment.
 */
export function loadConfig(environment: Environment, folder = 'config'): Config {
  const env = trimmed(environment)
  const faults: Fault[] = []
  const found = <T>(read: Read<T>): T | undefined => {
    if ('value' in read) return read.value
    faults.push(...read.faults)
    return undefined
  }

  const { variables, faults: wrong } = readEnvironment(env)
  faults.push(...wrong)
  const settings = found(readYaml(join(folder, 'parley.yaml'), settingsSchema))
  const plans = found(readYaml(join(folder, 'plans.yaml'), plansSchema))
  const models = found(readYaml(join(folder, 'models.yaml'), modelsSchema))
  if (models) faults.push(...providerFaults(models, env))

  if (faults.length > 0 || !variables || !settings || !models || !plans) throw faulty(faults)
  const slack = slackOf(variables)
  return {
    host: variables.HOST,
    port: variables.PORT,
    dataFolder: variables.PARLEY_DATA,
    configFolder: folder,
    logLevel: variables.LOG_LEVEL,
    ...(variables.PARLEY_KEY && { secretKey: variables.PARLEY_KEY }),
    ...(slack && { slack }),
    playground: hasPlayground(variables, slack !== undefined),
    llm: { endpoints: endpointsFromEnv(models, env), timeouts: timeoutsOf(settings) },
    models,
    plans,
    chat: { channelMode: settings.chat.channelMode, staleAfterMs: settings.chat.staleAfterMinutes * 60_000 },
    memory: { turns: settings.memory.turns, keepMs: settings.memory.keepDays * 86_400_000 },
    utterance: settings.utterance,
    queue: settings.queue,
    shutdownGraceMs: settings.shutdown.graceSeconds * 1000,
  }
}

function slackOf(variables: Variables): SlackConfig | undefined {
  const { SLACK_BOT_TOKEN: botToken, SLACK_APP_TOKEN: appToken, SLACK_SIGNING_SECRET: signingSecret } = variables
  const apiUrl = variables.SLACK_API_URL?.replace(/\/*$/, '/')
  return botToken === undefined
    ? undefined
    : { botToken, ...(appToken && { appToken }), ...(signingSecret && { signingSecret }), ...(apiUrl && { apiUrl }) }
}

/** `auto`: while nothing else is there to talk through, and nobody but this machine can reach it. */
function hasPlayground({ PARLEY_PLAYGROUND: wish, HOST }: Variables, hasPlatform: boolean): boolean {
  return wish === 'on' || (wish === 'auto' && !hasPlatform && isLoopback(HOST))
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
