import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quoted, wordsOf, wordsOfArguments } from '../../../src/admin/commands/line.ts'
import {
  checked,
  commandOf,
  described,
  endsInHelp,
  findCommand,
  helpWanted,
  linesOf,
  listOf,
  readWords,
} from '../../../src/admin/commands/parse.ts'

const texts = (line: string) => wordsOf(line).map(({ text }) => text)
const read = (line: string) => {
  const found = findCommand(wordsOf(line))
  if (!('command' in found)) return found
  const { values, faults } = readWords(found.command, found.rest, [])
  return { command: found.command.name, values, faults: faults.map(({ say }) => say.en) }
}

describe('words', () => {
  it.each([
    ['a  b', ['a', 'b']],
    ['  ', []],
    ['a "b c" d', ['a', 'b c', 'd']],
    ['a “b c” d', ['a', 'b c', 'd']],
    ['a “b c" d', ['a', 'b c', 'd']],
    ['a 「b c」 d', ['a', 'b c', 'd']],
    ['『二つ の 語』 次', ['二つ の 語', '次']],
    ['全角 空白', ['全角', '空白']],
    ["don't 'a b' stop", ["don't", 'a b', 'stop']],
    ['‘a b’ c', ['a b', 'c']],
    ['"a \\"b\\" c"', ['a "b" c']],
    ['"a\\\\" b', ['a\\', 'b']],
    ['--name="a b" c', ['--name=a b', 'c']],
    ['say "never closed', ['say', '"never', 'closed']],
    ['「はい」です 次', ['「はい」です', '次']],
    ['""', ['']],
  ])('%j', (line, expected) => {
    expect(texts(line)).toEqual(expected)
  })

  it('are read back, whatever is quoted', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), (given) => {
        expect(texts(given.map(quoted).join(' '))).toEqual(given)
      }),
      { seed: 20, numRuns: 200 },
    )
  })

  it('take time in proportion to the line', () => {
    const line = '"a '.repeat(20_000)
    expect(wordsOf(line)).toHaveLength(20_000)
  })
})

describe('a line', () => {
  it.each([
    ['', { command: 'help', values: {} }],
    ['LIST', { command: 'list', values: {} }],
    ['show demo', { command: 'show', values: { agent: 'demo' } }],
    ['use demo thread', { command: 'use', values: { agent: 'demo', mode: 'thread' } }],
    ['use demo --where workspace all', { command: 'use', values: { agent: 'demo', where: 'workspace', mode: 'all' } }],
    ['use demo —where=workspace', { command: 'use', values: { agent: 'demo', where: 'workspace' } }],
    ['test Do you like --this thing?', { command: 'test', values: { utterance: 'Do you like --this thing?' } }],
    ['test hello  there --agent demo', { command: 'test', values: { utterance: 'hello  there', agent: 'demo' } }],
    ['test "hello --agent demo"', { command: 'test', values: { utterance: 'hello --agent demo' } }],
    ['test -- hello --agent demo', { command: 'test', values: { utterance: 'hello --agent demo' } }],
    ['test 「営業時間」', { command: 'test', values: { utterance: '営業時間' } }],
    ['test say "cheese" please', { command: 'test', values: { utterance: 'say "cheese" please' } }],
    ['test "cheese', { command: 'test', values: { utterance: '"cheese' } }],
    [
      'rule add "a | b" Yes, of course --options "x|y"',
      { command: 'rule add', values: { when: 'a | b', say: 'Yes, of course', options: 'x|y' } },
    ],
    ['rule remove --number 3', { command: 'rule remove', values: { number: '3' } }],
    ['agent show demo', { command: 'show', values: { agent: 'demo' } }],
    ['place use demo all', { command: 'use', values: { agent: 'demo', mode: 'all' } }],
    ['Tool webhook-test tickets', { command: 'webhook test', values: { webhook: 'tickets' } }],
    ['webhook test tickets', { command: 'webhook test', values: { webhook: 'tickets' } }],
    ['role add @slack_T_U admin', { command: 'role add', values: { person: '@slack_T_U', role: 'admin' } }],
  ])('%j', (line, expected) => {
    expect(read(line)).toEqual({ ...expected, faults: [] })
  })

  it.each([
    ['show demo more', '`more` is more than it takes. Put what has spaces in it in quotation marks.'],
    ['use demo --wher channel', '`--wher` is not known here. Did you mean `--where`?'],
    ['use demo --where', '`--where` needs a value after it.'],
    ['use demo --where --mode all', '`--where` needs a value after it.'],
    ['use demo all --mode all', '`mode` is given twice; give it once.'],
    ['rule add "hello there Hi', 'The quotation mark before `hello` is not closed.'],
    ['rule add hi Hello --options="a b', 'The quotation mark before `a` is not closed.'],
  ])('%j is told what is wrong', (line, fault) => {
    expect(read(line)).toMatchObject({ faults: expect.arrayContaining([fault]) })
  })

  it.each([
    ['rule', { family: 'rule' }],
    ['tool', { family: 'tool' }],
    ['people role-ad ann', { family: 'people', typed: 'people role-ad', near: 'people role-add' }],
    ['rule ad hi', { family: 'rule', typed: 'rule ad', near: 'rule add' }],
    ['shwo demo', { unknown: 'shwo', near: 'show' }],
    ['knowlege add', { unknown: 'knowlege', near: 'knowledge add' }],
    ['xyzzy', { unknown: 'xyzzy', near: undefined }],
  ])('%j is no command', (line, expected) => {
    expect(read(line)).toEqual(expected)
  })

  it.each([
    ['--help', ''],
    ['rule add --help', 'rule add'],
    ['--help rule add', 'rule add'],
    ['rule add lunch "At noon." --help', 'rule add'],
    ['rule add lunch —HELP "At noon."', 'rule add'],
    ['knowledge --help', 'knowledge'],
    ['rule add lunch "say --help"', undefined],
    ['rule add lunch "--help"', undefined],
    ['rule add lunch --say="--help"', undefined],
    ['rule add lunch -- --help', undefined],
    ['test what does --helpful mean', undefined],
  ])('%j asks for help about %j', (line, about) => {
    expect(helpWanted(wordsOf(line))).toBe(about)
  })

  it.each([
    [{ when: 'lunch', say: 'At noon. --help' }, true],
    [{ when: '--help ' }, true],
    [{ when: 'lunch', say: 'Type `parley --help`' }, false],
    [{ when: 'lunch', say: '--help is a word' }, false],
  ])('values %j of fields end in it: %s', (values, isWanted) => {
    expect(endsInHelp(values)).toBe(isWanted)
  })

  it('never throws, whatever is typed', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        ...described.map(({ name }) => name),
        '--agent',
        '--where',
        '"',
        '「',
        '—mode',
        '=',
        '--',
        '@',
        "'",
      ),
      fc.string({ unit: 'binary' }),
    )
    fc.assert(
      fc.property(fc.array(piece), fc.constantFrom('', ' '), (pieces, space) => {
        const line = pieces.join(space)
        for (const words of [wordsOf(line), wordsOfArguments(pieces)]) {
          const found = findCommand(words)
          if (!('command' in found)) continue
          const { values } = readWords(found.command, found.rest, [])
          checked(found.command, values)
        }
      }),
      { seed: 8, numRuns: 300 },
    )
  })

  it('gives back any values that were quoted into it', () => {
    const value = fc.string({ unit: 'grapheme', minLength: 1 })
    fc.assert(
      fc.property(fc.constantFrom(...described), fc.infiniteStream(value), fc.boolean(), (command, stream, byName) => {
        const given = command.parameters
          .filter(({ kind }) => kind !== 'file')
          .map((parameter) => [parameter, stream.next().value!] as const)
        const words = given.map(([{ name, named }, text]) =>
          named || byName ? `--${name}=${quoted(text)}` : quoted(text),
        )
        const found = findCommand(wordsOf([command.name, ...words].join(' ')))
        expect(found).toHaveProperty('command', command)
        const { values, faults } = readWords(command, 'rest' in found ? found.rest : [], [])
        expect(faults).toEqual([])
        expect(values).toEqual(Object.fromEntries(given.map(([{ name }, text]) => [name, text])))
      }),
      { seed: 3, numRuns: 200 },
    )
  })
})

describe('values', () => {
  const check = (command: string, values: Record<string, string>) => {
    const { values: read, faults, missing } = checked(commandOf(command), values)
    return { read, faults: faults.map(({ say }) => say.en), missing: missing.map(({ name }) => name) }
  }

  it.each([
    ['use', { agent: ' demo ', mode: 'THREAD' }, { agent: 'demo', mode: 'thread' }],
    ['rollback', { version: '#3' }, { version: '3' }],
    ['role add', { person: '<@slack_T_U>', role: 'admin' }, { person: 'slack_T_U', role: 'admin' }],
    ['role add', { person: '@slack_T_U', role: 'admin' }, { person: 'slack_T_U', role: 'admin' }],
  ])('of %s are read as they are meant: %j', (command, given, expected) => {
    expect(check(command, given)).toEqual({ read: expected, faults: [], missing: [] })
  })

  it('that are needed are missed', () => {
    expect(check('rule add', { when: '  ' }).missing).toEqual(['when', 'say'])
  })

  it('in a list are apart by bars, or by lines too', () => {
    expect(listOf(' a | b|c\nd |e \\| f')).toEqual(['a', 'b', 'c\nd', 'e | f'])
    expect(linesOf(' a | b|\n\n c |d ')).toEqual(['a', 'b', 'c', 'd'])
    expect(listOf('| |')).toEqual([])
  })
})
