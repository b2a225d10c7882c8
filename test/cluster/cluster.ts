import { randomBytes } from 'node:crypto'
import type { ProcessRole } from '../../src/config/environment.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { type PostgresServer, startPostgres } from '../support/postgres.ts'
import { type RedisServer, startRedis } from '../support/redis.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { createEnds } from './ends.ts'
import { type Member, startMember } from './member.ts'

export interface ClusterOptions {
  gateways: number
  workers: number
  http: number
  /** Whether there is one, or where one is that somebody else starts and stops. */
  redis: boolean | string
  /** Where every process finds its `config` folder. */
  cwd: string
  /** Where each keeps its data and its log. */
  folder: string
  /** What a process is told besides where the database is. */
  env(name: string, roles: readonly ProcessRole[]): Record<string, string>
  /** Called before any process is started, with what the commands of `parley` are to be given. */
  prepare?(env: Record<string, string>): Promise<void>
  /** Aborted: what is started already is ended, and nothing more is started. */
  signal?: AbortSignal
  onStarted?(name: string, pid?: number): void
  /** A process has ended, whether it was to or not. */
  onExit?(name: string, how: string): void
}

export interface Cluster {
  readonly postgres: PostgresServer
  readonly redis: RedisServer | undefined
  readonly gateways: readonly Member[]
  readonly workers: readonly Member[]
  readonly http: readonly Member[]
  readonly balancer: Balancer
  /** What all processes are told alike. */
  readonly shared: Readonly<Record<string, string>>
  /** Ends all of it, the processes first. Never rejects. */
  stop(): Promise<void>
}

/** Parley in several processes on a PostgreSQL, and perhaps a Redis, of their own, with a balancer before them. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { cwd, folder, onStarted, onExit, signal = new AbortController().signal } = options
  const ends = createEnds()

  async function begin<T extends { stop(): Promise<void> }>(what: Promise<T>): Promise<T> {
    const started = await what
    ends.defer(() => started.stop())
    signal.throwIfAborted()
    return started
  }

  async function startMembers(role: ProcessRole, count: number, env: Record<string, string>): Promise<Member[]> {
    const names = Array.from({ length: count }, (_, n) => (count === 1 ? role : `${role}${n + 1}`))
    const starting = names.map(async (name) => {
      const roles = [role]
      const member = await startMember({
        name,
        roles,
        cwd,
        env: { ...env, ...options.env(name, roles) },
        folder,
        signal,
        onExit: (code, signal) => onExit?.(name, signal ? `was ended by ${signal}` : `ended with ${code}`),
      })
      onStarted?.(name, member.pid)
      return member
    })
    const settled = await Promise.allSettled(starting)
    const members = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    ends.defer(() => Promise.all(members.map((member) => endSoon(member))))
    for (const one of settled) if (one.status === 'rejected') throw one.reason
    return members
  }

  try {
    const postgres = await begin(startPostgres({ durable: true, alone: true }))
    onStarted?.('postgres')
    const redis = options.redis === true ? await begin(startRedis({ alone: true })) : undefined
    if (redis) onStarted?.('redis')
    const shared = {
      DATABASE_URL: postgres.url,
      PARLEY_KEY: randomBytes(32).toString('base64'),
      ...(options.redis ? { REDIS_URL: redis?.url ?? String(options.redis) } : { WORKERS: String(options.workers) }),
    }
    await options.prepare?.(shared)
    // All at once, on a database without a table, as a deployment may begin.
    const starting = (['gateway', 'worker', 'http'] as const).map((role) =>
      startMembers(role, { gateway: options.gateways, worker: options.workers, http: options.http }[role], shared),
    )
    await Promise.allSettled(starting)
    const [gateways, workers, http] = await Promise.all(starting)
    const isOfPlatform = (path: string) => path.startsWith('/slack/') || path === '/api/messages'
    const balancer = await begin(
      startBalancer({
        port: await freePort(),
        pools: [
          { takes: isOfPlatform, members: gateways! },
          { takes: () => true, members: http! },
        ],
      }),
    )
    onStarted?.('balancer')
    return { postgres, redis, gateways: gateways!, workers: workers!, http: http!, balancer, shared, stop: ends.run }
  } catch (error) {
    await ends.run()
    throw error
  }
}

/** Orderly, if it can. */
async function endSoon(member: Member): Promise<void> {
  const timer = setTimeout(() => member.send('SIGKILL'), 15_000)
  await member.end('SIGTERM')
  clearTimeout(timer)
}
