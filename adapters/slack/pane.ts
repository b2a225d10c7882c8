import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { PaneParts, StandIn } from '../../src/ports/platform.ts'
import type { SlackSettings } from './settings.ts'

/** A workspace in the browser, with the real adapter connected over a real socket. */
export async function open({ journal, connect }: PaneParts<SlackSettings>): Promise<StandIn> {
  const simulator = createSlackSimulator({ journal })
  await simulator.start()
  const { botToken, appToken, url } = simulator
  try {
    await connect({ botToken, appToken, apiUrl: `${url}/api/` })
  } catch (error) {
    // It lets go of its journal.
    await simulator.stop()
    throw error
  }
  return simulator
}
