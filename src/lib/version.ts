import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from './package-folder.ts'

/** Of Parley, as package.json says it. */
export const version: string = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8')).version
