import { CommandType, readCommand, readCommandChange, readCommandList } from './forms/commands.ts'
import type { CommandPermission, Entry, Journal } from './journal.ts'
import type { Limits } from './limits.ts'
import { Permission } from './permissions.ts'
import { type Channel, ChannelType, type Json } from './records.ts'
import { refuse } from './refusal.ts'
import type { World } from './world.ts'

/** The app's commands, everywhere or in one server. */
export interface Commands {
  list(guild: string | undefined): Json[]
  get(guild: string | undefined, id: string): Json
  /** One of the same name and kind is replaced. */
  put(guild: string | undefined, body: unknown): { command: Json; created: boolean }
  change(guild: string | undefined, id: string, body: unknown): Json
  remove(guild: string | undefined, id: string): void
  replace(guild: string | undefined, body: unknown): Json[]
  /** What a person may use in a place. */
  usable(channel: Channel, user: string): Json[]
  watch(watcher: () => void): void
  /** As whoever manages a server says under Integrations; apps cannot. */
  permit(permission: CommandPermission): void
  restore(entry: Extract<Entry, { commands: unknown } | { permitted: unknown }>): void
  entries(): Iterable<Entry>
}

const DAY_MS = 86_400_000
/** Of each kind. */
const MOST = { [CommandType.chat]: 100, [CommandType.user]: 5, [CommandType.message]: 5 }
const EVERYWHERE = ''

/** A server, the conversation with the app, or a conversation of people. */
export const contextOf = ({ guild, type }: Pick<Channel, 'guild' | 'type'>): 0 | 1 | 2 =>
  guild ? 0 : type === ChannelType.dm ? 1 : 2

/** For the server or the conversation, or by that person for themselves, as far as the command is for that. */
function isInstalled(world: World, command: Json, channel: Channel, user: string): boolean {
  const types = command['integration_types'] as number[]
  return (world.isIn(channel) && types.includes(0)) || (world.installedBy.has(user) && types.includes(1))
}

export function createCommands(parts: {
  world: World
  limits: Limits
  now: () => number
  journal: () => Journal
}): Commands {
  const { world, limits, now, journal } = parts
  const lists = new Map<string, Json[]>()
  const created = new Map<string, { used: number; until: number }>()
  const permissions = new Map<string, CommandPermission>()
  const watchers: (() => void)[] = []

  const of = (guild = EVERYWHERE): Json[] => lists.get(guild) ?? []
  const isSame = (a: Json, b: Json): boolean => a['name'] === b['name'] && a['type'] === b['type']

  function save(guild: string | undefined, list: Json[]): void {
    for (const [type, most] of Object.entries(MOST)) {
      if (list.filter((each) => each['type'] === Number(type)).length > most) refuse(30032)
    }
    lists.set(guild ?? EVERYWHERE, list)
    journal().write(line(guild, list))
    for (const watcher of watchers) watcher()
  }

  const line = (guild: string | undefined, list: Json[]): Entry => ({ commands: { ...(guild && { guild }), list } })

  /** Only names that were not there before count towards the day's. */
  function countNew(guild: string | undefined, number: number): void {
    const key = guild ?? EVERYWHERE
    const known = created.get(key)
    const day = known && known.until > now() ? known : { used: 0, until: now() + DAY_MS }
    created.set(key, day)
    if (day.used + number > limits.commandCreatesPerDay) refuse(30034, Math.ceil((day.until - now()) / 1000))
    day.used += number
  }

  function toCommand(guild: string | undefined, form: Json, before?: Json): Json {
    const { default_permission: _, handler, dm_permission, contexts, integration_types, ...rest } = form
    return {
      ...JSON.parse(JSON.stringify(rest)),
      id: before?.['id'] ?? world.ids.mint(),
      application_id: world.app.id,
      version: world.ids.mint(),
      description: form['description'] ?? '',
      default_member_permissions: form['default_member_permissions'] ?? null,
      nsfw: form['nsfw'] ?? false,
      integration_types: integration_types ?? [0],
      contexts: contexts ?? null,
      ...(guild ? { guild_id: guild } : { dm_permission: dm_permission ?? true }),
    }
  }

  function get(guild: string | undefined, id: string): Json {
    return of(guild).find((each) => each['id'] === id) ?? refuse(10063)
  }

  const keyOf = ({ guild, command, id }: Omit<CommandPermission, 'allowed'>): string => [guild, command, id].join(' ')

  /** Documented: of a person before that of their roles, of which one that allows is enough, before that of everybody. */
  function permitted({ name }: Json, guild: string, user: string): boolean | undefined {
    const said = (id: string) => permissions.get(keyOf({ guild, command: String(name), id }))?.allowed
    const roles = world.guilds.get(guild)?.members.get(user)?.roles ?? []
    const ofRoles = roles.map(said).filter((allowed) => allowed !== undefined)
    return said(user) ?? (ofRoles.length > 0 ? ofRoles.includes(true) : said(guild))
  }

  function permit(permission: CommandPermission): void {
    permissions.set(keyOf(permission), permission)
    journal().write({ permitted: permission })
    for (const watcher of watchers) watcher()
  }

  function isUsable(command: Json, channel: Channel, user: string): boolean {
    const contexts = command['contexts'] as number[] | null
    const isDirect = channel.type === ChannelType.dm
    if (!isInstalled(world, command, channel, user)) return false
    const context = contextOf(channel)
    // Where people are among themselves a command is only if it says so.
    if (contexts ? !contexts.includes(context) : context === 2) return false
    if (context === 2) return true
    if (isDirect) return !command['guild_id'] && command['dm_permission'] !== false
    const held = world.permissions(channel, user)
    if (!(held & Permission.useApplicationCommands)) return false
    const own = (held & Permission.administrator) === 0n ? permitted(command, channel.guild!, user) : undefined
    if (own !== undefined) return own
    const wanted = command['default_member_permissions']
    // "0" is for nobody but administrators, who hold everything.
    if (wanted === '0') return (held & Permission.administrator) !== 0n
    return typeof wanted !== 'string' || (held & BigInt(wanted)) === BigInt(wanted)
  }

  return {
    list: of,
    get,
    put(guild, body) {
      const form = readCommand(body)
      const before = of(guild).find((each) => isSame(each, form))
      if (!before) countNew(guild, 1)
      const command = toCommand(guild, form, before)
      save(guild, [...of(guild).filter((each) => each !== before), command])
      return { command, created: !before }
    },
    change(guild, id, body) {
      const before = get(guild, id)
      const command = toCommand(guild, readCommandChange(body, before), before)
      save(
        guild,
        of(guild).map((each) => (each === before ? command : each)),
      )
      return command
    },
    remove(guild, id) {
      const command = get(guild, id)
      save(
        guild,
        of(guild).filter((each) => each !== command),
      )
    },
    replace(guild, body) {
      const forms = readCommandList(body)
      const known = forms.map((form) => of(guild).find((each) => isSame(each, form)))
      countNew(guild, known.filter((each) => !each).length)
      const list = forms.map((form, index) => toCommand(guild, form, known[index]))
      save(guild, list)
      return list
    },
    usable(channel, user) {
      const all = channel.guild ? [...of(channel.guild), ...of()] : of()
      return all.filter((command) => isUsable(command, channel, user))
    },
    watch: (watcher) => void watchers.push(watcher),
    permit,
    restore(entry) {
      if ('permitted' in entry) permissions.set(keyOf(entry.permitted), entry.permitted)
      else lists.set(entry.commands.guild ?? EVERYWHERE, entry.commands.list)
    },
    *entries() {
      for (const [guild, list] of lists) yield line(guild || undefined, list)
      for (const permission of permissions.values()) yield { permitted: permission }
    },
  }
}
