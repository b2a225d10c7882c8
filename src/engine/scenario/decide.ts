import { comparable } from '../../lib/phrases.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Match } from '../../model/scenario.ts'
import { alikeness } from './alike.ts'
import { change } from './change.ts'
import { type Chosen, firstThatFits } from './choose.ts'
import { judgeIntents } from './intents.ts'
import { type Heard, kindOf } from './match.ts'
import type { ScenarioParts } from './parts.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { show } from './show.ts'

interface Context {
  /** Whose matches they are. */
  agent: AgentVersion
  /** What the person had been asked. */
  question: () => string
  webhook?: Heard['webhook']
}

export type Decide = ReturnType<typeof createDecide>

/** Compares what the person said in this turn with the matches of scenarios. */
export function createDecide(parts: ScenarioParts) {
  const { draft } = parts
  const { utterance } = draft.request
  const said = comparable(utterance)
  /** One for each version of the agent that has a say in this turn. */
  const alike = new Map<AgentVersion, Heard['isAlike']>()
  function isAlikeIn(agent: AgentVersion): Heard['isAlike'] {
    const known = alike.get(agent) ?? alikeness(agent.document, utterance, parts.levels)
    alike.set(agent, known)
    return known
  }

  const decide = {
    heard: (agent: AgentVersion, webhook?: Heard['webhook']): Heard => ({
      utterance,
      ...said,
      state: draft.state.trusted(),
      webhook,
      isAlike: isAlikeIn(agent),
    }),

    /** The first of some items that fits. */
    first<T>(
      items: readonly T[],
      matchOf: (item: T) => Match,
      { agent, question, webhook }: Context,
    ): Promise<Chosen<T> | undefined> {
      return firstThatFits(items, matchOf, decide.heard(agent, webhook), (intents) =>
        judgeIntents(parts, agent.document, intents, question()),
      )
    },

    /** Where the running node's `on` leads; what it changes in the state is done. */
    async transition(
      at: RunningScenario,
      webhook?: Heard['webhook'],
    ): Promise<{ goto: string; by: string } | undefined> {
      const node = nodeOf(at.scenario, at.node)!
      const { on = [] } = node
      const context = { agent: at.agent, question: () => show(draft, node, at.language).text, webhook }
      const chosen = await decide.first(on, (it) => ('match' in it ? it.match : { any: true }), context)
      if (!chosen) return undefined
      const { item, groups } = chosen
      change(draft, item, groups)
      const [goto, how] = 'match' in item ? [item.goto, kindOf(item.match)] : [item.else, 'else']
      return { goto, by: `on[${on.indexOf(item)}] ${how}` }
    },
  }
  return decide
}
