import type { Channel, User } from '../../../stand-ins/slack/view.ts'

/** Who and what can be mentioned. */
export interface Names {
  users: User[]
  channels: Channel[]
}

export function nameOf(user: User): string {
  return user.real_name || user.name
}

/** What a person would have to type for `stored`, for editing a message that was sent. */
export function decodeText(stored: string, { users, channels }: Names): string {
  return stored
    .replace(/<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>/g, (_, sign: string, target: string, label?: string) => {
      if (sign === '@') {
        const user = users.find(({ id }) => id === target)
        return `@${user ? nameOf(user) : (label ?? target)}`
      }
      if (sign === '!') return label ?? `@${target}`
      return sign === '#' ? `#${channels.find(({ id }) => id === target)?.name ?? label ?? target}` : target
    })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

/** Whether what a person typed mentions `user`. */
export function mentions(typed: string, { name, real_name }: User): boolean {
  const said = [...typed.matchAll(/(?<![\w@])@([\p{L}\d][\p{L}\d._-]*)/gu)].map(([, word]) => word!.toLowerCase())
  return [name, real_name].some((one) => said.includes(one.toLowerCase()))
}

/** `/agent list` as command and text, or undefined when the message is none. */
export function commandIn(typed: string): { command: string; text: string } | undefined {
  const [, command, text] = /^(\/[a-z\d_-]{1,31})(?:\s+([\s\S]*))?$/.exec(typed) ?? []
  return command === undefined ? undefined : { command, text: text ?? '' }
}
