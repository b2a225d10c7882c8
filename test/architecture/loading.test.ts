import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

const sdks = ['@slack/bolt', '@discordjs/ws', 'discord.js', 'botbuilder']
/** Of what not every installation does: models, links and webhooks, answers in HTML, PostgreSQL, Redis, files, mail, MCP, signing in. */
const others = [
  ...['openai', '@anthropic-ai/sdk', 'gpt-tokenizer', 'undici', 'sanitize-html', 'diff', 'pg', 'ioredis', 'bullmq'],
  ...['unpdf', 'fflate', 'nodemailer', 'postal-mime', 'chrono-node', 'libphonenumber-js', 'age-encryption'],
  ...['@modelcontextprotocol/client', '@modelcontextprotocol/server', 'openid-client'],
]

/** Which of these packages a process reads that loads these files. */
function packagesOf(files: string[], packages: readonly string[]): string[] {
  const urls = files.map((file) => pathToFileURL(join(root, file)).href)
  const script = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    const packages = ${JSON.stringify(packages)}
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context)
        const read = packages.find((one) => found.url.includes('node_modules/' + one + '/'))
        if (read) seen.add(read)
        return found
      },
    })
    for (const url of ${JSON.stringify(urls)}) await import(url)
    process.stdout.write(JSON.stringify([...seen]))
    process.exit()`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  if (!stdout) throw new Error(stderr)
  return JSON.parse(stdout)
}

it('nothing of an SDK is read before a platform is begun that needs it', () => {
  const adapters = ['slack', 'discord', 'teams'].map((platform) => `adapters/${platform}/index.ts`)
  expect(packagesOf(['src/app/index.ts', ...adapters], sdks)).toEqual([])
})

it('a server reads nothing at its start of what it may never do', () => {
  expect(packagesOf(['src/main.ts'], [...sdks, ...others])).toEqual([])
})

it('the files that do read one are known', () => {
  expect(packagesOf(['adapters/teams/botbuilder.ts', 'src/drivers/pages.ts'], [...sdks, ...others])).toEqual([
    'botbuilder',
    'undici',
  ])
})
