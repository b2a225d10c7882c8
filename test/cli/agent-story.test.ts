import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { setup } from '../../adapters/slack/setup.ts'
import { open } from '../../src/cli/open.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import {
  digestOf,
  expectedDigest,
  type StoryDoor,
  type StoryPerson,
  type StoryStep,
  tellStory,
  textOf,
} from '../contracts/story.ts'
import { runCommand } from '../support/command.ts'
import { loadConfig } from '../support/config.ts'
import { tempFolder } from '../support/temp-folder.ts'

const uidOf = (person: StoryPerson) => `slack_T0PARLEY_U0${person.toUpperCase()}`
const here = 'T0PARLEY/C0GENERAL'

it('the story leaves the same when it is told at the terminal', async () => {
  const folder = tempFolder()
  const env = { PARLEY_DATA: join(folder, 'data') }
  const house = async () => open(loadConfig(env), platforms, { info() {}, warn() {} })
  const before = await house()
  await before.admin.roles.seed({ account: firstAccount, author: uidOf('ann'), door: 'slack' })
  await before.close()

  const door: StoryDoor = {
    knowsRights: false,
    async say(step) {
      const out: string[] = []
      const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => out.push(s) } }
      await runCommand(argumentsOf(step, folder), { ...io, env })
      return out.join('')
    },
  }
  await tellStory(door)

  const after = await house()
  try {
    const { place } = setup
    const digest = await digestOf(after, { uidOf, channel: place!(here)!, workspace: place!('T0PARLEY')! })
    expect(digest).toEqual(expectedDigest)
  } finally {
    await after.close()
  }
})

function argumentsOf({ command, values, form, more, press }: StoryStep, folder: string): string[] {
  const given = Object.entries(values).flatMap(([name, value]) => {
    const text = textOf(value, uidOf)
    if (text !== undefined) return [`--${name}`, text]
    const { name: file, text: content } = value as { name: string; text: string }
    const path = join(folder, file)
    writeFileSync(path, content)
    return [`--${name}`, path]
  })
  const fields = Object.entries({ ...form, ...more }).flatMap(([name, value]) => ['--set', `${name}=${value}`])
  const at = ['use', 'unuse'].includes(command) ? ['--in', `slack:${here}`] : []
  return ['agent', ...command.split(' '), ...given, ...fields, ...(press ? ['--press', press] : []), ...at]
}
