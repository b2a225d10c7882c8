import { isRecord } from '../shared/json.ts'
import { Mistake } from '../shared/mistake.ts'
import { CommandType } from './forms/commands.ts'
import { resolved } from './interaction.ts'
import type { Channel, Json } from './records.ts'
import type { Command, CommandOption, OptionValue, RunCommand, Upload } from './view.ts'
import type { World } from './world.ts'

const KINDS: Record<number, Command['kind']> = { 1: 'chat', 2: 'user', 3: 'message' }

const listOf = (value: unknown): Json[] => (Array.isArray(value) ? value : [])

/** One way to call a command: its leaf, and the groups on the way to it. */
interface Leaf {
  command: Json
  path: Json[]
  options: Json[]
}

export function leavesOf(command: Json): Leaf[] {
  const options = listOf(command['options'])
  const nested = options.filter(({ type }) => type === 1 || type === 2)
  if (nested.length === 0) return [{ command, path: [], options }]
  return nested.flatMap((each) => leavesOf(each).map((leaf) => ({ ...leaf, command, path: [each, ...leaf.path] })))
}

const nameOf = ({ command, path }: Leaf): string => [command, ...path].map(({ name }) => String(name)).join(' ')

/** In the language of whoever reads it, where the app has said it in that. */
function localized(of: Json, field: 'name' | 'description', locale: string): string {
  const translations = of[`${field}_localizations`]
  return String((isRecord(translations) && translations[locale]) || of[field])
}

/** As the page offers it. */
export function commandViews(commands: Json[], locale: string): Command[] {
  return commands.flatMap(leavesOf).map((leaf) => ({
    name: nameOf(leaf),
    label: [leaf.command, ...leaf.path].map((each) => localized(each, 'name', locale)).join(' '),
    kind: KINDS[Number(leaf.command['type'])]!,
    description: localized(leaf.path.at(-1) ?? leaf.command, 'description', locale),
    options: leaf.options.map((option) => optionView(option, locale)),
  }))
}

function optionView(option: Json, locale: string): CommandOption {
  const { type, name, required = false, autocomplete = false } = option
  return {
    type: Number(type),
    name: String(name),
    description: localized(option, 'description', locale),
    required: required === true,
    autocomplete: autocomplete === true,
    choices: listOf(option['choices']).map((choice) => ({
      name: localized(choice, 'name', locale),
      value: choice['value'] as string | number,
    })),
  }
}

/** The `data` of a command interaction. Throws a Mistake when a person could not have sent it. */
export function commandData(
  world: World,
  channel: Channel,
  commands: Json[],
  what: RunCommand,
  focused?: string,
): Json {
  const { name, target } = what
  const leaf = commands
    .flatMap(leavesOf)
    .find((each) => nameOf(each) === name && (target !== undefined) === isMenu(each.command))
  if (!leaf) throw new Mistake(`There is no command ${name} to use here`, 404)
  const { command, path } = leaf
  const common = {
    id: command['id'],
    name: command['name'],
    type: command['type'],
    ...(command['guild_id'] !== undefined && { guild_id: command['guild_id'] }),
  }
  if (target !== undefined) return { ...common, target_id: target, ...targetData(world, channel, command, target) }
  const collected = { users: [] as string[], roles: [] as string[], channels: [] as string[], files: [] as string[] }
  const options = readOptions(world, channel, leaf.options, what.options ?? {}, focused, collected)
  const nested = path.reduceRight<Json[]>(
    (inner, group) => [{ type: group['type'], name: group['name'], options: inner }],
    options,
  )
  return { ...common, ...(nested.length > 0 && { options: nested }), ...resolved(world, channel, collected) }
}

const isMenu = ({ type }: Json): boolean => type !== CommandType.chat

function targetData(world: World, channel: Channel, command: Json, target: string): Json {
  if (command['type'] === CommandType.user) {
    if (!world.users.has(target)) throw new Mistake(`There is no person ${target}`, 404)
    return resolved(world, channel, { users: [target] })
  }
  // The message itself is put in where the interaction is told of, because it is shown to the app whatever it may see.
  if (!world.posts.get(channel.id, target)) throw new Mistake(`There is no message ${target}`, 404)
  return {}
}

type Collected = Required<Parameters<typeof resolved>[2]>

function readOptions(
  world: World,
  channel: Channel,
  known: Json[],
  given: Record<string, OptionValue>,
  focused: string | undefined,
  collected: Collected,
): Json[] {
  for (const name of Object.keys(given)) {
    if (!known.some((option) => option['name'] === name)) throw new Mistake(`There is no option ${name}`)
  }
  return known.flatMap((option) => {
    const name = String(option['name'])
    const value = given[name]
    if (value === undefined || value === '') {
      if (option['required'] && focused === undefined) throw new Mistake(`The option ${name} is required`)
      return focused === name ? [{ type: option['type'], name, value: '', focused: true }] : []
    }
    if (focused === name) return [{ type: option['type'], name, value, focused: true }]
    return [{ type: option['type'], name, value: readValue(world, channel, option, value, collected) }]
  })
}

function readValue(world: World, channel: Channel, option: Json, value: OptionValue, collected: Collected): unknown {
  const wrong = (what: string): never => {
    throw new Mistake(`The option ${String(option['name'])} must be ${what}`)
  }
  const choices = listOf(option['choices'])
  if (choices.length > 0 && !choices.some((choice) => choice['value'] === value)) wrong('one of its choices')
  const {
    min_value: min,
    max_value: max,
    min_length: shortest = 0,
    max_length: longest = 6000,
  } = option as Record<string, number>
  const id = String(value)
  switch (option['type']) {
    case 3:
      if (typeof value !== 'string' || value.length > longest! || value.length < shortest!)
        wrong(`${shortest} to ${longest} characters`)
      return value
    case 4:
    case 10: {
      const fits = typeof value === 'number' && (option['type'] === 10 || Number.isInteger(value))
      if (!fits || (min !== undefined && value < min) || (max !== undefined && value > max))
        wrong('a number in its bounds')
      return value
    }
    case 5:
      return typeof value === 'boolean' ? value : wrong('true or false')
    case 6:
      if (!world.users.has(id)) wrong('a person')
      collected.users.push(id)
      return id
    case 7:
      if (!world.channels.has(id)) wrong('a channel')
      collected.channels.push(id)
      return id
    case 8:
    case 9: {
      const isRole = world.guilds.get(channel.guild ?? '')?.roles.has(id)
      if (!isRole && (option['type'] === 8 || !world.users.has(id)))
        wrong(option['type'] === 8 ? 'a role' : 'a person or a role')
      ;(isRole ? collected.roles : collected.users).push(id)
      return id
    }
    default: {
      if (!isRecord(value)) return wrong('a file')
      const file = world.files.add(channel.id, fromBase64(value as unknown as Upload))
      collected.files.push(file.id)
      return file.id
    }
  }
}

export function fromBase64({ name, type, base64 }: Upload): { name: string; type: string; bytes: Buffer } {
  return { name, type, bytes: Buffer.from(base64, 'base64') }
}
