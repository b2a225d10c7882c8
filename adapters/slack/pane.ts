import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { PaneParts, ServedStandIn, ServeOptions, StandIn } from '../../src/ports/platform.ts'
import { manifest } from './manifest.ts'
import type { SlackSettings } from './settings.ts'

/** A workspace in the browser, with the real adapter connected over a real socket. */
export async function open({ journal, connect }: PaneParts<SlackSettings>): Promise<StandIn> {
  const { functions, settings } = JSON.parse(manifest({ name: 'Parley', steps: true }))
  const app = { functions, events: settings.event_subscriptions.bot_events }
  const simulator = createSlackSimulator({ journal, own: true, app })
  await simulator.start()
  const { botToken, appToken, url } = simulator
  try {
    await connect({ botToken, appToken, apiUrl: `${url}/api/`, wants: { steps: true } })
  } catch (error) {
    // It lets go of its journal.
    await simulator.stop()
    throw error
  }
  return simulator
}

/** The workspace alone. Who is connected by a socket gets events there, so `bot` is told no token for one. */
export async function serve({ port, bot }: ServeOptions): Promise<ServedStandIn> {
  const simulator = createSlackSimulator({ port })
  await simulator.start()
  if (bot) simulator.sendEventsTo(bot)
  const { url, botToken, appToken, signingSecret, stop } = simulator
  return {
    url,
    environment: {
      SLACK_API_URL: `${url}/api/`,
      SLACK_BOT_TOKEN: botToken,
      ...(bot ? { SLACK_SIGNING_SECRET: signingSecret } : { SLACK_APP_TOKEN: appToken }),
    },
    said: { user: 'U0ANN', channel: 'C0GENERAL', text: '@parley hello' },
    stop,
  }
}
