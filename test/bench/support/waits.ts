import { closeSync, fdatasyncSync, fsyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { quantile } from './quantile.ts'

const waits = 400

export function spread(times: readonly number[]): { median: number; late: number } {
  return { median: quantile(times, 0.5), late: quantile(times, 0.99) }
}

/** How long the disk of a folder lets wait for 4 KB that are written over what a file holds, in milliseconds. */
export function waitsOf(folder: string): { median: number; late: number } {
  const file = openSync(join(folder, 'bare'), 'w')
  const page = Buffer.alloc(4096, 'x')
  for (let n = 0; n < 256; n++) writeSync(file, page, 0, page.length, n * page.length)
  fsyncSync(file)
  const times: number[] = []
  for (let n = 0; n < waits; n++) {
    writeSync(file, page, 0, page.length, (n % 256) * page.length)
    const begun = performance.now()
    fdatasyncSync(file)
    times.push(performance.now() - begun)
  }
  closeSync(file)
  return spread(times)
}
