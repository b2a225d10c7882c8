import { readFileSync } from 'node:fs'
import { isMap, isNode, isPair, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import type { Fault } from './errors.ts'
import { located, pathText } from './faults.ts'

export type Read<T> = { value: T } | { faults: Fault[] }

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
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const where = (offset: number) => `${file}:${lines.linePos(offset).line}`
  if (document.errors.length > 0) {
    return {
      faults: document.errors.map(({ pos, message }) => ({ path: where(pos[0]), message: `is not YAML: ${message}` })),
    }
  }
  const value: unknown = document.toJS() ?? empty
  const parsed = schema.safeParse(value)
  if (parsed.success) return { value: parsed.data }
  return {
    faults: located(schema, value, parsed.error.issues).map(({ path, message }) => ({
      path: `${where(offsetOf(document.contents, path))} ${pathText(path)}`.trimEnd(),
      message,
    })),
  }
}

/** Where the key stands that `path` leads to; for one that is missing, the nearest thing around it. */
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
