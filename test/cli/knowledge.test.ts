import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { minimalAgent } from '../support/agent.ts'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A terminal on a data folder of its own, and a folder with two files. */
function terminal() {
  const folder = tempFolder()
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  }
  const parley = async (...argv: string[]) => {
    let out = ''
    let err = ''
    const io = { stdout: { write: (s: string) => (out += s) }, stderr: { write: (s: string) => (err += s) } }
    const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: join(folder, 'data') } })
    return { code, out, err }
  }
  return { file, parley }
}

it('adds, lists, searches and removes what an agent knows', async () => {
  const { file, parley } = terminal()
  const { description, photoUrl, providerName, scope } = minimalAgent().agent
  const agent = { displayName: 'Guide', description, photoUrl, providerName, scope }
  await parley('agent', 'apply', file('agent.yaml', JSON.stringify({ id: 'guide', agent })))
  const hours = file('hours.md', '# Opening hours\n\nFrom nine to eighteen.\n\n# Parking\n\nParking is free.')
  const note = file('note.txt', 'The bell is broken.')
  expect(await parley('knowledge', 'list', 'guide')).toEqual({ code: 0, out: 'It knows nothing yet.\n', err: '' })

  expect(await parley('knowledge', 'add', 'guide', hours, note)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^hours\.md: 2 passages\.\nnote\.txt: 1 passage\.\n/),
  })
  const again = await parley('knowledge', 'add', 'guide', note, '--json')
  expect(JSON.parse(again.out)).toMatchObject([{ name: 'note.txt', changed: false, passages: 1 }])

  expect((await parley('knowledge', 'list', 'guide')).out).toMatch(
    /^NAME +PASSAGES +BYTES +ADDED +TYPE\nhours\.md +2 +\d+ .*text\/markdown\nnote\.txt +1 +19 .*text\/plain\n$/,
  )
  expect((await parley('knowledge', 'search', 'guide', 'is', 'parking', 'free?')).out).toMatch(
    /^\d\.\d\d {2}hours\.md › Parking\n {6}Parking is free\.\n/,
  )
  const [hit] = JSON.parse((await parley('knowledge', 'search', 'guide', 'the bell', '--json')).out)
  expect(hit).toMatchObject({ source: 'note.txt', text: 'The bell is broken.' })

  expect((await parley('knowledge', 'remove', 'guide', 'hours.md')).out).toBe('hours.md is gone.\n')
  expect((await parley('knowledge', 'search', 'guide', 'parking')).out).toBe('Nothing was found.\n')
})

it('says what is wrong', async () => {
  const { file, parley } = terminal()
  expect(await parley('knowledge', 'add', 'demo')).toMatchObject({
    code: 2,
    err: expect.stringMatching(/needs <file>: /),
  })
  expect(await parley('knowledge', 'add', 'demo', 'missing.md')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^missing\.md cannot be read: there is no such file\.\n/),
  })
  expect(await parley('knowledge', 'add', 'demo', file('empty.md', ''))).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^The file empty\.md holds no text: there is nothing in it that could be found\.\n/),
  })
  expect(await parley('knowledge', 'list', 'nobody')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/^There is no agent with this id\.\nMore: /),
  })
  expect(await parley('knowledge', 'add', 'dmeo', file('a.md', 'A'))).toMatchObject({
    err: expect.stringMatching(/^There is no agent with this id\. Did you mean demo\?\nMore: /),
  })
  expect((await parley('help', 'knowledge', 'add')).out).toContain(
    'Usage: parley knowledge add <agent> <file> … [options]',
  )
})

it('of several files adds those that can be read, and says of each what became of it', async () => {
  const { file, parley } = terminal()
  const [good, empty, late] = [file('good.md', '# Tea\n\nAt four.'), file('empty.md', ''), file('late.md', 'At nine.')]
  const told = await parley('knowledge', 'add', 'demo', good, empty, 'missing.md', late)
  expect(told).toEqual({
    code: 1,
    out: [
      'good.md: 1 passage.',
      'empty.md: not added. The file empty.md holds no text: there is nothing in it that could be found.',
      'missing.md: not added. missing.md cannot be read: there is no such file.',
      'late.md: 1 passage.\n',
    ].join('\n'),
    err: '',
  })
  const again = await parley('knowledge', 'add', 'demo', good, empty, '--json')
  expect(again.code).toBe(1)
  expect(JSON.parse(again.out)).toMatchObject([
    { name: 'good.md', changed: false, passages: 1 },
    { name: 'empty.md', code: 'document_unreadable', detail: expect.stringContaining('holds no text') },
  ])
  // An agent that is not there is said once.
  expect(await parley('knowledge', 'add', 'nobody', good, late)).toMatchObject({
    ...{ code: 1, out: '', err: expect.stringMatching(/^There is no agent with this id\./) },
  })
})
