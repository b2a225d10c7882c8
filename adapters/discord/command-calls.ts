import type { CommandCall, Given, Typing, Values } from '../../src/model/command.ts'
import { commandTable, groupedName, memberName } from '../../src/model/commands.ts'
import type { InboundFile, MessageRef } from '../../src/model/message.ts'
import { AGENT, ASK, PARLEY, WHY } from './agent-command.ts'
import { broughtSpot, isBrought } from './brought.ts'
import { type Caller, callerOf, installationOf } from './called.ts'
import { readFile } from './files.ts'
import {
  CommandType,
  ComponentType,
  type Filled,
  type Interaction,
  InteractionType,
  isThread,
  type Message,
  type Option,
} from './payloads.ts'
import { channelPlace, installationPlace, messageRef, threadPlace } from './places.ts'
import { isMessage, isText } from './sound.ts'
import { directSpot, eventIdOf } from './spots.ts'
import type { Self } from './text.ts'

/** What somebody did with `/agent` or `/parley`. */
export interface Did {
  by: 'command' | 'button' | 'form'
  who: Omit<CommandCall, 'given'>
  act: Act
  /** Of ours, with what was used in it: the answer takes its place. */
  message?: Message
}

export type Act =
  | { kind: 'ask'; given: Given }
  /** A form is wanted: all of it, or one of its sections. */
  | { kind: 'open'; offer: string; section: number | undefined }
  /** A section was filled in, which is not sent yet. */
  | { kind: 'enter'; offer: string; section: number; values: Values }
  /** Everything that was entered is to be sent. */
  | { kind: 'send'; offer: string }

/** What a button or a form of ours is for: `a:` and the offer; `open`, `send`, or the number of a section. */
export const customId = (offer: string, what?: 'open' | 'send' | number): string =>
  `a:${offer}${what === undefined ? '' : `:${what}`}`
const CUSTOM_ID = /^a:([\w-]{1,40})(?::(\d{1,2}|open|send))?$/

/** A field whose value does not fit into it: it stays empty, and stays as it is unless something is written there. */
export const keeping = (field: string): string => `~${field}`

/** What an interaction means to `/agent`; undefined for everything else. */
export function readDid(interaction: Interaction, self: Self): Did | undefined {
  const read = readAct(interaction)
  const caller = callerIn(interaction, self)
  if (!read || !caller) return undefined
  const about = aboutOf(caller)
  const message = interaction.message
  return {
    ...read,
    who: {
      eventId: eventIdOf(interaction.id),
      platform: 'discord',
      ...placesOf(caller),
      author: callerOf(caller),
      ...(about && { about }),
      managesPlace: async () => manages(interaction),
    },
    ...(message && { message }),
  }
}

/** A value of an option is being typed. */
export function readTyping(interaction: Interaction, self: Self): Typing | undefined {
  if (interaction.type !== InteractionType.typing || !isOurs(interaction)) return undefined
  const caller = callerIn(interaction, self)
  const { command, options } = leafOf(interaction)
  const focused = options.find((option) => option.focused)
  if (!caller || !focused) return undefined
  const { installation, within } = placesOf(caller)
  return {
    platform: 'discord',
    installation,
    within,
    author: callerOf(caller),
    command,
    parameter: focused.name,
    typed: isText(focused.value) ? focused.value : '',
    values: readOptions(
      options.filter((option) => option !== focused),
      interaction,
    ),
  }
}

function readAct(interaction: Interaction): Pick<Did, 'by' | 'act'> | undefined {
  const { data, type } = interaction
  if (type === InteractionType.command) {
    if (data?.type === CommandType.message && data.name === WHY) {
      return { by: 'command', act: { kind: 'ask', given: { command: 'why', values: {} } } }
    }
    if (!isOurs(interaction)) return undefined
    const { command, options } = leafOf(interaction)
    return {
      by: 'command',
      act: { kind: 'ask', given: { command, values: readOptions(options, interaction) } },
    }
  }
  const [, offer, what] = CUSTOM_ID.exec(data?.custom_id ?? '') ?? []
  if (!offer) return undefined
  const section = /^\d/.test(what ?? '') ? Number(what) : undefined
  if (type === InteractionType.modal) {
    const values = readValues(interaction)
    return section === undefined
      ? { by: 'form', act: { kind: 'ask', given: { offer, values } } }
      : { by: 'form', act: { kind: 'enter', offer, section, values } }
  }
  if (type !== InteractionType.component) return undefined
  if (what === undefined) return { by: 'button', act: { kind: 'ask', given: { offer } } }
  return { by: 'button', act: what === 'send' ? { kind: 'send', offer } : { kind: 'open', offer, section } }
}

function callerIn(interaction: Interaction, self: Self): Caller | undefined {
  const user = interaction.member?.user ?? interaction.user
  const { channel } = interaction
  return user && channel && { user, channel, interaction, self }
}

/** Where it was used. Threads are not places that commands are about. */
function placesOf({
  channel,
  user,
  interaction,
  self,
}: Caller): Pick<CommandCall, 'installation' | 'within' | 'conversation' | 'announceTo'> {
  const guild = interaction.guild_id
  if (isBrought(interaction)) {
    const { installation, within, conversation } = broughtSpot(channel, self)
    return { installation, within, conversation }
  }
  if (!guild) {
    const { installation, within, conversation } = directSpot(channel.id, user.id, self)
    return { installation, within, conversation }
  }
  const parent = isThread(channel) && channel.parent_id ? channel.parent_id : channel.id
  const here = channelPlace(guild, parent)
  return {
    installation: guild,
    within: [here, installationPlace(guild)],
    // Of a thread it is not known whether it is a forum's post: there it is told with the next message.
    ...(parent === channel.id && { announceTo: here }),
    conversation: parent === channel.id ? here : threadPlace(guild, parent, channel.id),
  }
}

function aboutOf(caller: Caller): MessageRef | undefined {
  const { channel, interaction } = caller
  const { data } = interaction
  const target = data?.target_id === undefined ? undefined : data.resolved?.messages?.[data.target_id]
  if (!isMessage(target)) return undefined
  const installation = installationOf(caller)
  return messageRef({ installation, channel: target.channel_id ?? channel.id, message: target.id })
}

const ADMINISTRATOR = 1n << 3n
const MANAGE_GUILD = 1n << 5n

/** Discord gives a server's owner every permission. In a direct conversation, and where the app is not, there is nothing to manage. */
function manages(interaction: Interaction): boolean {
  const { guild_id, member } = interaction
  const held = member?.permissions
  if (!guild_id || isBrought(interaction) || !isText(held) || !/^\d{1,30}$/.test(held)) return false
  return (BigInt(held) & (ADMINISTRATOR | MANAGE_GUILD)) !== 0n
}

/** `/parley ask` is a message, and not among the commands of the table. */
function isOurs({ data }: Interaction): boolean {
  return data?.name === AGENT || (data?.name === PARLEY && data.options?.[0]?.name !== ASK)
}

const named = new Map<string, string>(
  commandTable.flatMap((command) => [
    [groupedName(command), command.name],
    [memberName(command), command.name],
  ]),
)

/** The command as the table has it, and what was given with it. A client may still show commands as they stood before. */
function leafOf({ data }: Interaction): { command: string; options: Option[] } {
  const path: string[] = []
  let options = data?.options ?? []
  while (options[0] && (options[0].type === 1 || options[0].type === 2)) {
    path.push(options[0].name)
    options = options[0].options ?? []
  }
  const command = path.join(' ')
  return { command: named.get(command) ?? command, options }
}

const PERSON = 6
const FILE = 11

function readOptions(options: readonly Option[], interaction: Interaction): Values {
  const values = options.map(({ name, type, value }): [string, Values[string]] => {
    if (type === FILE) return [name, filesOf([String(value)], interaction)]
    return [name, type === PERSON ? uidOf(String(value)) : String(value ?? '')]
  })
  return Object.fromEntries(values)
}

const uidOf = (user: string): string => `discord_${user}`

/** What stands in the fields of a form, by their names. */
function readValues(interaction: Interaction): Values {
  const fields = (interaction.data?.components ?? []).flatMap(({ component }) => (component ? [component] : []))
  const values = fields.flatMap((field): [string, Values[string]][] => {
    const name = field.custom_id ?? ''
    const value = readField(field, interaction)
    const kept = keeping('')
    if (!name.startsWith(kept)) return [[name, value]]
    return value === '' ? [] : [[name.slice(kept.length), value]]
  })
  return Object.fromEntries(values)
}

function readField({ type, value, values }: Filled, interaction: Interaction): Values[string] {
  switch (type) {
    case ComponentType.files:
      return filesOf(values ?? [], interaction)
    case ComponentType.radio:
      return value === 'true'
    case ComponentType.select:
      return values?.[0] ?? ''
    default:
      // A person who is mentioned, and nothing else.
      return isText(value) ? value.replace(/^\s*<@!?(\d{15,20})>\s*$/, (_, user: string) => `@${uidOf(user)}`) : ''
  }
}

function filesOf(ids: readonly string[], { data }: Interaction): InboundFile[] {
  return ids.flatMap((id) => {
    const file = data?.resolved?.attachments?.[id]
    return file ? readFile(file) : []
  })
}
