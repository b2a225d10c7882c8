import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

it('a disk that is full is no database that takes what is written, though its log still has room', async (test) => {
  const folder = tempFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
  if (status !== 0) return test.skip('no disk can be mounted here')
  onTestFinished(() => void spawnSync('umount', [folder]))
  const parley = async (line: string) => {
    const told: string[] = []
    const out = { write: (text: string) => told.push(text) }
    await runCommand(line.split(' '), { stdout: out, stderr: out, env: { PARLEY_DATA: folder } })
    return told.join('')
  }
  expect(await parley('key list')).toBeDefined()
  expect(await parley('doctor')).toMatch(/^ok +database: The file in .* is whole, and takes what is written/m)
  const { bsize, bavail } = statfsSync(folder)
  writeFileSync(join(folder, 'something else'), Buffer.alloc(bsize * bavail - 600_000))
  const told = await parley('doctor')
  expect(told).toContain(`FAULT  database: The file in ${folder} is whole, but its disk is full:`)
  expect(told).toMatch(/^FAULT +disk: 0 MB are free/m)
})
