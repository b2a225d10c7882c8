import type { Say } from '../../model/say.ts'
import { type ScenarioNode, waits } from '../../model/scenario.ts'
import { sentences } from '../words/index.ts'
import { joined } from './between.ts'
import type { Decide } from './decide.ts'
import { createEnter, type NodeOutcome, type Outcome } from './enter.ts'
import type { ScenarioParts } from './parts.ts'
import { questionOf } from './questions.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { type NodeText, show } from './show.ts'
import { lentOf } from './slots-known.ts'
import type { Stack } from './stack.ts'

/** Nodes that are entered in one turn at most. */
const maxNodes = 50

/** The way one turn takes through the nodes of scenarios. */
export type Walk = ReturnType<typeof createWalk>

export function createWalk(parts: ScenarioParts, decide: Decide, stack: Stack) {
  const { draft, signal } = parts
  const { trace } = draft
  const texts: string[] = []
  let fields: NodeText['fields'] = {}
  let nodes = 0
  /** So many texts have been shown, and cannot be taken back. */
  let seen = 0
  /** How the last scenario that ended did, and what it knew. */
  let outcome: Outcome | undefined
  const enter = createEnter(parts, decide, stack, { say, note, took, placeOf })

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
      if ('lost' in step) return lose(step.lost)
      return end(step)
    },

    /** Asks the running node's question again, or says `words` in its place. */
    ask(running: RunningScenario, words?: Say): RunningScenario {
      draft.state.lend(lentOf(running))
      return { ...say(running, nodeOf(running.scenario, running.node)!, words), since: draft.now() }
    },

    note,

    /** Says what comes by itself; where its question still stands, the answers to that may be chosen below it. */
    remind(running: RunningScenario, words: Say, isAsking: boolean): void {
      draft.state.lend(lentOf(running))
      add(show(draft, {}, running.language, words).text)
      if (isAsking) fields = questionOf(draft, nodeOf(running.scenario, running.node)!, running).fields
    },

    /** How the last scenario ended that did. */
    outcome: () => outcome,
    /** It ends here, without a node that says so. */
    end: (ended: string): undefined => end({ ended, slots: {} }),
    /** There is no way on. */
    lose,
  }

  function end(how: Outcome): undefined {
    outcome = how
    trace.scenario!.ended = how.ended
    draft.state.lend(undefined)
  }

  function lose(running: RunningScenario): undefined {
    end({ ended: 'failed', slots: {}, wish: running.run.wish })
    add(sentences.scenarioFailed[running.language])
  }

  /** Says something of ours before the next question; `#{…}` of what the scenario knows is filled in. */
  function note(running: RunningScenario, text: string | Say): void {
    draft.state.lend(lentOf(running))
    add(show(draft, {}, running.language, text).text)
  }

  /** Says what a node does, or `words` in place of it. */
  function say(running: RunningScenario, node: ScenarioNode, words?: Say): RunningScenario {
    const shown = questionOf(draft, node, running, words)
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
