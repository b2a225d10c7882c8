import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'
import type { Degraded } from '../http/health.ts'
import { sharedLook } from '../lib/shared-look.ts'

/** Less than this is soon full: a log of the database and a backup each need room. */
export const scarceBytes = 500e6
/** Balancers ask every other second, from many sides: they are all told the same for so long. */
const keptMs = 5000
/** A disk of another machine may never answer, and nothing else is to wait for it. */
const limitMs = 1000

/** How many bytes there are where a folder is, or is to be made, and how many of them are free. */
export async function roomAt(folder: string): Promise<{ free: number; total: number }> {
  const { bsize, bavail, blocks } = await statfs(made(folder))
  return { free: bavail * bsize, total: blocks * bsize }
}

export const freeAt = async (folder: string): Promise<number> => (await roomAt(folder)).free

function made(folder: string): string {
  for (let above = resolve(folder); ; above = dirname(above)) {
    if (existsSync(above) || above === dirname(above)) return above
  }
}

export const sizeOf = (bytes: number): string =>
  bytes < 1e9 ? `${Math.floor(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`

/** How much is free, for those who ask again and again: undefined where it is not said in time. */
export const watchDisk = (look: () => Promise<number>, now: () => number): (() => Promise<number | undefined>) =>
  sharedLook<number | undefined>({ look, late: undefined, limitMs, keptMs, now })

/** Who asks may be anybody: where the folder is, is for whoever is at its terminal. */
export const degradedByDisk = (free: number | undefined): Degraded[] =>
  free !== undefined && free < scarceBytes
    ? [
        {
          what: 'disk',
          why: `${sizeOf(free)} are free on the disk of the data folder: \`npx parley doctor\` says where it is, and what to do.`,
        },
      ]
    : []
