import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder for several tests, which remove it in the end. */
export function makeTempFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'parley-test-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** A folder of this test's own, gone when it has finished. Tests that run concurrently pass their own `onTestFinished`. */
export function tempFolder(onFinished: (end: () => void) => void = onTestFinished): string {
  const { path, remove } = makeTempFolder()
  onFinished(remove)
  return path
}
