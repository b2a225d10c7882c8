/**
 * Three long conversations, each with all of Parley in one process: what is said, shown, kept and called in every turn stands in
 * `<agent>.txt` beside this file. Where a change is meant, write them anew, and read the difference:
 *
 *     GOLDEN=write npx vitest run test/golden/transcript.test.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { agents } from './agents.ts'
import { demo } from './demo.ts'
import { frontDesk } from './front-desk.ts'
import { libraryJa } from './library-ja.ts'
import { play } from './play.ts'

const scripts = { demo, 'front-desk': frontDesk, 'library-ja': libraryJa }

it.each(agents)('a long conversation with $id goes as it is written down', async (agent) => {
  const transcript = await play(agent, scripts[agent.id])
  const file = join(import.meta.dirname, `${agent.id}.txt`)
  if (process.env['GOLDEN'] === 'write') writeFileSync(file, transcript)
  expect(transcript).toBe(readFileSync(file, 'utf8'))
})
