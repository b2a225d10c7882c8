import { isRecord } from '../../shared/json.ts'
import {
  anything,
  type Form,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  oneOf,
  optional,
  type Reader,
  readForm,
  required,
  snowflake,
  text,
} from '../form.ts'
import type { Json } from '../records.ts'

export const CommandType = { chat: 1, user: 2, message: 3 } as const
const SUBCOMMAND = 1
const GROUP = 2

/** All texts of one command together. */
const TOTAL = 8000
const MANY = 25

type Path = readonly (string | number)[]

const chatName = text(1, 32, /^[-_'\p{L}\p{N}\p{sc=Deva}\p{sc=Thai}]{1,32}$/u)
const lowerName: Reader<string> = (value, path, form) => {
  const name = chatName(value, path, form)
  if (typeof name === 'string' && name !== name.toLowerCase())
    form.wrong(path, 'APPLICATION_COMMAND_INVALID_NAME', 'Command name is invalid')
  return name
}
const translations = (read: Reader<string>): Reader<unknown> =>
  nullable((value, path, form) => {
    if (!isRecord(value)) return form.wrong(path, 'MODEL_TYPE_CONVERT', 'Only dictionaries may be used in a ModelType')
    for (const [locale, each] of Object.entries(value)) read(each, [...path, locale], form)
    return value
  })
const description = text(1, 100)

const choice = (value: Reader<unknown>) =>
  object({ name: required(text(1, 100)), name_localizations: translations(text(1, 100)), value: required(value) })

const VALUES: Record<number, Reader<unknown>> = { 3: text(0, 100), 4: integer(-(2 ** 53), 2 ** 53), 10: number }

function optionAt(depth: number): Reader<Json> {
  return (value, path, form) => {
    const type = isRecord(value) ? Number(value['type']) : 0
    const bounds = type === 4 || type === 10 ? { min_value: optional(number), max_value: optional(number) } : {}
    const lengths = type === 3 ? { min_length: optional(integer(0, 6000)), max_length: optional(integer(1, 6000)) } : {}
    const choices = VALUES[type]
    const kinds =
      depth === 0
        ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
        : depth === 1
          ? [1, 3, 4, 5, 6, 7, 8, 9, 10, 11]
          : [3, 4, 5, 6, 7, 8, 9, 10, 11]
    const isNested = type === SUBCOMMAND || type === GROUP
    const read = object({
      type: required(oneOf(...kinds)),
      name: required(lowerName),
      name_localizations: translations(lowerName),
      description: required(description),
      description_localizations: translations(description),
      required: optional(flag),
      autocomplete: optional(flag),
      choices: choices ? optional(list(choice(choices), 0, MANY)) : optional(list(anything, 0, 0)),
      channel_types: optional(list(integer(0, 16), 0, 20)),
      options: isNested ? optional(options(type === GROUP ? 1 : 2, type === GROUP)) : optional(list(anything, 0, 0)),
      ...bounds,
      ...lengths,
    })(value, path, form)
    if (read?.autocomplete && read.choices?.length)
      form.wrong(
        [...path, 'choices'],
        'APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES_EXCLUSIVE',
        'autocomplete and choices cannot both be set',
      )
    if (read?.autocomplete && !choices)
      form.wrong(
        [...path, 'autocomplete'],
        'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
        'This option type has no autocomplete',
      )
    return read as Json
  }
}

/** `only`: nothing but subcommands. */
function options(depth: number, only = false): Reader<Json[]> {
  return (value, path, form) => {
    const read = list((each, at, f) => optionAt(depth)(each, at, f), 0, MANY)(value, path, form) ?? []
    checkOptions(read, path, form, only)
    return read
  }
}

function checkOptions(read: Json[], path: Path, form: Form, only: boolean): void {
  const names = read.map((each) => each?.['name'])
  if (new Set(names).size < names.length)
    form.wrong(path, 'APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS', 'Option name already exists')
  const nested = read.filter((each) => each?.['type'] === SUBCOMMAND || each?.['type'] === GROUP)
  if ((nested.length > 0 && nested.length < read.length) || (only && nested.length < read.length))
    form.wrong(path, 'APPLICATION_COMMAND_OPTIONS_TYPE_INVALID', 'Sub-commands and options cannot be mixed')
  const firstFree = read.findIndex((each) => !each?.['required'])
  if (firstFree >= 0 && read.slice(firstFree).some((each) => each?.['required']))
    form.wrong(
      path,
      'APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
      'Required options must be placed before non-required options',
    )
}

const command: Reader<Json> = (value, path, form) => {
  const { type = CommandType.chat } = isRecord(value) ? value : {}
  const isChat = type === CommandType.chat
  const name = isChat ? lowerName : text(1, 32)
  const read = object({
    id: optional(snowflake),
    type: optional(oneOf(1, 2, 3)),
    name: required(name),
    name_localizations: translations(name),
    description: isChat ? required(description) : optional(text(0, 0)),
    description_localizations: translations(description),
    options: isChat ? optional(options(0)) : optional(list(anything, 0, 0)),
    default_member_permissions: nullable(text(1, 20, /^\d+$/)),
    dm_permission: nullable(flag),
    contexts: nullable(list(oneOf(0, 1, 2), 1, 3)),
    integration_types: nullable(list(oneOf(0, 1), 1, 2)),
    nsfw: optional(flag),
    // What the SDK sends although it is long gone.
    default_permission: optional(flag),
    handler: optional(integer(1, 2)),
  })(value, path, form)
  if (textOf(value) > TOTAL)
    form.wrong(path, 'APPLICATION_COMMAND_TOO_LARGE', `Command exceeds maximum size (${TOTAL})`)
  return { ...read, type } as Json
}

/** Names, descriptions and values of a command, its options and choices; of translations the longest. */
function textOf(value: unknown): number {
  if (Array.isArray(value)) return value.reduce((sum: number, each) => sum + textOf(each), 0)
  if (!isRecord(value)) return 0
  const own = ['name', 'description', 'value'].map((field) => {
    const translations = value[`${field}_localizations`]
    const texts = [value[field], ...(isRecord(translations) ? Object.values(translations) : [])]
    return Math.max(...texts.map((each) => (typeof each === 'string' ? each.length : 0)))
  })
  return own.reduce((sum, each) => sum + each, 0) + textOf(value['options']) + textOf(value['choices'])
}

export const readCommand = (body: unknown): Json => readForm(command, body)

/** What is not named stays. */
export function readCommandChange(body: unknown, before: Json): Json {
  const { id: _, application_id, guild_id, version, ...known } = before
  return readCommand(isRecord(body) ? { ...known, ...body } : body)
}

export function readCommandList(body: unknown): Json[] {
  return readForm<Json[]>((value, path, form) => {
    const read = list(command, 0, 110)(value, path, form) ?? []
    for (const [index, { name, type }] of read.entries()) {
      const isTwin = read.slice(0, index).some((each) => each['name'] === name && each['type'] === type)
      if (isTwin)
        form.wrong([...path, index], 'APPLICATION_COMMANDS_DUPLICATE_NAME', 'Application command names must be unique')
    }
    return read
  }, body)
}
