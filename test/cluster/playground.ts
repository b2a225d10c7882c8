import type { IncomingMessage, ServerResponse } from 'node:http'
import { resolve } from 'node:path'
import { fastify } from 'fastify'
import { createPlaygroundGate } from '../../src/http/playground-gate.ts'
import { playgroundRoutes } from '../../src/http/playground-routes.ts'
import { createWrongKeys } from '../../src/http/wrong-keys.ts'
import { createLog } from '../../src/lib/log.ts'

const builtPage = resolve(import.meta.dirname, '../../dist/page')

/** A stand-in of a platform, and who one is at first. */
export interface Pane {
  user: string
  handleClient(request: IncomingMessage, response: ServerResponse, path: string): void
}

/** The page of the playground, before stand-ins that other processes are connected to. */
export async function servePlayground(panes: Record<string, Pane>): Promise<{ url: string; stop(): Promise<void> }> {
  const app = fastify({ forceCloseConnections: true })
  const log = createLog('warn')
  const gate = createPlaygroundGate(createWrongKeys({ log, now: Date.now }))
  const closePanes = await playgroundRoutes(app, {
    panes: {
      open: async (name) => {
        const pane = Object.hasOwn(panes, name) ? panes[name] : undefined
        return pane && { user: pane.user }
      },
      async handle(name, request, response, path) {
        if (Object.hasOwn(panes, name)) panes[name]!.handleClient(request, response, path)
        else response.writeHead(404).end()
      },
    },
    gate,
    enterConsole: undefined,
    folder: builtPage,
    log,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url: gate.address(url),
    async stop() {
      closePanes()
      await app.close()
    },
  }
}
