import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { freePort } from '../../src/lib/free-port.ts'
import { type RedisServer, type RedisSetup, startRedis } from './redis.ts'

/** Redis of several servers, one of which can be lost. */
export interface ReplicatedRedis {
  /** For `REDIS_URL`. */
  url: string
  /** Whoever keeps the keys of Parley is killed, and another has taken its place. `meanwhile`: while there is none. */
  failOver(meanwhile?: () => Promise<void>): Promise<void>
  /** Begins all whom `failOver` has killed again, as replicas. */
  heal(): Promise<void>
  flush(): Promise<void>
  stop(): Promise<void>
}

/** By themselves they take nobody for dead, however slow a machine is that does other things: they are told to replace a master. */
const patienceMs = 60_000

/** Tells a server something and is gone again. */
export async function tell(server: { url: string }, ...[name, ...words]: [string, ...string[]]): Promise<unknown> {
  const client = new Redis(server.url, { retryStrategy: () => null, enableReadyCheck: false })
  client.on('error', () => {})
  try {
    return await client.call(name, ...words)
  } finally {
    client.disconnect()
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await sleep(20)
}

const portOf = ({ url }: { url: string }) => new URL(url).port
const withPassword = (server: RedisServer, password: string): RedisServer => ({
  ...server,
  url: server.url.replace('//', `//:${encodeURIComponent(password)}@`),
})

const secret = 'da%ta'
const replicated = { requirepass: secret, masterauth: secret, 'repl-diskless-sync-delay': '0' }

/** A master, its replica, and a Sentinel, the second of the two that the URL names; the first does not exist. */
export async function startSentinel({ alone = false }: Pick<RedisSetup, 'alone'> = {}): Promise<ReplicatedRedis> {
  const servers: RedisServer[] = []
  const start = async (more: Record<string, string> = {}) => {
    const server = withPassword(await startRedis({ alone, settings: { ...replicated, ...more } }), secret)
    servers.push(server)
    return server
  }
  const first = await start()
  const second = await start({ replicaof: `127.0.0.1 ${portOf(first)}` })
  const replicates = (server: RedisServer) => async () =>
    /master_link_status:up/.test(String(await tell(server, 'info', 'replication')))
  await until(replicates(second))
  const about = (what: string, ...words: string[]) => ['sentinel', what, 'parley-master', ...words].join(' ')
  const sentinel = await startRedis({
    alone,
    lines: [
      about('monitor', '127.0.0.1', portOf(first), '1'),
      about('auth-pass', secret),
      about('down-after-milliseconds', String(patienceMs)),
      about('failover-timeout', '2000'),
      'requirepass watch+er',
    ],
  })
  const watcher = withPassword(sentinel, 'watch+er')
  const master = async () => {
    const [, port] = (await tell(watcher, 'sentinel', 'get-master-addr-by-name', 'parley-master')) as string[]
    return servers.find((server) => portOf(server) === port)!
  }
  const dead = await freePort()
  let killed: RedisServer | undefined
  return {
    url: `redis+sentinel://:${encodeURIComponent(secret)}@127.0.0.1:${dead},127.0.0.1:${portOf(sentinel)}/parley-master/3?sentinel_password=watch+er`,
    async failOver(meanwhile = async () => {}) {
      killed = await master()
      await killed.end('SIGKILL')
      await meanwhile()
      // Until it knows that the replica is good for it.
      await until(async () => (await tell(watcher, 'sentinel', 'failover', 'parley-master')) === 'OK')
      await until(async () => {
        const now = await master()
        return now !== killed && /role:master/.test(String(await tell(now, 'info', 'replication')))
      })
    },
    async heal() {
      await killed!.begin()
      // The Sentinel says so too, sooner or later.
      const [host, port] = ['127.0.0.1', portOf(await master())]
      await until(async () => String(await tell(killed!, 'replicaof', host, port)).startsWith('OK'))
      await until(replicates(killed!))
    },
    flush: async () => void (await tell(await master(), 'flushall')),
    stop: async () => void (await Promise.all([sentinel, ...servers].map((server) => server.stop()))),
  }
}

/** Three masters, and a replica of the one that keeps the keys of Parley. */
export async function startRedisCluster({ alone = false }: Pick<RedisSetup, 'alone'> = {}): Promise<ReplicatedRedis> {
  const start = async () => {
    const bus = String(await freePort())
    const settings = {
      ...replicated,
      'cluster-enabled': 'yes',
      'cluster-port': bus,
      'cluster-announce-ip': '127.0.0.1',
      'cluster-node-timeout': String(patienceMs),
      'cluster-replica-validity-factor': '0',
    }
    return { ...withPassword(await startRedis({ alone, settings }), secret), bus }
  }
  const [one, two, three, four] = await Promise.all([start(), start(), start(), start()])
  const servers = [one, two, three, four]
  const idOf = async (server: { url: string }) => String(await tell(server, 'cluster', 'myid'))
  const slots = Array.from({ length: 16_384 }, (_, slot) => slot)
  const owner = Math.floor((Number(await tell(one, 'cluster', 'keyslot', '{parley}')) * 3) / slots.length)
  for (const [n, server] of [one, two, three].entries()) {
    const own = slots.filter((slot) => Math.floor((slot * 3) / slots.length) === n)
    await tell(server, 'cluster', 'addslots', ...own.map(String))
    await tell(server, 'cluster', 'set-config-epoch', String(n + 1))
    if (server !== one) await tell(server, 'cluster', 'meet', '127.0.0.1', portOf(one), one.bus)
  }
  await tell(four, 'cluster', 'meet', '127.0.0.1', portOf(one), one.bus)
  const isWhole = (server: { url: string }) => async () => {
    const told = String(await tell(server, 'cluster', 'info'))
    return /cluster_state:ok/.test(told) && /cluster_known_nodes:4/.test(told)
  }
  for (const server of servers) if (server !== four) await until(isWhole(server))
  const master = servers[owner]!
  const masterId = await idOf(master)
  await until(async () => (await tell(four, 'cluster', 'replicate', masterId)) === 'OK')
  const isReplica = (server: { url: string }) => async () =>
    /role:slave[\s\S]*master_link_status:up/.test(String(await tell(server, 'info', 'replication')))
  await until(isReplica(four))
  const knowReplica = async () => {
    const told = await Promise.all([one, two, three].map((server) => tell(server, 'cluster', 'nodes')))
    return told.every((nodes) => /slave/.test(String(nodes)))
  }
  await until(knowReplica)

  let [now, other] = [master, four]
  return {
    url: `redis+cluster://:${encodeURIComponent(secret)}@${[one, two, three].map((server) => `127.0.0.1:${portOf(server)}`).join(',')}`,
    async failOver(meanwhile = async () => {}) {
      await now.end('SIGKILL')
      await meanwhile()
      await tell(other, 'cluster', 'failover', 'takeover')
      await until(async () => /role:master/.test(String(await tell(other, 'info', 'replication'))))
      await until(isWhole(other))
      ;[now, other] = [other, now]
    },
    async heal() {
      await other.begin()
      await until(isReplica(other))
    },
    async flush() {
      for (const server of servers) await tell(server, 'flushall').catch(() => {})
    },
    stop: async () => void (await Promise.all(servers.map((server) => server.stop()))),
  }
}
