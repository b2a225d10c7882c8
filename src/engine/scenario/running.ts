import type { Language } from '../../lib/language.ts'
import type { AgentVersion } from '../../model/agent.ts'
import type { Scenario, ScenarioNode, ScenarioProgress, ScenarioRun } from '../../model/scenario.ts'

/** A scenario under way, with the version of the agent it belongs to. It is at a node that exists. */
export interface RunningScenario {
  agent: AgentVersion
  scenario: Scenario
  node: string
  since: number
  reprompts: number
  language: Language
  /** The node's options as they were shown, where state is filled into one of them. */
  options?: readonly string[] | undefined
  run: ScenarioRun
}

export type Saved = Omit<ScenarioProgress, 'suspended'>

export const saved = ({ agent, scenario, node, since, reprompts, language, options, run }: RunningScenario): Saved => ({
  scenario: scenario.id,
  version: agent.version,
  node,
  since,
  reprompts,
  language,
  ...(options && { options }),
  ...(isWorthKeeping(run) && { run }),
})

/** A scenario begins with nothing. */
export const emptyRun: ScenarioRun = { slots: {}, trail: [] }

/** The first question of a scenario that knows nothing is where it is anyway. */
const isWorthKeeping = ({ trail, ...run }: ScenarioRun): boolean =>
  trail.length > 1 ||
  Object.entries(run).some(
    ([key, value]) => value !== undefined && (key !== 'slots' || Object.keys(run.slots).length > 0),
  )

/** Undefined when its version, the scenario or the node is gone. */
export function restored(agent: AgentVersion | undefined, from: Saved): RunningScenario | undefined {
  const scenario = agent && scenarioOf(agent, from.scenario)
  if (!scenario || !nodeOf(scenario, from.node)) return undefined
  const { node, since, reprompts, language, options, run = emptyRun } = from
  return { agent, scenario, node, since, reprompts, language, options, run }
}

export function scenarioOf(agent: AgentVersion, id: string): Scenario | undefined {
  return agent.document.scenarios.find((scenario) => scenario.id === id)
}

/** Own keys only: no node is called `constructor` unless somebody wrote one. */
export function nodeOf({ nodes }: Scenario, id: string): ScenarioNode | undefined {
  return Object.hasOwn(nodes, id) ? nodes[id] : undefined
}
