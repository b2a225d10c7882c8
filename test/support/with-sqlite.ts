import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openSqlite } from '../../src/store/sqlite.ts'
import { makeTempFolder } from './temp-folder.ts'

/** Makes the tables once, in a database for the run's tests to copy: thousands of them want one of their own. */
export async function setup(project: TestProject): Promise<() => void> {
  const { path, remove } = makeTempFolder()
  await (await openSqlite(path)).close()
  project.provide('sqliteTemplate', join(path, 'parley.db'))
  return remove
}
