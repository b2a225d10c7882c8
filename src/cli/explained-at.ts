import { join, resolve } from 'node:path'
import type { Environment } from '../config/index.ts'
import { errorPath } from '../lib/error-path.ts'
import { packageFolder } from '../lib/package-folder.ts'
import { reachableUrl } from '../lib/reachable-url.ts'
import { readServer } from '../store/server-file.ts'

/**
 * Where a code is explained: a page of the server that runs on the data folder, else the file that it is made of. The package brings that file,
 * and not the whole documentation, which would be as large again as all of the rest.
 */
export function explainedAt(code: string, env: Environment): string {
  const server = readServer({ dataFolder: resolve(env['PARLEY_DATA'] || 'data') })
  return server ? `${reachableUrl(server.url)}${errorPath(code)}` : `${join(packageFolder, 'docs/errors.md')} (${code})`
}
