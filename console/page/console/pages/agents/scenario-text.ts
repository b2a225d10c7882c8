import { isMap, isPair, isScalar, isSeq, type Pair, parseDocument, stringify, type YAMLMap, type YAMLSeq } from 'yaml'

/** A scenario as it stands in its file: read for the drawing, and changed in no line but those that a change is about. */

export interface SketchOption {
  text: string
  goto: string | undefined
}

export interface SketchNode {
  id: string
  /** Undefined: it says nothing, or in several ways, which are edited as text. */
  say: string | undefined
  saysOtherwise: boolean
  options: SketchOption[]
  kind: 'waits' | 'calls' | 'ends' | 'goes on'
}

export interface SketchEdge {
  from: string
  to: string
  /** As it is written: `option`, `on`, `else`, `goto`, …; and its place among those of its kind that stand in a list. */
  kind: string
  index: number | null
  label: string
  /** Time or a word of cancelling opens it. */
  isAside: boolean
  /** Not the node says so but the policy, of all that wait. */
  isPolicy: boolean
}

export interface Sketch {
  id: string
  title: string
  first: string
  nodes: SketchNode[]
  edges: SketchEdge[]
}

type Plain = Record<string, unknown>
const plain = (value: unknown): Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Plain) : {}
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.map(plain) : [])
const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Undefined: it is no scenario that could be drawn; the checker says why. */
export function sketchOf(text: string): Sketch | undefined {
  const document = parseDocument(text)
  if (document.errors.length > 0) return undefined
  const { id, title, first, nodes, policy } = plain(document.toJS())
  const named = Object.entries(plain(nodes)).map(([name, node]) => [name, plain(node)] as const)
  if (typeof id !== 'string' || named.length === 0) return undefined
  const waiting = named.filter(([, node]) => kindOf(node) === 'waits').map(([name]) => name)
  const ofPolicy = ['cancel', 'timeout', 'reprompt'].flatMap((key) => {
    const to = textOf(plain(plain(policy)[key])['goto'])
    return to === undefined
      ? []
      : waiting.map((from) => ({ from, to, kind: key, index: null, label: key, isAside: true, isPolicy: true }))
  })
  return {
    ...{ id, title: textOf(title) ?? id, first: textOf(first) ?? '' },
    nodes: named.map(([name, node]) => ({
      id: name,
      say: textOf(node['say']),
      saysOtherwise: node['say'] !== undefined && typeof node['say'] !== 'string',
      options: listOf(node['options']).map((option) => ({
        text: textOf(option['text']) ?? '',
        goto: textOf(option['goto']),
      })),
      kind: kindOf(node),
    })),
    edges: [...named.flatMap(([name, node]) => edgesFrom(name, node)), ...ofPolicy],
  }
}

function kindOf(node: Plain): SketchNode['kind'] {
  if (node['end'] !== undefined) return 'ends'
  if (node['webhook'] !== undefined || node['call'] !== undefined) return 'calls'
  const waits = ['options', 'collect', 'fill', 'confirm', 'approve'].some((key) => node[key] !== undefined)
  return waits || listOf(node['on']).some(({ match }) => !('state' in plain(match))) ? 'waits' : 'goes on'
}

function edgesFrom(from: string, node: Plain): SketchEdge[] {
  const edges: SketchEdge[] = []
  const add = (to: unknown, kind: string, { label = kind, index = null as number | null, isAside = false } = {}) => {
    if (typeof to === 'string') edges.push({ from, to, kind, index, label, isAside, isPolicy: false })
  }
  for (const [index, { text, goto }] of listOf(node['options']).entries()) {
    add(goto, 'option', { index, label: textOf(text) ?? '' })
  }
  for (const [index, way] of listOf(node['on']).entries()) {
    if ('else' in way) add(way['else'], 'else', { index })
    else add(way['goto'], 'on', { index, label: heard(way['match']) })
  }
  add(plain(node['collect'])['goto'], 'collect')
  add(plain(node['confirm'])['yes'], 'yes')
  add(plain(node['confirm'])['no'], 'no')
  for (const end of ['approved', 'denied', 'expired']) add(plain(node['approve'])[end], end)
  add(node['do'], 'while')
  add(node['goto'], node['fill'] === undefined ? 'goto' : 'fill', { label: '' })
  for (const [index, { goto }] of listOf(node['remind']).entries()) add(goto, 'remind', { index, isAside: true })
  add(plain(node['timeout'])['goto'], 'timeout', { isAside: true })
  return edges
}

/** What a match looks for, in short. */
function heard(match: unknown): string {
  const [key = '', value] = Object.entries(plain(match))[0] ?? []
  return value === true ? key : [value].flat().map(String).join(', ')
}

interface Place {
  start: number
  end: number
}

const maps = (text: string) => {
  const document = parseDocument(text)
  const nodes = document.get('nodes', true)
  return isMap(nodes) ? (nodes as YAMLMap) : undefined
}

function pairIn(map: YAMLMap | undefined, name: string): Pair | undefined {
  return map?.items.find((pair) => isPair(pair) && isScalar(pair.key) && String(pair.key.value) === name)
}

function mapIn(map: YAMLMap | undefined, name: string): YAMLMap | undefined {
  const value = pairIn(map, name)?.value
  return isMap(value) && !value.flow ? (value as YAMLMap) : undefined
}

const keyAt = (pair: Pair): number => (pair.key as { range: [number, number, number] }).range[0]
const rangeOf = (value: unknown): [number, number, number] | undefined =>
  (value as { range?: [number, number, number] | null } | null)?.range ?? undefined
const lineStart = (text: string, at: number): number => text.lastIndexOf('\n', at - 1) + 1
/** The end of the last line that something up to `end` has. */
function lineEnd(text: string, end: number): number {
  const last = text.slice(0, end).trimEnd().length
  const at = text.indexOf('\n', last)
  return at === -1 ? text.length : at
}
const column = (text: string, at: number): string => ' '.repeat(at - lineStart(text, at))
const spliced = (text: string, { start, end }: Place, by: string): string => text.slice(0, start) + by + text.slice(end)

/** A text as YAML, in one line. */
function scalar(value: string): string {
  const written = stringify(value, { lineWidth: 0 }).trimEnd()
  return written.includes('\n') ? JSON.stringify(value) : written
}

/** Puts a text in the place of the value of a key, or gives the key where it has none. */
function withValue(text: string, map: YAMLMap | undefined, key: string, value: string): string {
  if (!map) return text
  const range = rangeOf(pairIn(map, key)?.value)
  if (range) {
    const [start, end] = range
    return spliced(text, { start, end }, scalar(value) + (text.slice(start, end).endsWith('\n') ? '\n' : ''))
  }
  const [first] = map.items
  if (!first) return text
  const at = keyAt(first)
  // A text that is said comes first, where one goes comes after what it is about.
  if (key === 'say') return spliced(text, { start: at, end: at }, `say: ${scalar(value)}\n${column(text, at)}`)
  const end = lineEnd(text, rangeOf(map)![1])
  return spliced(text, { start: end, end }, `\n${column(text, at)}${key}: ${scalar(value)}`)
}

function optionsIn(
  text: string,
  node: string,
): { map: YAMLMap; seq: YAMLSeq | undefined; pair: Pair | undefined } | undefined {
  const map = mapIn(maps(text), node)
  const pair = pairIn(map, 'options')
  const value = pair?.value
  return map && { map, pair, seq: isSeq(value) && !value.flow ? (value as YAMLSeq) : undefined }
}

export const withSay = (text: string, node: string, say: string): string =>
  withValue(text, mapIn(maps(text), node), 'say', say)

export function withOption(text: string, node: string, index: number, option: Partial<SketchOption>): string {
  const itemOf = (text: string) => optionsIn(text, node)?.seq?.items[index] as YAMLMap | undefined
  let changed = text
  if (option.text !== undefined) changed = withValue(changed, itemOf(changed), 'text', option.text)
  if (option.goto !== undefined) changed = withValue(changed, itemOf(changed), 'goto', option.goto)
  return changed
}

export function addOption(text: string, node: string, option: { text: string; goto: string }): string {
  const found = optionsIn(text, node)
  if (!found || (found.pair && !found.seq)) return text
  const { map, seq } = found
  const item = (indent: string) => `\n${indent}- text: ${scalar(option.text)}\n${indent}  goto: ${option.goto}`
  if (seq && seq.items.length > 0) {
    const [start] = rangeOf(seq.items[0])!
    const end = lineEnd(text, rangeOf(seq.items.at(-1))![1])
    return spliced(text, { start: end, end }, item(column(text, text.lastIndexOf('-', start))))
  }
  const end = lineEnd(text, rangeOf(map)![1])
  const indent = column(text, keyAt(map.items[0]!))
  return spliced(text, { start: end, end }, `\n${indent}options:${item(`${indent}  `)}`)
}

export function removeOption(text: string, node: string, index: number): string {
  const found = optionsIn(text, node)
  const item = rangeOf(found?.seq?.items[index])
  if (!found?.seq || !found.pair || !item) return text
  if (found.seq.items.length === 1) return withoutLines(text, keyAt(found.pair), rangeOf(found.seq)![1])
  return withoutLines(text, text.lastIndexOf('-', item[0]), item[1])
}

export function addNode(text: string, id: string, say: string): string {
  const nodes = maps(text)
  const [first] = nodes?.items ?? []
  if (!nodes || !first || nodes.flow) return text
  const indent = column(text, keyAt(first))
  const end = lineEnd(text, rangeOf(nodes)![1])
  return spliced(
    text,
    { start: end, end },
    `\n${indent}${id}:\n${indent}  say: ${scalar(say)}\n${indent}  end: completed`,
  )
}

export function removeNode(text: string, id: string): string {
  const pair = pairIn(maps(text), id)
  const range = rangeOf(pair?.value)
  return pair && range ? withoutLines(text, keyAt(pair), range[1]) : text
}

function withoutLines(text: string, from: number, end: number): string {
  const [start, after] = [lineStart(text, from), lineEnd(text, end)]
  return spliced(text, { start, end: Math.min(after + 1, text.length) }, '')
}
