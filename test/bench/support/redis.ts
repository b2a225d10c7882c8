import { findRedis, startRedis } from '../../support/redis.ts'
import { NotMeasured, type Scope } from './bench.ts'

/** A Redis of its own. */
export async function redisFor(scope: Scope): Promise<string> {
  if (!findRedis()) throw new NotMeasured('Redis is not on this machine')
  const server = await startRedis()
  scope.defer(() => server.stop())
  return server.url
}
