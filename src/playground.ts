import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { SlackOptions } from '../adapters/slack/index.ts'
import type { Log } from './log.ts'

/** Ann, of the simulator's workspace. */
const firstPerson = 'U0ANN'

export interface PlaygroundParts {
  dataFolder: string
  /** Connects a Slack adapter of its own to whatever answers at these options; resolves once it receives. */
  connectSlack(options: Pick<SlackOptions, 'botToken' | 'appToken' | 'apiUrl'>): Promise<void>
  log: Log
}

/**
 * A workspace in the browser: the strict stand-in of Slack's servers in this process, with the real adapter connected to it
 * over a real socket. Both load when the pane is first opened, and at start when it was used before, because somebody may
 * still wait for an answer there.
 */
export function createPlayground({ dataFolder, connectSlack, log }: PlaygroundParts) {
  const journal = join(dataFolder, 'playground-slack.jsonl')
  let slack: ReturnType<typeof openSlack> | undefined

  async function openSlack() {
    const { createSlackSimulator } = await import('./simulator/slack/index.ts')
    const simulator = createSlackSimulator({ journal })
    await simulator.start()
    const { botToken, appToken, url } = simulator
    try {
      await connectSlack({ botToken, appToken, apiUrl: `${url}/api/` })
    } catch (error) {
      // Its journal must be free when the pane is opened again.
      await simulator.stop()
      throw error
    }
    log.info({ url }, 'the Slack playground is open')
    return simulator
  }

  const open = () => {
    slack ??= openSlack()
    // A pane that could not be opened can be tried again.
    slack.catch(() => (slack = undefined))
    return slack
  }

  return {
    async resume(): Promise<void> {
      if (existsSync(journal)) await open()
    },
    async open(pane: string): Promise<{ user: string } | undefined> {
      if (pane !== 'slack') return undefined
      await open()
      return { user: firstPerson }
    },
    async handle(pane: string, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      if (pane !== 'slack' || !slack) {
        response.writeHead(404).end()
        return
      }
      ;(await slack).handleClient(request, response, path)
    },
    async close(): Promise<void> {
      await (await slack)?.stop()
    },
  }
}
