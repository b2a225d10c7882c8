import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { fastify } from 'fastify'
import { consoleFiles } from '../../src/http/console-files.ts'
import { playgroundRoutes } from '../../src/http/playground-routes.ts'
import { createLog } from '../../src/log.ts'

const builtPage = resolve(import.meta.dirname, '../../dist/console')

/** A stand-in of a platform, and who one is at first. */
export interface Pane {
  user: string
  handleClient(request: IncomingMessage, response: ServerResponse, path: string): void
}

/** The page of the playground, before stand-ins that other processes are connected to. */
export async function servePlayground(panes: Record<string, Pane>): Promise<{ url: string; stop(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  const closePanes = await playgroundRoutes(
    app,
    {
      open: async (name) => {
        const pane = Object.hasOwn(panes, name) ? panes[name] : undefined
        return pane && { user: pane.user }
      },
      async handle(name, request, response, path) {
        if (Object.hasOwn(panes, name)) panes[name]!.handleClient(request, response, path)
        else response.writeHead(404).end()
      },
    },
    createLog('warn'),
  )
  await consoleFiles(app, builtPage)
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    async stop() {
      closePanes()
      await app.close()
    },
  }
}
