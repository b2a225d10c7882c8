import { platforms } from '../../adapters/registry.ts'
import { type Config, type Environment, loadConfig as load } from '../../src/config/index.ts'

/** With the platforms that there are. */
export const loadConfig = (env: Environment, folder?: string): Config => load(env, platforms, folder)
