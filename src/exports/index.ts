/**
 * `parley-agents`: the whole of Parley in somebody's own program. `createApp(loadConfig(process.env))` is what `parley start`
 * does; a `Config` is a plain object, so whatever it says can be said otherwise.
 */
export { type App, createApp } from '../app/index.ts'
export { type Config, loadConfig } from '../config/index.ts'
export { AppError } from '../lib/errors.ts'
