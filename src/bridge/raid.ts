import { raidNote } from '../admin/commands/raids.ts'
import type { Admin } from '../admin/index.ts'
import type { Log } from '../lib/log.ts'
import type { ChatLimits } from '../model/limits.ts'
import type { InboundMessage } from '../model/message.ts'
import type { Store } from '../store/index.ts'
import type { Counter } from '../store/spending/index.ts'
import { serverOf } from './context.ts'
import type { OwnerNotes } from './owners.ts'

const minuteMs = 60_000
/** How long people are kept waiting whom nobody knows. */
const raidMs = 10 * minuteMs
/** A rate leaps when it is so many times what it was in the minutes before. */
const leap = 10
const minutesBefore = 10

export interface RaidWatchParts {
  store: Store
  admin: Pick<Admin, 'offers'>
  owners: Pick<OwnerNotes, 'owe'>
  limits: ChatLimits
  now: () => number
  log: Log
}

/**
 * Sees when far more is written in a server than before. Then those alone are answered who were answered before, until it is over or
 * an owner says that it is none.
 */
export function createRaidWatch({ store, admin, owners, limits, now, log }: RaidWatchParts) {
  /** By server, how many messages a minute may have; kept for that minute. */
  let kept = { minute: '', most: new Map<string, number>() }

  async function mostOf(account: string, server: string): Promise<number> {
    const { minute } = store.spending.starts()
    if (kept.minute !== minute) kept = { minute, most: new Map() }
    const known = kept.most.get(`${account} ${server}`)
    if (known !== undefined) return known
    const starts = Array.from({ length: minutesBefore }, (_, i) =>
      new Date(now() - (i + 1) * minuteMs).toISOString().slice(0, 16),
    )
    const rows = await Promise.all(
      starts.map((start) => store.spending.at(account, { scope: 'server', subject: server, start })),
    )
    const before = rows.reduce((sum, row) => sum + (row?.messages ?? 0), 0) / minutesBefore
    const most = Math.max(limits.raid ?? 0, Math.ceil(before * leap))
    kept.most.set(`${account} ${server}`, most)
    return most
  }

  const counterOf = (server: string): Counter => ({
    scope: 'server',
    subject: server,
    start: store.spending.starts().minute,
  })

  async function waitsUntil(account: string, key: string, message: InboundMessage): Promise<number | undefined> {
    if (limits.raid === null || message.addressed === 'direct') return undefined
    const raid = await store.raids.of(account, serverOf(message))
    if (!raid || (await store.turns.knownBefore(key, raid.began_at))) return undefined
    return raid.until
  }

  return {
    /** Until when somebody has to wait, whom nobody knows in a server that is raided; undefined: they need not. */
    waitsUntil,

    /** Counts a message of a server, in the batch that takes it in; void where that is one too many, or a raid has begun meanwhile. */
    async steps(account: string, key: string, message: InboundMessage) {
      if (limits.raid === null || message.addressed === 'direct') return []
      const server = serverOf(message)
      if (await waitsUntil(account, key, message)) return [store.spending.messageStep(account, counterOf(server), 0)]
      if ((await store.raids.of(account, server)) || (await store.raids.rests(account, server))) return []
      return [store.spending.messageStep(account, counterOf(server), await mostOf(account, server))]
    },

    /** Whether a batch was void because the rate of its server has leapt: then a raid begins, and its owners are told. */
    async begins(account: string, message: InboundMessage): Promise<boolean> {
      if (limits.raid === null || message.addressed === 'direct') return false
      const server = serverOf(message)
      if (await store.raids.of(account, server)) return true
      if (await store.raids.rests(account, server)) return false
      const most = await mostOf(account, server)
      const written = (await store.spending.at(account, counterOf(server)))?.messages ?? 0
      if (written < most) return false
      if (await store.raids.begin(account, server, now() + raidMs)) {
        log.warn({ server, most }, 'far more is written in a server than before: people whom nobody knows wait')
        const all = await store.places.installations(message.platform)
        const name = all.find(({ id }) => id === message.installation)?.name || message.installation
        const of = { account, server, name, most, minutes: raidMs / minuteMs }
        owners
          .owe(account, (person) => raidNote(admin, { ...of, person }))
          .catch((err) => log.warn({ err }, 'owners could not be told of a raid'))
      }
      return true
    },
  }
}

export type RaidWatch = ReturnType<typeof createRaidWatch>
