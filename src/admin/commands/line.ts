/** Typed lines as words: what is in quotation marks is one, whichever marks a keyboard has. */

export interface Word {
  text: string
  /** As it was typed, with its marks and the space before it. */
  raw: string
  isQuoted: boolean
  /** It begins with a quotation mark that nothing closes. */
  isOpen: boolean
}

/** Opening marks, each with those that close it. */
const marks: Readonly<Record<string, string>> = {
  '"': '"“”',
  '“': '"“”',
  '”': '"“”',
  '„': '"“”',
  '「': '」',
  '『': '』',
  "'": "'’",
  '‘': "'’",
}
/** They are in words too: `don’t`. Where nothing closes one it was none. */
const apostrophes = "'‘"

/**
 * A mark opens where a word begins, and after `--name=`; it is closed by the first of its kind that a word ends with. A
 * backslash before a mark, or before another backslash, takes its meaning away.
 */
export function wordsOf(line: string): Word[] {
  const words: Word[] = []
  const unclosed = new Set<string>()
  for (let at = 0; ; ) {
    const start = at
    while (at < line.length && isSpace(line[at]!)) at++
    if (at >= line.length) return words
    const name = /^(?:--|[—–])[a-z]+=/.exec(line.slice(at, at + 40))?.[0] ?? ''
    const from = at + name.length
    const mark = line[from] ?? ''
    const close = unclosed.has(mark) ? undefined : closeOf(line, from)
    if (close === undefined && opens(mark)) unclosed.add(mark)
    let end = from
    if (close === undefined) while (end < line.length && !isSpace(line[end]!)) end++
    else end = close + 1
    words.push({
      text: name + (close === undefined ? line.slice(from, end) : unescaped(line.slice(from + 1, close))),
      raw: line.slice(start, end),
      isQuoted: close !== undefined && name === '',
      isOpen: close === undefined && opens(mark) && !apostrophes.includes(mark),
    })
    at = end
  }
}

/** Words that a shell has told apart already. */
export function wordsOfArguments(given: readonly string[]): Word[] {
  return given.map((text) => ({ text, raw: ` ${text}`, isQuoted: false, isOpen: false }))
}

/** A word that is read as `text`, whatever is in it. */
export function quoted(text: string): string {
  return `"${text.replace(/["“”\\]/g, '\\$&')}"`
}

const isSpace = (character: string): boolean => /\s/.test(character)
const opens = (character: string): boolean => Object.hasOwn(marks, character)

/** Where the mark is that closes the one at `from`. */
function closeOf(line: string, from: number): number | undefined {
  const closing = marks[line[from] ?? '']
  if (closing === undefined) return undefined
  for (let at = from + 1; at < line.length; at++) {
    if (line[at] === '\\') at++
    else if (closing.includes(line[at]!) && (at + 1 === line.length || isSpace(line[at + 1]!))) return at
  }
  return undefined
}

function unescaped(text: string): string {
  return text.replace(/\\([\\"“”'‘’」』])/g, '$1')
}
