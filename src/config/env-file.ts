import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import type { Environment } from './environment.ts'

/** Keys and tokens of a folder, a line each; `parley init` writes it. */
export const envFile = '.env'

/** The environment, and below it what stands in `.env` of this folder: what is set in both is as the environment says. */
export function withEnvFile(env: Environment): Environment {
  return existsSync(envFile) ? { ...parseEnv(readFileSync(envFile, 'utf8')), ...env } : env
}
