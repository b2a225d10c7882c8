import type { QuotedMessage } from '../model/conversation.ts'

/** Of one message, a forwarded one included. */
const maxOfMessage = 6000

/**
 * What a text costs, roughly: four letters of an alphabet make a token, and one of other scripts does. Enough to keep to a budget,
 * and told without loading an encoder.
 */
export function roughTokens(text: string): number {
  let wide = 0
  for (const char of text) if (char.charCodeAt(0) > 0x2e7f) wide++
  return Math.ceil((text.length - wide) / 4) + wide
}

/** A name, a time and what frames them. */
const frame = 24

const costOf = ({ text, files = [], quotes = [] }: QuotedMessage): number =>
  frame +
  roughTokens(text) +
  files.reduce((sum, { name }) => sum + roughTokens(name) + 8, 0) +
  quotes.reduce((sum, one) => sum + costOf(one), 0)

export function short(text: string, max = maxOfMessage): string {
  return text.length > max ? `${text.slice(0, max).toWellFormed()} […]` : text
}

/**
 * What of some messages, oldest first, fits into so many tokens: what the question is about, then the first one where it is the
 * root, then the newest. Nothing is taken out of the middle of what is kept but one stretch behind the root.
 */
export function fitting(
  messages: readonly QuotedMessage[],
  { tokens, hasRoot }: { tokens: number; hasRoot: boolean },
): { messages: QuotedMessage[]; leftOut: number } {
  let room = tokens
  const kept = new Set<QuotedMessage>()
  const take = (one: QuotedMessage): boolean => {
    room -= costOf(one)
    if (room < 0 && kept.size > 0) return false
    kept.add(one)
    return true
  }
  for (const one of messages) if (one.of === 'question') take(one)
  const [root] = messages
  if (hasRoot && root && !kept.has(root)) take(root)
  for (const one of messages.toReversed()) {
    if (kept.has(one)) continue
    if (!take(one)) break
  }
  const shown = messages.filter((one) => kept.has(one))
  return { messages: shown, leftOut: messages.length - shown.length }
}
