import type { FastifyInstance } from 'fastify'
import { sharedLook } from '../lib/shared-look.ts'
import { within } from '../lib/within.ts'
import { NoConnection, stateOf } from '../store/no-connection.ts'
import { isUnavailable } from '../store/unavailable.ts'

/** What must hold before this process is given work, by name. A rejection is a no. */
export type HealthChecks = Readonly<Record<string, () => boolean | Promise<boolean>>>

/** Whether a check holds, and says so in time. */
export async function holdsWithin(ms: number, check: HealthChecks[string]): Promise<boolean> {
  const asked = async () => check()
  return within(ms, asked(), () => new Error('no answer')).catch(() => false)
}

/** What does not work though the process does, for whoever runs it: `{ what: 'slack', why: 'Slack refuses the token of T0ACME …' }`. */
export interface Degraded {
  what: string
  why: string
}

/** A check that takes longer, in milliseconds, has failed. */
const checkLimitMs = 2000
/** Balancers ask every other second, from many sides: they are all told the same for so long. */
const keptMs = 5000

export interface HealthParts {
  checks: HealthChecks
  degraded: () => Promise<readonly Degraded[]>
  version: string
  draining: () => boolean
  now: () => number
}

/**
 * A process is unready only where it would lose or refuse whatever it is given. What is away besides (a platform, a model) is
 * named, and takes nobody out of a balancer who is served without it.
 */
export function healthRoutes(app: FastifyInstance, { checks, degraded, version, draining, now }: HealthParts): void {
  const kept = Object.entries(checks).map(([name, check]) => [name, keeping(check, now)] as const)

  app.get('/healthz', async () => ({ status: 'ok', version }))

  app.get('/readyz', async (_request, reply) => {
    const looked = await Promise.all(kept.map(async ([name, check]) => ({ name, ...(await check()) })))
    const ready = !draining() && looked.every(({ holds }) => holds)
    return reply.code(ready ? 200 : 503).send({
      status: draining() ? 'draining' : ready ? 'ready' : 'not_ready',
      checks: Object.fromEntries(looked.map(({ name, holds }) => [name, holds])),
      // What is asked of a database that does not answer is not waited for.
      degraded: [
        // Sentences of ours and of the database's library: neither names an address or a value.
        ...looked.flatMap(({ name, why }) => (why === undefined ? [] : [{ what: name, why }])),
        ...(await within(checkLimitMs, degraded(), () => new Error('no answer')).catch(() => [])),
      ],
    })
  })
}

/** Who asks may be anybody: where the database was looked for is for whoever is at its terminal. */
const whyOf = ({ message, cause }: Error): string =>
  cause instanceof NoConnection
    ? `The database ${stateOf(cause.code)} (${cause.code ?? 'no answer'}): \`npx parley doctor\` says where it was looked for, and what to do.`
    : message

interface Looked {
  holds: boolean
  /** Of a check that failed with a reason. */
  why?: string
}

/** One check at a time, however long it takes; what it said holds for a moment. */
function keeping(check: HealthChecks[string], now: () => number): () => Promise<Looked> {
  async function look(): Promise<Looked> {
    try {
      return { holds: await check() }
    } catch (error) {
      return { holds: false, ...(isUnavailable(error) && { why: whyOf(error as Error) }) }
    }
  }
  const late = { holds: false, why: `no answer within ${checkLimitMs / 1000} seconds` }
  return sharedLook({ look, late, limitMs: checkLimitMs, keptMs, now })
}
