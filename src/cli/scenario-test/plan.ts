import { type Edge, edgesOf, isAtOnce, sourcesOf } from '../../admin/scenarios/graph.ts'
import { nameOf } from '../../app/parts/scenario-test/ways.ts'
import type { Match, Scenario } from '../../model/scenario.ts'
import type { Slot, SlotType } from '../../model/slot.ts'
import type { StateDeclarations } from '../../model/state.ts'
import { type Arrangement, arrange, suppose } from './arrange.ts'
import { sampleOf } from './sample.ts'

/** A way, and the node it is taken from: for ways of the policy any that waits. */
export interface PathStep {
  from: string
  edge: Edge
}

const anything = 'something else'

/** The shortest way from a scenario's beginning over `target`, avoiding some edges by their names. */
export function shortestWay(scenario: Scenario, target: Edge, avoided: ReadonlySet<string>): PathStep[] | undefined {
  const goals = new Set(sourcesOf(target, scenario))
  const rank = ({ from, kind }: Edge) => Number(kind === 'timeout') + 2 * Number(from === undefined)
  const edges = edgesOf(scenario)
    .filter((edge) => !avoided.has(nameOf(scenario, edge)))
    .sort((a, b) => rank(a) - rank(b))
  const ways = new Map<string, PathStep[]>([[scenario.first, []]])
  for (const [node, way] of ways) {
    if (goals.has(node)) return [...way, { from: node, edge: target }]
    for (const edge of edges) {
      if (ways.has(edge.to) || !sourcesOf(edge, scenario).includes(node)) continue
      ways.set(edge.to, [...way, { from: node, edge }])
    }
  }
  return undefined
}

/** How to go a way, begun with `start`; of several phrases that the last step could be taken with, the `attempt`th. */
export function planOf(
  scenario: Scenario,
  declared: StateDeclarations,
  { start, way, attempt }: { start: Match; way: readonly PathStep[]; attempt: number },
): Arrangement | undefined {
  const plan: Arrangement = { declared, state: {}, webhooks: {}, intents: {}, turns: [] }
  for (const test of [scenario.guard ?? []].flat()) suppose(plan, test)
  if (!speak(plan, undefined, start, 0)) return undefined
  for (const step of way) {
    const node = scenario.nodes[step.from]!
    if (isAtOnce(step.edge, scenario.nodes)) arrange(plan, node, step.edge)
    else if (!act(plan, scenario, step, step === way.at(-1) ? attempt : 0)) return undefined
  }
  return plan
}

/** Says what a match listens for. False: nobody can tell what that is. */
function speak(plan: Arrangement, at: string | undefined, match: Match, attempt: number): boolean {
  const say = utteranceFor(match, attempt)
  if (say === undefined) return false
  if ('intent' in match) plan.intents[match.intent] = [say]
  if ('state' in match) suppose(plan, match)
  plan.turns.push({ at, say })
  return true
}

function utteranceFor(match: Match, attempt: number): string | undefined {
  if ('regex' in match) return sampleOf(match.regex)
  if ('intent' in match) return match.intent
  if ('start' in match) return ''
  const phrases =
    'exact' in match ? match.exact : 'partial' in match ? match.partial : 'rule' in match ? match.rule : anything
  const all = [phrases].flat()
  return all[attempt % all.length]
}

/** What fills a slot without fault, as far as its type alone tells. */
function sampleOfSlot({ type, values, min = 1, pattern }: Slot): string {
  const choice = Array.isArray(values) ? values[0] : Object.keys(values ?? {})[0]
  const samples: Record<SlotType, string> = {
    text: anything,
    number: String(min),
    money: String(min),
    date: 'tomorrow',
    time: '15:00',
    datetime: 'tomorrow at 15:00',
    duration: '2 hours',
    email: 'ann@example.com',
    phone: '+81 3-1234-5678',
    url: 'https://example.com',
    choice: choice ?? anything,
    yesno: 'yes',
    name: 'Ann',
    file: anything,
    pattern: (pattern && sampleOf(pattern)) || anything,
  }
  return samples[type]
}

/** Does what takes a way from a node that waits. */
function act(
  plan: Arrangement,
  { nodes, policy, slots }: Scenario,
  { from, edge }: PathStep,
  attempt: number,
): boolean {
  const node = nodes[from]!
  const say = (text: string | number, advance?: string) =>
    plan.turns.push({ at: from, say: text, ...(advance && { advance }) })
  switch (edge.kind) {
    case 'option':
      say(edge.index!)
      return true
    case 'on': {
      const transition = node.on![edge.index!]!
      return 'match' in transition && speak(plan, from, transition.match, attempt)
    }
    case 'timeout':
      say(anything, (node.timeout ?? policy.timeout)!.after)
      return true
    case 'cancel': {
      const { exact = [], partial = [] } = policy.cancel!
      const phrases = [exact, partial].flat()
      if (phrases.length > 0) say(phrases[attempt % phrases.length]!)
      return phrases.length > 0
    }
    case 'fill':
      for (const name of [node.fill!].flat()) say(slots?.[name] ? sampleOfSlot(slots[name]) : anything)
      return true
    case 'yes':
    case 'no':
      say(edge.kind)
      return true
    case 'approved':
    case 'denied':
    case 'expired':
      plan.turns.push({ at: from, say: edge.kind, approval: edge.kind })
      return true
    case 'reprompt':
      for (let n = 0; n <= policy.reprompt!.max; n++) say(anything)
      return true
    default:
      say(anything)
      return true
  }
}
