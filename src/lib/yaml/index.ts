import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import type { Fault } from '../errors.ts'
import { located, pathText } from '../faults.ts'
import { parsedApart } from './apart.ts'
import { lineKey, type Parsed, parseYaml } from './parse.ts'

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
export const readYamlText = <T>(file: string, text: string, schema: z.ZodType<T>, empty: unknown = {}): Read<T> =>
  checked(file, parseYaml(text), schema, empty)

/** The same where somebody sent it: what is long is read in a thread of its own, so that nobody who chats waits for it. */
export const readYamlSent = async <T>(
  file: string,
  text: string,
  schema: z.ZodType<T>,
  empty: unknown = {},
): Promise<Read<T>> => checked(file, await parsedApart(text), schema, empty)

function checked<T>(file: string, parsed: Parsed, schema: z.ZodType<T>, empty: unknown): Read<T> {
  if ('slips' in parsed) {
    return {
      faults: parsed.slips.map(({ line, message }) => ({
        path: line === undefined ? file : `${file}:${line}`,
        message,
      })),
    }
  }
  const value = parsed.value ?? empty
  const result = schema.safeParse(value)
  const lineOf: LineOf = (path) => lineIn(parsed.lines, path)
  if (result.success) return { value: result.data, lineOf }
  return {
    faults: located(schema, value, result.error.issues).map(({ path, message }) => ({
      path: `${file}:${lineOf(path)} ${pathText(path)}`.trimEnd(),
      message,
    })),
  }
}

function lineIn(lines: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const line = lines.get(lineKey(path.slice(0, length)))
    if (line !== undefined) return line
  }
  return 1
}
