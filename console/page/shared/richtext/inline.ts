import { bareUrl, decodeEntities, readReference } from './references.ts'
import type { Inline } from './tree.ts'
import { plainText, safeHref } from './tree.ts'

/** A run of `*`, `_` or `~` that may still turn out to open or close emphasis. */
interface Delimiter {
  type: 'delimiter'
  mark: string
  length: number
  opens: boolean
  closes: boolean
}

type Piece = Inline | Delimiter

/** How `text` is to be read. */
interface Reading {
  /** The text is still growing at its end: emphasis and code that have begun are drawn as if already closed. */
  open: boolean
  /** False inside a link, which cannot hold another one. */
  links: boolean
}

/** The inline part of Markdown. Line breaks are kept as written, as chat does; `open` says the text is still growing. */
export function parseInline(source: string, open = false): Inline[] {
  return read(source, { open, links: true })
}

function read(source: string, how: Reading): Inline[] {
  const pieces: Piece[] = []
  const special = /[\\`*_~[!<&\n]|(?<![a-z\d])https?:\/\//gi
  for (let at = 0; at < source.length; ) {
    special.lastIndex = at
    const start = special.exec(source)?.index ?? source.length
    if (start > at) pieces.push({ type: 'text', text: source.slice(at, start) })
    if (start === source.length) break
    const [piece, length] = readSpecial(source, start, how) ?? [{ type: 'text' as const, text: source[start]! }, 1]
    pieces.push(piece)
    at = start + length
  }
  return pair(pieces, how.open)
}

function readSpecial(source: string, at: number, how: Reading): [Piece, number] | undefined {
  const rest = source.slice(at)
  switch (rest[0]) {
    case '\n':
      return [{ type: 'break' }, /^\n */.exec(rest)![0].length]
    case '\\':
      if (rest[1] === '\n') return [{ type: 'break' }, 2]
      return /^\\[!-/:-@[-`{-~]/.test(rest) ? [{ type: 'text', text: rest[1]! }, 2] : undefined
    case '`':
      return readCode(rest, how.open)
    case '*':
    case '_':
    case '~':
      return readDelimiter(source, at)
    case '&': {
      const entity = /^&#?\w{1,8};/.exec(rest)?.[0]
      return entity ? [{ type: 'text', text: decodeEntities(entity) }, entity.length] : undefined
    }
  }
  if (!how.links) return undefined
  if (rest[0] === '<') return readAngle(rest)
  if (rest[0] === '[') return readLink(rest)
  if (rest.startsWith('![')) {
    const image = readLink(rest.slice(1))
    return image && [image[0], image[1] + 1]
  }
  const url = bareUrl(rest)
  const href = url && safeHref(url)
  return href ? [{ type: 'link', href, children: [{ type: 'text', text: url }] }, url.length] : undefined
}

function readCode(rest: string, open: boolean): [Piece, number] {
  const ticks = /^`+/.exec(rest)![0]
  const closing = new RegExp(`(?<!\`)${ticks}(?!\`)`).exec(rest.slice(ticks.length))
  if (!closing && !open) return [{ type: 'text', text: ticks }, ticks.length]
  const inside = rest.slice(ticks.length, closing ? ticks.length + closing.index : undefined).replaceAll('\n', ' ')
  const padded = /^ .*[^ ].* $/.test(inside)
  const length = closing ? inside.length + 2 * ticks.length : rest.length
  return [{ type: 'code', text: padded ? inside.slice(1, -1) : inside }, length]
}

/** `<https://…>`, `<ann@example.com>` and Slack's own references, which are live in Markdown too. */
function readAngle(rest: string): [Piece, number] | undefined {
  const inside = /^<([^<>\n]+)>/.exec(rest)?.[1]
  if (!inside) return undefined
  const address = /^[^\s@|]+@[^\s@|]+\.[a-z]+$/i.test(inside)
  const reference = readReference(address ? `mailto:${inside}` : inside)
  return reference && [reference, inside.length + 2]
}

/** `[text](target "title")`. A target that may not be linked leaves its text; an image becomes a link to it. */
function readLink(rest: string): [Piece, number] | undefined {
  const close = closingBracket(rest)
  if (close < 0) return undefined
  const target = /^\(\s*(?:<([^<>\n]*)>|((?:[^\s()]|\([^\s()]*\))*))(?:\s+(?:"[^"]*"|'[^']*'))?\s*\)/.exec(
    rest.slice(close + 1),
  )
  if (!target) return undefined
  const href = safeHref(decodeEntities(target[1] ?? target[2] ?? ''))
  const label = read(rest.slice(1, close), { open: false, links: false })
  const length = close + 1 + target[0].length
  if (href) return [{ type: 'link', href, children: label.length > 0 ? label : [{ type: 'text', text: href }] }, length]
  return [{ type: 'text', text: plainText(label) }, length]
}

/** Labels are short: looking no further keeps a text full of brackets from costing the square of its length. */
const longestLabel = 1000

function closingBracket(rest: string): number {
  let depth = 0
  for (let i = 0; i < Math.min(rest.length, longestLabel); i++) {
    if (rest[i] === '\\') i++
    else if (rest[i] === '[') depth++
    else if (rest[i] === ']' && --depth === 0) return i
  }
  return -1
}

const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]/u
const punctuation = /[\p{P}\p{S}]/u

/**
 * CommonMark's flanking rules, with one leniency: Chinese, Japanese and Korean are written without spaces, so beside such a
 * character a mark may open or close as it could beside a space (`これは**「重要」**です`).
 */
function readDelimiter(source: string, at: number): [Piece, number] {
  const mark = source[at]!
  const run = new RegExp(`^\\${mark}+`).exec(source.slice(at))![0]
  if (run.length > 3 || (mark === '~' && run.length > 2)) return [{ type: 'text', text: run }, run.length]
  const before = Array.from(source.slice(Math.max(0, at - 2), at)).at(-1) ?? ' '
  const after = Array.from(source.slice(at + run.length, at + run.length + 2))[0] ?? ' '
  const loose = (c: string) => /\s/.test(c) || punctuation.test(c) || wide.test(c)
  const left = !/\s/.test(after) && (!punctuation.test(after) || loose(before))
  const right = !/\s/.test(before) && (!punctuation.test(before) || loose(after))
  const opens = left && (mark !== '_' || !right || loose(before))
  const closes = right && (mark !== '_' || !left || loose(after))
  return [{ type: 'delimiter', mark, length: run.length, opens, closes }, run.length]
}

/** Deeper emphasis than anyone writes is left as text, so that no message can exhaust the stack when drawn. */
const deepest = 8

/** Pairs the delimiters from the inside out; those without a partner become text, or close at the end when `open`. */
function pair(pieces: Piece[], open: boolean): Inline[] {
  const out: Piece[] = []
  for (const piece of pieces) {
    const rest = { ...piece }
    if (rest.type === 'delimiter') {
      if (rest.closes) while (rest.length > 0 && wrapLast(out, rest));
      if (rest.length === 0) continue
      if (rest.opens) rest.opens = out.filter((p) => p.type === 'delimiter' && p.opens).length < deepest
    }
    out.push(rest)
  }
  if (open) while (wrapOpen(out));
  return merge(out)
}

function wrapLast(out: Piece[], closer: Delimiter): boolean {
  for (let i = out.length - 1; i >= 0; i--) {
    const opener = out[i]!
    if (opener.type !== 'delimiter' || opener.mark !== closer.mark || !opener.opens) continue
    if (closer.mark === '~' && opener.length !== closer.length) continue
    const both = (opener.closes || closer.opens) && (opener.length + closer.length) % 3 === 0
    if (both && (opener.length % 3 !== 0 || closer.length % 3 !== 0)) continue
    const used = Math.min(opener.length, closer.length, 2)
    wrap(out, i, used)
    closer.length -= used
    return true
  }
  return false
}

function wrapOpen(out: Piece[]): boolean {
  for (let i = out.length - 2; i >= 0; i--) {
    const opener = out[i]!
    if (opener.type !== 'delimiter' || !opener.opens) continue
    wrap(out, i, Math.min(opener.length, 2))
    return true
  }
  return false
}

/** Everything after `out[index]` becomes its content; the marks it has left stay before it. */
function wrap(out: Piece[], index: number, used: number): void {
  const opener = out[index] as Delimiter
  const children = merge(out.splice(index + 1))
  const type = opener.mark === '~' ? 'strike' : used === 2 ? 'strong' : 'em'
  opener.length -= used
  if (opener.length === 0) out.pop()
  out.push({ type, children })
}

/** Joins neighbouring texts; delimiters that found no partner are text again. */
function merge(pieces: Piece[]): Inline[] {
  const out: Inline[] = []
  for (const piece of pieces) {
    const node: Inline = piece.type === 'delimiter' ? { type: 'text', text: piece.mark.repeat(piece.length) } : piece
    const last = out.at(-1)
    if (node.type === 'text' && last?.type === 'text')
      out[out.length - 1] = { type: 'text', text: last.text + node.text }
    else out.push(node)
  }
  return out
}
