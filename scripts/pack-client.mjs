// `node scripts/pack-client.mjs FOLDER` writes the package `parley-agents-client` there: one module for browsers and Node, and its types.
import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const source = join(root, 'src/client')
if (!process.argv[2])
  throw new Error('Say where: node scripts/pack-client.mjs FOLDER. What is in that folder is replaced.')
const target = resolve(process.argv[2])
mkdirSync(target, { recursive: true })

await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: target,
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: join(source, 'index.ts'), formats: ['es'], fileName: () => 'index.js' },
  },
})
const typed = mkdtempSync(join(root, '.dist-'))
try {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const only = ['--noCheck', '--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', typed]
  const like = ['--ignoreConfig', '--target', 'es2024', '--module', 'nodenext', '--rewriteRelativeImportExtensions']
  execFileSync(process.execPath, [compiler, ...only, ...like, join(source, 'index.ts')], { cwd: root })
  for (const name of readdirSync(typed)) {
    const text = readFileSync(join(typed, name), 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'")
    writeFileSync(join(target, name), text)
  }
} finally {
  rmSync(typed, { recursive: true, force: true })
}
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const about = {
  ...{ name: 'parley-agents-client', version, license, engines, type: 'module', sideEffects: false },
  description: 'Speaks with agents of Parley, in browsers and in Node.',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  publishConfig: { access: 'public' },
}
writeFileSync(join(target, 'package.json'), `${JSON.stringify(about, null, 2)}\n`)
copyFileSync(join(root, 'LICENSE'), join(target, 'LICENSE'))
