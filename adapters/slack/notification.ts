import { segmentsOf, type Table } from '../../src/lib/markdown-tables.ts'
import { escapeText } from './disarm.ts'
import { inlineWords } from './tables.ts'

/** What notifications and screen readers get; `chat.update` refuses more than 4,000 characters. */
const LONGEST = 3000
/** Behind as much of it nothing is shown, however many marks there are in it. */
const READ = 2 * LONGEST

/** A text as a phone's notification shows it: Slack reads no Markdown there, so its words stand without marks. */
export function notificationOf(markdown: string): string {
  const words = segmentsOf(markdown.slice(0, READ)).map((one) =>
    'table' in one ? rowsOf(one.table) : wordsOf(one.markdown),
  )
  const escaped = escapeText(words.join('\n').slice(0, LONGEST))
  // Neither half a character nor half an entity at the end.
  return escaped.length < LONGEST ? escaped : escaped.slice(0, LONGEST).replace(/[\ud800-\udbff]$|&[a-z]*$/, '')
}

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
