import {
  createDiscordSimulator,
  type DiscordSimulator,
  type DiscordSimulatorOptions,
} from '../../../console/stand-ins/discord/index.ts'
import type { Scope } from './bench.ts'

export const ANN = '1200000000000000011'
export const APP = '1200000000000000001'
export const GENERAL = '1200000000000000101'
const CALLBACK = 'POST /interactions/{interaction}/{token}/callback'

/** The simulated Discord, and what an app needs to reach it. */
export async function startDiscord(scope: Scope, options: DiscordSimulatorOptions = {}) {
  const simulator = createDiscordSimulator({ ...options, limits: { records: 200_000, ...options.limits } })
  await simulator.start()
  scope.defer(() => simulator.stop())
  const env = { DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: `${simulator.url}/api` }
  return { simulator, env }
}

/** From when an interaction is told until it is acknowledged. */
export function acknowledgements(simulator: DiscordSimulator) {
  const acknowledged = new Map<string, (at: number) => void>()
  simulator.onCall(({ route, path }) => {
    if (route === CALLBACK) acknowledged.get(path.split('/')[2]!)?.(performance.now())
  })
  return {
    of(id: string): Promise<number> {
      const from = performance.now()
      return new Promise((resolve) => acknowledged.set(id, (at) => resolve(at - from)))
    },
  }
}
