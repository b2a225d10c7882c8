/** Where in a YAML file somebody is writing, read from its lines alone: while one writes, it is seldom YAML. */

export interface YamlPlace {
  /** The keys that lead there; `[]`: an item of a list. */
  path: readonly string[]
  /** The key whose value is being written; undefined: a key is, or an item of a list. */
  key: string | undefined
  /** What is written of it so far. */
  written: string
  /** Other keys of the same map. */
  beside: ReadonlySet<string>
}

interface Line {
  /** Columns of the dashes it begins with. */
  dashes: number[]
  /** The column of what follows them. */
  at: number
  rest: string
  key: string | undefined
}

const keyPattern = /^(?:"([^"]*)"|'([^']*)'|([^\s#:'"[{][^:#]*?))\s*:(?=\s|$)/

function read(text: string): Line | undefined {
  if (/^\s*(?:#.*)?$/.test(text)) return undefined
  const dashes: number[] = []
  let at = text.length - text.trimStart().length
  while (/^-\s/.test(text.slice(at)) || text.slice(at) === '-') {
    dashes.push(at)
    at += 1
    while (text[at] === ' ') at += 1
  }
  const rest = text.slice(at)
  const [, double, single, bare] = keyPattern.exec(rest) ?? []
  return { dashes, at, rest, key: double ?? single ?? bare }
}

/** `before`: the lines up to the cursor, the last one as far as it; `after`: those below it. */
export function placeIn(before: readonly string[], after: readonly string[]): YamlPlace | undefined {
  const current = before.at(-1) ?? ''
  // Of an empty line the cursor says where it would begin.
  const line = read(current) ?? (current.trim() === '' ? blank(current.length) : undefined)
  if (!line) return undefined
  const value = line.key === undefined ? undefined : /:\s+([\w$-]*)$/.exec(line.rest)?.[1]
  // Behind a value, in quotes, in a flow: nobody knows what is meant there.
  if (line.key !== undefined ? value === undefined : !/^[\w$-]*$/.test(line.rest)) return undefined
  const above = before.slice(0, -1).toReversed()
  return {
    path: [...pathAbove(above, line), ...line.dashes.map(() => '[]')],
    key: line.key,
    written: value ?? line.rest,
    beside: new Set([
      ...(line.dashes.length > 0 ? [] : besides(above, line.at, 'above')),
      ...besides(after, line.at, 'below'),
    ]),
  }
}

const blank = (at: number): Line => ({ dashes: [], at, rest: '', key: undefined })

function pathAbove(above: readonly string[], { dashes, at }: Line): string[] {
  const path: string[] = []
  /** What is around it begins before this column; the key of a list may also stand at it. */
  let limit = dashes[0] ?? at
  let isOfList = dashes.length > 0
  for (const text of above) {
    if (limit === 0 && !isOfList) break
    const line = read(text)
    if (!line) continue
    if (line.key !== undefined && (line.at < limit || (isOfList && line.at === limit))) {
      path.unshift(line.key)
      limit = line.at
      isOfList = false
    }
    for (const dash of line.dashes.toReversed()) {
      if (dash >= limit) continue
      path.unshift('[]')
      limit = dash
      isOfList = true
    }
  }
  return path
}

/** The keys at a column, until something begins before it. */
function besides(lines: readonly string[], column: number, where: 'above' | 'below'): string[] {
  const keys: string[] = []
  for (const text of lines) {
    const line = read(text)
    if (!line) continue
    const begins = line.dashes[0] ?? line.at
    if (begins < column && (where === 'below' || line.at !== column)) break
    if (line.at === column && line.key !== undefined) keys.push(line.key)
    // The first key of an item stands behind its dash.
    if (begins < column) break
  }
  return keys
}
