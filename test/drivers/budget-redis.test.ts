import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testBudget } from '../contracts/budget.ts'
import { openBudgetWorld } from '../support/budget-world.ts'
import { findRedis, type RedisServer, startRedis } from '../support/redis.ts'

describe.skipIf(!findRedis())('Redis', () => {
  let server: RedisServer
  let redis: Redis

  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.url)
  })

  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  testBudget('Redis', () => openBudgetWorld(redis), { describe, it, afterEach, expect }, { runs: 20 })
})
