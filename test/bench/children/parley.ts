import { pathToFileURL } from 'node:url'
import type { SlackSettings } from '../../../adapters/slack/settings.ts'
import { serveProbe } from '../support/probe.ts'

const built = pathToFileURL(`${process.env['BENCH_DIST']}/src/`)
const { createApp }: typeof import('../../../src/app/index.ts') = await import(new URL('app/index.js', built).href)
const { platforms }: typeof import('../../../adapters/registry.ts') = await import(
  new URL('../adapters/registry.js', built).href
)
const { loadConfig }: typeof import('../../../src/config/index.ts') = await import(
  new URL('config/index.js', built).href
)

const config = loadConfig(process.env, platforms)
const slack = config.platforms['slack'] as SlackSettings | undefined
if (slack && process.argv.includes('--unlimited')) slack.unlimited = true
serveProbe((await createApp(config)).url)
