import { createDiscordSimulator } from '../../console/stand-ins/discord/index.ts'
import type { PaneParts, ServedStandIn, ServeOptions, StandIn } from '../../src/ports/platform.ts'
import type { DiscordSettings } from './settings.ts'

/** A server in the browser, with the real adapter connected over a real socket. */
export async function open({ journal, connect }: PaneParts<DiscordSettings>): Promise<StandIn> {
  const simulator = createDiscordSimulator({ journal, own: true })
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

/** The server alone. */
export async function serve({ port }: ServeOptions): Promise<ServedStandIn> {
  const simulator = createDiscordSimulator({ port })
  await simulator.start()
  const { url, token, applicationId, stop } = simulator
  return {
    url,
    environment: { DISCORD_API_URL: `${url}/api`, DISCORD_BOT_TOKEN: token },
    said: { user: '1200000000000000011', channel: '1200000000000000101', content: `<@${applicationId}> hello` },
    stop,
  }
}
