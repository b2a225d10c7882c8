import type { MarkdownWriter, Marker } from './markdown-writer.ts'

/** Elements whose content is for machines. */
const unseen = new Set(
  'script style template head title svg math iframe object embed noframes canvas audio video'.split(' '),
)
const blocks = new Set(
  'p div section article aside header footer main nav figure figcaption address form fieldset details summary dl dt dd'.split(
    ' ',
  ),
)
const emphases: Record<string, Marker> = {
  strong: { open: '**', close: '**', hugs: true },
  b: { open: '**', close: '**', hugs: true },
  em: { open: '*', close: '*', hugs: true },
  i: { open: '*', close: '*', hugs: true },
  del: { open: '~~', close: '~~', hugs: true },
  s: { open: '~~', close: '~~', hugs: true },
}

/** What of a text outside of all elements is to be shown. */
export interface Wrapper {
  unwrap(text: string): string
  /** Something else has come: what was held back is given. */
  begun(): string
}

/** What a parser reports, carried out by the writer. */
export function createElements(writer: MarkdownWriter, wrapper: Wrapper) {
  /** What is to be done at the end of each open element. */
  const ends: (() => void)[] = []
  const lists: { next: number | undefined; isBegun: boolean }[] = []
  let hidden = 0
  /** Text that is shown only whole: of a `code` element. */
  let code: string | undefined
  let pre: { info: string; text: string; isOpen: boolean } | undefined
  let row: string[] | undefined
  let rows = 0
  let inTable = false
  let inCell = false

  let isDeaf = false

  const nothing = () => {}

  function open(name: string, attributes: Record<string, string>): () => void {
    if (hidden > 0 || unseen.has(name)) return hide()
    if (pre) {
      if (name === 'code')
        pre.info ||= /(?:^|\s)lang(?:uage)?-([\w+#.-]{1,30})/.exec(attributes['class'] ?? '')?.[1] ?? ''
      else if (name === 'br') text('\n')
      return nothing
    }
    if (code !== undefined) {
      if (name === 'br') code += '\n'
      return nothing
    }
    const emphasis = Object.hasOwn(emphases, name) ? emphases[name] : undefined
    if (emphasis) return marked(emphasis)
    if (/^h[1-6]$/.test(name)) return contained(`${'#'.repeat(Number(name[1]))} `, '')
    if (blocks.has(name)) return block(2)
    switch (name) {
      case 'a':
        return link(attributes['href'] ?? '')
      case 'br':
        writer.lineBreak()
        return nothing
      case 'hr':
        writer.block(2)
        writer.literal('---')
        return block(2)
      case 'img':
        return image(attributes)
      case 'blockquote':
        return contained('> ', '> ')
      case 'ul':
      case 'ol':
        return list(
          name === 'ol' ? Math.min(999_999, Math.abs(Number.parseInt(attributes['start'] ?? '1', 10)) || 0) : undefined,
        )
      case 'li':
        return item()
      case 'code':
      case 'kbd':
      case 'samp':
        code = ''
        return endCode
      case 'pre':
        return preformatted()
      case 'table':
        return table()
      case 'caption':
        return block(2)
      case 'tr':
        return tableRow()
      case 'th':
      case 'td':
        return tableCell()
      default:
        return nothing
    }
  }

  function hide(): () => void {
    hidden++
    return () => {
      hidden--
    }
  }

  function block(lines: 1 | 2): () => void {
    writer.block(lines)
    return () => writer.block(lines)
  }

  function marked(marker: Marker): () => void {
    writer.open(marker)
    return () => writer.close()
  }

  function contained(first: string, rest: string): () => void {
    if (inCell) return block(1)
    writer.block(2)
    writer.enter({ first, rest })
    return () => {
      writer.leave()
      writer.block(2)
    }
  }

  function link(href: string): () => void {
    const url = address(href, /^(?:https?:\/\/|mailto:|tel:)/i)
    return url ? marked({ open: '[', close: `](${url})`, hugs: false }) : nothing
  }

  function image({ src = '', alt = '' }: Record<string, string>): () => void {
    const url = address(src, /^https?:\/\//i)
    const label = alt.replace(/\s+/g, ' ').trim()
    if (url) writer.literal(`![${label.replace(/[\\[\]`*_<|]/g, '\\$&')}](${url})`)
    else writer.words(label)
    return nothing
  }

  function list(next: number | undefined): () => void {
    const room = lists.length > 0 ? 1 : 2
    lists.push({ next, isBegun: false })
    writer.block(room)
    return () => {
      lists.pop()
      writer.block(room)
    }
  }

  function item(): () => void {
    if (inCell) return block(1)
    const own = lists.at(-1)
    if (own?.isBegun) writer.item()
    else writer.block(1)
    if (own) own.isBegun = true
    const marker = own?.next === undefined ? '- ' : `${own.next++}. `
    writer.enter({ first: marker, rest: ' '.repeat(marker.length) })
    return () => {
      writer.leave()
      writer.block(1)
    }
  }

  function endCode(): void {
    const written = code!.replaceAll('\r', '')
    code = undefined
    if (written.trim() === '') return writer.words(written)
    if (written.trim().includes('\n') && !inCell) {
      writer.openFence('')
      writer.code(written.replace(/^\n/, ''))
      return writer.closeFence()
    }
    const flat = written.trim().replace(/\s+/g, ' ')
    const fence = '`'.repeat(1 + Math.max(0, ...[...flat.matchAll(/`+/g)].map(([run]) => run.length)))
    const padded = /^`|`$/.test(flat) ? ` ${flat} ` : flat
    writer.literal(fence + (inCell ? padded.replaceAll('|', '\\|') : padded) + fence)
  }

  function preformatted(): () => void {
    if (inCell) {
      code = ''
      return endCode
    }
    pre = { info: '', text: '', isOpen: false }
    return () => {
      if (pre!.isOpen) writer.closeFence()
      pre = undefined
    }
  }

  function table(): () => void {
    if (inTable) return nothing
    inTable = true
    rows = 0
    writer.block(2)
    return () => {
      inTable = false
      writer.block(2)
    }
  }

  function tableRow(): () => void {
    if (!inTable || row) return nothing
    row = []
    return () => {
      const cells = row!
      row = undefined
      if (cells.length === 0) return
      if (rows > 0) writer.block(1)
      writer.literal(`| ${cells.join(' | ')} |`)
      if (rows++ > 0) return
      writer.block(1)
      writer.literal(`|${' --- |'.repeat(cells.length)}`)
    }
  }

  function tableCell(): () => void {
    if (!row || inCell) return block(1)
    inCell = true
    writer.openCell()
    return () => {
      inCell = false
      row!.push(writer.closeCell())
    }
  }

  function text(data: string): void {
    if (hidden > 0 || isDeaf) return
    if (ends.length === 0) writer.raw(wrapper.unwrap(data))
    else if (code !== undefined) code += data
    else if (pre) preText(pre, data)
    else writer.words(data)
  }

  function preText(own: NonNullable<typeof pre>, data: string): void {
    if (own.isOpen) return writer.code(data)
    own.text += data
    if (own.text.trim() === '') return
    own.isOpen = true
    writer.openFence(own.info)
    writer.code(own.text.replace(/^\r?\n/, ''))
  }

  return {
    get depth() {
      return ends.length
    },
    /** From now on only ends are heard. */
    deafen(): void {
      isDeaf = true
    },
    handler: {
      onopentag(name: string, attributes: Record<string, string>) {
        if (ends.length === 0) writer.raw(wrapper.begun())
        ends.push(open(name, attributes))
      },
      onclosetag() {
        ends.pop()?.()
      },
      ontext: text,
      onend() {
        writer.raw(wrapper.begun())
      },
    },
  }
}

/** A web address that can stand in a link; undefined for any other. */
function address(url: string, allowed: RegExp): string | undefined {
  const trimmed = url.trim()
  if (!allowed.test(trimmed) || trimmed.length > 2000) return undefined
  return trimmed.replace(
    /[\s<>()\\|`]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  )
}
