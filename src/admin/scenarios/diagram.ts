import type { Language, Texts } from '../../lib/language.ts'
import type { Say } from '../../model/say.ts'
import { type Match, type Scenario, type ScenarioNode, waits } from '../../model/scenario.ts'
import type { Diagram, DiagramArrow, DiagramBox } from '../../ports/drawings.ts'
import { drawingWords as words } from '../words/index.ts'
import { type Edge, edgesOf } from './graph.ts'

/** Of what is said at a node; the drawing is about the ways. */
const maxSaid = 44

/** A scenario as boxes with what leads from one to another, whatever it is drawn with. Texts are as they were written, in short. */
export interface DrawnScenario extends Diagram {
  title: string
}

/** What of several scenarios is drawn: each by itself, and what leads from one to another. */
export interface DrawnScenarios {
  scenarios: readonly DrawnScenario[]
  jumps: readonly DiagramArrow[]
}

export function diagramOf(scenarios: readonly Scenario[], language: Language): DrawnScenarios {
  const say = (texts: Texts): string => texts[language]
  const ids = new Map(scenarios.flatMap((scenario, i) => boxIds(scenario, i + 1)))
  const jumps = scenarios.flatMap((scenario) =>
    Object.entries(scenario.nodes).flatMap(([id, { end }]) => {
      const target = typeof end === 'object' && scenarios.find((other) => other.id === end.jump)
      const to = target && ids.get(`${target.id}/${target.first}`)
      return to ? [{ from: ids.get(`${scenario.id}/${id}`)!, to, label: say(words.jump), isAside: false }] : []
    }),
  )
  return { scenarios: scenarios.map((scenario, i) => drawn(scenario, i + 1, ids, say)), jumps }
}

/** All of them in one picture, where each begins with its name. */
export function inOne({ scenarios, jumps }: DrawnScenarios): Diagram {
  return {
    boxes: scenarios.flatMap(({ title, boxes }) =>
      boxes.map((box) => (box.kind === 'start' ? { ...box, lines: [title] } : box)),
    ),
    arrows: [...scenarios.flatMap(({ arrows }) => arrows), ...jumps],
  }
}

/** The same in words, for whoever cannot see it: each box with the ways that lead on from it. */
export function toldOf({ scenarios, jumps }: DrawnScenarios, language: Language): string {
  const named = new Map(scenarios.flatMap(({ boxes }) => boxes.map(({ id, lines }) => [id, lines[0]!] as const)))
  const told = ({ title, boxes, arrows }: DrawnScenario) => [
    title,
    ...boxes.flatMap(({ id, kind, lines: [name, ...rest] }) => {
      const what = words.kinds[kind][language]
      const said = [what, ...rest].filter((part) => part !== '' && part !== name).join(', ')
      const ways = [...arrows, ...jumps].filter(({ from }) => from === id)
      return [
        `- ${name}${said === '' ? '' : `: ${said}`}`,
        ...ways.map(({ label, to }) => `  ${`${label} → ${named.get(to)}`.trim()}`),
      ]
    }),
  ]
  const oneLine = (line: string) => line.replaceAll(/\s*[\r\n]+\s*/g, ' ')
  return scenarios.map((scenario) => told(scenario).map(oneLine).join('\n')).join('\n\n')
}

/** Ids that mean nothing to Mermaid, whatever a node is called. */
function boxIds({ id, nodes }: Scenario, number: number): [string, string][] {
  return Object.keys(nodes).map((node, j) => [`${id}/${node}`, `s${number}n${j + 1}`])
}

type SayIn = (texts: Texts) => string

function drawn(scenario: Scenario, number: number, ids: ReadonlyMap<string, string>, say: SayIn): DrawnScenario {
  const { id, start, first, nodes } = scenario
  const idOf = (node: string) => ids.get(`${id}/${node}`)
  const begin: DiagramBox = { id: `s${number}start`, kind: 'start', lines: [say(words.start)] }
  const always: DiagramBox = { id: `s${number}any`, kind: 'any', lines: [say(words.whileWaiting)] }
  const edges = edgesOf(scenario).filter(({ to }) => idOf(to))
  const heard = short(start.map(({ match }) => said(match, say)).join(' / '))
  const opening = idOf(first)
  return {
    title: scenario.title ?? id,
    boxes: [
      begin,
      ...Object.entries(nodes).map(([node, written]) => ({
        ...{ id: idOf(node)!, kind: kindOf(written) },
        lines: [node, written.webhook, spoken(written.say)].filter((part) => part?.trim()).map((part) => short(part!)),
      })),
      ...(edges.some(({ from }) => from === undefined) ? [always] : []),
    ],
    arrows: [
      ...(opening ? [{ from: begin.id, to: opening, label: heard, isAside: false }] : []),
      ...edges.map((edge) => ({
        from: edge.from === undefined ? always.id : idOf(edge.from)!,
        to: idOf(edge.to)!,
        label: short(labelOf(edge, scenario, say)).trim(),
        isAside: ['timeout', 'remind', 'cancel'].includes(edge.kind),
      })),
    ],
  }
}

function kindOf(node: ScenarioNode): DiagramBox['kind'] {
  if (node.end !== undefined) return 'end'
  if (node.webhook !== undefined) return 'calls'
  return waits(node) ? 'waits' : 'says'
}

function labelOf({ from, kind, index }: Edge, { nodes, policy }: Scenario, say: SayIn): string {
  const node = from === undefined ? undefined : nodes[from]
  switch (kind) {
    case 'option':
      return node!.options![index!]!.text
    case 'on': {
      const transition = node!.on![index!]!
      return 'match' in transition ? said(transition.match, say) : ''
    }
    case 'goto':
      return ''
    case 'timeout':
      return say(words.after((node?.timeout ?? policy.timeout)!.after))
    case 'remind': {
      const { after, at } = node!.remind![index!]!
      return after === undefined ? at! : say(words.byItself(after))
    }
    case 'cancel':
      return [policy.cancel!.exact ?? [], policy.cancel!.partial ?? []].flat().join(', ')
    case 'reprompt':
      return say(words.asked(policy.reprompt!.max))
    default:
      return kind
  }
}

/** What a match looks for, in short. */
function said(match: Match, say: SayIn): string {
  if ('regex' in match) return `/${match.regex}/`
  if ('intent' in match) return `“${match.intent}”`
  if ('webhook' in match) return `webhook ${match.webhook}`
  if ('state' in match) return [match.state, match.op, match.value ?? []].flat().join(' ')
  if ('start' in match) return say(words.begins)
  if ('any' in match) return say(words.anything)
  return [Object.values(match)[0]].flat().join(', ')
}

/** Without what stands in it for people to press: that is on the ways. */
const spoken = (say: Say | undefined): string | undefined =>
  firstText(say)
    ?.replaceAll(/@\{[^}]*\}/g, '')
    .trim()

function firstText(say: Say | undefined): string | undefined {
  if (say === undefined || typeof say === 'string') return say
  return Array.isArray(say) ? say[0] : firstText(Object.values(say)[0])
}

function short(text: string): string {
  const characters = [...text]
  return characters.length > maxSaid ? `${characters.slice(0, maxSaid - 1).join('')}…` : text
}
