import type { AgentDocument } from '../model/agent.ts'
import type { State } from '../model/conversation.ts'
import {
  type StateDeclaration,
  type StateLimits,
  type StateRefusal,
  type StateValue,
  type StateWriter,
  stateWriters,
} from '../model/state.ts'

export const usualStateLimits: StateLimits = { maxBytes: 65_536, maxKeys: 256, maxValueBytes: 8192 }

/**
 * Of a key. Every database must find it: an entry of an index of PostgreSQL takes 2,704 bytes at most (access/nbtree.h,
 * `BTMaxItemSize`), and the key of the person, of up to 1,000, stands before it.
 */
export const maxKeyBytes = 1024

/** Of a declared key that does not say so. */
const usualWriters: readonly StateWriter[] = stateWriters.filter((writer) => writer !== 'model')

/** What is kept of a person with an agent, under the rules of that agent. */
export interface PersonState {
  /** As it is now, of whoever wrote it. */
  readonly values: Readonly<State>
  /** What guards go by: without what only a model says. */
  trusted(): Readonly<State>
  isTrusted(key: string): boolean
  isAsWritten(key: string, value: StateValue): boolean
  /** Why it may not be written; undefined: it may. */
  refusal(key: string, value: string, by: StateWriter): StateRefusal | undefined
  /** Whoever may not write a key may not take it away either. */
  mayRemove(key: string, by: StateWriter): boolean
  /** Whatever the rules say. */
  put(key: string, value: StateValue): void
  remove(key: string): void
}

export function createPersonState(
  document: Pick<AgentDocument, 'agent' | 'scenarios' | 'webhooks'>,
  kept: Readonly<Record<string, StateValue>>,
  limits: StateLimits,
): PersonState {
  const declarations = document.agent.state ?? {}
  const values: State = {}
  const writers = new Map<string, StateWriter | null>()
  /** Counted when it is first asked for: most turns write nothing. */
  let bytes: number | undefined

  function put(key: string, { value, writer }: StateValue): void {
    if (bytes !== undefined) bytes += sizeOf(key, value) - held(key)
    // Keys are whatever people write: an assignment to `__proto__` would not make one.
    Object.defineProperty(values, key, { value, enumerable: true, writable: true, configurable: true })
    writers.set(key, writer)
  }

  const held = (key: string): number => (Object.hasOwn(values, key) ? sizeOf(key, values[key]!) : 0)

  function isTrusted(key: string): boolean {
    return writers.get(key) !== 'model' || mayWrite(declarationOf(declarations, key), 'model')
  }

  function isTooLarge(key: string, value: string): boolean {
    if (Buffer.byteLength(value) > limits.maxValueBytes || Buffer.byteLength(key) > maxKeyBytes) return true
    bytes ??= Object.entries(values).reduce((sum, [name, one]) => sum + sizeOf(name, one), 0)
    // What was more than that before there were limits may become less.
    const more = sizeOf(key, value) - held(key)
    if (more > 0 && bytes + more > limits.maxBytes) return true
    return !writers.has(key) && writers.size >= limits.maxKeys
  }

  for (const [key, value] of Object.entries(kept)) {
    // What a model wrote before the key was taken from it is as if it were not there.
    const declaration = declarationOf(declarations, key)
    if (value.writer === 'model' && declaration && !mayWrite(declaration, 'model')) continue
    put(key, value)
  }

  return {
    values,
    isTrusted,
    trusted() {
      const untrusted = [...writers.keys()].filter((key) => !isTrusted(key))
      if (untrusted.length === 0) return values
      return Object.fromEntries(Object.entries(values).filter(([key]) => !untrusted.includes(key)))
    },
    isAsWritten(key, { value, writer }) {
      return Object.hasOwn(values, key) && values[key] === value && writers.get(key) === writer
    },
    refusal(key, value, by) {
      const declaration = declarationOf(declarations, key)
      if (!isWellFormed(key) || !isWellFormed(value)) return 'ill_formed'
      if (declaration && !mayWrite(declaration, by)) return 'not_writable'
      if (declaration && !isOfType(declaration, value)) return 'not_of_type'
      if (declaration?.maxLength !== undefined && charactersOf(value) > declaration.maxLength) return 'too_large'
      const isGuarded = by === 'model' && !declaration && guardedKeys(document).has(key)
      if (isGuarded && writers.has(key) && writers.get(key) !== 'model') return 'held'
      return isTooLarge(key, value) ? 'too_large' : undefined
    },
    mayRemove(key, by) {
      const declaration = declarationOf(declarations, key)
      return !declaration || mayWrite(declaration, by)
    },
    put,
    remove(key) {
      if (bytes !== undefined) bytes -= held(key)
      delete values[key]
      writers.delete(key)
    },
  }
}

/** All of it by one writer. */
export function writtenBy(writer: StateWriter, values: Readonly<State>): Record<string, StateValue> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, { value, writer }]))
}

/** Own keys only: nobody has declared `constructor`. */
export function declarationOf(
  declarations: Readonly<Record<string, StateDeclaration>>,
  key: string,
): StateDeclaration | undefined {
  return Object.hasOwn(declarations, key) ? declarations[key] : undefined
}

/** Who may write a declared key. */
export function writersOf({ writableBy }: StateDeclaration): readonly StateWriter[] {
  return writableBy ?? usualWriters
}

function mayWrite(declaration: StateDeclaration | undefined, by: StateWriter): boolean {
  return declaration !== undefined && writersOf(declaration).includes(by)
}

/** Whether a value is one of the key's type, whatever its length. */
export function isOfType({ type = 'text', values = [] }: StateDeclaration, value: string): boolean {
  if (type === 'number') return /^-?\d+(\.\d+)?$/.test(value)
  if (type === 'boolean') return value === 'true' || value === 'false'
  return type === 'text' || values.includes(value)
}

/** What a person says as a value of the key's type, as far as it can be one: in half width, and a choice as it is declared. */
export function asTyped(declaration: StateDeclaration | undefined, said: string): string {
  const { type = 'text', values = [] }: StateDeclaration = declaration ?? {}
  if (type === 'text') return said
  const plain = said.normalize('NFKC').trim()
  if (type === 'number') return plain
  const alike = (value: string) => value.normalize('NFKC').toLowerCase() === plain.toLowerCase()
  return (type === 'boolean' ? ['true', 'false'] : values).find(alike) ?? said
}

/** No database keeps half a surrogate pair, or NUL, as another does. */
export function isWellFormed(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}

const guarded = new WeakMap<object, ReadonlySet<string>>()

/** The keys by which scenarios and the conditions of webhooks decide something. */
export function guardedKeys(document: Pick<AgentDocument, 'scenarios' | 'webhooks'>): ReadonlySet<string> {
  let keys = guarded.get(document)
  if (!keys) {
    const tests = document.scenarios.flatMap(({ guard = [], start, nodes }) => [
      ...[guard].flat(),
      ...start.map(({ match }) => match),
      ...Object.values(nodes).flatMap(({ on = [] }) => on.flatMap((it) => ('match' in it ? [it.match] : []))),
    ])
    const conditions = document.webhooks.flatMap(({ trigger: { condition, conditionValues = [] } }) =>
      condition === 3 || condition === 4 ? conditionValues : [],
    )
    keys = new Set([...tests.flatMap((test) => ('state' in test ? [test.state] : [])), ...conditions])
    guarded.set(document, keys)
  }
  return keys
}

function sizeOf(key: string, value: string): number {
  return Buffer.byteLength(key) + Buffer.byteLength(value)
}

function charactersOf(value: string): number {
  let characters = 0
  for (const _ of value) characters++
  return characters
}
