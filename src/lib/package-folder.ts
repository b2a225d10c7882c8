import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of package.json, of a checkout or of what was installed: some folders up from src/lib or dist/src/lib. */
export const packageFolder: string = (() => {
  for (let folder = import.meta.dirname; ; folder = join(folder, '..')) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === join(folder, '..')) throw new Error('package.json is missing')
  }
})()
