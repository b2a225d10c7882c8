import type { Log } from '../lib/log.ts'
import type { Budget } from '../ports/budget.ts'
import { openLink } from './budget-redis/link.ts'
import { script } from './budget-redis/script.ts'
import { createSharedBudget } from './budget-redis/shared.ts'

/**
 * The budget of many processes: the buckets of `createLocalBudget`, in Redis, by the server's clock. A token taken, a freeze and
 * what a platform tells count for all of them at once.
 *
 * - A scope without limit costs no trip. Another process's freeze of it is known with the next answer from Redis, for which it
 *   asks about once a second while such scopes are in use; until then calls may go out.
 * - `level` tells what was last seen, with what has grown since, shared evenly by the processes that take what can wait. It is
 *   seen anew with every call that takes, and looked at when it is older than a second.
 * - Urgent calls go first wherever they come from: one token is kept for them, and where there is only one, whoever was refused
 *   it keeps what can wait from it until it had time to come back.
 * - While Redis is away `tryTake` says to come back a second later: at once or after a second, two at the very start. It never
 *   rejects. What is frozen stays so.
 * - What Redis lost counts as used up, see `script`.
 *
 * All keys begin with `{prefix}`, one hash tag, so that they may be in one script on a cluster too; all but one expire when
 * idle.
 */
export function createRedisBudget(parts: {
  url: string
  prefix: string
  now: () => number
  log: Log
}): Budget & { close(): void } {
  const { url, prefix, now, log } = parts
  return createSharedBudget({ link: openLink({ url, script, log }), prefix, now })
}
