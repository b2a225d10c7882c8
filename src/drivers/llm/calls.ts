import { randomUUID } from 'node:crypto'
import type { ToolCall } from '../../ports/llm.ts'

/** Of one answer. */
const maxCalls = 64
/** Of all calls of an answer together, in UTF-16 units. */
const maxWritten = 200_000

/** A piece of a call. Nothing can be relied on: it is whatever JSON a server sent. */
export interface CallDelta {
  index?: unknown
  id?: unknown
  function?: { name?: unknown; arguments?: unknown } | null
  extra_content?: unknown
}

interface Growing {
  id: string
  name: string
  written: string
  extra?: unknown
}

/**
 * Puts calls together from the pieces of a stream. OpenAI numbers the pieces; Google leaves the numbers out, or makes them all
 * 0; others repeat the id and name of a call with each of its pieces, leave the id out, or make a new one up for every piece.
 */
export function createCalls() {
  const calls: Growing[] = []
  const byIndex = new Map<number, Growing>()
  let room = maxWritten

  /** The call that a piece goes on with; undefined if it begins one. */
  function continued(index: unknown, id: string, name: string): Growing | undefined {
    const current = typeof index === 'number' ? byIndex.get(index) : (withId(id) ?? calls.at(-1))
    if (!current || name === '' || current.name === '') return current
    if (id !== '' && current.id !== '') return id === current.id ? current : undefined
    return current.name === name && !isWhole(current.written) ? current : undefined
  }

  const withId = (id: string) => (id === '' ? undefined : calls.find((call) => call.id === id))

  return {
    /** Throws a `SyntaxError` when it becomes too much. */
    add(delta: CallDelta): void {
      const id = textOf(delta.id)
      const name = textOf(delta.function?.name)
      const piece = writtenOf(delta.function?.arguments)
      const extra = delta.extra_content
      room -= piece.length + (extra == null ? 0 : JSON.stringify(extra).length)
      let call = continued(delta.index, id, name)
      if (room < 0 || (!call && calls.length === maxCalls)) throw new SyntaxError('calls without end')
      if (!call) {
        call = { id, name, written: '' }
        calls.push(call)
        if (typeof delta.index === 'number') byIndex.set(delta.index, call)
      }
      call.id ||= id
      call.name ||= name
      call.written += piece
      if (extra != null) call.extra = extra
    },
    /** Those that have a name, each with an id of its own. */
    whole(): ToolCall[] {
      const ids = new Set<string>()
      const named = calls.filter(({ name }) => name !== '')
      return named.map(({ id, name, written, extra }) => {
        const own = id === '' || ids.has(id) ? `call_${randomUUID().replaceAll('-', '').slice(0, 24)}` : id
        ids.add(own)
        return {
          id: own,
          // A name that was never offered is told to the model; but vendors refuse to see some of them again.
          name: name.replace(/[^\w-]/g, '_').slice(0, 64),
          arguments: written.trim() === '' ? '{}' : written,
          ...(extra === undefined ? {} : { extra }),
        }
      })
    },
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function writtenOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : textOf(value)
}

function isWhole(written: string): boolean {
  if (!written.trimEnd().endsWith('}')) return false
  try {
    JSON.parse(written)
    return true
  } catch {
    return false
  }
}
