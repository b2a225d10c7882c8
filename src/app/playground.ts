import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Log } from '../lib/log.ts'
import type { Adapter } from '../ports/channel.ts'
import type { Platform, StandIn } from '../ports/platform.ts'

export interface PlaygroundParts {
  /** All there are; those with a pane can be played with. */
  platforms: readonly Platform[]
  dataFolder: string
  /** Connects an adapter of the playground's own to whatever answers at these settings; resolves once it receives. */
  connect(platform: Platform, settings: unknown): Promise<Adapter>
  log: Log
}

/** Ann, as each of the panes knows her: the playground is hers. */
export const playgroundOwners = (platforms: readonly Platform[]): string[] =>
  platforms.flatMap(({ pane }) => (pane ? [pane.owner] : []))

/**
 * Workspaces in the browser: the strict stand-ins of the platforms' servers in this process, with the real adapters
 * connected to them over real sockets. Each loads when its pane is first opened, and at start when it was used before,
 * because somebody may still wait for an answer there.
 */
export function createPlayground({ platforms, dataFolder, connect, log }: PlaygroundParts) {
  const panes = new Map(
    platforms.flatMap((platform) => {
      const { id, pane } = platform
      const file = (ending: string) => join(dataFolder, `playground-${id}.${ending}`)
      const files = { journal: file('jsonl'), portFile: file('port') }
      const parts = { ...files, connect: (settings: unknown) => connect(platform, settings) }
      return pane ? [[id as string, { user: pane.user, ...files, open: () => pane.open(parts) }] as const] : []
    }),
  )
  const opened = new Map<string, Promise<StandIn>>()

  const open = async (name: string): Promise<void> => {
    const known = opened.get(name)
    if (known) return void (await known)
    const standIn = panes.get(name)!.open()
    opened.set(name, standIn)
    try {
      const { url } = await standIn
      log.info({ pane: name, url }, 'a pane of the playground is open')
    } catch (error) {
      // A pane that could not be opened can be tried again.
      opened.delete(name)
      throw error
    }
  }

  return {
    async resume(): Promise<void> {
      const used = [...panes].filter(([, { journal }]) => existsSync(journal))
      await Promise.all(used.map(([name]) => open(name)))
    },
    async open(name: string): Promise<{ user: string } | undefined> {
      const pane = panes.get(name)
      if (!pane) return undefined
      await open(name)
      return { user: pane.user }
    },
    async handle(name: string, request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
      const standIn = await opened.get(name)
      if (standIn) standIn.handleClient(request, response, path)
      else response.writeHead(404).end()
    },
    async close(): Promise<void> {
      for (const standIn of opened.values()) await (await standIn).stop()
    },
  }
}
