import { comparable } from '../../lib/phrases.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Match } from '../../model/scenario.ts'
import { thresholdOf } from '../rules/levels.ts'
import { bestRule } from '../rules/match.ts'
import { isQuestion } from '../slots/phrases.ts'
import { alikeness } from './alike.ts'
import { change } from './change.ts'
import { type Chosen, firstThatFits } from './choose.ts'
import { createIntents } from './intents.ts'
import { type Heard, kindOf } from './match.ts'
import type { ScenarioParts } from './parts.ts'
import { questionOf } from './questions.ts'
import { nodeOf, type RunningScenario } from './running.ts'
import { settingOf } from './slots-known.ts'
import { isAllowed, isCalled, startsOf } from './starts.ts'

interface Context {
  /** Whose matches they are. */
  agent: AgentVersion
  /** What the person had been asked. */
  question: () => string
  webhook?: Heard['webhook'] | undefined
  called?: string | undefined
  /** The scenario that is running. */
  running?: RunningScenario
  /** What fits nothing may be answered by the rest of the agent. */
  digresses: boolean
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

  const choose = createIntents(parts)

  /** A rule is enough like what was said to answer it: nobody waits for a model to say that it means something else. */
  let ruled: boolean | undefined
  function hasRule(): boolean {
    const threshold = thresholdOf(draft.agent.document, parts.levels)
    ruled ??= (bestRule(draft.agent, utterance, parts.levels)?.score ?? 0) >= threshold
    return ruled
  }

  /** What of the agent's starts a model may be asked about in this turn. */
  function startIntents({ document }: AgentVersion, running: string | undefined): string[] {
    return startsOf(document).flatMap(({ scenario, match }) =>
      'intent' in match && scenario.id !== running && isAllowed(scenario, draft) ? [match.intent] : [],
    )
  }

  const decide = {
    heard: (
      agent: AgentVersion,
      { webhook, called, running }: Pick<Context, 'webhook' | 'called' | 'running'> = {},
    ): Heard => ({
      utterance,
      ...said,
      state: draft.state.trusted(),
      webhook,
      called,
      setting: settingOf(running ?? { scenario: {}, language: draft.language }, draft),
      isAlike: isAlikeIn(agent),
    }),

    /** Whether what was said is a question, or starts something else, where such things are no answer. */
    isExcepted(unless: readonly ('question' | 'start')[] = [], at: RunningScenario): boolean {
      return (
        (unless.includes('question') && isQuestion(utterance)) || (unless.includes('start') && decide.startsOther(at))
      )
    },

    /** Whether what was said starts another scenario, in words that say so by themselves. */
    startsOther(at: RunningScenario): boolean {
      const heard = decide.heard(draft.agent)
      return draft.agent.document.scenarios.some(
        (scenario) => scenario.id !== at.scenario.id && isCalled(scenario, heard) && isAllowed(scenario, draft),
      )
    },

    /** Whether a rule would answer. */
    hasRule,

    /** The first of some items that fits. */
    first<T>(
      items: readonly T[],
      matchOf: (item: T) => Match,
      { agent, question, webhook, called, running, digresses }: Context,
    ): Promise<Chosen<T> | undefined> {
      return firstThatFits(
        items,
        matchOf,
        decide.heard(agent, { webhook, called, ...(running && { running }) }),
        (intents) =>
          choose(agent, intents, { question: question(), others: startIntents(agent, running?.scenario.id) }),
        () => digresses && hasRule(),
      )
    },

    /** Where the running node's `on` leads; what it changes in the state is done. */
    async transition(
      at: RunningScenario,
      { webhook, called, digresses = false }: { webhook?: Heard['webhook']; called?: string; digresses?: boolean } = {},
    ): Promise<{ goto: string; by: string; unset: string | readonly string[] | undefined } | undefined> {
      const node = nodeOf(at.scenario, at.node)!
      const { on = [] } = node
      const open = on.filter((it) => 'match' in it || !decide.isExcepted(it.unless, at))
      const question = () => questionOf(draft, node, at).text
      const context = { agent: at.agent, question, webhook, called, running: at, digresses }
      const chosen = await decide.first(open, (it) => ('match' in it ? it.match : { any: true }), context)
      if (!chosen) return undefined
      const { item, groups } = chosen
      change(draft, item, groups)
      const [goto, how] = 'match' in item ? [item.goto, kindOf(item.match)] : [item.else, 'else']
      return { goto, by: `on[${on.indexOf(item)}] ${how}`, unset: item.unset }
    },
  }
  return decide
}
