/** Narrower paragraphs are lists of a kind: opening hours, addresses, verses. */
const leastWidth = 40

/**
 * A text whose paragraphs were broken at a width, as editors do, with one line for each of those: messengers show every line break.
 * So a paragraph was broken where none of its lines but the last had room for the first word of the next.
 */
export function unwrapped(text: string): string {
  return paragraphsOf(text.split('\n'))
    .map((lines) => (isWrapped(lines) ? lines.reduce(joined) : lines.join('\n')))
    .join('\n')
}

/** Lines that may be one: those below the first begin nothing of their own. */
function paragraphsOf(lines: readonly string[]): string[][] {
  const paragraphs: string[][] = []
  let isCode = false
  let isOpen = false
  for (const line of lines) {
    const isFence = /^\s*(```|~~~)/.test(line)
    const goesOn: boolean = isOpen && !isCode && !isFence && !standsAlone(line)
    if (goesOn) paragraphs.at(-1)!.push(line)
    else paragraphs.push([line])
    if (isFence) isCode = !isCode
    isOpen = !isCode && !isFence && (goesOn || !standsAlone(line) || isItem(line))
  }
  return paragraphs
}

const isItem = (line: string): boolean => /^\s*([-*+•]|\d{1,9}[.)])\s/.test(line)

/** Blank lines, items, headings, tables, quotations and code. */
function standsAlone(line: string): boolean {
  return line.trim() === '' || isItem(line) || /^\s*[#>|]|^( {4}|\t)|\|\s*$/.test(line)
}

function isWrapped(lines: readonly string[]): boolean {
  const width = Math.max(...lines.map((line) => line.trimEnd().length))
  if (width < leastWidth) return false
  return lines.every((line, i) => {
    const next = lines[i + 1]?.trimStart()
    if (next === undefined) return true
    const first = meetsWithoutSpace(line, next) ? 1 : 1 + (/^\S+/.exec(next)?.[0].length ?? 0)
    return !/( {2}|\\)$/.test(line) && line.trimEnd().length + first > width
  })
}

function joined(before: string, line: string): string {
  const next = line.trimStart()
  return `${before.trimEnd()}${meetsWithoutSpace(before, next) ? '' : ' '}${next}`
}

/** Whether both are of a script that has no spaces between words. */
function meetsWithoutSpace(before: string, next: string): boolean {
  const scripts = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}、。「」（）・ー]/u
  return scripts.test(before.trimEnd().slice(-1)) && scripts.test(next.slice(0, 1))
}
