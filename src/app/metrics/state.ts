import { Counter, Gauge, type Registry } from 'prom-client'
import { type HealthChecks, holdsWithin } from '../../http/health.ts'
import { within } from '../../lib/within.ts'
import type { PlatformId } from '../../model/message.ts'
import type { Backlog } from '../../store/backlog.ts'

/** Whoever scrapes gives up after ten seconds as a rule. */
const limitMs = 2000

export interface StateMetricsParts {
  registry: Registry
  /** What must hold before this process is given work, by name. A rejection is a no. */
  checks: HealthChecks
  /** Of the disk of the data folder, in bytes; undefined where it cannot be seen. */
  freeOnDisk: () => Promise<number | undefined>
  backlog: () => Promise<Backlog>
  /** Those that this process is connected to, and those of them with which something is wrong. */
  platforms: () => { configured: readonly PlatformId[]; degraded: readonly string[] }
  /** Answers that are being made or shown by this process. */
  running: () => number
  /** Keys that this process has lost to another one while it answered. */
  lostLeases: () => number
  now: () => number
}

/** What is so at the moment, looked up when somebody asks. What cannot be looked up is left out rather than told wrong. */
export function createStateMetrics({
  registry,
  checks,
  freeOnDisk,
  backlog,
  platforms,
  running,
  lostLeases,
  now,
}: StateMetricsParts): void {
  const registers = [registry]
  new Gauge({
    name: 'parley_check_up',
    help: 'Whether what this process needs for taking work works, by check: 1 or 0. /readyz says what is wrong.',
    labelNames: ['check'],
    registers,
    async collect() {
      const look = async (check: string) =>
        this.labels({ check }).set((await holdsWithin(limitMs, checks[check]!)) ? 1 : 0)
      await Promise.all(Object.keys(checks).map(look))
    },
  })
  new Gauge({
    name: 'parley_disk_free_bytes',
    help: 'What is free on the disk of the data folder.',
    registers,
    async collect() {
      const free = await freeOnDisk()
      if (free === undefined) this.remove()
      else this.set(free)
    },
  })
  new Gauge({
    name: 'parley_platform_up',
    help: 'Whether a platform that is configured works as it should: 1 or 0. /readyz says what is wrong.',
    labelNames: ['platform'],
    registers,
    collect() {
      const { configured, degraded } = platforms()
      for (const platform of configured) this.labels({ platform }).set(degraded.includes(platform) ? 0 : 1)
    },
  })
  new Gauge({
    name: 'parley_answers_running',
    help: 'Answers that are being made or shown by this process, but those that are there at once.',
    registers,
    collect() {
      this.set(running())
    },
  })
  new Counter({
    name: 'parley_leases_lost_total',
    help: 'Conversations that this process could not hold while it answered in them: another one goes on there.',
    registers,
    collect() {
      this.reset()
      this.inc(lostLeases())
    },
  })
  const age = new Gauge({
    name: 'parley_backlog_oldest_seconds',
    help: 'How long the oldest of what waits has waited, by queue. The same in every process: it is asked of the database.',
    labelNames: ['queue'],
    registers,
  })
  new Gauge({
    name: 'parley_backlog',
    help: 'Messages that wait for their answer or have not got all of it, and webhook calls that wait, by queue.',
    labelNames: ['queue'],
    registers,
    async collect() {
      this.reset()
      age.reset()
      const found = await within(limitMs, backlog(), () => new Error('no answer')).catch(() => undefined)
      for (const [queue, { waiting, since }] of Object.entries(found ?? {})) {
        this.labels({ queue }).set(waiting)
        age.labels({ queue }).set(since === null ? 0 : Math.max(0, now() - since) / 1000)
      }
    },
  })
}
