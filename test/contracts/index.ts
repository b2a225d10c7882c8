/**
 * `parley-agents/testing`: the strict stand-ins of the platforms' servers, to try any bot on, and the suites that say what whoever
 * stands behind a port has promised. A suite takes the functions of the runner it runs in.
 */
export {
  createDiscordSimulator as createDiscordStandIn,
  type DiscordSimulator as DiscordStandIn,
  type DiscordSimulatorOptions as DiscordStandInOptions,
} from '../../console/stand-ins/discord/index.ts'
export {
  createSlackSimulator as createSlackStandIn,
  type SlackSimulator as SlackStandIn,
  type SlackSimulatorOptions as SlackStandInOptions,
} from '../../console/stand-ins/slack/index.ts'
export {
  createTeamsSimulator as createTeamsStandIn,
  type TeamsSimulator as TeamsStandIn,
  type TeamsSimulatorOptions as TeamsStandInOptions,
} from '../../console/stand-ins/teams/index.ts'
export { testBudget } from './budget.ts'
export type { BudgetWorld } from './budget-world.ts'
export { type ChannelHarness, type Fault, type Operation, type Person, type Shown, testChannel } from './channel.ts'
export { type EngineStoreWorld, testEngineStore } from './engine-store.ts'
export { testQueue } from './queue.ts'
export type { Runner } from './runner.ts'
