import { platforms as registered } from '../../adapters/registry.ts'
import { type Config, type Environment, loadConfig as loadWith } from '../config/index.ts'
import type { Platform } from '../ports/platform.ts'

/**
 * `parley-agents`: the whole of Parley in somebody's own program. `createApp(loadConfig(process.env))` is what `parley start`
 * does; a `Config` is a plain object, so whatever it says can be said otherwise. Whoever brings a platform of their own gives both
 * the same list: `[...platforms, theirs]`.
 */
export { platforms } from '../../adapters/registry.ts'
export { type App, type Brought, createApp } from '../app/index.ts'
export type { Config } from '../config/index.ts'
export { AppError } from '../lib/errors.ts'
export type { Platform } from '../ports/platform.ts'

/** Reads the environment and the files of `folder`; without one those of `config`, and where there are none, Parley's own. */
export function loadConfig(
  environment: Environment,
  folder?: string,
  platforms: readonly Platform[] = registered,
): Config {
  return loadWith(environment, platforms, folder)
}
