import { spawnSync } from 'node:child_process'
import { statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, type TestContext } from 'vitest'
import { createApp } from '../../src/app/index.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** The folder of a disk of 48 MB; the test is skipped where this user may mount none. */
function smallDisk(test: TestContext): string {
  const folder = tempFolder()
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', folder])
  if (status !== 0) test.skip('no disk can be mounted here')
  onTestFinished(() => void spawnSync('umount', [folder]))
  return folder
}

it('a disk that is full is no database that takes what is written, though its log still has room', async (test) => {
  const folder = smallDisk(test)
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

it('a disk with little room is named by /readyz and told in the figures, as the doctor does', async (test) => {
  const folder = smallDisk(test)
  const app = await createApp(loadConfig({ PORT: '0', PARLEY_DATA: folder, LOG_LEVEL: 'silent' }))
  onTestFinished(() => app.close())
  const ready = await fetch(`${app.url}/readyz`)
  // It takes messages as long as there is room.
  expect(ready.status).toBe(200)
  const told = await ready.text()
  expect(JSON.parse(told)).toMatchObject({
    degraded: [{ what: 'disk', why: expect.stringMatching(/^\d+ MB are free on the disk of the data folder: /) }],
  })
  expect(told).not.toContain(folder)
  const figures = await (await fetch(`${app.url}/metrics`)).text()
  const free = Number(/^parley_disk_free_bytes (\S+)$/m.exec(figures)?.[1])
  expect(free).toBeGreaterThan(0)
  expect(free).toBeLessThan(48 * 2 ** 20)
})
