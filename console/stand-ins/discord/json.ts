import {
  type Channel,
  ChannelType,
  type Guild,
  isThread,
  type Json,
  type Member,
  type Role,
  type User,
} from './records.ts'
import { timeOf } from './snowflake.ts'
import type { World } from './world.ts'

export const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '000+00:00')

/** A person as Discord shows them to everybody. */
export function userJson({ id, username, global_name, bot }: User): Json {
  return {
    id,
    username,
    discriminator: '0',
    global_name,
    avatar: null,
    banner: null,
    accent_color: null,
    primary_guild: null,
    public_flags: 0,
    flags: 0,
    ...(bot && { bot: true }),
  }
}

export function memberJson({ roles, nick, joined }: Member): Json {
  return {
    roles,
    nick,
    avatar: null,
    banner: null,
    joined_at: iso(joined),
    premium_since: null,
    communication_disabled_until: null,
    deaf: false,
    mute: false,
    pending: false,
    flags: 0,
  }
}

export function roleJson({ id, name, permissions, position, mentionable, bot }: Role): Json {
  return {
    id,
    name,
    description: null,
    permissions: String(permissions),
    position,
    color: 0,
    colors: { primary_color: 0, secondary_color: null, tertiary_color: null },
    hoist: false,
    managed: bot !== undefined,
    mentionable,
    icon: null,
    unicode_emoji: null,
    flags: 0,
    ...(bot && { tags: { bot_id: bot } }),
  }
}

export function channelJson(world: World, channel: Channel): Json {
  const { id, type, name, guild, parent, topic, nsfw, overwrites, lastMessage } = channel
  const common = { id, type, last_message_id: lastMessage ?? null, flags: 0 }
  if (type === ChannelType.dm) {
    const person = world.users.get(channel.recipient!)!
    return { ...common, recipients: [userJson(person)] }
  }
  if (channel.recipients) {
    return { ...common, name, icon: null, recipients: channel.recipients.map((id) => userJson(world.users.get(id)!)) }
  }
  if (isThread(channel)) {
    const tags = channel.applied && { applied_tags: channel.applied }
    return { ...common, guild_id: guild, name, ...threadFields(channel), ...tags }
  }
  return {
    ...common,
    guild_id: guild,
    name,
    topic: topic ?? null,
    parent_id: parent ?? null,
    position: 0,
    nsfw: nsfw ?? false,
    rate_limit_per_user: 0,
    ...(channel.tags && {
      available_tags: channel.tags.map((tag) => ({ ...tag, moderated: false, emoji_id: null, emoji_name: null })),
    }),
    permission_overwrites: overwrites.map((each) => ({
      id: each.id,
      type: each.kind === 'role' ? 0 : 1,
      allow: String(each.allow),
      deny: String(each.deny),
    })),
  }
}

function threadFields(channel: Channel): Json {
  const { owner, archived, locked, invitable, autoArchive, archiveChanged, members, count } = channel.thread!
  return {
    parent_id: channel.parent,
    owner_id: owner,
    rate_limit_per_user: 0,
    message_count: count,
    total_message_sent: count,
    member_count: Math.min(50, members.length),
    thread_metadata: {
      archived,
      locked,
      auto_archive_duration: autoArchive,
      archive_timestamp: iso(archiveChanged),
      create_timestamp: iso(timeOf(channel.id)),
      ...(channel.type === ChannelType.privateThread && { invitable }),
    },
  }
}

export function threadMemberJson(channel: Channel, user: string): Json {
  return {
    id: channel.id,
    user_id: user,
    join_timestamp: iso(timeOf(channel.id)),
    flags: 0,
    muted: false,
    mute_config: null,
  }
}

/** A server as REST gives it. */
export function guildJson({ id, name, owner, roles, members, system = undefined, locale = 'en-US' }: Guild): Json {
  return {
    id,
    name,
    owner_id: owner,
    roles: [...roles.values()].map(roleJson),
    emojis: [],
    stickers: [],
    features: [],
    icon: null,
    splash: null,
    discovery_splash: null,
    banner: null,
    description: null,
    vanity_url_code: null,
    application_id: null,
    afk_channel_id: null,
    afk_timeout: 300,
    system_channel_id: system ?? null,
    system_channel_flags: 0,
    rules_channel_id: null,
    public_updates_channel_id: null,
    safety_alerts_channel_id: null,
    verification_level: 1,
    default_message_notifications: 0,
    explicit_content_filter: 0,
    mfa_level: 0,
    nsfw_level: 0,
    nsfw: false,
    premium_tier: 0,
    premium_subscription_count: 0,
    premium_progress_bar_enabled: false,
    preferred_locale: locale,
    region: 'deprecated',
    widget_enabled: false,
    widget_channel_id: null,
    home_header: null,
    incidents_data: null,
    max_members: 500_000,
    max_presences: null,
    max_video_channel_users: 25,
    max_stage_video_channel_users: 50,
    approximate_member_count: members.size,
  }
}
