import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCommand } from '../support/command.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A folder of agents with one in it, and a terminal to try it in. */
function setting() {
  const agents = tempFolder()
  const dataFolder = join(agents, 'data')
  const folder = join(agents, 'rooms')
  cpSync(join(import.meta.dirname, '../fixtures/agents/rooms'), folder, { recursive: true })
  const parley = async (...argv: string[]) => {
    const out: string[] = []
    const err: string[] = []
    const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
    const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: dataFolder } })
    return { code, out: out.join('').replaceAll(agents, '…'), err: err.join('').replaceAll(agents, '…') }
  }
  const edit = (file: string, from: string, to: string) => {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not hold ${from}`)
    writeFileSync(path, text.replace(from, to))
  }
  return { agents, folder, dataFolder, parley, edit }
}

describe('scenario check', () => {
  it('says that nothing is wrong, and opens no data folder', async () => {
    const { agents, dataFolder, parley } = setting()
    expect(await parley('scenario', 'check', agents)).toEqual({
      code: 0,
      out: '2 scenarios: 0 errors, 0 warnings\n',
      err: '',
    })
    expect(existsSync(dataFolder)).toBe(false)
  })

  it('shows what is wrong file by file, and fails', async () => {
    const { folder, parley, edit } = setting()
    edit('scenarios/book-room.yaml', 'goto: check', 'goto: chekc')
    edit('scenarios/book-room.yaml', 'text: Another time', `text: ${'x'.repeat(80)}`)
    edit('scenarios/human-handoff.yaml', 'frist: '.replace('frist', 'first'), 'frist: ')
    const { code, out } = await parley('scenario', 'check', folder)
    expect(code).toBe(1)
    expect(out).toBe(
      `…/rooms/scenarios/human-handoff.yaml
     1  error    S000  first is required
     7  error    S000  frist is not known here; did you mean first?

…/rooms/scenarios/book-room.yaml
    30  error    S002  nodes.ask_time.on[0].goto leads to chekc, which is not a node; did you mean check?
    45  warning  S020  nodes.busy.options[0].text has 80 characters: Slack shows 75 of a button. Shorten it, and say the rest in \`say\`.

1 scenario: 3 errors, 1 warning
`,
    )
  })

  it('does not fail for warnings', async () => {
    const { folder, parley, edit } = setting()
    edit('scenarios/human-handoff.yaml', 'write to #{contact}', 'write to #{contcat}')
    const { code, out } = await parley('scenario', 'check', join(folder, 'scenarios/human-handoff.yaml'))
    expect(code).toBe(0)
    expect(out).toContain('did you mean contact?')
    expect(out).toContain('1 scenario: 0 errors, 1 warning')
  })

  it('looks at one file among those of its agent, or alone', async () => {
    const { agents, folder, parley, edit } = setting()
    edit('scenarios/human-handoff.yaml', 'goto: noted', 'goto: note')
    expect(await parley('scenario', 'check', join(folder, 'scenarios/book-room.yaml'))).toMatchObject({ code: 0 })
    cpSync(join(folder, 'scenarios/book-room.yaml'), join(agents, 'alone.yaml'))
    const { code, out } = await parley('scenario', 'check', join(agents, 'alone.yaml'))
    expect(code).toBe(1)
    expect(out).toContain('S013  nodes.handoff.end.jump jumps to human_handoff')
    expect(out).not.toContain('S008')
  })

  it('tells programs the same', async () => {
    const { folder, parley, edit } = setting()
    edit('scenarios/book-room.yaml', 'first: ask_floor', 'first: ask_flor')
    const { code, out } = await parley('scenario', 'check', folder, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(out)).toEqual({
      scenarios: 2,
      findings: [
        {
          code: 'S001',
          severity: 'error',
          file: '…/rooms/scenarios/book-room.yaml',
          line: 14,
          path: '…/rooms/scenarios/book-room.yaml:14 first',
          message: 'is ask_flor, which is not a node; did you mean ask_floor?',
        },
      ],
    })
  })

  it('finds nothing wrong with the agents that come with Parley', async () => {
    expect(await setting().parley('scenario', 'check')).toMatchObject({ code: 0 })
  })

  it.each([['nowhere'], ['src']])('says that %s holds no agent', async (path) => {
    const { code, err } = await setting().parley('scenario', 'check', path)
    expect(code).toBe(1)
    expect(err).toMatch(/^There is no file or folder nowhere\.|^src holds neither agent\.yaml nor folders of agents\./)
  })
})

describe('scenario test', () => {
  it('plays the tests of an agent, and shows which nodes and edges they went through', async () => {
    const { folder, dataFolder, parley } = setting()
    const { code, out, err } = await parley('scenario', 'test', folder)
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toContain('  ✓ happy path with a digression\n')
    expect(out).toContain('  book_room: nodes 8/10, edges 9/16\n    not entered  done  scenarios/book-room.yaml:52\n')
    expect(out).toContain('    not taken    ask_time timeout → expired  scenarios/book-room.yaml:33\n')
    expect(out).toMatch(/\n2 tests, 0 failed\n$/)
    expect(existsSync(dataFolder)).toBe(false)
  })

  it('passes the tests that the page for authors shows', async () => {
    const page = readFileSync(join(import.meta.dirname, '../../docs/scenarios.md'), 'utf8')
    const { folder, parley } = setting()
    writeFileSync(join(folder, 'scenarios/book-room.yaml'), /```yaml\n(version: 1\n.*?)```/s.exec(page)![1]!)
    writeFileSync(join(folder, 'tests/booking.yaml'), /```yaml\n(scenario_tests:\n.*?)```/s.exec(page)![1]!)
    expect(await parley('scenario', 'test', folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 tests, 0 failed'),
    })
  })

  it('shows exactly what is different, and where that is expected', async () => {
    const { folder, parley, edit } = setting()
    edit('tests/booking.yaml', 'floor: "2", time: "14:30"', 'floor: "3", seats: 2')
    edit(
      'tests/booking.yaml',
      '{ node: confirm, extensions: { card: confirm } }',
      '{ node: busy, contains: [Kyoto, Osaka] }',
    )
    edit('tests/booking.yaml', 'text: 何階ですか？', 'text: 何階？')
    const { code, out } = await parley('scenario', 'test', folder)
    expect(code).toBe(1)
    expect(out).toContain(`  ✗ happy path with a digression  …/rooms/tests/booking.yaml:2
      turn 5  …/rooms/tests/booking.yaml:14
        bot.node
          expected  "busy"
          was       "confirm"
        bot.contains
          expected  "Osaka"
          was       "Book Kyoto at 14:30?"
        called[0].body.floor
          expected  "3"
          was       "2"
        called[0].body.seats
          expected  2
          was       null
  ✗ nothing is free, in Japanese  …/rooms/tests/booking.yaml:19
      turn 1  …/rooms/tests/booking.yaml:26
        bot.text
          expected  "何階？"
          was       "何階ですか？"
`)
    expect(out).toMatch(/\n2 tests, 2 failed\n$/)
  })

  it('writes a test for each edge that is left, and plays those too', async () => {
    const { folder, parley } = setting()
    const { code, out } = await parley('scenario', 'test', folder, '--generate')
    expect(code).toBe(0)
    expect(out).toContain('  ✓ book_room: confirm "Yes" → done\n')
    expect(out).toContain('  8 written to tests/generated.yaml\n  book_room: nodes 10/10, edges 16/16\n')
    const written = readFileSync(join(folder, 'tests/generated.yaml'), 'utf8')
    expect(written).toContain(`  - test: "book_room: check on[0] webhook → handoff"
    state:
      username: Ann
    stub:
      webhooks: { room_search: [ { status: 500 } ] }
    turns:
      - { user: book a room, bot: { node: ask_floor } }
      - { user: 1F, bot: { node: ask_time } }
      - { user: 1:01, bot: { node: ask_contact } }
`)
    expect(await parley('scenario', 'test', folder)).toMatchObject({
      code: 0,
      out: expect.stringContaining('10 tests, 0 failed'),
    })
    expect(await parley('scenario', 'test', folder, '--generate')).toMatchObject({ code: 0 })
    expect(readFileSync(join(folder, 'tests/generated.yaml'), 'utf8')).toBe(written)
  })

  it('leaves to people what nobody can guess', async () => {
    const { folder, parley, edit } = setting()
    edit(
      'scenarios/book-room.yaml',
      '^(?<h>[01]?\\d|2[0-3]):(?<m>[0-5]\\d)$',
      '^(?<h>\\d+)時(?<m>\\d+)分(?:\\p{Tibetan}|$)',
    )
    edit('tests/booking.yaml', '"14:30"\n', '14時30分\n')
    edit('tests/booking.yaml', '"9:05"', '9時5分')
    const { out } = await parley('scenario', 'test', folder, '--generate')
    expect(out).toContain(
      '  needs a test of your own: book_room: check on[0] webhook → handoff  scenarios/book-room.yaml:40\n',
    )
    expect(readFileSync(join(folder, 'tests/generated.yaml'), 'utf8')).toContain(
      '# For these somebody has to find the words. Write a test for each in a file of your own:\n# - book_room: check on[0] webhook → handoff (scenarios/book-room.yaml:40)',
    )
  })

  it('tells programs the same', async () => {
    const { folder, parley, edit } = setting()
    edit('tests/booking.yaml', 'node: confirm', 'node: confrm')
    const { code, out } = await parley('scenario', 'test', folder, '--json')
    expect(code).toBe(1)
    const [report] = JSON.parse(out)
    expect(report.tests[0]).toEqual({
      file: '…/rooms/tests/booking.yaml',
      line: 2,
      test: 'happy path with a digression',
      passed: false,
      failed: [{ turn: 5, line: 14, differences: [{ what: 'bot.node', expected: 'confrm', actual: 'confirm' }] }],
    })
    expect(report.coverage[1].edges).toEqual({
      total: 1,
      missing: [{ name: 'ask_contact collect → noted', line: 11 }],
    })
  })

  it.each([
    [
      'user: ground floor',
      'usr: ground floor',
      '11 scenario_tests[0].turns[1].usr: is not known here; did you mean user?',
    ],
    ['node: confirm,', 'nod: confirm,', '16 scenario_tests[0].turns[4].bot.nod: is not known here; did you mean node?'],
    ['advance: 31m', 'advance: 31 minutes', '17 scenario_tests[0].turns[5].advance: must be a duration like'],
    ['user: 1F', 'bot: {}', '27 scenario_tests[1].turns[1].user: is needed'],
    ['{ body: { room: Kyoto', '{ bdy: { room: Kyoto', 'room_search.bdy: is not known here; did you mean body?'],
  ])('names file, line and key of a test with %s written as %s', async (from, to, fault) => {
    const { folder, parley, edit } = setting()
    edit('tests/booking.yaml', from, to)
    const { code, err } = await parley('scenario', 'test', folder)
    expect(code).toBe(1)
    expect(err).toContain('…/rooms/tests/booking.yaml:')
    expect(err).toContain(fault)
  })
})

it('draws the scenarios of an agent', async () => {
  const { folder, parley } = setting()
  const { code, out } = await parley('scenario', 'draw', folder)
  expect(code).toBe(0)
  expect(out).toMatch(/^flowchart TD\n {2}subgraph s1\["Book a meeting room"\]\n/)
  expect(out).toContain('s1n10 -->|"jump"| s2n1')
  const one = await parley('scenario', 'draw', join(folder, 'scenarios/human-handoff.yaml'))
  expect(one.out).toContain('subgraph s1["Hand over to a person"]')
})

it('draws a picture of one agent or of one scenario into a file', async () => {
  const { agents, folder, parley } = setting()
  const picture = join(agents, 'rooms.png')
  expect(await parley('scenario', 'draw', folder, '--out', picture)).toEqual({ code: 0, out: '…/rooms.png\n', err: '' })
  expect(readFileSync(picture).toString('latin1', 1, 4)).toBe('PNG')
  const several = await parley('scenario', 'draw', 'examples/agents', '--out', picture)
  expect(several).toMatchObject({ code: 2, err: expect.stringContaining('of one agent or of one scenario') })
})
