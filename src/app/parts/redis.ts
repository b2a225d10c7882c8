import { parseRedisUrl } from '../../lib/redis-url.ts'

/** Whether `REDIS_URL` leads to a Redis that is good for Parley, and how people may be told of it. Throws what is wrong with it. */
export async function tryRedis(url: string): Promise<string> {
  // It takes long to load.
  const { connectRedis } = await import('../../drivers/redis/connect.ts')
  const redis = await connectRedis(url)
  redis.disconnect()
  return parseRedisUrl(url).named
}
