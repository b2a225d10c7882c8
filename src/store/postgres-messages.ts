export interface Query {
  text: string
  name?: string
  values: readonly unknown[]
}

type Value = string | Uint8Array | null

/**
 * What the client says to have all of them done in one transaction, which PostgreSQL ends by itself at the one `Sync` behind
 * them. In one piece: for a server nearby, writing it in thirty costs more than all else that a client does. Those that have a
 * name are prepared already.
 */
export function messagesOf(queries: readonly Query[]): Buffer {
  const all = queries.map(({ name = '', text, values }) => ({ name, text, values: values.map(written) }))
  let size = syncBytes
  for (const { name, text, values } of all) {
    if (name === '') size += parseBytes + Buffer.byteLength(text)
    size += bindBytes + Buffer.byteLength(name) + executeBytes
    for (const value of values) size += valueBytes + (value === null ? 0 : Buffer.byteLength(value))
  }
  const out = Buffer.allocUnsafe(size)
  let at = 0
  for (const { name, text, values } of all) {
    if (name === '') at = parse(out, at, text)
    at = bind(out, at, name, values)
    at = out.writeUInt8(execute, at)
    at = out.writeInt32BE(executeBytes - 1, at)
    // Of the portal without a name, all rows.
    at = out.writeUInt8(0, at)
    at = out.writeInt32BE(0, at)
  }
  at = out.writeUInt8(sync, at)
  out.writeInt32BE(syncBytes - 1, at)
  return out
}

const [parseCode, bindCode, execute, sync] = ['P', 'B', 'E', 'S'].map((letter) => letter.charCodeAt(0)) as [
  number,
  number,
  number,
  number,
]
/** Of a message, besides its texts and values. The length that it tells leaves out its first byte. */
const parseBytes = 1 + 4 + 1 + 1 + 2
const bindBytes = 1 + 4 + 1 + 1 + 2 + 2 + 2
const executeBytes = 1 + 4 + 1 + 4
const syncBytes = 1 + 4
/** A value's length and its format. */
const valueBytes = 4 + 2

/** Without a name; PostgreSQL finds out the types. */
function parse(out: Buffer, from: number, text: string): number {
  let at = out.writeUInt8(parseCode, from) + 4
  at = out.writeUInt8(0, at)
  at = terminated(out, at, text)
  at = out.writeInt16BE(0, at)
  out.writeInt32BE(at - from - 1, from + 1)
  return at
}

/** Texts are given as such, bytes as they are; rows come back as texts. */
function bind(out: Buffer, from: number, name: string, values: readonly Value[]): number {
  let at = out.writeUInt8(bindCode, from) + 4
  at = out.writeUInt8(0, at)
  at = terminated(out, at, name)
  at = out.writeInt16BE(values.length, at)
  for (const value of values) at = out.writeInt16BE(value instanceof Uint8Array ? 1 : 0, at)
  at = out.writeInt16BE(values.length, at)
  for (const value of values) {
    if (value === null) {
      at = out.writeInt32BE(-1, at)
      continue
    }
    const length = typeof value === 'string' ? out.write(value, at + 4) : value.length
    if (typeof value !== 'string') out.set(value, at + 4)
    at = out.writeInt32BE(length, at) + length
  }
  at = out.writeInt16BE(0, at)
  out.writeInt32BE(at - from - 1, from + 1)
  return at
}

function terminated(out: Buffer, at: number, text: string): number {
  return out.writeUInt8(0, at + out.write(text, at))
}

function written(value: unknown): Value {
  if (value === null || value === undefined) return null
  return value instanceof Uint8Array ? value : String(value)
}
