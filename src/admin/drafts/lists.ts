import type { AgentDocument } from '../../model/agent.ts'

/** The lists of a document whose items are known by something of their own. */
export const lists = ['webhooks', 'rules', 'scenarios'] as const
export type ListName = (typeof lists)[number]
type Item = AgentDocument[ListName][number]

const keyOf: { [Name in ListName]: (item: AgentDocument[Name][number]) => string } = {
  webhooks: ({ name }) => name,
  rules: ({ when }) => when.join(' | '),
  scenarios: ({ id }) => id,
}

/** The items of a list by their keys, in its order. Those that share a key are one list, which is changed as a whole. */
export function byKey(document: AgentDocument, name: ListName): Map<string, Item | Item[]> {
  const items = Map.groupBy(document[name] as readonly Item[], (item) => keyOf[name](item as never))
  return new Map([...items].map(([key, equals]) => [key, equals.length === 1 ? equals[0]! : equals]))
}

/** `agent.llmSettings.temperature`, `rules["hello"].say`. */
export function placeText([first, ...rest]: readonly string[]): string {
  if (!lists.includes(first as ListName)) return [first, ...rest].join('.')
  const [key = '', ...inside] = rest
  return [`${first}[${JSON.stringify(key)}]`, ...inside].join('.')
}
