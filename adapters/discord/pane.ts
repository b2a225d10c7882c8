import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import type { PaneParts, StandIn } from '../../src/ports/platform.ts'
import type { DiscordSettings } from './settings.ts'

/** A server in the browser, with the real adapter connected over a real socket. */
export async function open({ journal, connect }: PaneParts<DiscordSettings>): Promise<StandIn> {
  const simulator = createDiscordSimulator({ journal })
  await simulator.start()
  try {
    await connect({ botToken: simulator.token, apiUrl: `${simulator.url}/api` })
  } catch (error) {
    // It lets go of its journal.
    await simulator.stop()
    throw error
  }
  return simulator
}
