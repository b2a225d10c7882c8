import type { Result } from 'ioredis'
import type { RedisClient } from '../redis/open.ts'

declare module 'ioredis' {
  interface RedisCommander<Context> {
    parleyRingLater(set: string, key: string, waitMs: number): Result<null, Context>
    parleyTakeDue(set: string): Result<[due: string[], nextMs: number | null], Context>
  }
}

const now = `local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** Only ever to an earlier time. */
const ringLater = `${now}
redis.call('ZADD', KEYS[1], 'LT', now + ARGV[2], ARGV[1])`

const takeDue = `${now}
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, 500)
if #due > 0 then redis.call('ZREM', KEYS[1], unpack(due)) end
local first = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
return { due, first[2] and math.max(0, first[2] - now) }`

/** Rings for later: for each key the earliest, by the clock of Redis. */
export function createLater(redis: RedisClient, set: string) {
  redis.defineCommand('parleyRingLater', { numberOfKeys: 1, lua: ringLater })
  redis.defineCommand('parleyTakeDue', { numberOfKeys: 1, lua: takeDue })
  return {
    async ring(id: string, waitMs: number): Promise<void> {
      await redis.parleyRingLater(set, id, Math.ceil(waitMs))
    },
    /** Takes away, if there is one: who rings for now need not be rung for later. */
    async forget(id: string): Promise<void> {
      await redis.zrem(set, id)
    },
    /** Rejects where the server that keeps them cannot be asked. */
    async reach(): Promise<void> {
      await redis.exists(set)
    },
    /** Takes what is due, each for one process only, and says in how many milliseconds there will be more; null: nothing waits. */
    async takeDue(): Promise<{ due: string[]; nextMs: number | null }> {
      const [due, nextMs] = await redis.parleyTakeDue(set)
      return { due, nextMs }
    },
  }
}
