// Builds dist/ from src/ and adapters/, when it is missing or older than its sources.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { declarations } from './declarations.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const sources = [
  'src',
  'adapters',
  'console',
  'test/contracts',
  'scripts/server.vite.config.mjs',
  'package.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

export async function ensureBuilt() {
  // What was installed without its development dependencies has no compiler.
  if (!existsSync(join(root, 'node_modules', 'typescript'))) return
  const built = statSync(stamp, { throwIfNoEntry: false })
  if (built && newest(sources) <= built.mtimeMs) return
  build()
}

export function build() {
  console.error('Building …')
  // Built aside and put in place by two moves, so that whoever starts meanwhile finds the old one or the new one.
  const fresh = mkdtempSync(join(root, '.dist-'))
  try {
    // Types are checked by `npm run types`; who only starts Parley need not wait for that.
    run('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--outDir', fresh, '--noCheck'])
    run('vite/bin/vite.js', ['build', fresh, '--config', 'scripts/server.vite.config.mjs', '--logLevel', 'warn'])
    run('vite/bin/vite.js', ['build', 'console/page', '--outDir', join(fresh, 'page'), '--logLevel', 'warn'])
    run('vite/bin/vite.js', ['build', 'console/widget', '--outDir', join(fresh, 'widget'), '--logLevel', 'warn'])
    run('vite/bin/vite.js', [
      'build',
      'console/page/console',
      '--outDir',
      join(fresh, 'console-page'),
      '--logLevel',
      'warn',
    ])
    // What PDFs in Chinese, Japanese and Korean are read with. The package itself is 40 MB.
    cpSync(join(root, 'node_modules/pdfjs-dist/cmaps'), join(fresh, 'cmaps'), { recursive: true })
    cpSync(join(root, 'adapters/teams/icons'), join(fresh, 'adapters/teams/icons'), { recursive: true })
    writeFileSync(join(fresh, '.built'), '')
    // A temporary folder is its maker's alone; in an image the one who builds is not the one who runs.
    chmodSync(fresh, 0o755)
    putInPlace(fresh)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
  }
}

/** However many build at once: the last one's stays. */
function putInPlace(fresh) {
  const former = `${fresh}-former`
  for (;;) {
    try {
      if (existsSync(dist)) renameSync(dist, former)
      renameSync(fresh, dist)
      return
    } catch (error) {
      // Another one has moved it away or put its own there, between the question and the move.
      if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code) || !existsSync(fresh)) throw error
    } finally {
      rmSync(former, { recursive: true, force: true })
    }
  }
}

function run(script, args) {
  execFileSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd: root,
    // What runs in browsers is built for those who use it, whoever builds: a test runner says otherwise of itself.
    env: { ...process.env, NODE_ENV: 'production' },
    // Standard output belongs to the command that wanted the build.
    stdio: ['ignore', 2, 2],
  })
}

function newest(paths) {
  let latest = 0
  for (const path of paths) {
    const full = join(root, path)
    const stats = statSync(full)
    latest = Math.max(latest, stats.mtimeMs)
    if (stats.isDirectory()) latest = Math.max(latest, newest(readdirSync(full).map((name) => join(path, name))))
  }
  return latest
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  build()
  // For who packs it; whoever starts Parley need not wait for them.
  if (process.argv.includes('--declarations')) declarations()
}
