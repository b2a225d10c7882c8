import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { helpGroups, mostUsed, startVariables } from '../../src/cli/help-groups.ts'
import { variableNames } from '../../src/config/environment.ts'
import { commandGroups } from '../../src/model/commands.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function parleyOn(sheet: { isTTY?: boolean; columns?: number }, env: Record<string, string>, argv: string[]) {
  let [out, err] = ['', '']
  const stdout = { write: (text: string) => (out += text), ...sheet }
  const stderr = { write: (text: string) => (err += text) }
  const dataFolder = join(tempFolder(), 'data')
  const code = await runCommand(argv, { stdout, stderr, env: { PARLEY_DATA: dataFolder, ...env } })
  expect(existsSync(dataFolder)).toBe(false)
  return { code, out, err }
}
const parley = (...argv: string[]) => parleyOn({}, {}, argv)

/** The names in the first column. */
const namesIn = (page: string): string[] =>
  page.split('\n').flatMap((line) => (/^ {2}\S/.test(line) ? [line.trim().split(/ {2,}/)[0]!] : []))

describe('parley help', () => {
  it('is one screen: what is used most, the groups, and how to go on', async () => {
    const { code, out } = await parley('help')
    expect(code).toBe(0)
    expect(out.split('\n').length).toBeLessThan(30)
    const names = namesIn(out)
    expect(names).toEqual(expect.arrayContaining([...mostUsed, ...helpGroups.map(({ name }) => name), 'platforms']))
    expect((await parley('--help')).out).toBe(out)
    expect((await parley('-h')).out).toBe(out)
  })

  it('has every command in one group, and all of them with --all', async () => {
    const all = namesIn((await parley('help', '--all')).out)
    expect(new Set(all).size).toBe(all.length)
    const groups = [...helpGroups.map(({ name }) => name), 'platforms']
    const listed = await Promise.all(groups.map(async (name) => namesIn((await parley('help', name)).out)))
    expect(listed.flat().toSorted()).toEqual(all.toSorted())
    // What has no group counts as a platform's.
    const families = new Set(listed.at(-1)!.map((name) => name.split(' ')[0]))
    expect([...families].toSorted()).toEqual(platforms.map(({ id }) => id).toSorted())
    // Nothing is called as a group is.
    const words = new Set(all.map((name) => name.split(' ')[0]!))
    expect(groups.filter((name) => words.has(name))).toEqual([])
  })

  it('tells about a family, a command, itself', async () => {
    for (const argv of [['key'], ['key', '--help'], ['help', 'key']]) {
      const { code, out } = await parley(...argv)
      expect([code, out]).toEqual([0, expect.stringMatching(/^Usage: parley key <command>[\s\S]*key revoke/)])
    }
    const one = await parley('help', 'account', 'set')
    expect(one.out).toContain('Usage: parley account set <uid> [options]')
    expect((await parley('account', 'set', '--help')).out).toBe(one.out)
    for (const argv of [
      ['help', '--help'],
      ['help', 'help'],
      ['help', '-h'],
    ]) {
      const { code, out } = await parley(...argv)
      expect([code, out]).toEqual([0, expect.stringMatching(/Usage: parley help \[<what>\] \[options\]/)])
    }
    expect((await parley('--version')).out).toMatch(/^\d+\.\d+\.\d+\n$/)
  })

  it('parts a long family as chats do, and so does the family alone', async () => {
    const { code, out } = await parley('agent')
    expect(code).toBe(0)
    for (const { title } of commandGroups) expect(out).toContain(`\n${title.en}\n`)
    expect(out).not.toContain('\nOthers\n')
    expect((await parley('agent', 'rule')).out).toMatch(/^Usage: parley agent rule <command>/)
    // A program wants no help.
    expect(await parley('agent', '--json')).toMatchObject({ code: 2, out: '' })
  })

  it('names the variables that matter where it tells about start', async () => {
    const { out } = await parley('start', '--help')
    expect(out).toContain('Usage: parley start\n')
    for (const [name] of startVariables) expect(out).toMatch(new RegExp(`^ {2}${name} `, 'm'))
    for (const { beginning } of platforms) for (const name of beginning?.variables ?? []) expect(out).toContain(name)
    const known = [...variableNames(platforms), 'OPENAI_API_KEY']
    expect(startVariables.filter(([name]) => !known.includes(name))).toEqual([])
  })

  it('has colours and lines that fit at a terminal, and none elsewhere or where somebody wants none', async () => {
    const terminal = { isTTY: true, columns: 80 }
    const { out } = await parleyOn(terminal, {}, ['help', '--all'])
    expect(out).toContain('\x1b[')
    const lines = stripVTControlCharacters(out).split('\n')
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80)
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }])
      expect((await parleyOn(terminal, env, ['help', '--all'])).out).not.toContain('\x1b[')
    expect((await parley('help', '--all')).out).not.toContain('\x1b[')
  })
})
