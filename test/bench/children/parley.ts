import { serveProbe } from '../support/probe.ts'

const built = new URL('../../../dist/src/', import.meta.url)
const { createApp }: typeof import('../../../src/app/index.ts') = await import(new URL('app.js', built).href)
const { loadConfig }: typeof import('../../../src/config/index.ts') = await import(new URL('config.js', built).href)

const config = loadConfig(process.env)
if (config.slack && process.argv.includes('--unlimited')) config.slack.unlimited = true
serveProbe((await createApp(config)).url)
