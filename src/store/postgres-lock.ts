import type { Client } from 'pg'
import { AppError } from '../lib/errors.ts'
import { connectTo } from './postgres-connections.ts'

/** Names the one server of a database among whatever else it is locked for. */
const lockNumber = 7_275_396
const tryAgainMs = 1_000

/**
 * Makes this process the only server on a PostgreSQL database until it ends, however it ends: the lock goes with the connection;
 * or, `shared`, one of several who all know of it. When the connection is lost, the lock is taken again as soon as the database
 * is back; whoever came in between has taken over the leases, so that what this process still commits is void. Throws
 * `database_in_use`.
 */
export async function lockPostgres(
  url: string,
  { shared }: { shared: boolean },
): Promise<{ release(): Promise<void> }> {
  const lock = shared ? 'pg_try_advisory_lock_shared' : 'pg_try_advisory_lock'
  let holder: Client | undefined
  let timer: NodeJS.Timeout | undefined
  let isReleased = false

  async function take(): Promise<boolean> {
    const client = await connectTo(url)
    const { rows } = await client.query(`select ${lock}($1) as taken`, [lockNumber])
    if (rows[0].taken !== 1) {
      await client.end()
      return false
    }
    holder = client
    client.once('end', takeAgain)
    return true
  }

  function takeAgain(): void {
    if (isReleased) return
    timer = setTimeout(() => {
      take().then((taken) => taken || takeAgain(), takeAgain)
    }, tryAgainMs).unref()
  }

  if (!(await take())) {
    const say = shared
      ? 'A Parley that takes itself for the only one is running on the database of DATABASE_URL. Stop it first; every process on it needs REDIS_URL, or WORKERS.'
      : 'Another Parley is running on the database of DATABASE_URL. Stop it first, or set REDIS_URL, or WORKERS, for all that are to share it.'
    throw new AppError('database_in_use', say)
  }
  return {
    async release() {
      isReleased = true
      clearTimeout(timer)
      await holder?.end()
    },
  }
}
