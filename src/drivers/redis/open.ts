import { Cluster, Redis, type RedisOptions } from 'ioredis'
import { parseRedisUrl } from '../../lib/redis-url.ts'
import { createLeavesReplica } from './replica.ts'

export type RedisClient = Redis | Cluster

/** What both uses of Redis want of a connection, each for itself. */
export type RedisWishes = Pick<
  RedisOptions,
  'connectionName' | 'maxRetriesPerRequest' | 'autoResendUnfulfilledCommands' | 'enableAutoPipelining'
> & {
  connectTimeout: number
  socketTimeout: number
  enableOfflineQueue: boolean
  retryStrategy: (tries: number) => number
}

/** A Sentinel that is connected and says nothing is left for the next. */
const sentinelCommandTimeout = 2000

/** Connects to one server, to whichever Sentinels say is the master, or to a Cluster, and goes on connecting. */
export function openRedis(url: string, wishes: RedisWishes): RedisClient {
  const place = parseRedisUrl(url)
  const server = { ...wishes, reconnectOnError: createLeavesReplica() } satisfies RedisOptions
  if (place.kind === 'server') return new Redis(place.url, server)
  // The names of hosts are told to TLS, which looks for them in certificates.
  const tls = place.tls ? { tls: {} } : {}
  if (place.kind === 'sentinel') {
    const { username, password } = place.sentinelLogin
    return new Redis({
      ...server,
      ...place.login,
      ...tls,
      sentinels: place.hosts,
      name: place.master,
      db: place.database,
      ...(username !== undefined && { sentinelUsername: username }),
      ...(password !== undefined && { sentinelPassword: password }),
      ...(place.tls && { sentinelTLS: {}, enableTLSForSentinelMode: true }),
      sentinelCommandTimeout,
    })
  }
  const { enableOfflineQueue, enableAutoPipelining = false, retryStrategy, ...ofEach } = server
  return new Cluster(place.hosts, {
    enableOfflineQueue,
    enableAutoPipelining,
    clusterRetryStrategy: retryStrategy,
    dnsLookup: (host, done) => done(null, host),
    redisOptions: { ...ofEach, ...place.login, ...tls },
  })
}

/** The servers that take what is written, as far as they are known. */
export const mastersOf = (redis: RedisClient): Redis[] => (redis instanceof Cluster ? redis.nodes('master') : [redis])

/** What may be logged of an error. Errors of the client hold the command that failed, so the password or a key may be in them. */
export function reasonOf(error: unknown): string {
  const { code, message = '', lastNodeError } = error as { code?: unknown; message?: string; lastNodeError?: unknown }
  if (lastNodeError) return reasonOf(lastNodeError)
  return typeof code === 'string' ? code : message.slice(0, 200)
}
