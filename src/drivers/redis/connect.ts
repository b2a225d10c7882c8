import { AppError } from '../../lib/errors.ts'
import { parseRedisUrl, type RedisPlace } from '../../lib/redis-url.ts'
import { within } from '../../lib/within.ts'
import { mastersOf, openRedis, type RedisClient, type RedisWishes, reasonOf } from './open.ts'

const connectWithinMs = 10_000
/** What was asked wrongly, or with a certificate that Node does not know. */
const isForGood = /(^|Last error: )(WRONGPASS|NOAUTH|NOPERM|ERR) |^(\w+_)?CERT(_|$)|LEAF_SIGNATURE/

/** While there is no connection every command fails at once. */
export const wishes: RedisWishes = {
  connectionName: 'parley',
  connectTimeout: 5000,
  // A server that owes an answer for so long is taken for gone; waiting for a job takes up to 10 s.
  socketTimeout: 13_000,
  enableOfflineQueue: false,
  enableAutoPipelining: true,
  retryStrategy: (tries) => Math.min(tries * 50, 1000),
}

/**
 * Connects, and goes on connecting whenever the connection is lost. Throws `redis_unreachable`, and `redis_unusable` for a server
 * that forgets rings, knows too little or is another kind of Redis than `url` says; neither holds the password.
 */
export async function connectRedis(url: string): Promise<RedisClient> {
  const place = parseRedisUrl(url)
  const redis = openRedis(url, wishes)
  let last: Error | undefined
  const ready = Promise.withResolvers<void>()
  redis.once('ready', ready.resolve)
  redis.on('error', (error: Error) => {
    last = error
    // Neither the server nor the last of the Sentinels answers better later.
    if (isForGood.test(reasonOf(error))) ready.reject(error)
  })
  try {
    await within(connectWithinMs, ready.promise, () => last ?? new Error('no answer'))
    for (const info of await informationOf(redis)) refuseUnusable(place, info)
    return redis
  } catch (error) {
    redis.disconnect()
    if (error instanceof AppError) throw error
    throw new AppError(
      'redis_unreachable',
      `Redis at ${place.named} cannot be reached (${reasonOf(error)}). See that it runs and that REDIS_URL is right.`,
      { status: 503 },
    )
  }
}

/** Of a Cluster, of those that are there: the others may be about to be replaced. */
async function informationOf(redis: RedisClient): Promise<string[]> {
  const told = await Promise.allSettled(mastersOf(redis).map((master) => master.info()))
  const information = told.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  if (information.length === 0) throw (told[0] as PromiseRejectedResult | undefined)?.reason ?? new Error('no master')
  return information
}

function refuseUnusable(place: RedisPlace, info: string): void {
  const fact = (name: string) => info.match(new RegExp(`^${name}:(.*?)\\r?$`, 'm'))?.[1]
  const unusable = (say: string) => new AppError('redis_unusable', `Redis at ${place.named} ${say}`, { status: 503 })
  const mode = fact('redis_mode')
  if (place.kind === 'server' && mode === 'cluster') {
    throw unusable('is one of a Cluster. Let REDIS_URL begin with redis+cluster://, or rediss+cluster:// for TLS.')
  }
  if (place.kind === 'server' && mode === 'sentinel') {
    throw unusable(
      'is a Sentinel. Let REDIS_URL begin with redis+sentinel://, or rediss+sentinel:// for TLS, and end with the name of the master.',
    )
  }
  const version = fact('redis_version') ?? ''
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (version !== '' && (major < 6 || (major === 6 && minor < 2))) {
    throw unusable(`is version ${version}, which is too old. Use 6.2 or later.`)
  }
  const policy = fact('maxmemory_policy') ?? 'noeviction'
  if (policy !== 'noeviction') {
    throw unusable(
      `throws away what it was told when memory is short (maxmemory-policy ${policy}). Set maxmemory-policy to noeviction.`,
    )
  }
}
