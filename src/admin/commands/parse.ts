import { closest } from '../../lib/closest.ts'
import type { Texts } from '../../lib/language.ts'
import type { CommandDescription, Parameter } from '../../model/command.ts'
import { type CommandName, commandGroups, commandTable, groupedName, memberName } from '../../model/commands.ts'
import type { Word } from './line.ts'
import type { SentFile, SentValues } from './request.ts'
import { parse as sentences } from './words/index.ts'

/** A command of the table, as the ways in look at it. */
export type Described = CommandDescription & { name: CommandName }

export const described: readonly Described[] = commandTable

/** Something wrong with what was given for a parameter. */
export interface ParameterFault {
  parameter: string
  say: Texts
}

export type CommandMatch =
  | { command: Described; rest: Word[] }
  /** The first word of several commands, without their second; `typed`: with one that none of them has. */
  | { family: string; typed?: string; near?: string | undefined }
  | { unknown: string; near: string | undefined }

/** The command a line begins with; without a word it is `help`. */
export function findCommand(words: readonly Word[]): CommandMatch {
  const [first = '', second] = words.slice(0, 2).map(({ text }) => folded(text))
  if (first === '') return { command: commandOf('help'), rest: [] }
  const typed = `${first} ${second}`
  const whole = described.find((one) => one.name === typed || groupedName(one) === typed)
  if (whole) return { command: whole, rest: words.slice(2) }
  const command = described.find((one) => one.name === first || memberName(one) === first)
  if (command) return { command, rest: words.slice(1) }
  const names = described.flatMap((one) => [one.name, groupedName(one)])
  if (families().includes(first))
    return { family: first, ...(second !== undefined && { typed, near: closest(typed, names) }) }
  const near = closest(typed, names) ?? closest(first, [...names, ...families()])
  return { unknown: words[0]!.text, near }
}

const isHelp = (text: string): boolean => /^(?:--|[—–])help$/.test(folded(text))

/**
 * What `--help` is asked about: the words that a line begins with besides it, none where it stands alone. Undefined where it is not
 * asked for: in quotation marks and after `--` it is text.
 */
export function helpWanted(words: readonly Word[]): string | undefined {
  const end = words.findIndex(({ text, isQuoted }) => text === '--' && !isQuoted)
  const asks = ({ text, isQuoted }: Word) => !isQuoted && isHelp(text)
  if (!words.slice(0, end < 0 ? undefined : end).some(asks)) return undefined
  const besides = words.filter((word) => !asks(word))
  return besides
    .slice(0, 2)
    .map(({ text }) => text)
    .join(' ')
}

/** The same where values have fields of their own: what somebody types after a command is the end of its last field there. */
export function endsInHelp(values: SentValues): boolean {
  return Object.values(values).some((value) => typeof value === 'string' && isHelp(value.trim().split(/\s+/).at(-1)!))
}

export function commandOf(name: string): Described {
  return described.find((one) => one.name === name)!
}

/** `rule`, `webhook`, …: what commands of two words begin with, and `agent`, `tool`, …: in which groups they stand. */
export function families(): string[] {
  const firsts = described.flatMap(({ name }) => (name.includes(' ') ? [name.split(' ')[0]!] : []))
  return [...new Set([...commandGroups.map(({ name }) => name), ...firsts])]
}

/** Those that begin with a word, or stand in the group of that name. */
export function familyOf(word: string): Described[] {
  return described.filter(({ name, group }) => group === word || name.startsWith(`${word} `))
}

/** The values that stand after a command. Whatever is typed, it never throws. */
export function readWords(
  { parameters }: Described,
  words: readonly Word[],
  files: readonly SentFile[],
): { values: SentValues; faults: ParameterFault[] } {
  const values: Record<string, string | readonly SentFile[]> = {}
  const faults: ParameterFault[] = []
  const fault = (parameter: string, say: Texts) => faults.push({ parameter, say })
  const own = (word: Word) => optionOf(word, parameters)
  const attached = files.length > 0 ? parameters.find(({ kind }) => kind === 'file') : undefined
  if (attached) values[attached.name] = files
  const places = parameters.filter((one) => !one.named && one !== attached)
  const tail: Word[] = []
  let areOver = false

  const give = (name: string, value: string) => {
    if (values[name] !== undefined) fault(name, sentences.twice(name))
    else values[name] = value
  }

  for (let i = 0; i < words.length; i++) {
    const word = words[i]!
    const option = areOver ? undefined : own(word)
    if (option === 'end') areOver = true
    else if (option && 'of' in option) {
      const next = option.value === undefined ? words[++i] : undefined
      const value = option.value ?? next?.text
      if (word.isOpen || next?.isOpen) fault(option.of, sentences.openMark((next ?? word).text))
      else if (value === undefined || (next && own(next))) fault(option.of, sentences.needsValue(option.of))
      else give(option.of, value)
    } else if (option && !places[0]?.rest) {
      fault(option.unknown, sentences.unknownOption(option.unknown, near(option.unknown, parameters)))
    } else if (!places[0]) {
      fault('', sentences.tooMuch(word.text))
    } else if (places[0].rest) {
      tail.push(word)
    } else if (word.isOpen) {
      fault(places[0].name, sentences.openMark(word.text))
      places.shift()
    } else give(places.shift()!.name, word.text)
  }
  const [only, ...more] = tail
  if (only)
    give(
      places[0]!.name,
      more.length === 0
        ? only.text
        : tail
            .map(({ raw }) => raw)
            .join('')
            .trim(),
    )
  return { values, faults }
}

type Option = 'end' | { of: string; value?: string } | { unknown: string } | undefined

/** `--name`, also with the long dash that keyboards make of two. */
function optionOf({ text, isQuoted }: Word, parameters: readonly Parameter[]): Option {
  if (isQuoted) return undefined
  if (text === '--') return 'end'
  const [, name, value] = /^(?:--|[—–])([A-Za-z]{1,32})(?:=([\s\S]*))?$/.exec(text) ?? []
  if (name === undefined) return undefined
  const of = parameters.find((one) => one.name === name.toLowerCase())?.name
  if (of === undefined) return { unknown: name }
  return { of, ...(value !== undefined && { value }) }
}

function near(name: string, parameters: readonly Parameter[]): string | undefined {
  return closest(
    name,
    parameters.map((one) => one.name),
  )
}

export interface Checked {
  values: SentValues
  faults: ParameterFault[]
  /** Parameters without which it cannot be done. */
  missing: Parameter[]
}

/** What was given, each as its kind wants it; what is empty was not given. */
export function checked({ parameters }: CommandDescription, given: SentValues): Checked {
  const values: Record<string, SentValues[string]> = {}
  const faults: ParameterFault[] = []
  for (const parameter of parameters) {
    const value = given[parameter.name]
    if (value === undefined || isEmpty(value)) continue
    const read = readValue(parameter, value)
    if ('ok' in read) values[parameter.name] = read.ok
    else faults.push({ parameter: parameter.name, say: read.fault })
  }
  const wrong = faults.map(({ parameter }) => parameter)
  const missing = parameters.filter(
    ({ name, optional }) => !optional && values[name] === undefined && !wrong.includes(name),
  )
  return { values, faults, missing }
}

const isEmpty = (value: SentValues[string]): boolean =>
  typeof value === 'string' ? value.trim() === '' : typeof value === 'object' && value.length === 0

type ReadValue = { ok: string | readonly SentFile[] } | { fault: Texts }

/** Of anything that is not a text with a limit of its own. */
const maxLength = 40_000

function readValue({ name, kind, choices = [] }: Parameter, value: SentValues[string]): ReadValue {
  if (kind === 'file') return typeof value === 'object' ? { ok: value } : { fault: sentences.notAFile(name) }
  if (typeof value === 'object') return { fault: sentences.notText(name) }
  const text = `${value}`.trim().toWellFormed()
  if (text.length > maxLength) return { fault: sentences.tooLong(name, maxLength) }
  switch (kind) {
    case 'text':
      return { ok: text }
    case 'number': {
      const digits = folded(text).replace(/^#/, '')
      return /^[0-9]{1,9}$/.test(digits) ? { ok: `${Number(digits)}` } : { fault: sentences.notANumber(name, text) }
    }
    case 'choice': {
      const chosen = choices.find((choice) => choice === folded(text))
      if (chosen !== undefined) return { ok: chosen }
      return { fault: sentences.notAChoice(name, text, choices, closest(text, choices)) }
    }
    case 'person': {
      const uid = /^(?:<@([^\s<>]+)>|@?([^\s<>@]\S*))$/.exec(text)?.slice(1).find(Boolean)
      return uid !== undefined && uid.length <= maxUid ? { ok: uid } : { fault: sentences.notAPerson(name) }
    }
  }
}

const maxUid = 200

/** As words are compared: full width and capitals make no difference. */
export function folded(text: string): string {
  return text.normalize('NFKC').trim().toLowerCase()
}

/** Several texts in one, apart by bars, also those of full width; `\|` is a bar. */
export function listOf(text: string): string[] {
  return text
    .split(/(?<!\\)[|｜]/)
    .map((one) => one.replace(/\\([|｜])/g, '$1').trim())
    .filter((one) => one !== '')
}

/** The same where each line is one too. */
export function linesOf(text: string): string[] {
  return text.split(/[\r\n]+/).flatMap(listOf)
}
