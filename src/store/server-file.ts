import { randomBytes } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { writeDurably } from './durable-file.ts'
import type { StoreLocation } from './open.ts'
import { isLocked } from './sqlite.ts'

/** Where commands find the server of their data folder, and the word that opens its door for them. */
const serverSchema = z.object({ url: z.string(), word: z.string() })
export type RunningServer = z.infer<typeof serverSchema>

const pathIn = (folder: string): string => join(folder, 'parley.server')

export const newServerWord = (): string => randomBytes(32).toString('base64url')

/** Only who may read the data folder, and so all there is, learns the word. */
export function writeServer(folder: string, server: RunningServer): void {
  writeDurably(pathIn(folder), `${JSON.stringify(server)}\n`)
}

export function removeServer(folder: string): void {
  rmSync(pathIn(folder), { force: true })
}

/** The server that runs on the folder alone; undefined where none does, or none that listens. */
export function readServer({ dataFolder, shared }: StoreLocation): RunningServer | undefined {
  if (shared) return undefined
  const server = read(pathIn(dataFolder))
  // What a server that was killed has left behind is nobody's address.
  return server && isLocked(dataFolder) ? server : undefined
}

function read(path: string): RunningServer | undefined {
  try {
    return serverSchema.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
