import { bareUrl, decodeEntities, readReference } from './references.ts'
import type { Block, Inline } from './tree.ts'
import { safeHref } from './tree.ts'

/** Slack's own mark-up, as stored: `*bold*`, `_it_`, `~s~`, code, fences, quotes, `<…>` references, entities escaped. */
export function parseMrkdwn(source: string): Block[] {
  return source.split(/```\n?([\s\S]+?)```\n?/).flatMap((part, i): Block[] => {
    if (i % 2 === 1) return [{ type: 'code', language: '', text: codeText(part.replace(/\n$/, '')) }]
    return parseLines(part.replace(/^\n+|\n+$/g, ''))
  })
}

function parseLines(source: string): Block[] {
  const blocks: Block[] = []
  for (const chunk of groupQuotes(source.split('\n'))) {
    const children = parseInlineMrkdwn(chunk.lines.join('\n'))
    const paragraph: Block = { type: 'paragraph', children }
    blocks.push(chunk.quoted ? { type: 'quote', children: [paragraph] } : paragraph)
  }
  return blocks.filter((block) => block.type !== 'paragraph' || block.children.some((node) => node.type !== 'break'))
}

function groupQuotes(lines: string[]): { quoted: boolean; lines: string[] }[] {
  const groups: { quoted: boolean; lines: string[] }[] = []
  for (const line of lines) {
    const quoted = /^(?:&gt;|>)/.test(line)
    const text = quoted ? line.replace(/^(?:&gt;|>) ?/, '') : line
    const last = groups.at(-1)
    if (last?.quoted === quoted) last.lines.push(text)
    else groups.push({ quoted, lines: [text] })
  }
  return groups
}

const styles = { '*': 'strong', _: 'em', '~': 'strike' } as const

/** One run of mrkdwn without fences and quotes. */
export function parseInlineMrkdwn(source: string): Inline[] {
  const nodes: Inline[] = []
  let text = ''
  const flush = () => {
    if (text) nodes.push({ type: 'text', text: decodeEntities(text) })
    text = ''
  }
  for (let at = 0; at < source.length; ) {
    const found = readNode(source, at)
    if (found) {
      flush()
      nodes.push(found[0])
    } else text += source[at]
    at += found?.[1] ?? 1
  }
  flush()
  return nodes
}

function readNode(source: string, at: number): [Inline, number] | undefined {
  const character = source[at]!
  if (character === '\n') return [{ type: 'break' }, 1]
  if (character === '<') {
    const inside = /^<([^<>\n]+)>/.exec(source.slice(at, at + 4000))?.[1]
    const reference = inside && readReference(inside)
    return reference ? [reference, inside.length + 2] : undefined
  }
  if (character === '`') {
    const inside = /^`([^`\n]+)`/.exec(source.slice(at))?.[1]
    return inside ? [{ type: 'code', text: codeText(inside) }, inside.length + 2] : undefined
  }
  const word = /[\p{L}\p{N}]/u
  if (at > 0 && word.test(source[at - 1]!)) return undefined
  if (character === 'h') {
    const url = bareUrl(decodeEntities(source.slice(at, at + 4000)))
    const href = url && safeHref(url)
    return href
      ? [{ type: 'link', href, children: [{ type: 'text', text: url }] }, rawLength(source, at, url)]
      : undefined
  }
  if (!Object.hasOwn(styles, character)) return undefined
  const mark = character as keyof typeof styles
  const inside = new RegExp(`^[${mark}](?! )([^${mark}\\n]+)(?<! )[${mark}](?![\\p{L}\\p{N}])`, 'u').exec(
    source.slice(at),
  )?.[1]
  return inside ? [{ type: styles[mark], children: parseInlineMrkdwn(inside) }, inside.length + 2] : undefined
}

/** How many stored characters make up `url`, in which each `&` is stored as an entity. */
function rawLength(source: string, at: number, url: string): number {
  const escaped = url.replaceAll('&', '&amp;')
  return source.startsWith(escaped, at) ? escaped.length : url.length
}

/** Inside code only references are notation: a link is stored as `<url>` and shown as the address. */
function codeText(source: string): string {
  return decodeEntities(
    source.replace(/<((?:https?|mailto):[^<>|\n]+)(?:\|([^<>\n]*))?>/g, (_, url, label) => label || url),
  )
}
