import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

export interface Packed {
  tarball: string
  /** A project that has the package installed. */
  project: string
  /** Where the package is in it. */
  folder: string
}

/**
 * The package as it is published, packed and installed into a project in `folder`. What it depends on comes from the checkout, each
 * under its own name and nothing else, so that no registry is needed and what is not declared is not found.
 */
export function packAndInstall(folder: string): Packed {
  // The rest of what `prepack` would build is built.
  execFileSync(process.execPath, ['scripts/declarations.mjs'], { cwd: root })
  execFileSync(process.execPath, ['scripts/sbom.ts'], { cwd: root, stdio: 'ignore' })
  const packed = execFileSync('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder], {
    cwd: root,
    encoding: 'utf8',
  })
  const tarball = join(folder, packed.trim())
  const project = join(folder, 'project')
  const modules = join(project, 'node_modules')
  const installed = join(modules, 'parley-agents')
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['xzf', tarball, '-C', installed, '--strip-components=1'])
  for (const name of Object.keys(manifestOf(installed).dependencies)) {
    const place = join(modules, name)
    mkdirSync(dirname(place), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), place)
  }
  return { tarball, project, folder: installed }
}

export interface Manifest {
  version: string
  dependencies: Record<string, string>
  exports: Record<string, string | { types: string; default: string }>
}

export const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** Every file in a folder, by its path in it. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .sort()
}
