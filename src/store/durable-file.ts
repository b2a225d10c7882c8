import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'

/** Makes what was put into a folder, renamed or taken out of it outlive a loss of power. */
export function syncFolder(folder: string): void {
  let file: number
  try {
    file = openSync(folder, 'r')
  } catch {
    // Windows opens no folders, and needs none of this.
    return
  }
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** The folder of the data, for its owner alone; those above it that had to be made too. */
export function makeFolder(folder: string): void {
  const missing: string[] = []
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at)
  // One by one: asked for all of them, Node tries without end where there are none to be made, as in /proc.
  for (const one of missing) {
    try {
      mkdirSync(one, { mode: 0o700 })
    } catch (error) {
      // Another process was quicker.
      if (!existsSync(one)) throw error
    }
    syncFolder(dirname(one))
  }
}

/** Whoever reads it finds the old text or the new one, whole, whenever the power is lost. */
export function writeDurably(path: string, text: string): void {
  const draft = `${path}.${process.pid}`
  try {
    writeFileSync(draft, text, { mode: 0o600, flush: true })
    renameSync(draft, path)
  } catch (error) {
    removeQuietly(draft)
    throw error
  }
  syncFolder(dirname(path))
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path)
  } catch {
    // It was never made.
  }
}
