import type { FastifyInstance } from 'fastify'
import type { Served } from '../config/index.ts'
import { cannotListen } from './listening.ts'

const settings = { host: 'http.metrics.host or http.docs.host', port: 'http.metrics.port or http.docs.port' }

/** Servers beside the public one, for pages that have an address of their own; those of one address share one. */
export function createAsides(make: () => FastifyInstance) {
  const servers = new Map<string, { app: FastifyInstance; listen: { host: string; port: number } }>()
  const close = async (): Promise<void> => {
    for (const { app } of servers.values()) {
      app.server.closeAllConnections()
      await app.close()
    }
  }
  return {
    /** Undefined for what is served somewhere else, or nowhere. */
    at(served: Served): FastifyInstance | undefined {
      if (typeof served === 'string') return undefined
      const name = `${served.host} ${served.port}`
      const { app } = servers.get(name) ?? { app: make() }
      servers.set(name, { app, listen: served })
      return app
    },
    async listen(): Promise<void> {
      for (const { app, listen } of servers.values()) {
        await app.listen(listen).catch(async (error) => {
          await close()
          throw cannotListen(error, listen, settings)
        })
      }
    },
    close,
  }
}
