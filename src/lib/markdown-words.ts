import { inlineWords } from './markdown-inline.ts'
import { segmentsOf, type Table } from './markdown-tables.ts'

/** A text of Markdown as words alone, for where nobody reads its marks: the cells of a row stand behind each other. */
export const markdownWords = (markdown: string): string =>
  segmentsOf(markdown)
    .map((one) => ('table' in one ? rowsOf(one.table) : wordsOf(one.markdown)))
    .join('\n')

const rowsOf = ({ rows }: Table): string => rows.map((row) => row.map(inlineWords).join(' · ')).join('\n')

/** What stands in code is no Markdown. */
function wordsOf(markdown: string): string {
  let fence: string | undefined
  return markdown
    .split('\n')
    .flatMap((line) => {
      const [, run] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? []
      if (fence !== undefined && run?.startsWith(fence)) fence = undefined
      else if (fence !== undefined) return [line]
      else if (run !== undefined) fence = run
      else return [unmarked(line)]
      return []
    })
    .join('\n')
}

function unmarked(line: string): string {
  const text = line
    .replace(/^ {0,3}#{1,6} +(.*?)(?: +#+)? *$/, '$1')
    .replace(/^ {0,3}(?:> ?)+/, '')
    .replace(/^(\s*)[-*+] +\[[ xX]\] +/, (found, indent) => `${indent}${/\[ \]/.test(found) ? '☐' : '☑'} `)
    .replace(/^(\s*)[-*+] +/, '$1• ')
    .replace(/!\[([^\][]*)\]\([^()\s]*\)/g, '$1')
  return inlineWords(text)
}
