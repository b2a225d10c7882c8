import type { Final, Progress } from '../../model/conversation.ts'
import type { Scenario } from '../../model/scenario.ts'
import { between, joined } from './between.ts'
import { createDecide } from './decide.ts'
import { hear, type Reaction } from './hear.ts'
import { kindOf } from './match.ts'
import { meanwhile } from './meanwhile.ts'
import type { ScenarioParts } from './parts.ts'
import { emptyRun, type RunningScenario } from './running.ts'
import type { NodeText } from './show.ts'
import { createStack } from './stack.ts'
import { isAllowed, type Start, startsOf } from './starts.ts'
import { createWalk } from './walk.ts'

/** The scenarios of an agent in one turn of somebody with a uid. */
export interface ScenarioTurn {
  /** A conversation starts: what was running is forgotten. What is said by the scenario that starts with it, if one does. */
  open(): AsyncGenerator<Progress, NodeText | undefined>
  /** The scenarios' own answer, else that of the rest of the agent, with what scenarios have to say before and after it. */
  answer(rest: AsyncIterable<Progress | Final>): AsyncIterable<Progress | Final>
}

export function createScenarioTurn(given: Omit<ScenarioParts, 'waiting'>): ScenarioTurn {
  const { draft } = given
  const { agent } = draft
  let waiting = () => {}
  const parts = { ...given, waiting: () => waiting() }
  const decide = createDecide(parts)
  const stack = createStack(parts)
  const walk = createWalk(parts, decide, stack)
  /** What was left for others to answer does not start again at once. */
  const left = new Set<string>()

  return {
    async *open() {
      stack.clear()
      const start = startsOf(agent.document).find(
        (it) => 'start' in it.match && isAllowed(it.scenario, draft.state.trusted()),
      )
      // The opening, which stands before it, is not known yet.
      const at = start && (yield* watched(() => begin(start)))
      keep(at)
      return start && shown(at)
    },

    async *answer(rest) {
      const { reaction, took, at } = yield* watched(move, walk.soFar)
      // A scenario that ends without a word has not answered.
      if (took && (at || walk.texts.length > 0)) {
        keep(at)
        return yield own(at)
      }
      const asking = !took && reaction && 'digresses' in reaction ? reaction.digresses : undefined
      keep(asking)
      const ask = () => {
        const said = walk.texts.length
        keep(walk.ask(asking!))
        return shown(asking, said)
      }
      yield* between(draft, rest, { before: joined(walk.texts), ask: asking && ask, alone: () => own(asking) })
    },
  }

  /** Some work. Whenever it waits for others, it is shown that the answer takes a moment, and what there is of it so far. */
  function watched<T>(work: () => Promise<T>, soFar = () => ''): AsyncGenerator<Progress, T> {
    return meanwhile((tell) => {
      waiting = () => tell({ kind: 'progress', text: soFar(), searching: false })
      return work()
    })
  }

  async function move() {
    const reaction = await react()
    const took = reaction && 'took' in reaction ? reaction : await startOne(reaction)
    return { reaction, took, at: took && (took.took ?? (await resume())) }
  }

  /** What running scenarios make of the utterance, the innermost first; undefined if none is running. */
  async function react(): Promise<Reaction | undefined> {
    let reaction: Reaction | undefined
    for (let running = await stack.pop(); running; running = await stack.pop()) {
      reaction = await hear(running, parts, decide, walk)
      if ('took' in reaction || 'digresses' in reaction) break
      if ('left' in reaction) left.add(reaction.left.scenario.id)
    }
    return reaction
  }

  /** Starts the scenario that the utterance calls for, if there is one. */
  async function startOne(reaction: Reaction | undefined): Promise<{ took: RunningScenario | undefined } | undefined> {
    const digresses = reaction && 'digresses' in reaction ? reaction.digresses : undefined
    if (digresses && stack.isFull()) return undefined
    const isBusy = ({ id }: Scenario) => id === digresses?.scenario.id || left.has(id) || stack.has(id)
    const able = startsOf(agent.document).filter(
      ({ scenario }) => !isBusy(scenario) && isAllowed(scenario, draft.state.trusted()),
    )
    const chosen = await decide.first(able, ({ match }) => match, { agent, question: () => '', digresses: true })
    if (!chosen) return undefined
    if (digresses) stack.push(digresses)
    return { took: await begin(chosen.item) }
  }

  function begin({ scenario, match }: Start): Promise<RunningScenario | undefined> {
    const { language } = draft
    const running = { agent, scenario, node: scenario.first, since: draft.now(), reprompts: 0, language, run: emptyRun }
    walk.because(running, 'start' in match ? 'start' : `start ${kindOf(match)}`)
    return walk.go(running, scenario.first)
  }

  /** The scenario beneath one that has ended asks again. */
  async function resume(): Promise<RunningScenario | undefined> {
    const running = await stack.pop()
    return running && walk.ask(running)
  }

  /** Where the conversation is from now on. */
  function keep(at: RunningScenario | undefined): void {
    if (at) draft.effects.scenario = stack.progress(at)
    else if (draft.known.progress) draft.effects.scenario = null
  }

  /** What was said from a place on, and what the answer carries besides. */
  function shown(at: RunningScenario | undefined, from = 0): NodeText {
    const { scenario, node } = at ?? {}
    const scenarioNode = scenario && { scenario: scenario.id, id: node!, title: scenario.title ?? '' }
    return {
      text: joined(walk.texts.slice(from)),
      fields: { ...walk.fields(), ...(scenarioNode ? { scenarioNode } : {}) },
    }
  }

  function own(at: RunningScenario | undefined): Final {
    const { text, fields } = shown(at)
    return draft.final('scenario', { ...fields, utterance: text || '…', score: 100 }, text)
  }
}
