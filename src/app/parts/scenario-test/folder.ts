import { readFile } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { z } from 'zod'
import { bundleFolders } from '../../../admin/bundles/read.ts'
import { readYamlSent } from '../../../lib/yaml/index.ts'
import { readTest, type TestsRead, testFilesIn } from './format.ts'

/** All that is asked of a file here; what else it says may be as wrong as it likes. */
const namedSchema = z.looseObject({ id: z.string().optional() })

/** The folder that makes an agent: it has the agent's name, unless its file says another. */
export async function folderOf(folders: string, agent: string): Promise<string | undefined> {
  // The likely one first.
  const all = bundleFolders(folders).sort((a, b) => Number(basename(b) === agent) - Number(basename(a) === agent))
  for (const folder of all) {
    const text = await readFile(join(folder, 'agent.yaml'), 'utf8').catch(() => undefined)
    if (text === undefined) continue
    const read = await readYamlSent('agent.yaml', text, namedSchema)
    const { id = basename(folder) } = 'value' in read ? read.value : {}
    if (id === agent) return folder
  }
  return undefined
}

/** As `readTests`, of all of them, named as they stand in the folder, and while others are answered. */
export async function readTestsSent(folder: string): Promise<TestsRead> {
  const all: TestsRead = { files: [], faults: [] }
  for (const path of testFilesIn(folder)) {
    const file = relative(folder, path)
    const text = await readFile(path, 'utf8').catch(() => undefined)
    // It was there a moment ago: somebody is at it.
    if (text === undefined) continue
    const read = await readTest(file, text)
    if ('faults' in read) all.faults.push(...read.faults)
    else all.files.push(read)
  }
  return all
}
