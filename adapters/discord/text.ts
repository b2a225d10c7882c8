import type { Message, User } from './payloads.ts'
import { isText } from './sound.ts'

/** Discord's markup as it comes in → what the person wrote. Channels and roles stand in it by their ids: no names come with them. */

const MENTION = /<@!?(\d+)>/g
const MARKUP = /<@!?(\d+)>|<(#|@&)(\d+)>|<(a?):(\w+):\d+>|<\/([^:<>]+):\d+>|<t:(-?\d+)(?::[a-zA-Z])?>/g

export interface Self {
  /** Of the bot, as which the app speaks. */
  id: string
  name: string
  /** Of the application; the same as the bot's, but for old ones. */
  application: string
}

/** Those whom a text names. The list that comes with a message also holds whoever is replied to. */
export function mentioned(text: string): string[] {
  return Array.from(text.matchAll(MENTION), ([, user]) => user!)
}

export function readText({ content = '', mentions = [] }: Pick<Message, 'content' | 'mentions'>, self: Self): string {
  const nameOf = (id: string): string => {
    if (id === self.id) return self.name
    const person = mentions.find((one) => one.id === id)
    return person?.member?.nick || person?.global_name || person?.username || id
  }
  return withoutCall(content, self.id).replace(MARKUP, (whole, user?: string, kind?: string, id?: string, ...rest) => {
    const [, emoji, command, time] = rest as (string | undefined)[]
    if (user) return `@${nameOf(user)}`
    if (kind) return `${kind[0]}${id}`
    if (emoji) return `:${emoji}:`
    if (command) return `/${command}`
    const date = new Date(Number(time) * 1000)
    return Number.isNaN(date.getTime()) ? whole : date.toISOString().replace('.000', '')
  })
}

/** Without the mention that only says who is spoken to. */
function withoutCall(text: string, self: string): string {
  const call = new RegExp(`^(?:\\s*<@!?${self}>[\\s,:]*)+`)
  return text.replace(call, '')
}

/** What people see; undefined when none came with it. */
export const nameOf = (user: User | undefined, nick: string | null | undefined): string | undefined =>
  [nick, user?.global_name, user?.username].find((name) => isText(name) && name !== '') ?? undefined
