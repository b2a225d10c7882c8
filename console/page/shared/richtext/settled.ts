/**
 * Markdown that is still being written, without the few characters at its end that cannot be drawn yet because the next
 * ones decide what they are: half a link, a lone marker, a table without its second row. What is left only ever grows.
 */
export function settled(text: string): string {
  const lines = text.split('\n')
  const last = lines.pop()!
  const fence = openFence(lines)
  if (fence) return join(lines, new RegExp(`^ *${fence[0]}+ *$`).test(last) ? undefined : last)
  if (startsTable(lines, last)) return join(lines.slice(0, tableStart(lines)), undefined)
  if (isMarker(last)) return join(lines, undefined)
  return join(lines, settledLine(last))
}

function join(lines: string[], last: string | undefined): string {
  return [...lines, ...(last === undefined ? [] : [last])].join('\n')
}

/** The marks of the fence the lines leave open. */
function openFence(lines: string[]): string | undefined {
  let fence: string | undefined
  for (const line of lines) {
    const marks = /^(?:[ >]|[-*+] |\d+[.)] )*(`{3,}|~{3,})([^`]*)$/.exec(line)
    if (!marks) continue
    if (!fence) fence = marks[1]!
    else if (marks[1]!.startsWith(fence) && marks[2]!.trim() === '') fence = undefined
  }
  return fence
}

/** A line that is only the beginning of a heading, list item, quote, rule or fence. */
function isMarker(line: string): boolean {
  return /^[ >]*(?:#{1,6}|[-+*_]+|[-+*] \[[ xX]?\]?|\d{1,9}[.)]?|`{1,2}|`{3,}.*|~{3,}.*|([-*_])(?: *\1)+)? *$/.test(
    line,
  )
}

function isRow(line: string | undefined): boolean {
  return /^ *\|/.test(line ?? '')
}

/** A table is drawn once its second row is whole; until then its lines would look like text. */
function startsTable(lines: string[], last: string): boolean {
  const whole = lines.length - tableStart(lines)
  return isRow(last) ? whole < 2 : last === '' && whole === 1
}

function tableStart(lines: string[]): number {
  let start = lines.length
  while (start > 0 && isRow(lines[start - 1])) start--
  return start
}

function settledLine(line: string): string {
  return line
    .replace(/!?\[[^\]]{0,300}$|!?\[[^\]]{0,300}\](?:\([^()\s]*(?:\([^()\s]*\)?[^()\s]*)?(?:\s[^)]*)?)?$|!$/, '')
    .replace(/<[^<>\s]*(?:\|[^<>]*)?$/, '')
    .replace(/&#?\w{0,8}$/, '')
    .replace(/\\$/, '')
    .replace(/[*_~`]+$/, '')
}
