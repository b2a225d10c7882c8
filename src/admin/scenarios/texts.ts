import type { Scenario } from '../../model/scenario.ts'
import type { Path } from './finding.ts'

/** A text that is filled in before it is used, and where it stands. */
export interface Template {
  path: Path
  text: string
}

/** The keys of a node that hold such texts, at any depth; those of options and transitions stand in their lists. */
const templated = [
  'say',
  'reprompt',
  'why',
  'remind',
  'call',
  'topic',
  'imageUrl',
  'url',
  'state',
  'extensions',
  'embededHtml',
  'set',
  'input',
]

/** Every text of a scenario into which state is filled. */
export function templatesOf({ nodes, slots = {} }: Scenario): Template[] {
  const ofSlots = Object.entries(slots).flatMap(([name, slot]) =>
    (['ask', 'why', 'invalid'] as const).flatMap((key) => within(slot[key], ['slots', name, key])),
  )
  return [...ofSlots, ...templatesOfNodes(nodes)]
}

function templatesOfNodes(nodes: Scenario['nodes']): Template[] {
  return Object.entries(nodes).flatMap(([id, node]) => {
    const at: Path = ['nodes', id]
    const record = node as Record<string, unknown>
    return [
      ...templated.flatMap((key) => within(record[key], [...at, key])),
      ...(node.options ?? []).flatMap(({ text, set }, i) => [
        { path: [...at, 'options', i, 'text'], text },
        ...within(set, [...at, 'options', i, 'set']),
      ]),
      ...within(node.approve?.what, [...at, 'approve', 'what']),
      ...(node.on ?? []).flatMap(({ set }, i) => within(set, [...at, 'on', i, 'set'])),
    ]
  })
}

function within(value: unknown, path: Path): Template[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item, i) => within(item, [...path, i]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => within(inner, [...path, key]))
}
