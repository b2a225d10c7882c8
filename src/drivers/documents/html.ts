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

type Part = 'main' | 'article' | 'body'

/** Of a page that is read for what it is about: what stands beside that. */
const beside = new Set(['aside', 'button', 'select', 'dialog'])
/** What frames a page where nothing says which part of it is the main one. */
const frame = new Set(['header', 'footer'])
/** Less than that is no page's main part. */
const leastMain = 100

/** What a page is about: what it says is its main part, else its articles, else all of it without its frame. */
export function pageToText(html: string): Readable {
  for (const part of ['main', 'article'] as const) {
    const read = htmlToText(html, part)
    if (read.text.length >= leastMain) return read
  }
  return htmlToText(html, 'body')
}

/** The readable text of a page, or of a part of it. Its title becomes a heading when the page has none of the first rank. */
export function htmlToText(html: string, part?: Part): Readable {
  const reach = reachOf(part)
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
      if (name === 'title') inTitle = skipped === 1 || (skipped === 0 && depth <= 2)
      if (reach.leavesOut(name)) skipped++
      reach.open(name, attributes['role'], depth)
      if (skipped > 0 || !reach.isOpen()) return
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
      else if (skipped > 0 || !reach.isOpen()) return
      else if (code !== undefined) code += text
      else writer.text(text.replace(/\s+/g, ' '))
    },
    onclosetag(name) {
      reach.close(depth--)
      if (name === 'title') inTitle = false
      if (reach.leavesOut(name)) {
        skipped = Math.max(0, skipped - 1)
        return
      }
      if (skipped > 0 || !reach.isOpen()) return
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
  const read = readable(hasTopHeading || heading === '' || text === '' ? text : `# ${heading}\n\n${text}`, leftOut)
  return part && heading ? { ...read, title: heading } : read
}

/** Which elements are read of a page: all but what is no text, or those of its part that is wanted. */
function reachOf(part: Part | undefined) {
  const isWhole = part === undefined || part === 'body'
  /** How deep the part begins that is being read. */
  let begunAt = isWhole ? 1 : 0
  return {
    isOpen: () => begunAt > 0,
    leavesOut: (name: string) =>
      unread.has(name) || (part !== undefined && beside.has(name)) || (part === 'body' && frame.has(name)),
    open(name: string, role: string | undefined, depth: number) {
      if (begunAt === 0 && (name === part || role === part)) begunAt = depth
    },
    close(depth: number) {
      if (!isWhole && depth === begunAt) begunAt = 0
    },
  }
}

function headingRank(name: string): number | undefined {
  return /^h[1-6]$/.test(name) ? Number(name[1]) : undefined
}
