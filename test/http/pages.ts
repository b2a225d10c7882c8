import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tempFolder } from '../support/temp-folder.ts'

/** A folder with a page, as the console is built. */
export function pages(): string {
  const folder = tempFolder()
  mkdirSync(join(folder, 'assets'))
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Parley</title>')
  writeFileSync(join(folder, 'assets/main-4f3a.js'), 'export {}')
  return folder
}
