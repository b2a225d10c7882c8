import type { Say } from '../../model/say.ts'
import { type Match, type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import { type Edge, edgesOf } from './graph.ts'

/** Of what is said at a node; the drawing is about the ways. */
const maxSaid = 60

/**
 * The scenarios of an agent as a Mermaid flowchart. A hexagon waits for an answer, a box with double sides calls a webhook, a
 * rounded one is an end; ways that time or a word of cancelling opens are dotted.
 */
export function drawScenarios(scenarios: readonly Scenario[]): string {
  const names = new Map(scenarios.flatMap((scenario, i) => nodeNames(scenario, i + 1)))
  const charts = scenarios.flatMap((scenario, i) => [
    `  subgraph s${i + 1}["${escaped(scenario.title ?? scenario.id)}"]`,
    ...chart(scenario, i + 1, names).map((line) => `    ${line}`),
    '  end',
  ])
  const jumps = scenarios.flatMap((scenario) =>
    Object.entries(scenario.nodes).flatMap(([id, { end }]) => {
      const target = typeof end === 'object' && scenarios.find((other) => other.id === end.jump)
      const to = target && names.get(`${target.id}/${target.first}`)
      return to ? [`  ${names.get(`${scenario.id}/${id}`)} -->|"jump"| ${to}`] : []
    }),
  )
  return ['flowchart TD', ...charts, ...jumps].join('\n')
}

/** Names that mean nothing to Mermaid, whatever a node is called. */
function nodeNames({ id, nodes }: Scenario, number: number): [string, string][] {
  return Object.keys(nodes).map((node, j) => [`${id}/${node}`, `s${number}n${j + 1}`])
}

function chart(scenario: Scenario, number: number, names: ReadonlyMap<string, string>): string[] {
  const { id, start, first, nodes } = scenario
  const nameOf = (node: string) => names.get(`${id}/${node}`)
  const begin = `s${number}start`
  const always = `s${number}any`
  const edges = edgesOf(scenario).filter(({ to }) => nameOf(to))
  const heard = start.map(({ match }) => said(match)).join(' / ')
  const lines = [`${begin}(("start"))`, ...(nameOf(first) ? [`${begin} -->${onWay(heard)} ${nameOf(first)}`] : [])]
  for (const [node, written] of Object.entries(nodes)) lines.push(`${nameOf(node)}${shape(node, written)}`)
  if (edges.some(({ from }) => from === undefined)) lines.push(`${always}>"while waiting"]`)
  for (const edge of edges) {
    const label = labelOf(edge, scenario)
    const dotted = ['timeout', 'remind', 'cancel'].includes(edge.kind)
    const from = edge.from === undefined ? always : nameOf(edge.from)
    lines.push(`${from} ${dotted ? '-.->' : '-->'}${onWay(label)} ${nameOf(edge.to)}`)
  }
  return lines
}

function shape(id: string, node: ScenarioNode): string {
  const text = [id, node.webhook, firstText(node.say)].filter((part) => part?.trim())
  const label = `"${text.map((part) => escaped(short(part!))).join('<br/>')}"`
  if (node.end !== undefined) return `([${label}])`
  if (node.webhook !== undefined) return `[[${label}]]`
  return waits(node) ? `{{${label}}}` : `[${label}]`
}

function labelOf({ from, kind, index }: Edge, { nodes, policy }: Scenario): string {
  const node = from === undefined ? undefined : nodes[from]
  switch (kind) {
    case 'option':
      return node!.options![index!]!.text
    case 'on': {
      const transition = node!.on![index!]!
      return 'match' in transition ? said(transition.match) : ''
    }
    case 'goto':
      return ''
    case 'timeout':
      return `after ${(node?.timeout ?? policy.timeout)!.after}`
    case 'remind': {
      const { after, at } = node!.remind![index!]!
      return after === undefined ? at! : `by itself after ${after}`
    }
    case 'cancel':
      return [policy.cancel!.exact ?? [], policy.cancel!.partial ?? []].flat().join(', ')
    case 'reprompt':
      return `asked ${policy.reprompt!.max} times`
    default:
      return kind
  }
}

const onWay = (label: string): string => (label.trim() === '' ? '' : `|"${escaped(short(label))}"|`)

/** What a match looks for, in short. */
function said(match: Match): string {
  if ('regex' in match) return `/${match.regex}/`
  if ('intent' in match) return `“${match.intent}”`
  if ('webhook' in match) return `webhook ${match.webhook}`
  if ('state' in match) return [match.state, match.op, match.value ?? []].flat().join(' ')
  if ('start' in match) return 'conversation starts'
  if ('any' in match) return 'anything'
  return [Object.values(match)[0]].flat().join(', ')
}

function firstText(say: Say | undefined): string | undefined {
  if (say === undefined || typeof say === 'string') return say
  return Array.isArray(say) ? say[0] : firstText(Object.values(say)[0])
}

function short(text: string): string {
  const characters = [...text]
  return characters.length > maxSaid ? `${characters.slice(0, maxSaid - 1).join('')}…` : text
}

/** Everything that Mermaid or HTML would read as its own, inside quotation marks. */
function escaped(text: string): string {
  const oneLine = text.trim().replace(/\s*[\r\n]+\s*/g, '\n')
  return oneLine.replace(/["#<>&`%\\;]|\p{C}/gu, (character) =>
    character === '\n' ? '<br/>' : `#${character.codePointAt(0)};`,
  )
}
