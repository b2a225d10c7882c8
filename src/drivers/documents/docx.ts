import { type Readable, readable } from './readable.ts'
import type { Zip } from './unzip.ts'
import { createWriter } from './writer.ts'
import { parseXml } from './xml.ts'

/**
 * The text of a Word file with its headings, lists and tables, then its notes. What was deleted under revision is left out.
 * Throws `BadFile`.
 */
export function docxToText(zip: Zip, document: string): Readable {
  const read = (name: string) => zip.read(name)?.toString('utf8') ?? ''
  const folder = document.slice(0, document.lastIndexOf('/') + 1)
  const ranks = headingRanks(read(`${folder}styles.xml`))
  const texts = [document, `${folder}footnotes.xml`, `${folder}endnotes.xml`].map((name) =>
    bodyToText(read(name), ranks),
  )
  return readable(texts.filter((text) => text !== '').join('\n\n'))
}

/** The rank of each style that makes a paragraph a heading, 1 the highest. */
function headingRanks(styles: string): Map<string, number> {
  const known = new Map<string, { rank?: number; base?: string }>()
  let style: { rank?: number; base?: string } = {}
  parseXml(styles, {
    open(name, attributes) {
      const value = attributes['w:val'] ?? ''
      if (name === 'w:style') {
        style = {}
        known.set(attributes['w:styleId'] ?? '', style)
      } else if (name === 'w:name' && /^title$/i.test(value)) style.rank = 1
      else if (name === 'w:basedOn') style.base = value
      else if (name === 'w:outlineLvl') style.rank ??= rankOf(value)
    },
  })
  const ranks = new Map<string, number>()
  for (const id of known.keys()) {
    let at = known.get(id)
    for (let hops = 0; at && hops < 10; hops++) {
      if (at.rank) {
        ranks.set(id, at.rank)
        break
      }
      at = known.get(at.base ?? '')
    }
  }
  return ranks
}

/** An outline level of Word: 0 the highest, 9 is body text. */
function rankOf(level: string): number {
  const n = Number(level)
  return n >= 0 && n < 9 ? Math.min(n + 1, 6) : 0
}

function bodyToText(xml: string, ranks: ReadonlyMap<string, number>): string {
  const writer = createWriter()
  let skipped = 0
  let inText = false
  /** Of the paragraph whose properties are read. */
  let rank = 0
  let isItem = false
  parseXml(xml, {
    open(name, attributes) {
      if (unread.has(name)) skipped++
      if (skipped > 0) return
      const value = attributes['w:val'] ?? ''
      if (name === 'w:p') writer.block()
      else if (name === 'w:pPr') {
        rank = 0
        isItem = false
      } else if (name === 'w:pStyle') rank = ranks.get(value) ?? 0
      else if (name === 'w:outlineLvl') rank = rankOf(value)
      else if (name === 'w:numPr') isItem = true
      else if (name === 'w:t') inText = true
      else if (name === 'w:tab') writer.text(' ')
      else if (name === 'w:br' || name === 'w:cr') writer.text('\n')
      else if (name === 'w:noBreakHyphen') writer.text('-')
      else if (name === 'w:tbl') writer.openTable()
    },
    text(text) {
      if (inText && skipped === 0) writer.text(text)
    },
    close(name) {
      if (unread.has(name)) skipped = Math.max(0, skipped - 1)
      if (skipped > 0) return
      if (name === 'w:t') inText = false
      else if (name === 'w:pPr') writer.block(rank > 0 ? `${'#'.repeat(rank)} ` : isItem ? '- ' : '')
      else if (name === 'w:p') writer.block()
      else if (name === 'w:tc') writer.closeCell()
      else if (name === 'w:tr') writer.closeRow()
      else if (name === 'w:tbl') writer.closeTable()
    },
  })
  return writer.end()
}

/** What has an alternative that is read, is gone under revision, or says how something was before. */
const unread = new Set(['mc:Fallback', 'w:del', 'w:moveFrom', 'w:pPrChange'])
