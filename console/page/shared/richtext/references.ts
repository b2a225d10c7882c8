import { dateText } from '../time.ts'
import type { Inline } from './tree.ts'
import { safeHref } from './tree.ts'

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' }

/** `&amp;` and its kin, and numeric references, as the characters they stand for. */
export function decodeEntities(text: string): string {
  return text.replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return entities[name.toLowerCase()] ?? whole
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
  })
}

/**
 * Slack's `<…>` notation, given without its brackets: a user, a channel, a broadcast, a date or a link, each with an
 * optional `|label`. Undefined when it is none of them, so that the caller shows the characters as they are.
 */
export function readReference(inside: string): Inline | undefined {
  const bar = inside.indexOf('|')
  const target = bar < 0 ? inside : inside.slice(0, bar)
  const label = bar < 0 || bar === inside.length - 1 ? undefined : decodeEntities(inside.slice(bar + 1))
  const id = target.slice(1)
  if (/^@[A-Z\d]+$/.test(target)) return { type: 'user', id, ...(label && { label }) }
  if (/^#[A-Z\d]+$/.test(target)) return { type: 'channel', id, ...(label && { label }) }
  if (/^!(here|channel|everyone)$/.test(target)) return { type: 'broadcast', label: `@${id}` }
  const [, seconds, format] = /^!date\^(\d{1,11})\^([^^]+)/.exec(target) ?? []
  if (seconds) return { type: 'text', text: dateText(new Date(Number(seconds) * 1000), format!.includes('{time')) }
  if (target.startsWith('!')) return label ? { type: 'text', text: label } : undefined
  const href = safeHref(decodeEntities(target))
  if (!href) return undefined
  const text = label ?? decodeEntities(target).replace(/^mailto:/, '')
  return { type: 'link', href, children: [{ type: 'text', text }] }
}

/**
 * The bare web address at the start of `text`, or ''. It ends at the first character that is not printable ASCII, so that
 * Japanese may follow without a space, and before punctuation that belongs to the sentence.
 */
export function bareUrl(text: string): string {
  const found = /^https?:\/\/[!-~]+/.exec(text)?.[0] ?? ''
  const end = found.search(/[<>"`|]/)
  let url = end < 0 ? found : found.slice(0, end)
  for (;;) {
    const trimmed = url.replace(/[.,;:!?'*_~\]}]+$/, '')
    const unbalanced = trimmed.endsWith(')') && count(trimmed, ')') > count(trimmed, '(')
    const next = unbalanced ? trimmed.slice(0, -1) : trimmed
    if (next === url) break
    url = next
  }
  return /^https?:\/\/.*[\da-z]/i.test(url) ? url : ''
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}
