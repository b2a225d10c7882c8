import type { Message } from '../../../stand-ins/discord/view.ts'

/** What a message list shows, top to bottom. */
export type Row =
  | { type: 'day'; at: Date }
  /** `grouped`: the author is the one above, so avatar and name are not repeated. */
  | { type: 'message'; message: Message; grouped: boolean }

/** Messages by the same author within this time (ms) are drawn as one group. */
const GROUP_MS = 420_000
const EPOCH = 1_420_070_400_000n

/** A snowflake tells when the thing with it came to be. */
export function dateOf(id: string): Date {
  return new Date(Number((BigInt(id) >> 22n) + EPOCH))
}

export function rowsOf(messages: Message[]): Row[] {
  const rows: Row[] = []
  for (const message of messages) {
    const before = rows.findLast((row) => row.type === 'message')?.message
    const at = dateOf(message.id)
    const newDay = !before || dateOf(before.id).toDateString() !== at.toDateString()
    if (newDay) rows.push({ type: 'day', at })
    rows.push({ type: 'message', message, grouped: !newDay && continues(before, message) })
  }
  return rows
}

/** A reply or a command's answer carries a line of its own above it, and stands alone. */
function continues(before: Message, message: Message): boolean {
  const isWritten = (one: Message): boolean => one.type === 0 || one.type === 19 || one.type === 20 || one.type === 23
  if (message.reply || message.command || !isWritten(before) || message.type !== 0) return false
  const near = dateOf(message.id).getTime() - dateOf(before.id).getTime() < GROUP_MS
  return before.author.id === message.author.id && before.ephemeral === message.ephemeral && near
}
