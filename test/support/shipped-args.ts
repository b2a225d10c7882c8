import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const { scripts } = JSON.parse(readFileSync(join(resolve(import.meta.dirname, '../..'), 'package.json'), 'utf8'))

/** What `npm start` tells Node; the image and the unit for systemd tell it the same. */
export const shippedArgs: readonly string[] = (scripts.start as string).match(/--\S+/g)!
