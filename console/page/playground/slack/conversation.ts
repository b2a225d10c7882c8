import type { Message } from '../../../stand-ins/slack/view.ts'

/** A root message and what hangs from it. `root` is missing when it is older than what the page was given. */
export interface Thread {
  ts: string
  root?: Message
  replies: Message[]
}

/** What a message list shows, top to bottom. */
export type Row =
  | { type: 'day'; at: Date }
  /** `grouped`: the author is the one above, so avatar and name are not repeated. */
  | { type: 'message'; message: Message; grouped: boolean }
  | { type: 'missing'; ts: string }
  /** Where a thread shows its replies (in a channel) and what the bot is doing in it. */
  | { type: 'thread'; thread: Thread }

/** Messages by the same author within this many seconds are drawn as one group. */
const groupSeconds = 300

export function isReply(message: Message): message is Message & { thread_ts: string } {
  return message.thread_ts !== undefined && message.thread_ts !== message.ts
}

/** The threads of a channel, by the time of their root. Every root has one, mostly without replies. */
export function threadsOf(messages: Message[]): Thread[] {
  const threads = new Map<string, Thread>()
  for (const message of messages) {
    const ts = isReply(message) ? message.thread_ts : message.ts
    const thread = threads.get(ts) ?? { ts, replies: [] }
    if (isReply(message)) thread.replies.push(message)
    else thread.root = message
    threads.set(ts, thread)
  }
  return [...threads.values()].sort((a, b) => (a.ts < b.ts ? -1 : 1))
}

/** In a channel replies stay in their thread; with `flat` (a direct conversation) they follow their root as its answer. */
export function rowsOf(messages: Message[], { flat }: { flat: boolean }): Row[] {
  const rows: Row[] = []
  for (const thread of threadsOf(messages)) {
    if (thread.root) pushMessage(rows, thread.root)
    else rows.push({ type: 'missing', ts: thread.ts })
    if (flat) for (const reply of thread.replies) pushMessage(rows, reply)
    rows.push({ type: 'thread', thread })
  }
  return rows
}

/** The replies of one thread, grouped by author. */
export function replyRows(replies: Message[]): Row[] {
  const rows: Row[] = []
  for (const reply of replies) pushMessage(rows, reply)
  return rows.filter((row) => row.type !== 'day')
}

function pushMessage(rows: Row[], message: Message): void {
  const before = rows.findLast((row) => row.type === 'message')?.message
  const newDay = !before || dateOf(before.ts).toDateString() !== dateOf(message.ts).toDateString()
  if (newDay) rows.push({ type: 'day', at: dateOf(message.ts) })
  const last = rows.at(-1)
  const adjacent = last?.type === 'message' || (last?.type === 'thread' && last.thread.replies.length === 0)
  rows.push({ type: 'message', message, grouped: adjacent && before !== undefined && continues(before, message) })
}

function continues(before: Message, message: Message): boolean {
  const seconds = Number(message.ts) - Number(before.ts)
  return before.user === message.user && before.ephemeral_to === message.ephemeral_to && seconds < groupSeconds
}

export function dateOf(ts: string): Date {
  return new Date(Number(ts) * 1000)
}
