import type { Adapter, Inbox } from '../../src/ports/channel.ts'
import type { AdapterParts } from '../../src/ports/platform.ts'
import { createChannel } from './channel.ts'
import { createEvents } from './events.ts'
import { createRoutes } from './http.ts'
import { createReceiver } from './receive.ts'
import { createScriptRoute } from './script.ts'
import type { WebSettings } from './settings.ts'
import { createVisitors } from './visitors.ts'

export type WebOptions = WebSettings &
  Pick<AdapterParts, 'installations' | 'secrets' | 'transcript' | 'budget' | 'log' | 'now'>

/** Chats on websites. There is no platform to call: what is said and shown stands in the transcript, and pages are told of it. */
export function createWeb({ sites, perMinute, ...parts }: WebOptions): Adapter {
  const { installations, secrets, transcript, budget, log, now } = parts
  const channel = createChannel(transcript)
  const events = createEvents({ transcript, now })
  const known = new Map<string, Promise<unknown>>()
  let inbox: Inbox | undefined
  let receiver: ReturnType<typeof createReceiver> | undefined
  const running = new Set<Promise<unknown>>()

  /** An agent that is made later has its installation from when somebody writes to it. */
  async function installed(agent: string): Promise<void> {
    const adding = known.get(agent) ?? installations.add({ id: agent, name: agent, own: 'always', agent })
    known.set(agent, adding)
    await adding.catch((error) => {
      known.delete(agent)
      throw error
    })
  }

  const routes = createRoutes({
    settings: { sites, perMinute },
    ...{ visitors: createVisitors({ secrets, now }), transcript, events, receiver: () => receiver },
    ...{ installed, budget, log, now },
  })

  return {
    platform: 'web',
    routes: [
      createScriptRoute(),
      ...routes.map((route) => ({
        ...route,
        handle(request: Parameters<typeof route.handle>[0]) {
          const handled = route.handle(request)
          running.add(handled)
          return handled.finally(() => running.delete(handled))
        },
      })),
    ],
    open: async () => {},
    ready: () => true,
    connected: () => inbox !== undefined,
    degraded: () => [],
    channel: (installation) => (sites.some(({ agent }) => agent === installation) ? channel : undefined),
    async start(given) {
      inbox = given
      receiver = createReceiver({ inbox: given, transcript, channel })
    },
    async stop() {
      inbox = undefined
      receiver = undefined
      events.close()
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}
