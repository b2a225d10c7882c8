import { createBullQueue } from '../../src/drivers/queue-bullmq.ts'
import { createLog } from '../../src/lib/log.ts'
import type { Queue } from '../../src/ports/queue.ts'
import { openPostgres } from '../../src/store/postgres.ts'
import { createPostgresQueue } from '../../src/store/queue-postgres.ts'

export type QueueKind = 'redis' | 'postgres'

/** One more process's queue on what others ring with. */
export async function openQueue(kind: QueueKind, url: string, log = createLog('silent')): Promise<Queue> {
  if (kind === 'redis') return createBullQueue({ url, log, now: Date.now })
  const db = await openPostgres(url)
  const queue = createPostgresQueue({ db, log, now: Date.now })
  return {
    ...queue,
    async close() {
      await queue.close()
      await db.close()
    },
  }
}
