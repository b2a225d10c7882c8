import type { Described } from '../ports/command-line.ts'

/** Run by the program itself. It takes nothing: what it needs to know stands in the environment and in `config/`. */
export const start: Described = {
  name: 'start',
  summary: 'Serve: HTTP, and the chat platforms that are configured. Without a word this is meant.',
}
const helpItself: Described = { name: 'help [command]', summary: 'This page, or all about one command.' }

export function helpPage(commands: readonly Described[]): string {
  const all = [start, helpItself, ...commands]
  const width = Math.max(...all.map(({ name }) => name.length)) + 2
  const lines = all.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return ['Usage: parley <command> [options]', '', ...lines, '', 'parley --version says which Parley this is.'].join(
    '\n',
  )
}

/** Those that begin with these words, which alone are no command: `parley key --help`. Undefined where there are none. */
export function familyPage(commands: readonly Described[], words: readonly string[]): string | undefined {
  const beginning = words.join(' ')
  const own = commands.filter(({ name }) => name.startsWith(`${beginning} `))
  if (own.length === 0 || commands.some(({ name, alias }) => [name, alias].includes(beginning))) return undefined
  const width = Math.max(...own.map(({ name }) => name.length)) + 2
  const lines = own.map(({ name, summary }) => `  ${name.padEnd(width)}${summary}`)
  return [`Usage: parley ${beginning} <command> [options]`, '', ...lines].join('\n')
}

export function helpOf({ name, summary, arguments: places = [], options = {} }: Described): string {
  const flags = Object.entries(options).map(([option, { value, about, choices }]) => ({
    term: `--${option}${value ? ` ${choices ? choices.join('|') : value}` : ''}`,
    about,
  }))
  const words = places.map(({ name, about, optional, many }) => ({
    term: `<${name}>${many ? ' …' : ''}`,
    about,
    optional,
  }))
  const form = [
    name,
    ...words.map(({ term, optional }) => (optional ? `[${term}]` : term)),
    flags.length > 0 ? '[options]' : '',
  ]
  const entries = [...words, ...flags]
  const width = Math.max(0, ...entries.map(({ term }) => term.length)) + 2
  return [
    summary,
    '',
    `Usage: parley ${form.join(' ').trimEnd()}`,
    ...(entries.length > 0 ? ['', ...entries.map(({ term, about }) => `  ${term.padEnd(width)}${about}`)] : []),
  ].join('\n')
}
