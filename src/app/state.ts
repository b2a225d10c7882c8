import { type HealthChecks, holdsWithin } from '../http/health.ts'
import type { HouseState } from '../http/v1/house-state.ts'
import { version } from '../lib/version.ts'
import type { Warning } from '../lib/warnings.ts'
import { within } from '../lib/within.ts'
import type { BreakerState } from '../ports/llm.ts'
import { type Backlog, backlogOf, type Waiting } from '../store/backlog.ts'
import type { Database } from '../store/database.ts'
import { roomAt } from './disk.ts'
import type { LivingProcess } from './living-processes.ts'
import type { PlatformTimes } from './platform-times.ts'

export interface StateParts {
  db: Database
  checks: HealthChecks
  degraded: () => Promise<readonly { what: string; why: string }[]>
  processes: () => Promise<readonly LivingProcess[]>
  warnings: () => readonly Warning[]
  /** Answers that are being made or shown by this process. */
  running: () => number
  breakers: () => readonly { provider: string; state: BreakerState }[]
  dataFolder: string
  now: () => number
}

/** Whoever asks waits for a page: what does not answer in so many milliseconds is taken for a no. */
const limitMs = 2000

/** How everything is, from the same sources as `/readyz` and the metrics. */
export function createState({
  db,
  checks,
  degraded,
  processes,
  running,
  breakers,
  dataFolder,
  now,
  ...parts
}: StateParts) {
  const startedAt = isoOf(now())
  const age = ({ waiting, since }: Waiting) => ({
    waiting,
    oldestSeconds: since === null ? 0 : Math.max(0, now() - since) / 1000,
  })

  async function disk(): Promise<HouseState['disk']> {
    const { free, total } = await roomAt(dataFolder)
    return { freeBytes: free, totalBytes: total }
  }

  return async (): Promise<HouseState> => {
    const looked = Object.entries(checks).map(
      async ([name, check]) => [name, await holdsWithin(limitMs, check)] as const,
    )
    const late = () => new Error('no answer')
    const [known, wrong, waiting, room, living] = await Promise.all([
      Promise.all(looked),
      within(limitMs, degraded(), late).catch(() => []),
      within(limitMs, backlogOf(db), late).catch((): Backlog | undefined => undefined),
      disk().catch(() => null),
      within(limitMs, processes(), late).catch(() => []),
    ])
    return {
      ...{ version, startedAt, checks: Object.fromEntries(known), degraded: [...wrong] },
      platforms: platformsOf(living),
      processes: living.map(({ platforms: _, startedAt, roles, ...told }) => ({
        ...{ ...told, roles: [...roles], startedAt: isoOf(startedAt) },
      })),
      backlog: waiting
        ? { messages: age(waiting.messages), webhooks: age(waiting.webhooks), dead: age(waiting.dead) }
        : null,
      running: running(),
      providers: [...breakers()],
      memory: { residentBytes: process.memoryUsage.rss() },
      disk: room,
      warnings: parts.warnings().map(({ why = null, since, lastAt, ...told }) => ({
        ...{ ...told, why, since: isoOf(since), lastAt: isoOf(lastAt) },
      })),
    }
  }
}

/**
 * Another text as soon as something is otherwise that whoever watches wants to see at once: what works, who is connected, which
 * processes run, which models are left alone, what platforms refused, what the log warned of. What always moves has no part in it: how
 * much memory and disk there is, what waits and for how long, when something came last. Cheap enough to be asked again and again.
 */
export function createStanding({
  degraded,
  processes,
  warnings,
  breakers,
  refused,
}: Pick<StateParts, 'degraded' | 'processes' | 'warnings' | 'breakers'> & {
  refused: () => Promise<readonly { last_at: number; count: number }[]>
}): () => Promise<string> {
  // Whoever does not answer stands otherwise than before, too.
  const away = () => 'away'
  const asked = <Answer>(answer: Promise<Answer>) => within(limitMs, answer, () => new Error('no answer')).catch(away)
  return async () =>
    JSON.stringify([
      ...(await Promise.all([
        asked(degraded().then((all) => all.map(({ what }) => what))),
        asked(
          processes().then((all) =>
            all.map(({ name, platforms }) => [name, platforms.map(({ id, up, connectedSince: at }) => [id, up, at])]),
          ),
        ),
        asked(refused().then((calls) => calls.map(({ last_at, count }) => [last_at, count]))),
      ])),
      warnings().map(({ lastAt, count }) => [lastAt, count]),
      breakers().map(({ provider, state }) => [provider, state]),
    ])
}

/** As all processes together see them: one is as it should be where it is so in each that is to be connected. */
function platformsOf(living: readonly LivingProcess[]): HouseState['platforms'] {
  const times = Map.groupBy(
    living.flatMap(({ platforms }) => platforms),
    ({ id }) => id,
  )
  return [...times].map(([id, each]) => ({
    id,
    up: each.every(({ up }) => up),
    connectedSince: momentOf(each, 'connectedSince', Math.min),
    lastEventAt: momentOf(each, 'lastEventAt', Math.max),
  }))
}

function momentOf(
  each: readonly PlatformTimes[],
  name: 'connectedSince' | 'lastEventAt',
  which: (...values: number[]) => number,
): string | null {
  const known = each.map((times) => times[name]).filter((at) => at !== null)
  return known.length === 0 ? null : isoOf(which(...known))
}

const isoOf = (at: number): string => new Date(at).toISOString()
