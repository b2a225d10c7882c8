import { randomUUID } from 'node:crypto'
import type { Link } from '../../src/drivers/budget-redis/link.ts'
import { script } from '../../src/drivers/budget-redis/script.ts'
import { createSharedBudget } from '../../src/drivers/budget-redis/shared.ts'
import { mastersOf, type RedisClient } from '../../src/drivers/redis/open.ts'
import type { BudgetWorld } from '../contracts/budget-world.ts'

const immediate = () => new Promise((resolve) => setImmediate(resolve))

/**
 * Budgets on a real Redis in virtual time: another text asks for the time in the script. What Redis holds is taken to be all
 * there is, unless `isFresh`. `calls`: how many trips there were.
 */
export async function openBudgetWorld(
  redis: RedisClient,
  { isFresh = false, clock = { time: 1_800_000_000_000 } }: { isFresh?: boolean; clock?: { time: number } } = {},
): Promise<BudgetWorld & { prefix: string; calls(): number }> {
  const text = script.replace("redis.call('TIME')", '{ math.floor(ARGV[2] / 1000), ARGV[2] % 1000 * 1000 }')
  const [digest] = (await Promise.all(mastersOf(redis).map((master) => master.script('LOAD', text)))) as string[]
  const prefix = randomUUID()
  const since = `{${prefix}}:since`
  const server = String(await redis.eval("return redis.call('INFO', 'server')", 1, since))
  if (!isFresh) await redis.set(since, `0 ${/run_id:(\w+)/.exec(server)![1]}`)
  const underWay = new Set<Promise<unknown>>()
  let calls = 0
  const link: Link = {
    connected: async () => 1,
    call(keys, argument) {
      calls++
      const answer = redis.evalsha(digest!, keys.length, ...keys, argument, clock.time) as Promise<string>
      underWay.add(answer)
      const done = () => underWay.delete(answer)
      answer.then(done, done)
      return answer
    },
    close() {},
  }
  return {
    clock,
    prefix,
    calls: () => calls,
    create: (offMs = 0) => createSharedBudget({ link, prefix, now: () => clock.time + offMs }),
    async settled() {
      while (true) {
        const before = calls
        await immediate()
        await immediate()
        if (underWay.size === 0 && calls === before) return
        await Promise.allSettled(underWay)
      }
    },
  }
}
