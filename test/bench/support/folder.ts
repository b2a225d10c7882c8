import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Scope } from './bench.ts'

export function tempFolder(scope: Scope): string {
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'))
  scope.defer(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
