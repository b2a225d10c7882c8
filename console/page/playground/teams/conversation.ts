import type { Message } from '../../../stand-ins/teams/view.ts'

/** What the message list of a chat shows, top to bottom. */
export type Row =
  | { type: 'day'; at: Date }
  /** `grouped`: the author is the one above, so avatar and name are not repeated. */
  | { type: 'message'; message: Message; grouped: boolean }

/** Messages by the same author within this time (ms) are drawn as one group. */
const GROUP_MS = 300_000

export function rowsOf(messages: Message[]): Row[] {
  const rows: Row[] = []
  for (const message of messages) {
    const before = rows.findLast((row) => row.type === 'message')?.message
    const at = new Date(message.at)
    const newDay = !before || new Date(before.at).toDateString() !== at.toDateString()
    if (newDay) rows.push({ type: 'day', at })
    rows.push({ type: 'message', message, grouped: !newDay && continues(before, message) })
  }
  return rows
}

function continues(before: Message, message: Message): boolean {
  const near = message.at - before.at < GROUP_MS
  return near && before.author.id === message.author.id && before.targeted_to === message.targeted_to
}

export interface Thread {
  /** Missing when it was forgotten. */
  root?: Message
  id: string
  replies: Message[]
}

/** The posts of a channel in the order in which they began, each with its replies. */
export function threadsOf(messages: Message[]): Thread[] {
  const threads = new Map<string, Thread>()
  const thread = (id: string): Thread => {
    const known = threads.get(id)
    if (known) return known
    const made: Thread = { id, replies: [] }
    threads.set(id, made)
    return made
  }
  for (const message of messages) {
    if (message.root === undefined || message.root === message.id) thread(message.id).root = message
    else thread(message.root).replies.push(message)
  }
  return [...threads.values()].sort((a, b) => (a.id < b.id ? -1 : 1))
}
