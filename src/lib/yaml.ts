import { readFileSync } from 'node:fs'
import { type Document, isMap, isNode, isPair, LineCounter, type Node, parseDocument, visit } from 'yaml'
import type { z } from 'zod'
import type { Fault } from './errors.ts'
import { located, pathText } from './faults.ts'

export type Read<T> = { value: T; lineOf: LineOf } | { faults: Fault[] }

/** The line where the key or item stands that `path` leads to; of one that is missing, the nearest thing around it. */
export type LineOf = (path: readonly PropertyKey[]) => number

/**
 * What a YAML file says, checked. Each fault's path names the file, the line and the key: `config/parley.yaml:12 chat.mode`.
 * `empty` is what a file without a word in it means.
 */
export function readYaml<T>(file: string, schema: z.ZodType<T>, empty: unknown = {}): Read<T> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const missing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return {
      faults: [{ path: file, message: missing ? 'is missing' : `cannot be read (${(error as Error).message})` }],
    }
  }
  return readYamlText(file, text, schema, empty)
}

/** The same of the text of a file, which need not be on this machine. */
export function readYamlText<T>(file: string, text: string, schema: z.ZodType<T>, empty: unknown = {}): Read<T> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line
  const wrong = [
    ...slips(document, text),
    ...document.errors
      .slice(0, maxErrors)
      .map(({ pos: [offset], message }) => ({ offset, message: `is not YAML: ${message}` })),
  ]
  const at = ({ offset, message }: Slip): Fault => ({ path: `${file}:${lineAt(offset)}`, message })
  if (wrong.length > 0) return { faults: wrong.map(at) }
  let value: unknown
  try {
    value = document.toJS() ?? empty
  } catch {
    return { faults: [{ path: file, message: 'is not read: too much in it stands for something else in it (*name)' }] }
  }
  const parsed = schema.safeParse(value)
  const lineOf: LineOf = (path) => lineAt(offsetOf(document.contents, path))
  if (parsed.success) return { value: parsed.data, lineOf }
  return {
    faults: located(schema, value, parsed.error.issues).map(({ path, message }) => ({
      path: `${file}:${lineOf(path)} ${pathText(path)}`.trimEnd(),
      message,
    })),
  }
}

/** Of one file: further ones are mostly what the first have led to. */
const maxErrors = 10

interface Slip {
  /** In the text. */
  offset: number
  message: string
}

/** What is YAML, but not what anybody means by it. */
function slips(document: Document, text: string): Slip[] {
  const found: Slip[] = []
  visit(document, {
    Alias(_, alias) {
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

function offsetOf(root: Node | null, path: readonly PropertyKey[]): number {
  let node: unknown = root
  let offset = root?.range?.[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find((item) => isPair(item) && String(item.key) === String(step))
      if (!pair) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else {
      const item: unknown = (node as { items?: unknown[] } | null)?.items?.[Number(step)]
      if (!isNode(item)) break
      offset = item.range?.[0] ?? offset
      node = item
    }
  }
  return offset
}
