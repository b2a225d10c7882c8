import { hostname } from 'node:os'
import { version } from '../lib/version.ts'
import type { Store } from '../store/index.ts'
import type { PlatformTimes } from './platform-times.ts'

/** A process of this deployment. */
export interface LivingProcess {
  /** Its machine, and its number there. */
  name: string
  version: string
  roles: readonly string[]
  startedAt: number
  /** That it holds: it answers in them, and no other process does. */
  conversations: number
  platforms: readonly PlatformTimes[]
  isAsked: boolean
}

/** What others hear of a process is as old at most. */
const tellEveryMs = 5000

export interface LivingProcessesParts {
  store: Pick<Store, 'processes'>
  /** As leases name it. */
  holder: string
  roles: ReadonlySet<string>
  conversations: () => number
  platforms: () => readonly PlatformTimes[]
  /** Whether there may be others on this database. */
  hasOthers: boolean
  now: () => number
}

export type LivingProcesses = ReturnType<typeof createLivingProcesses>

/** Who runs: of several, each says in the database that it does. */
export function createLivingProcesses({ store, holder, hasOthers, now, ...parts }: LivingProcessesParts) {
  const ofThis = { name: `${hostname()}/${process.pid}`, version, roles: [...parts.roles], startedAt: now() }
  const told = (): LivingProcess => ({
    ...{ ...ofThis, conversations: parts.conversations(), platforms: parts.platforms(), isAsked: true },
  })
  let telling: Promise<void> = Promise.resolve()

  function tell(): void {
    const { name, roles, startedAt, conversations, platforms } = told()
    const row = { holder, name, version, roles: roles.join(' '), started_at: startedAt, conversations }
    // What cannot be told now is told by the next, and a database that is away is told of elsewhere.
    telling = store.processes.tell({ ...row, platforms: JSON.stringify(platforms) }).catch(() => {})
  }
  if (hasOthers) tell()
  const timer = hasOthers ? setInterval(tell, tellEveryMs).unref() : undefined

  return {
    /** This one first. */
    async list(): Promise<LivingProcess[]> {
      const others = hasOthers ? (await store.processes.living()).filter((row) => row.holder !== holder) : []
      const read = others.map(
        ({ name, version, roles, started_at, conversations, platforms }): LivingProcess => ({
          ...{ name, version, conversations, isAsked: false },
          ...{ roles: roles.split(' '), startedAt: started_at },
          platforms: JSON.parse(platforms) as PlatformTimes[],
        }),
      )
      return [told(), ...read]
    },
    async close(): Promise<void> {
      clearInterval(timer)
      await telling
      if (hasOthers) await store.processes.end(holder).catch(() => {})
    },
  }
}
