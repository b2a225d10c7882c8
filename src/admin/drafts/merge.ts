import { isDeepStrictEqual as isSame } from 'node:util'
import { isSameServer } from '../../lib/webhook-url.ts'
import type { AgentDocument } from '../../model/agent.ts'
import { isPlain, type Plain } from '../../model/management.ts'
import { byKey, type ListName, lists } from './lists.ts'

/** Where something stands in a document: keys, with an item of a list known by its own. */
export type DocumentPath = readonly string[]

export interface Merged {
  document: AgentDocument
  /** Where both sides changed the same thing, each to something else. The document has what the draft says. */
  conflicts: DocumentPath[]
}

/**
 * What becomes of `base` when both what `live` and what `draft` changed of it is done: key by key, items of lists by what they
 * are known by. The order of a list is the draft's where the draft changed it, else live's.
 */
export function mergeThree(base: AgentDocument, live: AgentDocument, draft: AgentDocument): Merged {
  const conflicts: DocumentPath[] = []
  const settled = (path: DocumentPath, b: unknown, l: unknown, d: unknown): unknown => {
    if (isSame(l, d) || isSame(b, l)) return d
    if (isSame(b, d)) return l
    // An item that both made is two items, not one of two halves.
    const isItem = path.length === 2 && lists.includes(path[0] as ListName)
    if (!isPlain(l) || !isPlain(d) || (isItem && b === undefined) || callsElsewhere(path, l, d)) {
      conflicts.push(path)
      return d
    }
    return eachKey(path, isPlain(b) ? b : {}, l, d)
  }
  const eachKey = (path: DocumentPath, b: Plain, l: Plain, d: Plain): Plain => {
    const keys = [...new Set([...Object.keys(d), ...Object.keys(l)])]
    const entries = keys.map((key) => [key, settled([...path, key], own(b, key), own(l, key), own(d, key))] as const)
    return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
  }

  const mergedList = (name: ListName): unknown[] => {
    const [b, l, d] = [byKey(base, name), byKey(live, name), byKey(draft, name)]
    const isInOrder = isSame([...b.keys()], [...d.keys()])
    const order = isInOrder ? ordered([...l.keys()], [...d.keys()]) : ordered([...d.keys()], [...l.keys()])
    return order.flatMap((key) => settled([name, key], b.get(key), l.get(key), d.get(key)) ?? [])
  }

  const merged: Plain = {
    agent: settled(['agent'], base.agent, live.agent, draft.agent),
    replies: settled(['replies'], base.replies, live.replies, draft.replies),
  }
  for (const name of ['context', 'synonyms', 'tools', 'tests'] as const) {
    const value = settled([name], base[name], live[name], draft[name])
    if (value !== undefined) merged[name] = value
  }
  for (const name of lists) {
    // Items that share a key may stand apart, so a list that both agree on, or only one changed, is taken as it is.
    if (isSame(live[name], draft[name]) || isSame(base[name], live[name])) merged[name] = draft[name]
    else if (isSame(base[name], draft[name])) merged[name] = live[name]
    else merged[name] = mergedList(name)
  }
  return { document: merged as AgentDocument, conflicts }
}

/** One side’s secrets never go to the server of the other: what calls two servers is one thing, which one of them says. */
function callsElsewhere([first]: DocumentPath, live: Plain, draft: Plain): boolean {
  if (first !== 'webhooks' && first !== 'tools') return false
  const [one, other] = [own(live, 'url'), own(draft, 'url')]
  return typeof one === 'string' && typeof other === 'string' && !isSameServer(one, other)
}

/** What stands there; undefined where nothing does. */
export function valueAt(document: AgentDocument, [first, ...path]: DocumentPath): unknown {
  const isList = lists.includes(first as ListName)
  let value: unknown = isList
    ? Object.fromEntries(byKey(document, first as ListName))
    : document[first as keyof AgentDocument]
  for (const key of path) value = isPlain(value) ? own(value, key) : undefined
  return value
}

/** The document with what `other` has there in its place; all of what calls a server, where theirs is another one. */
export function withValueOf(document: AgentDocument, place: DocumentPath, other: AgentDocument): AgentDocument {
  const whole = place.findIndex((_, i) => {
    const path = place.slice(0, i + 1)
    const [ours, theirs] = [valueAt(document, path), valueAt(other, path)]
    return isPlain(ours) && isPlain(theirs) && callsElsewhere(path, theirs, ours)
  })
  const path = whole < 0 ? place : place.slice(0, whole + 1)
  const [first, ...rest] = path as [keyof AgentDocument, ...string[]]
  if (!lists.includes(first as ListName)) {
    return { ...document, [first]: withKey(document[first] as unknown as Plain, rest, valueAt(other, path)) }
  }
  const name = first as ListName
  const items = byKey(document, name)
  const theirs = byKey(other, name)
  const order = ordered([...items.keys()], [...theirs.keys()])
  const changed = withKey(Object.fromEntries(items), rest, valueAt(other, path))
  return { ...document, [name]: order.flatMap((key) => own(changed, key) ?? []) }
}

/** Keys are whatever people wrote: `constructor` too. */
function own(value: Plain, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined
}

function withKey(into: Plain, [key, ...path]: DocumentPath, value: unknown): Plain {
  if (key === undefined) return value as Plain
  const { [key]: before, ...others } = into
  const after = path.length === 0 ? value : withKey(isPlain(before) ? before : {}, path, value)
  if (after === undefined) return others
  return { ...into, [key]: after }
}

/** All keys of both: those of `first` in its order, each other behind the one it stands behind in `second`. */
function ordered(first: readonly string[], second: readonly string[]): string[] {
  const order = [...first]
  const known = new Set(first)
  let behind: string | undefined
  for (const key of second) {
    if (!known.has(key)) order.splice(behind === undefined ? 0 : order.indexOf(behind) + 1, 0, key)
    known.add(key)
    behind = key
  }
  return order
}
