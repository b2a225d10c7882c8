// Writes into dist/ the declarations that the package's entries lead to, and of nothing else: what they do not name is nobody's.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

export function declarations() {
  const all = mkdtempSync(join(root, '.dist-'))
  try {
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const only = [
      '--noCheck',
      '--declaration',
      '--emitDeclarationOnly',
      '--sourceMap',
      'false',
      '--removeComments',
      'false',
    ]
    execFileSync(process.execPath, [compiler, '-p', 'tsconfig.build.json', '--outDir', all, ...only], {
      cwd: root,
      stdio: ['ignore', 2, 2],
    })
    const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const entries = Object.values(exports).flatMap(({ types }) => types ?? [])
    const wanted = entries.map((path) => path.replace(/^\.\/dist\//, ''))
    const written = new Set()
    for (let path = wanted.pop(); path; path = wanted.pop()) {
      if (written.has(path)) continue
      written.add(path)
      const text = readFileSync(join(all, path), 'utf8').replace(
        /((?:from|import\() ?['"])(\.\.?\/[^'"]+)\.ts(['"])/g,
        (_, before, module, after) => {
          wanted.push(join(dirname(path), `${module}.d.ts`))
          return `${before}${module}.js${after}`
        },
      )
      const file = resolve(root, 'dist', path)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
    }
  } finally {
    rmSync(all, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) declarations()
