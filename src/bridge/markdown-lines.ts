/** Markdown line by line: what must be known of the lines before to tell what a line is. */
export interface Block {
  /** The open code fence. */
  readonly fence?: Fence
  /** The line before, which may turn out to head a table. */
  readonly head?: string
  /** Head and delimiter row of the table that goes on. */
  readonly table?: string
}

export interface Fence {
  readonly char: string
  readonly length: number
  /** Lines that open such a fence anew and close it. */
  readonly opener: string
  readonly closer: string
}

/** `head`: begins with `|` outside a table. `rule`: the delimiter row below it. `row`: of a table. */
export type LineKind = 'blank' | 'open' | 'code' | 'close' | 'head' | 'rule' | 'row' | 'heading' | 'text'

/** Longer runs are no fences to us: a fence that we close and open ourselves must leave room for text. */
const maxMarker = 20
const maxInfo = 50

/** `line`: without its line break. */
export function readLine(line: string, before: Block): { kind: LineKind; after: Block } {
  if (before.fence) {
    if (closes(line, before.fence)) return { kind: 'close', after: {} }
    return { kind: 'code', after: before }
  }
  if (line.trim() === '') return { kind: 'blank', after: {} }
  const fence = openFence(line)
  if (fence) return { kind: 'open', after: { fence } }
  if (/^ {0,3}\|/.test(line)) {
    if (before.table) return { kind: 'row', after: { table: before.table } }
    if (before.head && /^[ \t:|-]+$/.test(line.trimEnd()) && line.includes('-')) {
      return { kind: 'rule', after: { table: `${before.head}\n${line.trimEnd()}` } }
    }
    return { kind: 'head', after: { head: line.trimEnd() } }
  }
  return { kind: /^ {0,3}#{1,6}[ \t]/.test(line) ? 'heading' : 'text', after: {} }
}

/** Whether an unfinished line of code may yet become the line that closes the fence. */
export function mayClose(line: string, fence: Fence): boolean {
  const run = line.replace(/^ {1,3}/, '')
  return run.length <= maxMarker && run === fence.char.repeat(run.length)
}

function openFence(line: string): Fence | undefined {
  const match = /^( {0,3})(`{3,}|~{3,})(.*)/.exec(line)
  if (!match) return undefined
  const [, indent = '', marker = '', info = ''] = match
  const char = marker[0]!
  if (marker.length > maxMarker || (char === '`' && info.includes('`'))) return undefined
  const closer = indent + marker
  return { char, length: marker.length, closer, opener: info.length > maxInfo ? closer : closer + info.trimEnd() }
}

function closes(line: string, fence: Fence): boolean {
  const run = line.trimEnd().replace(/^ {1,3}/, '')
  return run.length >= fence.length && run.length <= maxMarker && run === fence.char.repeat(run.length)
}
