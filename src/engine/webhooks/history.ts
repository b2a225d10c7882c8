import type { MemoryItem } from '../../model/conversation.ts'
import { linesOf } from '../quotation.ts'

/** In characters. The oldest messages go first. */
const maxLength = 32_000

/** A line for each message, `user: …` or `assistant: …`, oldest first. Further lines of a message are indented. */
export function historyOf(memory: readonly MemoryItem[]): string {
  const lines: string[] = []
  let length = 0
  for (const { role, text } of memory.toReversed()) {
    const line = `${role}: ${linesOf(text.trim()).join('\n  ')}`.slice(0, maxLength)
    length += line.length + 1
    if (length > maxLength && lines.length > 0) break
    lines.push(line)
  }
  return lines.reverse().join('\n')
}
