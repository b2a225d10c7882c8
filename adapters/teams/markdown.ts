import { disarm } from './disarm.ts'

/** A line that ends where it ends: a row of a table, or one that is broken as Markdown does it. */
const ENDS_ITSELF = /^\s*\||(?:^|[^\\])(?:\\\\)*\\$|<br\s*\/?>$/i
/** What opens or closes code of several lines, as CommonMark reads it. */
const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/

/**
 * Text as Teams is to read it: nobody is mentioned, and each line ends where it ended, for Teams joins the lines of a paragraph.
 * The result of a longer text begins with that of a shorter one, so a line break at the end of a text waits for what follows it.
 * What was written so is left as it is.
 */
export const toMarkdown = (text: string): string => breakLines(disarm(text))

/** Lines are broken by two spaces, but for those of code and tables. */
function breakLines(text: string): string {
  if (!text.includes('\n')) return text
  const lines = readLines(text)
  const last = lines.length - 1
  let written = ''
  for (const [n, { line, isCode }] of lines.entries()) {
    written += line
    if (n === last) break
    const { line: next } = lines[n + 1]!
    const isJoined = !isCode && line.trim() !== '' && !ENDS_ITSELF.test(line)
    if (isJoined && next === '' && n + 1 === last) break
    if (isJoined && next !== '') written += line.endsWith('  ') ? '' : line.endsWith(' ') ? ' ' : '  '
    written += '\n'
  }
  return written
}

/** The lines of a text, and whether they are of code or around it. */
export function readLines(text: string): { line: string; isCode: boolean; isFence: boolean }[] {
  let open: string | undefined
  return text.split('\n').map((line) => {
    const before = open
    const mark = FENCE.exec(line)
    if (mark) open = fenceAfter(open, mark)
    return { line, isCode: before !== undefined || open !== undefined, isFence: before !== open }
  })
}

function fenceAfter(open: string | undefined, [, run = '', rest = '']: RegExpExecArray): string | undefined {
  if (!open) return run[0] === '~' || !rest.includes('`') ? run : undefined
  return run[0] === open[0] && run.length >= open.length && rest.trim() === '' ? undefined : open
}
