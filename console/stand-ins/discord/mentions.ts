import { Permission } from './permissions.ts'
import type { Channel } from './records.ts'
import type { World } from './world.ts'

/** What a message may call, as its sender asked for. */
export interface AllowedMentions {
  parse?: ('users' | 'roles' | 'everyone')[] | undefined
  users?: string[] | undefined
  roles?: string[] | undefined
  replied_user?: boolean | undefined
}

/** Those whom a message really calls. */
export interface Called {
  mentions: string[]
  mentionRoles: string[]
  mentionEveryone: boolean
}

/** Nothing inside code is a mention. */
const CODE = /```[\s\S]*?```|``[\s\S]*?``|`[^`\n]*`/g

/** Without `allowed` everything is, which is Discord's default. */
export function called(
  world: World,
  channel: Channel,
  author: string,
  content: string,
  allowed: AllowedMentions | undefined,
  replied?: string,
): Called {
  const text = content.replace(CODE, ' ')
  const {
    parse = [],
    users = [],
    roles = [],
    replied_user = false,
  } = allowed ?? {
    parse: ['users', 'roles', 'everyone'],
    replied_user: true,
  }
  const guild = world.guilds.get(channel.guild ?? '')
  const mayCallAll = (world.permissions(channel, author) & Permission.mentionEveryone) !== 0n
  const found = (pattern: RegExp): string[] => [...new Set([...text.matchAll(pattern)].map(([, id]) => id!))]

  const people = found(/<@!?(\d{17,20})>/g).filter(
    (id) => world.users.has(id) && (parse.includes('users') || users.includes(id)),
  )
  const called = replied !== undefined && replied_user ? [...new Set([...people, replied])] : people
  const groups = found(/<@&(\d{17,20})>/g).filter((id) => {
    const role = guild?.roles.get(id)
    return role && (role.mentionable || mayCallAll) && (parse.includes('roles') || roles.includes(id))
  })
  const everyone = guild !== undefined && mayCallAll && parse.includes('everyone') && /@(?:everyone|here)\b/.test(text)
  return { mentions: called, mentionRoles: groups, mentionEveryone: everyone }
}
