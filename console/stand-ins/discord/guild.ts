import { bits, EVERYONE } from './permissions.ts'
import { type Channel, ChannelType, type Guild, type Member, type Role } from './records.ts'
import type { AppSettings, ChannelSettings, GuildSettings } from './settings.ts'

/** A server with its roles and members; `people`: who is in it unless the settings say otherwise. */
export function toGuild(settings: GuildSettings, app: AppSettings, people: string[], now: number): Guild {
  const { id, name, members = people, owner = members[0] ?? app.id, roles = [], system, locale } = settings
  const everyone: Role = { id, name: '@everyone', permissions: EVERYONE, position: 0, mentionable: false }
  const others = roles.map(({ permissions = [], mentionable = false, ...role }, index): Role => {
    return { ...role, permissions: bits(permissions), position: index + 1, mentionable }
  })
  // Discord gives every bot that is added a role of its own; here its id is the server's, some way further.
  const own: Role = {
    id: String(BigInt(id) + 1_000_000n),
    name: app.name,
    permissions: bits(app.permissions),
    position: roles.length + 1,
    mentionable: false,
    bot: app.id,
  }
  const member = (user: string, held: string[]): Member => ({ user, roles: held, nick: null, joined: now })
  const all = [...members.map((user) => member(user, [])), ...(settings.withoutApp ? [] : [member(app.id, [own.id])])]
  return {
    id,
    name,
    owner,
    ...(system && { system }),
    ...(locale && { locale }),
    roles: new Map([everyone, ...others, own].map((role) => [role.id, role])),
    members: new Map(all.map((each) => [each.user, each])),
    available: true,
  }
}

const KINDS = { text: ChannelType.text, announcement: ChannelType.announcement, forum: ChannelType.forum }

export function toChannel(
  guild: Guild,
  { id, name, kind = 'text', topic, nsfw, tags, overwrites = [] }: ChannelSettings,
): Channel {
  return {
    id,
    type: KINDS[kind],
    name,
    guild: guild.id,
    ...(topic && { topic }),
    ...(nsfw && { nsfw }),
    ...(tags && { tags: [...tags] }),
    overwrites: overwrites.map(({ allow = [], deny = [], ...rest }) => ({
      ...rest,
      allow: bits(allow),
      deny: bits(deny),
    })),
  }
}
