import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** From the package.json above, one folder up from src/ and two from dist/src/. */
export const version: string = (() => {
  for (let folder = import.meta.dirname; ; folder = join(folder, '..')) {
    try {
      return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).version
    } catch {
      if (folder === join(folder, '..')) throw new Error('package.json is missing')
    }
  }
})()
