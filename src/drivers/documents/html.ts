import { Parser } from 'htmlparser2'
import { type Readable, readable } from './readable.ts'
import { createWriter } from './writer.ts'

/** What nobody reads as text of the page. */
const unread = new Set(['script', 'style', 'noscript', 'template', 'svg', 'math', 'iframe', 'object', 'nav', 'head'])
const blocks = new Set(
  'address,article,aside,blockquote,body,caption,center,dd,details,dialog,div,dl,dt,fieldset,figcaption,figure,footer,form,header,hr,html,legend,main,ol,option,p,section,select,summary,textarea,ul'.split(
    ',',
  ),
)

/** Pages that people made are not nearly so deep; the parser's work grows with the depth. */
const maxDepth = 1000
class TooDeep extends Error {}

/** The readable text of a page. Its title becomes a heading when the page has none of the first rank. */
export function htmlToText(html: string): Readable {
  const writer = createWriter()
  /** Depth inside elements that are not read. */
  let skipped = 0
  let title = ''
  let inTitle = false
  let hasTopHeading = false
  /** The text of a `pre`, while it is read. */
  let code: string | undefined

  let depth = 0

  const parser = new Parser({
    onopentag(name, attributes) {
      if (++depth > maxDepth) throw new TooDeep()
      if (name === 'title') inTitle = skipped === 1
      if (unread.has(name)) skipped++
      if (skipped > 0) return
      const rank = headingRank(name)
      if (code !== undefined) {
        if (name === 'br') code += '\n'
      } else if (rank) {
        hasTopHeading ||= rank === 1
        writer.block(`${'#'.repeat(rank)} `)
      } else if (name === 'pre') code = ''
      else if (name === 'br') writer.text('\n')
      else if (name === 'li') writer.block('- ')
      else if (name === 'table') writer.openTable()
      else if (name === 'img') writer.text(attributes['alt'] ? ` ${attributes['alt']} ` : '')
      else if (blocks.has(name)) writer.block()
    },
    ontext(text) {
      if (inTitle) title += text
      else if (skipped > 0) return
      else if (code !== undefined) code += text
      else writer.text(text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      depth--
      if (name === 'title') inTitle = false
      if (unread.has(name)) {
        skipped = Math.max(0, skipped - 1)
        return
      }
      if (skipped > 0) return
      if (name === 'pre' && code !== undefined) {
        writer.code(code)
        code = undefined
      } else if (code !== undefined) return
      else if (name === 'td' || name === 'th') writer.closeCell()
      else if (name === 'tr') writer.closeRow()
      else if (name === 'table') writer.closeTable()
      else if (headingRank(name) || name === 'li' || blocks.has(name)) writer.block()
    },
  })
  const leftOut: string[] = []
  try {
    parser.end(html)
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error
    leftOut.push(`what follows where it is nested more than ${maxDepth} deep`)
  }
  const text = writer.end()
  const heading = title.replace(/\s+/g, ' ').trim()
  return readable(hasTopHeading || heading === '' || text === '' ? text : `# ${heading}\n\n${text}`, leftOut)
}

function headingRank(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
}
