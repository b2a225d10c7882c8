import type { Setup } from '../../ports/setup.ts'

/** What operators need to connect each platform, loaded when it is asked for. */
export const setups: Readonly<Record<string, () => Promise<Setup>>> = {
  discord: async () => (await import('../../../adapters/discord/setup.ts')).setup,
  slack: async () => (await import('../../../adapters/slack/setup.ts')).setup,
  teams: async () => (await import('../../../adapters/teams/setup.ts')).setup,
}
