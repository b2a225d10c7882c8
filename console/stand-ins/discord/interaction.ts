import { contextOf } from './commands.ts'
import { channelJson, memberJson, userJson } from './json.ts'
import { messageJson } from './message-json.ts'
import type { Channel, Json, Post } from './records.ts'
import type { World } from './world.ts'

export const InteractionType = { command: 2, component: 3, autocomplete: 4, modal: 5 } as const

/** Something a person did that waits for the app's answer. */
export interface Interaction {
  id: string
  token: string
  type: number
  user: string
  channel: string
  data: Json
  /** The name of the command, with those of its groups. */
  name?: string
  /** The message whose component was used, or whose component opened the form. */
  source?: string
  createdAt: number
  state: 'pending' | 'answered' | 'failed'
  /** What it was answered with. */
  callback?: number
  /** The message that `@original` stands for. */
  original?: string
  /** Answers to a deferred one are for this person alone. */
  ephemeral?: boolean
  /** All messages that its token may change. */
  messages: string[]
}

/** As the gateway tells of it. */
export function interactionJson(
  world: World,
  interaction: Interaction,
  source: Post | undefined,
  fileBytes: number,
): Json {
  const { id, token, type, user, data } = interaction
  const channel = world.channels.get(interaction.channel)!
  const person = userJson(world.users.get(user)!)
  const permissions = String(world.permissions(channel, user))
  const member = world.member(channel, user)
  return {
    id,
    application_id: world.app.id,
    type,
    token,
    version: 1,
    data,
    channel_id: channel.id,
    channel: { ...channelJson(world, channel), permissions },
    ...(channel.guild && { guild_id: channel.guild, guild: { id: channel.guild, locale: 'en-US', features: [] } }),
    ...(member ? { member: { ...memberJson(member), user: person, permissions } } : { user: person }),
    ...(source && { message: messageJson(world, source, { content: true }) }),
    app_permissions: String(world.permissions(channel, world.app.id)),
    entitlements: [],
    authorizing_integration_owners: ownersOf(world, interaction, source, channel),
    context: contextOf(channel),
    attachment_size_limit: fileBytes,
    locale: world.localeOf(user),
    ...(channel.guild && { guild_locale: 'en-US' }),
  }
}

/** By whose leave: the server's where the app is, and that of whoever has installed it for themselves. Of a button, who had asked. */
function ownersOf(world: World, { user }: Interaction, source: Post | undefined, channel: Channel): Json {
  const owner = source?.interaction?.user ?? user
  return {
    ...(world.isIn(channel) && { 0: channel.guild ?? '0' }),
    ...(world.installedBy.has(owner) && { 1: owner }),
  }
}

/** The people, roles, channels and files that values of an interaction name. */
export function resolved(
  world: World,
  channel: Channel,
  ids: { users?: string[]; roles?: string[]; channels?: string[]; files?: string[] },
): Json {
  const guild = world.guilds.get(channel.guild ?? '')
  const table = (keys: string[] = [], entry: (id: string) => Json | undefined): Json | undefined => {
    const found = keys.flatMap((id) => {
      const value = entry(id)
      return value ? [[id, value]] : []
    })
    return found.length > 0 ? Object.fromEntries(found) : undefined
  }
  const users = table(ids.users, (id) => userJson(world.users.get(id)!))
  const members = table(ids.users, (id) => {
    const member = guild?.members.get(id)
    return member && { ...memberJson(member), permissions: String(world.permissions(channel, id)) }
  })
  const roles = table(ids.roles, (id) => {
    const role = guild?.roles.get(id)
    return (
      role && {
        id,
        name: role.name,
        permissions: String(role.permissions),
        position: role.position,
        color: 0,
        hoist: false,
        managed: false,
        mentionable: role.mentionable,
        flags: 0,
      }
    )
  })
  const channels = table(ids.channels, (id) => {
    const one = world.channels.get(id)
    return one && { ...channelJson(world, one), permissions: String(world.permissions(one, world.app.id)) }
  })
  const attachments = table(ids.files, (id) => world.files.json(id))
  const all = {
    ...(users && { users }),
    ...(members && { members }),
    ...(roles && { roles }),
    ...(channels && { channels }),
    ...(attachments && { attachments }),
  }
  return Object.keys(all).length > 0 ? { resolved: all } : {}
}
