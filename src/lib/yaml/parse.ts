import { type Document, isMap, isNode, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml'

/** What a text says, and the line of each key and item of it; or what is wrong. It can be told to another thread. */
export type Parsed = { value: unknown; lines: ReadonlyMap<string, number> } | { slips: readonly Slip[] }

export interface Slip {
  /** From 1; undefined: of the text as a whole. */
  line?: number
  message: string
}

/** Of one text: further ones are mostly what the first have led to. */
const maxErrors = 10
/** `*name`: each is looked for in all that stands before it. */
const maxAliases = 100
/** Keys and items whose lines are known; of what is deeper, the line of what is around it. */
const maxLines = 20_000

/** How a key or item is found among the lines. */
export const lineKey = (path: readonly PropertyKey[]): string => JSON.stringify(path.map(String))

export function parseYaml(text: string): Parsed {
  const counter = new LineCounter()
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false })
  const lineAt = (offset: number) => counter.linePos(offset).line
  const slips = [
    ...slipsOf(document, text),
    ...document.errors
      .slice(0, maxErrors)
      .map(({ pos: [offset], message }) => ({ offset, message: `is not YAML: ${message}` })),
  ]
  if (slips.length > 0) return { slips: slips.map(({ offset, message }) => ({ line: lineAt(offset), message })) }
  try {
    return { value: document.toJS() ?? undefined, lines: linesOf(document, lineAt) }
  } catch {
    return { slips: [{ message: 'is not read: too much in it stands for something else in it (*name)' }] }
  }
}

/** What is YAML, but not what anybody means by it. */
function slipsOf(document: Document, text: string): { offset: number; message: string }[] {
  const found: { offset: number; message: string }[] = []
  let aliases = 0
  visit(document, {
    Alias(_, alias) {
      aliases += 1
      if (aliases > maxAliases) {
        const message = `is not read: more than ${maxAliases} places in it stand for something else in it (*name)`
        found.push({ offset: alias.range![0], message })
        return visit.BREAK
      }
      if (alias.resolve(document)) return
      const message = `*${alias.source} stands for nothing. Put a text that begins with * in quotation marks.`
      found.push({ offset: alias.range![0], message })
    },
    Scalar(_, { range }) {
      // State that is filled in, read as a comment.
      const [, place] = /^[ \t]*(#\{[^{}:\r\n]+\})/.exec(text.slice(range![1], range![1] + 200)) ?? []
      if (!place) return
      const message = `is cut off before ${place}, which begins a comment. Put the text in quotation marks.`
      found.push({ offset: range![1], message })
    },
  })
  return found
}

/** What stands outside comes before what stands in it. */
function linesOf({ contents }: Document, lineAt: (offset: number) => number): Map<string, number> {
  const lines = new Map<string, number>()
  if (!isNode(contents)) return lines
  lines.set(lineKey([]), lineAt(contents.range?.[0] ?? 0))
  let level: { path: string[]; node: unknown }[] = [{ path: [], node: contents }]
  while (level.length > 0) {
    const next: typeof level = []
    for (const { path, node } of level) {
      for (const { step, at, inside } of partsOf(node)) {
        if (lines.size >= maxLines) return lines
        const inner = [...path, step]
        if (at !== undefined && !lines.has(lineKey(inner))) lines.set(lineKey(inner), lineAt(at))
        next.push({ path: inner, node: inside })
      }
    }
    level = next
  }
  return lines
}

function partsOf(node: unknown): { step: string; at: number | undefined; inside: unknown }[] {
  const placeOf = (one: unknown) => (isNode(one) ? one.range?.[0] : undefined)
  if (isSeq(node)) return node.items.map((item, i) => ({ step: `${i}`, at: placeOf(item), inside: item }))
  if (!isMap(node)) return []
  return node.items
    .filter(isPair)
    .map(({ key, value }) => ({ step: String(isScalar(key) ? key.value : key), at: placeOf(key), inside: value }))
}
