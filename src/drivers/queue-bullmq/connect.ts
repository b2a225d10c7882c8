import { Redis, type RedisOptions } from 'ioredis'
import { AppError } from '../../lib/errors.ts'
import { within } from '../../lib/within.ts'
import { createLeavesReplica } from '../redis-replica.ts'

const connectWithinMs = 10_000
/** A server that owes an answer for so long is taken for gone; waiting for a job takes up to 10 s. */
const socketTimeout = 13_000

const options = () =>
  ({
    connectionName: 'parley',
    connectTimeout: 5000,
    socketTimeout,
    enableOfflineQueue: false,
    enableAutoPipelining: true,
    retryStrategy: (tries) => Math.min(tries * 50, 1000),
    reconnectOnError: createLeavesReplica(),
  }) satisfies RedisOptions

/**
 * Connects, and goes on connecting whenever the connection is lost. While there is none every command fails at once. Throws
 * `redis_unreachable`, and `redis_unusable` for a server that forgets rings or knows too little; neither holds the password.
 */
export async function connectRedis(url: string): Promise<Redis> {
  const redis = new Redis(url, options())
  let last: Error | undefined
  const ready = Promise.withResolvers<void>()
  redis.once('ready', ready.resolve)
  redis.on('error', (error) => {
    last = error
    // What was asked wrongly is not answered better later.
    if (/^(WRONGPASS|NOAUTH|NOPERM|ERR) /.test(error.message)) ready.reject(error)
  })
  try {
    await within(connectWithinMs, ready.promise, () => last ?? new Error('no answer'))
    refuseUnusable(redis, await redis.info())
    return redis
  } catch (error) {
    redis.disconnect()
    if (error instanceof AppError) throw error
    throw new AppError(
      'redis_unreachable',
      `Redis at ${addressOf(redis)} cannot be reached (${reasonOf(error)}). See that it runs and that REDIS_URL is right.`,
      { status: 503 },
    )
  }
}

function refuseUnusable(redis: Redis, info: string): void {
  const fact = (name: string) => info.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1]
  const version = fact('redis_version') ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (version !== '' && (major < 6 || (major === 6 && minor < 2))) {
    throw unusable(redis, `is version ${version}, which is too old. Use 6.2 or later.`)
  }
  const policy = fact('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction') {
    throw unusable(
      redis,
      `throws away what it was told when memory is short (maxmemory-policy ${policy}). Set maxmemory-policy to noeviction.`,
    )
  }
}

function unusable(redis: Redis, say: string): AppError {
  return new AppError('redis_unusable', `Redis at ${addressOf(redis)} ${say}`, { status: 503 })
}

function addressOf({ options: { path, host, port } }: Redis): string {
  return path ?? `${host}:${port}`
}

/** What may be logged of an error. Errors of the client hold the command that failed, so the password or a key may be in them. */
export function reasonOf(error: unknown): string {
  const { code, message = '' } = error as { code?: unknown; message?: string }
  return typeof code === 'string' ? code : message.slice(0, 200)
}
