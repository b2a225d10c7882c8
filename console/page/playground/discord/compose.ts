import type { Channel, User } from '../../../stand-ins/discord/view.ts'

/** Who and what can be mentioned. */
export interface Names {
  users: User[]
  roles: { id: string; name: string }[]
  channels: Channel[]
}

/** Names as a person types them become the ids that Discord keeps; the longest name wins. */
export function encodeMentions(typed: string, { users, roles, channels }: Names): string {
  const people = users.flatMap(({ id, name, username }) =>
    [name, username].map((word) => ({ word: `@${word}`, code: `<@${id}>` })),
  )
  const groups = roles
    .filter(({ name }) => name !== '@everyone')
    .map(({ id, name }) => ({ word: `@${name}`, code: `<@&${id}>` }))
  const places = channels
    .filter(({ kind }) => kind !== 'dm')
    .map(({ id, name }) => ({ word: `#${name}`, code: `<#${id}>` }))
  const words = [...people, ...groups, ...places].sort((a, b) => b.word.length - a.word.length)
  let encoded = ''
  for (let at = 0; at < typed.length; ) {
    const isStart = !/[\w@#]/.test(typed[at - 1] ?? '')
    const found = isStart ? words.find(({ word }) => isAt(typed, at, word)) : undefined
    encoded += found ? found.code : typed[at]
    at += found ? found.word.length : 1
  }
  return encoded
}

function isAt(typed: string, at: number, word: string): boolean {
  const end = at + word.length
  return typed.slice(at, end).toLowerCase() === word.toLowerCase() && !/[\p{L}\p{N}_]/u.test(typed[end] ?? '')
}

/** What a person would have to type for `stored`, for editing a message that was sent. */
export function decodeMentions(stored: string, { users, roles, channels }: Names): string {
  return stored.replace(/<(@!?|@&|#)(\d{17,20})>/g, (whole, kind: string, id: string) => {
    const list: { id: string; name: string }[] = kind === '@&' ? roles : kind === '#' ? channels : users
    const found = list.find((each) => each.id === id)
    return found ? `${kind[0]}${found.name}` : whole
  })
}
