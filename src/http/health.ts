import type { FastifyInstance } from 'fastify'
import { within } from '../within.ts'

/** What must hold before this process is given work, by name: `database`, `slack`, … A rejection is a no. */
export type HealthChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>

/** A check that takes longer, in milliseconds, has failed. */
const checkLimitMs = 2000

export interface HealthParts {
  checks: HealthChecks
  version: string
  draining: () => boolean
}

export function healthRoutes(app: FastifyInstance, { checks, version, draining }: HealthParts): void {
  app.get('/healthz', async () => ({ status: 'ok', version }))

  app.get('/readyz', async (_request, reply) => {
    const results = Object.fromEntries(
      await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const)),
    )
    const ready = !draining() && Object.values(results).every(Boolean)
    return reply
      .code(ready ? 200 : 503)
      .send({ status: draining() ? 'draining' : ready ? 'ready' : 'not_ready', checks: results })
  })
}

async function holds(check: HealthChecks[string]): Promise<boolean> {
  try {
    return await within(checkLimitMs, Promise.resolve(check()), () => new Error('no answer'))
  } catch {
    return false
  }
}
