import type { Channel, Guild, Member } from './records.ts'

export const Permission = {
  addReactions: 1n << 6n,
  administrator: 1n << 3n,
  manageGuild: 1n << 5n,
  viewChannel: 1n << 10n,
  sendMessages: 1n << 11n,
  manageMessages: 1n << 13n,
  embedLinks: 1n << 14n,
  attachFiles: 1n << 15n,
  readMessageHistory: 1n << 16n,
  mentionEveryone: 1n << 17n,
  useApplicationCommands: 1n << 31n,
  manageThreads: 1n << 34n,
  createPublicThreads: 1n << 35n,
  createPrivateThreads: 1n << 36n,
  sendMessagesInThreads: 1n << 38n,
  sendVoiceMessages: 1n << 46n,
} as const

export type PermissionName = keyof typeof Permission

export function bits(names: Iterable<PermissionName>): bigint {
  let sum = 0n
  for (const name of names) sum |= Permission[name]
  return sum
}

const ALL = (1n << 53n) - 1n

/** What @everyone may do in a new server. */
export const EVERYONE = bits([
  'addReactions',
  'viewChannel',
  'sendMessages',
  'embedLinks',
  'attachFiles',
  'readMessageHistory',
  'mentionEveryone',
  'useApplicationCommands',
  'createPublicThreads',
  'createPrivateThreads',
  'sendMessagesInThreads',
  'sendVoiceMessages',
])

/** What a person may do in a direct conversation, where there are no roles. */
export const DIRECT = EVERYONE & ~bits(['createPublicThreads', 'createPrivateThreads', 'sendMessagesInThreads'])

/** In a thread those of its parent hold. */
export function permissionsOf(guild: Guild, member: Member, channel: Channel): bigint {
  if (guild.owner === member.user) return ALL
  let sum = guild.roles.get(guild.id)!.permissions
  for (const role of member.roles) sum |= guild.roles.get(role)?.permissions ?? 0n
  if (sum & Permission.administrator) return ALL

  const everyone = channel.overwrites.find(({ id }) => id === guild.id)
  if (everyone) sum = (sum & ~everyone.deny) | everyone.allow
  const own = channel.overwrites.filter(({ id }) => member.roles.includes(id))
  for (const { deny } of own) sum &= ~deny
  for (const { allow } of own) sum |= allow
  const personal = channel.overwrites.find(({ id }) => id === member.user)
  if (personal) sum = (sum & ~personal.deny) | personal.allow
  // Who cannot see a channel can do nothing in it.
  return sum & Permission.viewChannel ? sum : 0n
}
