import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { tempFolder } from './temp-folder.ts'

/** Until the test ends, commands are run in a folder whose `parley.yaml` says this. */
export function withSettings(yaml: string): void {
  const [home, folder] = [process.cwd(), tempFolder()]
  mkdirSync(join(folder, 'config'), { recursive: true })
  writeFileSync(join(folder, 'config', 'parley.yaml'), yaml)
  process.chdir(folder)
  onTestFinished(() => process.chdir(home))
}
