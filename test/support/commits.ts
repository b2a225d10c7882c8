import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const headerBytes = 32
const frameHeaderBytes = 24

/**
 * How many commits stand in the log of the database of a folder. A frame that ends one holds the size of the database; what is left of
 * before the log began anew has another salt: https://sqlite.org/walformat.html
 */
export function commitsIn(folder: string): number {
  const log = readFileSync(join(folder, 'parley.db-wal'))
  if (log.length === 0) return 0
  const frameBytes = frameHeaderBytes + log.readUInt32BE(8)
  const salt = log.toString('hex', 16, 24)
  let commits = 0
  for (let at = headerBytes; at + frameBytes <= log.length; at += frameBytes) {
    if (log.toString('hex', at + 8, at + 16) === salt && log.readUInt32BE(at + 4) > 0) commits++
  }
  return commits
}
