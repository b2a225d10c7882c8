import { Parser } from 'htmlparser2'

/** A message that another one quotes or forwards, as it is told there. */
export interface Quote {
  /** Of the message that is quoted; a forward tells none. */
  id?: string
  /** Teams' id of who wrote it, which begins with `28:` for a bot. */
  by?: string
  author: string
  text: string
  isForward?: true
}

/** What stands in the HTML of a message: of the twin that Teams sends beside the text, and of what Graph tells. */
export interface Twin {
  /** Markdown, without what is quoted; mentions as `<at>name</at>`. */
  text: string
  quotes: Quote[]
  /** Ids of its attachments, where they stand. */
  attachments: string[]
  pictures: { url: string; alt: string }[]
}

/** More is no message: Teams takes 100 KB. */
const maxCharacters = 200_000
/** Deeper than anybody formats. */
const maxDepth = 100
const slice = 1000

interface Frame {
  name: string
  text: string
  /** What becomes of its text when it ends. */
  end: (text: string) => string
}

const REPLY = /schema\.skype\.com\/Reply$/
const FORWARD = /schema\.skype\.com\/Forward$/
const MENTION = /schema\.skype\.com\/Mention$/
const EMOJI = /schema\.skype\.com\/Emoji$/
const GIF = /schema\.skype\.com\/Giphy$/

const unseen = new Set(['script', 'style', 'title', 'head', 'template', 'svg'])
const blocks = new Set(['p', 'div', 'section', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'figure', 'details', 'summary'])
const same = (text: string): string => text
const nothing = (): string => ''
const block = (text: string): string => (text.trim() === '' ? '' : `\n\n${text.trim()}\n\n`)
const mention = (text: string): string => `<at>${text.trim()}</at>`
/** Told apart by what no message holds. */
const cell = (text: string): string => `${text.trim().replaceAll(/\s*\n\s*/g, ' ')}\u0000`

export function readTwin(html: string): Twin {
  const frames: Frame[] = [{ name: '', text: '', end: same }]
  const quotes: Quote[] = []
  const { blockquote, part } = readQuotes(quotes)
  const twin: Twin = { text: '', quotes, attachments: [], pictures: [] }
  let pre = 0
  let rows = 0
  const lists: { next: number | undefined }[] = []
  const top = (): Frame => frames.at(-1)!
  const write = (text: string): void => {
    top().text += text
  }

  function picture({ alt = '', src = '', itemtype = '' }: Record<string, string>): void {
    if (EMOJI.test(itemtype)) write(alt)
    else if (GIF.test(itemtype)) write(`[GIF: ${alt.replace(/ \(GIF Image\)$| GIF$/i, '')}]`)
    else if (/^https?:/i.test(src)) twin.pictures.push({ url: src, alt })
  }

  function link({ href = '' }: Record<string, string>): Frame['end'] {
    if (!/^(?:https?|mailto):/i.test(href) || /[\s<>]/.test(href)) return same
    return (text) => {
      const words = text.replaceAll(/\s+/g, ' ').trim()
      if (words === '' || words === href || words === href.replace(/^mailto:|\/$/gi, '')) return href
      return `[${words.replaceAll(/[[\]]/g, '\\$&')}](${href.replaceAll('(', '%28').replaceAll(')', '%29')})`
    }
  }

  function item(): Frame['end'] {
    const list = lists.at(-1)
    const mark = list?.next === undefined ? '- ' : `${list.next++}. `
    return (text) => `\n${mark}${text.trim().replaceAll(/\n+/g, '\n  ')}\n`
  }

  function list(isOrdered: boolean): Frame['end'] {
    lists.push({ next: isOrdered ? 1 : undefined })
    return (text) => {
      lists.pop()
      return `\n\n${text.trim().replaceAll(/\n\n+/g, '\n')}\n\n`
    }
  }

  function row(): Frame['end'] {
    return (text) => {
      const cells = text.split('\u0000').slice(0, -1)
      const head = rows++ === 0 ? `\n|${' --- |'.repeat(cells.length)}` : ''
      return cells.length === 0 ? '' : `| ${cells.join(' | ')} |${head}\n`
    }
  }

  function fenced(): Frame['end'] {
    pre += 1
    return (text) => {
      pre -= 1
      return pre > 0 ? text : `\n\n\`\`\`\n${text.replace(/^\n|\n+$/g, '')}\n\`\`\`\n\n`
    }
  }

  const begins: Record<string, (attributes: Record<string, string>) => Frame['end']> = {
    blockquote,
    at: () => mention,
    a: link,
    code: () => (text) => (pre > 0 || text === '' ? text : `\`${text}\``),
    pre: fenced,
    codeblock: fenced,
    ul: () => list(false),
    ol: () => list(true),
    li: item,
    table() {
      rows = 0
      return block
    },
    tr: row,
    td: () => cell,
    th: () => cell,
  }

  function begin(name: string, attributes: Record<string, string>): Frame['end'] {
    if (unseen.has(name)) return nothing
    if (MENTION.test(attributes['itemtype'] ?? '')) return mention
    const quoted = part(attributes)
    if (quoted) return quoted
    if (Object.hasOwn(begins, name)) return begins[name]!(attributes)
    return blocks.has(name) ? block : same
  }

  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'br') return write('\n')
      if (name === 'hr') return write('\n\n---\n\n')
      if (name === 'img') return picture(attributes)
      if (name === 'emoji') write(attributes['alt'] ?? '')
      if (name === 'attachment' && attributes['id']) twin.attachments.push(attributes['id'])
      frames.push({ name, text: '', end: begin(name, attributes) })
    },
    ontext(text) {
      write(pre > 0 ? text : text.replaceAll(/[\r\n\t ]+/g, ' '))
    },
    onclosetag(name) {
      if (top().name !== name) return
      const { text, end } = frames.pop()!
      write(end(name === 'emoji' || name === 'attachment' ? '' : text))
    },
  })
  const whole = html.slice(0, maxCharacters)
  for (let at = 0; at < whole.length && frames.length <= maxDepth; at += slice)
    parser.write(whole.slice(at, at + slice))
  parser.end()
  return { ...twin, text: tidy(top().text) }
}

/** Quotations and forwards, which are told apart from other indented words. */
function readQuotes(quotes: Quote[]) {
  /** Those whose blockquote is open. */
  const open: (Quote & { said?: string })[] = []

  function blockquote({ itemtype = '', itemid = '' }: Record<string, string>): Frame['end'] {
    const isForward = FORWARD.test(itemtype)
    if (!isForward && !REPLY.test(itemtype)) {
      return (text) => `\n\n${text.trim().replaceAll(/^/gm, '> ')}\n\n`
    }
    const quote: Quote & { said?: string } = { author: '', text: '', ...(isForward && { isForward }) }
    if (/^\S+$/.test(itemid)) quote.id = itemid
    open.push(quote)
    return (text) => {
      open.splice(open.indexOf(quote), 1)
      quote.text = tidy(quote.said ?? text)
      delete quote.said
      // What a quotation quotes itself is nobody's concern here.
      if (open.length === 0 && (quote.id !== undefined || isForward)) quotes.push(quote)
      return ''
    }
  }

  /** A part of a quotation: who said it, when, and what. */
  function part({ itemprop, itemid }: Record<string, string>): Frame['end'] | undefined {
    const quote = open.at(-1)
    if (!quote || itemprop === undefined) return undefined
    if (itemprop === 'mri') {
      return (text) => {
        if (itemid) quote.by ??= itemid.replace(/^8:orgid:/, '')
        quote.author ||= text.replaceAll(/\s+/g, ' ').trim()
        return ''
      }
    }
    if (itemprop === 'time') return nothing
    if (itemprop !== 'preview' && itemprop !== 'copy') return undefined
    return (text) => {
      // The copy is whole, the preview is cut.
      if (quote.said === undefined || itemprop === 'copy') quote.said = text
      return ''
    }
  }

  return { blockquote, part }
}

function tidy(text: string): string {
  const lines = text.replaceAll('\u00a0', ' ').split('\n')
  let isCode = false
  const trimmed = lines.map((line) => {
    if (line.startsWith('```')) isCode = !isCode
    return isCode ? line : line.replace(/ +$/, '').replace(/^ (?! )/, '')
  })
  return trimmed
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
