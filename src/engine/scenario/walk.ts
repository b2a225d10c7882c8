import { type Say, type ScenarioNode, waits } from '../../model/scenario.ts'
import { sentences } from '../words/index.ts'
import { joined } from './between.ts'
import { set, unset } from './change.ts'
import type { Decide } from './decide.ts'
import { textAt } from './json-path.ts'
import type { ScenarioParts } from './parts.ts'
import { nodeOf, type RunningScenario, scenarioOf } from './running.ts'
import { type NodeText, show } from './show.ts'
import type { Stack } from './stack.ts'

/** Nodes that are entered, and webhooks that are called, in one turn at most. */
const maxNodes = 50
const maxCalls = 10

/** What became of entering a node. `lost`: there is no way on. */
type NodeOutcome =
  | { goes: RunningScenario; to: string }
  | { waits: RunningScenario }
  | { ended: string }
  | { lost: RunningScenario }

/** The way one turn takes through the nodes of scenarios. */
export type Walk = ReturnType<typeof createWalk>

export function createWalk({ draft, signal, callWebhook, waiting }: ScenarioParts, decide: Decide, stack: Stack) {
  const { trace } = draft
  const texts: string[] = []
  let fields: NodeText['fields'] = {}
  let nodes = 0
  let calls = 0
  /** So many texts have been shown, and cannot be taken back. */
  let seen = 0

  return {
    /** What is said, a paragraph each. */
    texts,
    /** What the answer carries besides: of the last node that waits, else of the last that says something. */
    fields: () => fields,
    /** What is said so far, for somebody who is shown it now. */
    soFar(): string {
      seen = texts.length
      return joined(texts)
    },

    /** Notes why a scenario moves; before it does. */
    because(running: RunningScenario, by: string): void {
      if (trace.scenario) trace.scenario.by += `, ${by}`
      else trace.scenario = { id: running.scenario.id, version: running.agent.version, by, path: [], ways: [] }
    },

    /**
     * Goes to a node, by the way `how` from the one where it stands, and on from there until one waits; undefined when the
     * scenario has ended.
     */
    async go(running: RunningScenario, to: string, how?: string): Promise<RunningScenario | undefined> {
      if (how !== undefined) took(running, how)
      const before = texts.length
      let step: NodeOutcome = { goes: running, to }
      while ('goes' in step) {
        signal.throwIfAborted()
        if (++nodes > maxNodes) {
          // It goes in circles, and what it said there is not worth reading.
          texts.length = Math.max(before, seen)
          step = { lost: step.goes }
        } else {
          step = await enter(step.goes, step.to)
        }
      }
      if ('waits' in step) return step.waits
      trace.scenario!.ended = 'lost' in step ? 'failed' : step.ended
      if ('lost' in step) add(sentences.scenarioFailed[step.lost.language])
      return undefined
    },

    /** Asks the running node's question again, or says `words` in its place. */
    ask(running: RunningScenario, words?: Say): RunningScenario {
      return { ...say(running, nodeOf(running.scenario, running.node)!, words), since: draft.now() }
    },
  }

  async function enter(from: RunningScenario, id: string): Promise<NodeOutcome> {
    const node = nodeOf(from.scenario, id)
    if (!node) return { lost: from }
    const entered = { ...from, node: id, since: draft.now(), reprompts: 0 }
    trace.scenario!.path.push(placeOf(entered))
    set(draft, node)
    const running = say(entered, node)
    unset(draft, node)
    if (waits(node)) return { waits: running }
    const webhook = node.webhook === undefined ? undefined : await call(running, node, node.webhook)
    if (typeof node.end === 'string') return { ended: node.end }
    if (node.end) {
      const target = scenarioOf(running.agent, node.end.jump)
      if (!target) return { lost: running }
      stack.drop(target.id)
      return { goes: { ...running, scenario: target }, to: target.first }
    }
    const chosen = await decide.transition(running, { webhook })
    const to = chosen?.goto ?? node.goto
    if (to === undefined) return { lost: running }
    took(running, chosen?.by ?? 'goto')
    return { goes: running, to }
  }

  async function call(running: RunningScenario, node: ScenarioNode, name: string): Promise<'ok' | 'error'> {
    if (++calls > maxCalls) return 'error'
    waiting()
    const result = await callWebhook(running.agent, name, node.input ?? {})
    if (!result.ok) return 'error'
    const saved = Object.entries(node.save ?? {}).map(([key, path]) => [key, textAt(result.body, path)] as const)
    // An answer of which a part cannot be kept is none.
    const refused = saved.filter(([key, value]) => draft.state.refusal(key, value, 'webhook') !== undefined)
    if (refused.length > 0) return 'error'
    return draft.state.set(Object.fromEntries(saved), 'webhook') ? 'error' : 'ok'
  }

  /** Says what a node does, or `words` in place of it. */
  function say(running: RunningScenario, node: ScenarioNode, words?: Say): RunningScenario {
    const shown = show(draft, node, running.language, words)
    if (waits(node) || shown.text !== '') fields = shown.fields
    add(shown.text)
    const isFilled = node.options?.some(({ text }, i) => text !== shown.choices[i])
    return { ...running, options: isFilled ? shown.choices : undefined }
  }

  /** Nothing is said twice in a row, as two scenarios that end for one reason would. */
  function add(text: string): void {
    if (text !== '' && text !== texts.at(-1)) texts.push(text)
  }

  function took(running: RunningScenario, how: string): void {
    trace.scenario!.ways.push(`${placeOf(running)} ${how}`)
  }

  /** A node's name in the trace. */
  function placeOf({ scenario: { id }, node }: RunningScenario): string {
    return id === trace.scenario!.id ? node : `${id}/${node}`
  }
}
