import { spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Which of the platforms' SDKs a process reads that loads these files. */
function sdksOf(files: string[]): string[] {
  const urls = files.map((file) => pathToFileURL(join(root, file)).href)
  const script = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({
      resolve(name, context, next) {
        const found = next(name, context)
        const [, sdk] = /node_modules\\/(@slack\\/bolt|@discordjs\\/ws|discord\\.js|botbuilder)\\//.exec(found.url) ?? []
        if (sdk) seen.add(sdk)
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
  expect(sdksOf(['src/app/index.ts', ...adapters])).toEqual([])
})

it('the files that do read one are known', () => {
  expect(sdksOf(['adapters/teams/botbuilder.ts'])).toEqual(['botbuilder'])
})
