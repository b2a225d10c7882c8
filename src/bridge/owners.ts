import type { Admin } from '../admin/index.ts'
import type { Log } from '../lib/log.ts'
import type { View } from '../model/view.ts'
import { callLimitMs } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import type { InstallationRow } from '../store/installations.ts'
import { pauseOf } from '../turns/gate.ts'
import type { ChannelOf } from './context.ts'

/** Somebody who cannot be written to through so many installations cannot be at all. */
const maxDoors = 5

export interface OwnerNotesParts {
  store: Store
  admin: Pick<Admin, 'roles'>
  channelOf: ChannelOf
  log: Log
}

/**
 * Tells the owners of an account something that they did not ask for: each alone, through an installation of the account. While the
 * account is paused nobody is told; what is to be said only once is said when it goes on.
 */
export function createOwnerNotes({ store, admin, channelOf, log }: OwnerNotesParts) {
  /** What was to be told during a pause. */
  const waiting: (() => Promise<unknown>)[] = []

  /** By their uid: the installation whose name is in it comes first. */
  async function doorsTo(account: string, uid: string) {
    const platform = uid.slice(0, uid.indexOf('_'))
    const rest = uid.slice(platform.length + 1)
    const own = (await store.places.installations(platform)).filter(
      (one) => one.account === account && one.status === 'approved' && one.removed_at === null,
    )
    const isTheirs = ({ id }: InstallationRow): boolean => rest.startsWith(`${id}_`)
    const person = (one: InstallationRow) => rest.slice(isTheirs(one) ? one.id.length + 1 : rest.lastIndexOf('_') + 1)
    return own
      .toSorted((a, b) => Number(isTheirs(b)) - Number(isTheirs(a)))
      .slice(0, maxDoors)
      .map((one) => ({ door: { platform, installation: one.id }, person: person(one) }))
  }

  /** `view` is made for each of them, and for each try: its buttons are theirs alone. */
  async function tellOne(
    account: string,
    uid: string,
    view: () => Promise<View>,
    signal?: AbortSignal,
  ): Promise<boolean> {
    for (const { door, person } of await doorsTo(account, uid)) {
      const notify = channelOf(door)?.notify
      if (!notify) continue
      const limit = AbortSignal.timeout(callLimitMs)
      const told = await notify(person, undefined, await view(), signal ? AbortSignal.any([signal, limit]) : limit)
      // What may have arrived is not said again.
      if ('ok' in told || 'unknown' in told) return true
    }
    return false
  }

  type ViewOf = (owner: string) => Promise<View>

  /** All of them; those who cannot be reached stand in the log. False: the account is paused, and whoever tells owes it still. */
  async function tell(account: string, view: ViewOf, signal?: AbortSignal): Promise<boolean> {
    const owners = (await admin.roles.list(account)).filter(({ role }) => role === 'owner')
    for (const { person } of owners) {
      if (await pauseOf(store, { account })) return false
      if (await tellOne(account, person, () => view(person), signal)) continue
      log.warn({ person }, 'an owner could not be told of what concerns them')
    }
    return true
  }

  /** Whether the account is paused; then `again` is called when it may go on, which may be before a pause of another one ends. */
  async function waits(account: string, again: () => Promise<unknown>): Promise<boolean> {
    if (!(await pauseOf(store, { account }))) return false
    waiting.push(again)
    return true
  }

  /** Now, or when the account is not paused any more: for what nobody comes back to. */
  async function owe(account: string, view: ViewOf): Promise<void> {
    if (!(await waits(account, () => owe(account, view)))) await tell(account, view)
  }

  return {
    tell,
    waits,
    owe,
    /** A pause may be over. Never rejects. */
    async goOn(): Promise<void> {
      for (const again of waiting.splice(0)) {
        await again().catch((err) => log.warn({ err }, 'owners could not be told what they were owed'))
      }
    },
  }
}

export type OwnerNotes = ReturnType<typeof createOwnerNotes>
