import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { open as openHouse } from '../../src/cli/open.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { installationsOf } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function open(env: Record<string, string> = {}) {
  const settings = { ...env, PARLEY_DATA: join(tempFolder(), 'data') }
  const house = await openHouse(loadConfig(settings), platforms, { info() {}, warn() {} })
  onTestFinished(() => house.close())
  const parley = async (...argv: string[]) => {
    let [out, err] = ['', '']
    const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
    const code = await runCommand(argv, { ...io, env: settings })
    return { code, out, err }
  }
  return { parley, house }
}

const add = ['agent', 'schedule', 'add', 'every Monday at 9', 'What is due this week?', '--agent', 'demo']
const here = ['--zone', 'Europe/London', '--in', 'slack:T0AB/C0XY']

it('a schedule is set from the terminal, for a channel that it names', async () => {
  const { parley, house } = await open()
  expect(await parley(...add)).toMatchObject({ code: 1, err: expect.stringMatching(/^Say with --in in which channel/) })
  expect(await parley(...add, ...here)).toMatchObject({ code: 1, err: expect.stringMatching(/^No channel or thread/) })
  await parley('slack', 'use', 'T0AB/C0XY', 'demo')
  expect(await parley(...add, ...here)).toMatchObject({
    ...{ code: 1, err: expect.stringMatching(/^demo is to answer there, but Parley is not connected to it/) },
  })

  await installationsOf(house, 'slack').add({ id: 'T0AB', name: 'Acme', own: 'always' })
  const shown = await parley(...add, ...here)
  expect(shown.out).toMatch(/What is due this week\?[\s\S]*Nothing is kept until you save it\.\n.*: --press Save\n$/)
  expect((await parley('agent', 'schedule', 'list', '--agent', 'demo')).out).toMatch(/^Nothing is scheduled/)
  expect((await parley(...add, ...here, '--press', 'Save')).out).toMatch(/^Saved as \w{8}: it comes first/)

  expect((await parley('agent', 'schedule', 'list', '--agent', 'demo')).out).toMatch(
    /0 9 \* \* 1 → .* \(Europe\/London\): What is due this week\?/,
  )
  const [row] = await house.store.timers.schedules('demo', 'default')
  expect(JSON.parse(row!.context)).toMatchObject({
    ...{ platform: 'slack', installation: 'T0AB', place: 'slack:T0AB:C0XY', replyTo: 'slack:T0AB:C0XY' },
  })
})

it('a place is written alike wherever one is named', async () => {
  const { parley, house } = await open()
  expect((await parley('slack', 'use', 'T0AB/C0XY', 'dmeo')).err).toMatch(
    /^There is no agent with this id\. Did you mean demo\?\n/,
  )
  await parley('slack', 'use', 'T0AB/C0XY', 'demo')
  const early = await parley('say', 'demo', 'Hello', '--to', 'slack:T0AB:C0XY')
  expect(early).toMatchObject({ code: 1, err: expect.stringMatching(/^demo is to answer there, but Parley is not/) })
  await installationsOf(house, 'slack').add({ id: 'T0AB', name: 'Acme', own: 'always' })
  for (const place of ['slack:T0AB:C0XY', 'slack:T0AB/C0XY']) {
    expect((await parley('agent', 'list', '--in', place)).out).toContain('← here')
    expect((await parley('say', 'demo', 'Hello', '--to', place)).out).toMatch(/ is on its way\.\n$/)
  }
})

it('says so in Japanese, too', async () => {
  const { parley } = await open({ LANG: 'ja_JP.UTF-8' })
  expect((await parley(...add)).err).toMatch(/^答えを送るチャンネルを --in で指定してください/)
})
