import { statfs } from 'node:fs/promises'
import type { HouseState } from '../http/v1/house-state.ts'
import { version } from '../lib/version.ts'
import { within } from '../lib/within.ts'
import type { BreakerState } from '../ports/llm.ts'
import { type Backlog, backlogOf, type Waiting } from '../store/backlog.ts'
import type { Database } from '../store/database.ts'

export interface StateParts {
  db: Database
  checks: Readonly<Record<string, () => boolean | Promise<boolean>>>
  degraded: () => Promise<readonly { what: string; why: string }[]>
  platforms: () => { configured: readonly string[]; degraded: readonly string[] }
  /** Answers that are being made or shown by this process. */
  running: () => number
  breakers: () => readonly { provider: string; state: BreakerState }[]
  dataFolder: string
  now: () => number
}

/** Whoever asks waits for a page: what does not answer in so many milliseconds is taken for a no. */
const limitMs = 2000

/** How everything is, from the same sources as `/readyz` and the metrics. */
export function createState({ db, checks, degraded, platforms, running, breakers, dataFolder, now }: StateParts) {
  const startedAt = new Date(now()).toISOString()
  const age = ({ waiting, since }: Waiting) => ({
    waiting,
    oldestSeconds: since === null ? 0 : Math.max(0, now() - since) / 1000,
  })

  async function holds(check: () => boolean | Promise<boolean>): Promise<boolean> {
    const asked = async () => check()
    return within(limitMs, asked(), () => new Error('no answer')).catch(() => false)
  }

  async function disk(): Promise<HouseState['disk']> {
    const { bsize, bavail, blocks } = await statfs(dataFolder)
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
  }

  return async (): Promise<HouseState> => {
    const looked = Object.entries(checks).map(async ([name, check]) => [name, await holds(check)] as const)
    const late = () => new Error('no answer')
    const [known, wrong, waiting, room] = await Promise.all([
      Promise.all(looked),
      within(limitMs, degraded(), late).catch(() => []),
      within(limitMs, backlogOf(db), late).catch((): Backlog | undefined => undefined),
      disk().catch(() => null),
    ])
    const { configured, degraded: away } = platforms()
    return {
      ...{ version, startedAt, checks: Object.fromEntries(known), degraded: [...wrong] },
      platforms: configured.map((id) => ({ id, up: !away.includes(id) })),
      backlog: waiting
        ? { messages: age(waiting.messages), webhooks: age(waiting.webhooks), dead: age(waiting.dead) }
        : null,
      running: running(),
      providers: [...breakers()],
      memory: { residentBytes: process.memoryUsage.rss() },
      disk: room,
    }
  }
}
