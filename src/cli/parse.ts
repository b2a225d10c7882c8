import { parseArgs } from 'node:util'
import { didYouMean, likest } from '../lib/closest.ts'
import { type Described, type Option, usage } from '../ports/command-line.ts'
import { between, type LineContext } from './command.ts'
import { start } from './help.ts'
import { words as sentences } from './words/index.ts'

/** The command that `argv` begins with, the one of most words where several do (`console`, `console sessions`), and the rest of it. */
export function findCommand<C extends Described>(
  commands: readonly C[],
  argv: readonly string[],
): { command: C; rest: string[] } {
  const begins = (spelling: string) => spelling.split(' ').every((word, i) => word === argv[i])
  const [meant] = commands
    .flatMap((command) => [command.name, command.alias ?? command.name].map((spelling) => ({ command, spelling })))
    .filter(({ spelling }) => begins(spelling))
    .toSorted((one, other) => other.spelling.split(' ').length - one.spelling.split(' ').length)
  if (meant) return { command: meant.command, rest: argv.slice(meant.spelling.split(' ').length) }
  const [first = ''] = argv
  const dash = argv.findIndex((arg) => arg.startsWith('-'))
  const words = dash < 0 ? argv : argv.slice(0, dash)
  const under = (count: number) => {
    const beginning = `${words.slice(0, count).join(' ')} `
    return commands.filter(({ name }) => name.startsWith(beginning)).map(({ name }) => name)
  }
  const isFamily = words.length > 0 && words.length < 3 && under(words.length).length > 0
  if (isFamily) throw usage(sentences.usage.wordMore(words.join(' '), under(words.length).join(', ')))
  const typed = words.length === 0 ? first : words.slice(0, under(2).length > 0 ? 3 : 2).join(' ')
  const names = [start, ...commands].map(({ name }) => name)
  throw usage(sentences.usage.noCommand(typed, nearestTo(typed, names)))
}

/** Of a family what is misspelt is the word after it. `kye issue` is near to a name of two words, `agnet` only to the first of one. */
function nearestTo(typed: string, names: readonly string[]): string | undefined {
  const [first = '', ...more] = typed.split(' ')
  const family = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1))
  if (family.length > 0) {
    const near = nearestTo(more.join(' '), family)
    return near === undefined ? undefined : `${first} ${near}`
  }
  return likest(typed, names) ?? likest(first, [...new Set(names.map((name) => name.split(' ')[0]!))])
}

/** What was given to a command, by name. Throws `wrong_usage` with a sentence on the first thing that is wrong. */
export function readArguments(command: Described, argv: readonly string[]): LineContext['given'] {
  const options = command.options ?? {}
  const { tokens } = parseArgs({
    args: [...argv],
    options: Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, { type: value ? 'string' : 'boolean' }]),
    ),
    allowPositionals: true,
    strict: false,
    tokens: true,
  })
  const given: Record<string, string | true> = {}
  const places = [...(command.arguments ?? [])]
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const place = places[0]
      if (!place) throw usage(`\`parley ${command.name}\` does not take ${JSON.stringify(token.value)}.`)
      const before = given[place.name]
      given[place.name] = before === undefined ? token.value : `${before}${between}${token.value}`
      if (!place.many) places.shift()
    } else if (token.kind === 'option') {
      given[token.name] = readOption(command, token)
    }
  }
  const missing = places.find(({ name, optional }) => !optional && given[name] === undefined)
  if (missing) throw usage(`\`parley ${command.name}\` needs <${missing.name}>: ${missing.about}`)
  return given
}

type OptionToken = { rawName: string; value?: string | undefined; inlineValue?: boolean | undefined }

function readOption({ name, options = {} }: Described, token: OptionToken & { name: string }): string | true {
  const known = Object.hasOwn(options, token.name) ? options[token.name] : undefined
  if (!known) throw usage(`${token.rawName} is not an option of \`parley ${name}\`${near(token.name, options)}`)
  return known.value ? readValue(token, known) : readFlag(token)
}

function readValue({ rawName, value, inlineValue }: OptionToken, { choices, value: name }: Option): string {
  // `--name --json` has forgotten the name.
  if (!value || (!inlineValue && value.startsWith('--'))) throw usage(`${rawName} needs a value: ${rawName} ${name}`)
  if (choices && !choices.includes(value)) {
    throw usage(`${rawName} must be ${choices.join(' or ')}${didYouMean(value, choices) || '.'}`)
  }
  return value
}

function readFlag({ rawName, value }: OptionToken): true {
  if (value !== undefined) throw usage(`${rawName} takes no value.`)
  return true
}

function near(name: string, options: Readonly<Record<string, Option>>): string {
  return didYouMean(name, Object.keys(options)).replace('did you mean ', 'did you mean --') || '.'
}
