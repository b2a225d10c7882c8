import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, relative } from 'node:path'
import { Document, isMap, isSeq, visit } from 'yaml'
import type { ScenarioFile } from '../../admin/scenarios/finding.ts'
import { type Edge, isAtOnce } from '../../admin/scenarios/graph.ts'
import type { Coverage } from '../../app/parts/scenario-test/coverage.ts'
import type { ConversationTest, TestTurn } from '../../app/parts/scenario-test/format.ts'
import { createStage, type StageParts, type TurnOutcome } from '../../app/parts/scenario-test/stage.ts'
import { type Entered, nameOf } from '../../app/parts/scenario-test/ways.ts'
import type { Match, Scenario, ScenarioNode } from '../../model/scenario.ts'
import type { Arrangement } from './arrange.ts'
import { type PathStep, planOf, shortestWay } from './plan.ts'

export interface Generated {
  tests: Pick<ConversationTest, 'test' | 'state' | 'stub' | 'turns'>[]
  /** Ways that a person must write a test for. */
  left: { name: string; file: string; line: number }[]
}

/**
 * A test for each edge that is missing, and for each scenario that has none. Each has been played: it takes its edge, and expects
 * what the engine did.
 */
export async function generate(
  files: readonly ScenarioFile[],
  coverage: readonly Coverage[],
  parts: StageParts,
): Promise<Generated> {
  const tests: Generated['tests'] = []
  const left: Generated['left'] = []
  const taken = new Set<string>()
  for (const { scenario: id, file, nodes, edges } of coverage) {
    const { scenario } = files.find((one) => one.file === file)!
    if (edges.total === 0 && nodes.missing.length > 0) {
      const found = await testOfStart(scenario, parts)
      if (found) tests.push({ test: `${id}: start`, ...found.test })
    }
    for (const { name: label, line, edge } of edges.missing) {
      const name = `${id}: ${label}`
      const found = await testFor(scenario, edge, parts)
      for (const way of found?.ways ?? []) taken.add(way)
      if (found) tests.push({ test: name, ...found.test })
      else left.push({ name, file, line })
    }
  }
  return { tests, left: left.filter(({ name }) => !taken.has(name)) }
}

async function testOfStart(scenario: Scenario, parts: StageParts) {
  for (const { match } of easiestFirst(scenario.start)) {
    const plan = planOf(scenario, declaredIn(parts), { start: match, way: [], attempt: 0 })
    const played = plan && (await play(plan, scenario, parts))
    if (played?.entered.some((it) => it.scenario === scenario.id)) return played
  }
  return undefined
}

const declaredIn = ({ agent }: StageParts) => agent.document.agent.state ?? {}

/** Ways that led elsewhere than they should, and phrases that were heard by somebody else, are done without. */
const maxDetours = 8
const maxPhrases = 3

async function testFor(scenario: Scenario, target: Edge, parts: StageParts) {
  for (const { match } of easiestFirst(scenario.start)) {
    const avoided = new Set<string>()
    for (let detours = 0; detours <= maxDetours; detours++) {
      const way = shortestWay(scenario, target, avoided)
      if (!way) break
      const tried = await tryWay(scenario, match, way, parts)
      if ('test' in tried) return tried
      const without = tried.missed === nameOf(scenario, target) ? hindrance(scenario, way) : tried.missed
      if (without === undefined) break
      avoided.add(without)
    }
  }
  return undefined
}

/** What on the way may keep the last of it from being taken: what wrote the state that decides there, else what decided before. */
function hindrance(scenario: Scenario, way: readonly PathStep[]): string | undefined {
  const { nodes } = scenario
  const tested = (nodes[way.at(-1)!.from]!.on ?? []).flatMap((it) =>
    'match' in it && 'state' in it.match ? [it.match.state] : [],
  )
  const before = way.slice(0, -1)
  const step =
    before.findLast(({ from, edge: { kind, index } }) => {
      const { options, on, collect } = nodes[from]!
      const change = kind === 'option' ? options![index!]! : kind === 'on' || kind === 'else' ? on![index!]! : {}
      const written = kind === 'collect' ? [collect!.state] : Object.keys(('set' in change && change.set) || {})
      return written.some((key) => tested.includes(key))
    }) ?? before.findLast(({ edge }) => edge.kind !== 'goto' && isAtOnce(edge, nodes))
  return step && nameOf(scenario, step.edge)
}

/** The test that goes a way, or the name of the edge that was not taken. */
async function tryWay(scenario: Scenario, start: Match, way: readonly PathStep[], parts: StageParts) {
  const names = way.map(({ edge }) => nameOf(scenario, edge))
  const last = names.at(-1)!
  for (let attempt = 0; attempt < maxPhrases; attempt++) {
    const plan = planOf(scenario, declaredIn(parts), { start, way, attempt })
    if (!plan) break
    const played = await play(plan, scenario, parts)
    const missed = names.find((name) => !played.ways.includes(name))
    if (missed === undefined) return played
    if (missed !== last) return { missed }
  }
  return { missed: last }
}

/** Goes through a plan as far as it leads where it should, and notes what becomes of it. */
async function play({ state, webhooks, intents, turns }: Arrangement, { nodes }: Scenario, parts: StageParts) {
  const stub = {
    ...(Object.keys(webhooks).length > 0 && { webhooks }),
    ...(Object.keys(intents).length > 0 && { intents }),
  }
  const stage = createStage(parts, { uid: 'ann', state, stub })
  const played: TestTurn[] = []
  const ways: string[] = []
  const entered: Entered[] = []
  let standing: TurnOutcome['standing']
  for (const { at, advance, say, approval } of turns) {
    if (at !== undefined && at !== standing?.node) break
    const user = typeof say === 'string' ? say : optionAt(say, standing, nodes[at!]!)
    if (user === '' && typeof say === 'number') break
    if (advance) stage.advance(advance)
    const { final, standing: now, ways: taken, ...turn } = await (approval ? stage.decide(approval) : stage.say(user))
    if (!final) break
    const node = now?.node ?? turn.entered.at(-1)?.node
    const ended = now === undefined ? final.trace.scenario?.ended : undefined
    const said = approval ? { approval } : { user }
    played.push({ ...(advance && { advance }), ...said, bot: { ...(node && { node }), ...(ended && { ended }) } })
    ways.push(...taken)
    entered.push(...turn.entered)
    standing = now
  }
  return { test: { state, stub, turns: played }, ways, entered }
}

/** An option as it was shown. */
const optionAt = (place: number, standing: TurnOutcome['standing'], { options }: ScenarioNode): string =>
  standing?.options?.[place] ?? options![place]!.text

/** What needs no model, and no state of things, is said first. */
function easiestFirst(start: Scenario['start']): Scenario['start'] {
  const kinds = ['exact', 'partial', 'rule', 'regex', 'start', 'any', 'intent', 'state']
  const rank = (match: Match) => kinds.findIndex((kind) => kind in match)
  return start.toSorted((a, b) => rank(a.match) - rank(b.match))
}

const heading = ` Written by \`parley scenario test --generate\`: a test for each way through a scenario that no other test takes.
 It is overwritten when it is generated anew; move a test to a file of your own to keep it.`

/** Writes generated tests, each turn on a line of its own. */
export function writeGenerated(file: string, { tests, left }: Generated): void {
  const document = new Document({ scenario_tests: tests.map(withoutEmpty) })
  document.commentBefore = heading
  visit(document, {
    Map(_, map, path) {
      // A turn, or what a webhook answers.
      if (path.filter((step) => isMap(step) || isSeq(step)).length >= 4) map.flow = true
    },
  })
  if (left.length > 0) {
    const folder = dirname(dirname(file))
    const lines = left.map(({ name, file, line }) => ` - ${name} (${relative(folder, file)}:${line})`)
    document.comment = [
      ' For these somebody has to find the words. Write a test for each in a file of your own:',
      ...lines,
    ].join('\n')
  }
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, document.toString({ lineWidth: 120 }))
}

function withoutEmpty({ test, state, stub, turns }: Generated['tests'][number]) {
  const filled = (value: object) => Object.keys(value).length > 0
  return { test, ...(filled(state) && { state }), ...(filled(stub) && { stub }), turns }
}
