import { approvalNote } from '../admin/commands/installations.ts'
import type { Admin } from '../admin/index.ts'
import type { Log } from '../lib/log.ts'
import { callLimitMs } from '../ports/channel.ts'
import { firstAccount } from '../store/accounts.ts'
import type { Store } from '../store/index.ts'
import type { InstallationRow } from '../store/installations.ts'
import { createLooking } from '../store/looking.ts'
import type { RunningTurns } from '../turns/running.ts'
import type { ChannelOf } from './context.ts'
import { createOwnerNotes } from './owners.ts'

export interface NewcomersParts {
  store: Store
  admin: Pick<Admin, 'approvals' | 'offers' | 'roles' | 'platforms'>
  channelOf: ChannelOf
  running: Pick<RunningTurns, 'cancel'>
  now: () => number
  log: Log
}

/** Whoever is told of one is told of those that come soon after it together. */
const quietMs = 600_000
/** After what did not work. */
const againMs = 30_000

/**
 * What follows when somebody installs the app, and when an owner decides, in whichever process that was: the owners are told of
 * what waits, and what was refused is left.
 */
export function createNewcomers({ store, admin, channelOf, running, now, log }: NewcomersParts) {
  const { places } = store
  const ownerNotes = createOwnerNotes({ store, admin, channelOf, log })
  const tried = createLooking(log, 'the look at what waits for approval')
  let seen: number | undefined
  let lookAgainAt = Number.POSITIVE_INFINITY
  let quietUntil = 0
  const logged = new Set<string>()
  /** When each was refused that was put an end to. */
  const ended = new Map<string, number | null>()

  /** Nothing costs more than asking whether anything has changed, until it has. */
  async function look(signal: AbortSignal): Promise<void> {
    const version = store.db.catalogue()
    if (version === seen && now() < lookAgainAt) return
    seen = version
    lookAgainAt = Number.POSITIVE_INFINITY
    const there = (await places.installations()).filter(({ removed_at }) => removed_at === null)
    for (const one of there) if (one.status === 'refused') await end(one, signal)
    await tell(
      there.filter(({ status, told_at }) => status === 'waiting' && told_at === null),
      signal,
    )
  }

  /** What waits for an answer there gets none; then the app leaves, where it can. */
  async function end({ platform: name, id, decided_at }: InstallationRow, signal: AbortSignal): Promise<void> {
    const platform = name
    if (ended.get(`${platform} ${id}`) !== decided_at) {
      for (const eventId of await store.inbox.openOf(platform, id)) await running.cancel(eventId, 'deleted')
      ended.set(`${platform} ${id}`, decided_at)
    }
    const left = await channelOf({ platform, installation: id })?.leave?.(id, limited(signal))
    if (!left || ('refused' in left && left.refused.code === 'unsupported')) return
    if ('ok' in left) return places.uninstall(platform, id)
    log.warn({ platform, installation: id, left }, 'an installation that was refused could not be left')
    lookAgainAt = now() + againMs
  }

  async function tell(waiting: readonly InstallationRow[], signal: AbortSignal): Promise<void> {
    for (const { platform, id, name } of waiting) {
      if (logged.has(`${platform} ${id}`)) continue
      logged.add(`${platform} ${id}`)
      const say = `an installation waits for approval: \`parley installations approve ${platform} ${id}\`, or refuse`
      log.warn({ platform, installation: id, name }, say)
    }
    const owners = (await admin.roles.list(firstAccount)).filter(({ role }) => role === 'owner')
    // Who becomes owner later is told then.
    if (waiting.length === 0 || owners.length === 0) return
    if (now() < quietUntil) {
      lookAgainAt = Math.min(lookAgainAt, quietUntil)
      return
    }
    quietUntil = now() + quietMs
    const views = await Promise.all(waiting.map(({ platform, id }) => admin.approvals.get(platform, id)))
    if (await ownerNotes.tell(firstAccount, (person) => approvalNote(admin, person, views), signal))
      return places.told(waiting)
    // All is paused: they are told when it goes on.
    quietUntil = 0
    lookAgainAt = now()
  }

  return {
    look,
    /** Keeps looking, as one process of all does, until it is stopped. */
    async watch(everyMs: number, signal: AbortSignal): Promise<{ stop(): Promise<void> }> {
      let looking: Promise<void> | undefined
      const once = () => {
        looking ??= tried(() => look(signal))
          .then((isDone) => {
            if (!isDone) seen = undefined
          })
          .finally(() => {
            looking = undefined
          })
      }
      const timer = setInterval(once, everyMs).unref()
      once()
      return {
        async stop() {
          clearInterval(timer)
          await looking
        },
      }
    },
  }
}

const limited = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(callLimitMs)])
