import { bareUrl } from '../../shared/richtext/references.ts'
import type { Block, Inline, ListItem } from '../../shared/richtext/tree.ts'
import { safeHref } from '../../shared/richtext/tree.ts'

/**
 * Discord's own Markdown: line breaks and blank lines as written, underlines, spoilers, small print, no tables. A reader of our
 * own: `discord-markdown-parser` knows no lists, links to `javascript:`, and fails at five thousand asterisks in a row.
 */
export function parseDiscord(source: string): Block[] {
  return source.split(/```((?:[\s\S])+?)```/).flatMap((part, i): Block[] => {
    if (i % 2 === 0) return part.trim() === '' ? [] : parseLines(part.replace(/^\n|\n$/g, '').split('\n'))
    // A language is only one when code follows in a later line; else it is the code.
    const [, language = '', code] = /^(?:([\w+\-.#]+)\n(?=\n*[^\n]))?([\s\S]*)$/.exec(part)!
    return [{ type: 'code', language, text: code!.replace(/^\n+|\n+$/g, '') }]
  })
}

const QUOTE = /^> (.*)$/
const REST_QUOTE = /^>>> ?(.*)$/
const HEADING = /^(#{1,3}) +(.+)$/
const SUBTEXT = /^-# +(.+)$/
const ITEM = /^( *)([-*]|\d{1,9}\.) +(.*)$/

function parseLines(lines: string[]): Block[] {
  const blocks: Block[] = []
  for (let at = 0; at < lines.length; ) {
    const [block, taken] = readBlock(lines.slice(at))
    blocks.push(block)
    at += taken
  }
  return blocks
}

function readBlock(lines: string[]): [Block, number] {
  const line = lines[0]!
  const rest = REST_QUOTE.exec(line)
  if (rest) return [quote([rest[1]!, ...lines.slice(1)]), lines.length]
  if (QUOTE.test(line)) {
    const taken = count(lines, (each) => QUOTE.test(each))
    return [quote(lines.slice(0, taken).map((each) => QUOTE.exec(each)![1]!)), taken]
  }
  const heading = HEADING.exec(line)
  if (heading) return [{ type: 'heading', level: heading[1]!.length, children: parseInline(heading[2]!) }, 1]
  const small = SUBTEXT.exec(line)
  if (small) return [{ type: 'subtext', children: parseInline(small[1]!) }, 1]
  if (ITEM.test(line)) {
    const taken = count(lines, (each) => ITEM.test(each))
    return [readList(lines.slice(0, taken), 0), taken]
  }
  const taken = Math.max(1, count(lines, isPlain))
  // One blank line before or after another kind of block is the room that is there anyway.
  const words = lines
    .slice(0, taken)
    .join('\n')
    .replace(/^\n|\n$/g, '')
  return [{ type: 'paragraph', children: parseInline(words) }, taken]
}

const quote = (lines: string[]): Block => ({ type: 'quote', children: parseLines(lines) })

const isPlain = (line: string): boolean => ![QUOTE, REST_QUOTE, HEADING, SUBTEXT, ITEM].some((form) => form.test(line))

function count(lines: string[], fits: (line: string) => boolean): number {
  const end = lines.findIndex((line) => !fits(line))
  return end < 0 ? lines.length : end
}

/** Deeper lists are drawn flat. */
const DEEPEST = 8

function readList(lines: string[], depth: number): Block {
  const [, indent, mark] = ITEM.exec(lines[0]!)!
  const items: ListItem[] = []
  for (let at = 0; at < lines.length; ) {
    const [, , , words] = ITEM.exec(lines[at]!)!
    const deeper =
      depth < DEEPEST ? count(lines.slice(at + 1), (line) => ITEM.exec(line)![1]!.length > indent!.length) : 0
    const nested = lines.slice(at + 1, at + 1 + deeper)
    const children: Block[] = [{ type: 'paragraph', children: parseInline(words!) }]
    items.push({ children: nested.length > 0 ? [...children, readList(nested, depth + 1)] : children })
    at += 1 + deeper
  }
  const ordered = /\d/.test(mark!)
  return { type: 'list', ordered, start: ordered ? Number.parseInt(mark!, 10) : 1, items }
}

type Kind = 'strong' | 'em' | 'strike' | 'underline' | 'spoiler'

/** In the order in which Discord tries them. */
const PAIRS: [Kind, RegExp][] = [
  ['strong', /^\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/],
  ['underline', /^__((?:\\[\s\S]|[^\\])+?)__(?!_)/],
  ['em', /^\*(?=\S)((?:\*\*|\\[\s\S]|\s+(?:\\[\s\S]|[^\s*\\]|\*\*)|[^\s*\\])+?)\*(?!\*)/],
  ['em', /^_((?:__|\\[\s\S]|[^\\_])+?)_(?!\w)/],
  ['strike', /^~~([\s\S]+?)~~(?!_)/],
  ['spoiler', /^\|\|([\s\S]+?)\|\|/],
]

/** Marks, mentions, links and code in a run of text. */
export function parseInline(source: string, depth = 0): Inline[] {
  const nodes: Inline[] = []
  let text = ''
  const flush = () => {
    if (text) nodes.push({ type: 'text', text })
    text = ''
  }
  for (let at = 0; at < source.length; ) {
    const found = readNode(source, at, depth)
    if (found?.[0].type === 'text') text += found[0].text
    else if (found) {
      flush()
      nodes.push(found[0])
    } else text += source[at]
    at += found?.[1] ?? 1
  }
  flush()
  return nodes
}

function readNode(source: string, at: number, depth: number): [Inline, number] | undefined {
  const character = source[at]!
  if (character === '\n') return [{ type: 'break' }, 1]
  if (!'\\`*_~|<[@h'.includes(character)) return undefined
  const rest = source.slice(at)
  if (character === '\\') {
    return /^\\[^a-z\d\s]/i.test(rest) ? [{ type: 'text', text: rest[1]! }, 2] : undefined
  }
  if (character === '`') {
    const [all, , code] = /^(`+)([\s\S]*?[^`])\1(?!`)/.exec(rest) ?? []
    return all ? [{ type: 'code', text: code!.trim() || code! }, all.length] : undefined
  }
  if (character === '<') return readAngle(rest)
  if (character === '[') return readLink(rest, depth)
  if (character === '@') {
    const all = /^@(?:everyone|here)\b/.exec(rest)?.[0]
    return all ? [{ type: 'broadcast', label: all }, all.length] : undefined
  }
  if (character === 'h') {
    const url = /\w/.test(source[at - 1] ?? '') ? '' : bareUrl(rest)
    return url ? link(url, [{ type: 'text', text: url }], url.length) : undefined
  }
  if (depth >= DEEPEST || (character === '_' && rest[1] !== '_' && /\w/.test(source[at - 1] ?? ''))) return undefined
  for (const [type, form] of PAIRS) {
    const [all, inside] = form.exec(rest) ?? []
    if (all) return [{ type, children: parseInline(inside!, depth + 1) }, all.length]
  }
  return undefined
}

function link(url: string, children: Inline[], length: number): [Inline, number] | undefined {
  const href = safeHref(url)
  return href ? [{ type: 'link', href, children }, length] : undefined
}

/** `[words](address)`, where words that look like an address themselves are not taken for a name. */
function readLink(rest: string, depth: number): [Inline, number] | undefined {
  const [all, words, url] =
    /^\[([^\]\n]{1,500})\]\(<?(https?:\/\/[^\s()<>]+(?:\([^\s()]*\))?)>?(?: "[^"\n]*")?\)/.exec(rest) ?? []
  if (!all || depth >= DEEPEST) return undefined
  return link(url!, parseInline(words!, DEEPEST), all.length)
}

/** Mentions, times, commands, emoji and addresses without a preview. */
function readAngle(rest: string): [Inline, number] | undefined {
  const [all, inside] = /^<([^<>\s][^<>\n]{0,2000})>/.exec(rest) ?? []
  if (!all) return undefined
  const [, kind, id] = /^(@!?|@&|#)(\d{17,20})$/.exec(inside!) ?? []
  if (kind === '@&') return [{ type: 'role', id: id! }, all.length]
  if (kind === '#') return [{ type: 'channel', id: id! }, all.length]
  if (kind) return [{ type: 'user', id: id! }, all.length]
  const [, time] = /^t:(-?\d{1,11})(?::[tTdDfFR])?$/.exec(inside!) ?? []
  if (time) return [{ type: 'code', text: new Date(Number(time) * 1000).toLocaleString() }, all.length]
  const [, command] = /^(\/[\w -]{1,100}):\d{17,20}$/.exec(inside!) ?? []
  if (command) return [{ type: 'broadcast', label: command }, all.length]
  const [, emoji] = /^a?(:\w{2,32}:)\d{17,20}$/.exec(inside!) ?? []
  if (emoji) return [{ type: 'text', text: emoji }, all.length]
  return /^https?:\/\//.test(inside!) ? link(inside!, [{ type: 'text', text: inside! }], all.length) : undefined
}
