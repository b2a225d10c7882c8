import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
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
  const first = mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (first === undefined) return
  for (let made = resolve(folder); ; made = dirname(made)) {
    syncFolder(dirname(made))
    if (made === resolve(first)) return
  }
}
