import type { Mention } from './payloads.ts'

/** With what separates it from the rest: `<at>Parley</at>, `. */
const AFTER = /^[\s,:]*/

/**
 * What the person said: mentions of the bot say only who is spoken to, those of others stand as `@` and their name. Teams writes
 * a mention as `<at>name</at>` and tells in an entity whose it is.
 */
export function readText(
  text: string,
  mentions: readonly Mention[],
  bot: string | undefined,
  nameOf: (mention: Mention) => string = displayName,
): string {
  const ours = new Set(mentions.filter(({ mentioned }) => mentioned.id === bot).map((mention) => mention.text))
  const others = new Map(mentions.filter(({ mentioned }) => mentioned.id !== bot).map((one) => [one.text, nameOf(one)]))
  let said = ''
  let from = 0
  for (const span of text.matchAll(/<at\b[^>]*>([^<]*)<\/at>/gi)) {
    const [whole, name = ''] = span
    said += text.slice(from, span.index)
    from = span.index + whole.length
    if (!ours.has(whole)) {
      said += `@${others.get(whole) ?? name}`
      continue
    }
    // In the middle of a sentence the words on both sides of it stay apart.
    from += AFTER.exec(text.slice(from))![0].length
    said = said.trimEnd()
    if (said !== '' && from < text.length) said += ' '
  }
  // Teams puts one behind every mention.
  return (said + text.slice(from)).replaceAll('\u00a0', ' ').trim()
}

const displayName = ({ mentioned, text = '' }: Mention): string => mentioned.name ?? text.replaceAll(/<[^>]*>/g, '')
