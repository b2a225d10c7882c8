import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canariesIn } from './canaries.ts'
import { uidOf } from './doors.ts'
import { accountOf, type House } from './house.ts'
import type { Plan } from './plan.ts'

export interface Forgotten {
  people: number
  /** Rows that went. */
  rows: number
  /** Texts of theirs that were looked for in every byte of the data folder. */
  texts: number
  bytes: number
  faults: string[]
}

/** What `parley forget --json` prints. */
interface Receipt {
  rows: number
  scrubbed: { log: string }
  proof: { found: string[] }
}

/** Some are forgotten while the server runs: afterwards no byte of the folder holds a word of theirs, and everybody else's are there. */
export async function forgetSome({ parley, data }: House, { forgotten, waves }: Plan): Promise<Forgotten> {
  const faults: string[] = []
  const said = waves.flatMap((wave) => wave.said)
  const theirs = new Set(said.filter(({ person }) => forgotten.includes(person)).map(({ canary }) => canary))
  const before = wordsIn(data)
  const unseen = [...theirs].filter((canary) => !before.words.has(canary))
  if (unseen.length > 0)
    faults.push(`${unseen.length} texts were not in the folder before: ${unseen.slice(0, 3).join(', ')}`)
  let rows = 0
  for (const person of forgotten) {
    const line = ['forget', uidOf(person), '--account', accountOf(person.tenant), '--proof', '--json']
    const { code, printed } = await parley(...line)
    const receipt = code === 0 ? (JSON.parse(printed) as Receipt) : undefined
    if (!receipt) faults.push(`\`parley ${line.join(' ')}\` ended with ${code}: ${printed}`)
    else if (receipt.scrubbed.log !== 'emptied')
      faults.push(`the log of the database was in use while ${uidOf(person)} was forgotten`)
    else if (receipt.rows === 0) faults.push(`nothing of ${uidOf(person)} was there to forget`)
    else if (receipt.proof.found.length > 0)
      faults.push(`texts of ${uidOf(person)} are in ${receipt.proof.found.join(', ')}`)
    rows += receipt?.rows ?? 0
  }
  const after = wordsIn(data)
  for (const canary of theirs)
    if (after.words.has(canary)) faults.push(`${canary} is still in ${after.words.get(canary)}`)
  const others = said.filter(({ person }) => !forgotten.includes(person)).map(({ canary }) => canary)
  const gone = others.filter((canary) => !after.words.has(canary))
  if (gone.length > 0) faults.push(`${gone.length} texts of others went too: ${gone.slice(0, 3).join(', ')}`)
  return { people: forgotten.length, rows, texts: theirs.size, bytes: after.bytes, faults }
}

/** All words of people in any byte of a folder, and the file in which each was seen last. */
function wordsIn(folder: string): { words: Map<string, string>; bytes: number } {
  const words = new Map<string, string>()
  let bytes = 0
  for (const one of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!one.isFile()) continue
    const text = readFileSync(join(one.parentPath, one.name), 'latin1')
    bytes += text.length
    for (const { canary } of canariesIn(text)) words.set(canary, one.name)
  }
  return { words, bytes }
}
