import { setImmediate } from 'node:timers/promises'
import type { Forgetting } from '../../store/forgetting.ts'
import type { Store } from '../../store/index.ts'
import { keysOf, type Person } from '../../store/personal/person.ts'
import { type Proof, search, wordsOf } from '../../store/personal/proof.ts'
import { type Removed, removePerson } from '../../store/personal/remove.ts'
import { isRewritten } from '../../store/personal/rewrite.ts'
import { mergeIndex, type Scrubbed, scrubFiles, scrubRows } from '../../store/personal/scrub.ts'
import { addSteps, hashOf, noteTombstones, type Tombstone, tombstoneKey } from '../../store/personal/tombstones.ts'
import type { Actor } from '../actor.ts'
import type { Audit } from '../audit.ts'
import { logLine } from '../log-lines.ts'

/** What is gone, and how far it is gone. It names nobody. */
export interface Receipt {
  /** How the log calls whoever was forgotten: nobody finds out who that is without the key of the deployment. */
  person: string
  at: number
  ms: number
  removed: Removed
  rows: number
  scrubbed: Scrubbed
  proof?: Proof
}

export interface ForgetParts {
  store: Store
  audit: Audit
  /** Ends the turn of an event wherever it runs, and takes its answer away. */
  endTurn(eventId: string): Promise<void>
  /** Tells whoever gave what these keys have leave for that it is over; without it nobody is told. */
  endLeave?: ((keys: readonly string[]) => Promise<void>) | undefined
  /** Where the list of who was forgotten stands besides, for restores; without one it stands in the database alone. */
  dataFolder?: string | undefined
  now: () => number
  sleep(ms: number): Promise<void>
}

/** Turns that were told to end are waited for so long; then they can commit nothing any more. */
const endingMs = 3000
const lookEveryMs = 20
/** So often the keys are held on to, and what is gone is written down. */
const holdEveryMs = 5000

/** Forgets people, in steps that others hardly notice, and goes on with what a process that died had begun. */
export function createForget(parts: ForgetParts) {
  const { store, audit, endTurn, now, sleep } = parts
  const { db, forgetting } = store

  /** What waits or is being answered is not answered any more. */
  async function endTurns(keys: readonly string[], until: number): Promise<void> {
    const events = await forgetting.openEvents(keys, until)
    for (const event of events) await endTurn(event)
    for (let waited = 0; events.length > 0 && waited < endingMs; waited += lookEveryMs) {
      if ((await forgetting.openEvents(keys, until)).length === 0) return
      await sleep(lookEveryMs)
    }
  }

  async function finish(one: Forgetting, actor: Actor, proves: boolean): Promise<Receipt> {
    const startedAt = now()
    const keys = await keysOf(db, one)
    const words = proves ? await wordsOf(db, one) : undefined
    await endTurns(keys, one.at)
    await forgetting.hold(one, keys)
    let heldAt = now()
    const { removed } = one
    const pause = async () => {
      await setImmediate()
      if (now() - heldAt < holdEveryMs) return
      heldAt = now()
      await forgetting.hold(one, keys)
      await forgetting.noteRemoved(one, removed)
    }
    // What it is told by is gone afterwards.
    await parts.endLeave?.(keys)
    await removePerson(db, one, { removed, until: one.at, pause })
    await forgetting.noteRemoved(one, removed)
    const stones = await stonesOf(one)
    if (parts.dataFolder !== undefined) noteTombstones(parts.dataFolder, stones)
    const waits = { pause, sleep }
    await scrubRows(db, removed, waits)
    const person = stones.map(({ hash }) => hash.slice(0, 16)).join(' ')
    const entry = {
      action: 'person.forget',
      ...(one.agent !== undefined && { agent: one.agent }),
      summary: logLine('person.forget', { person, rows: summaryOf(removed) }),
    }
    const steps = [...addSteps(db, stones), forgetting.releaseStep(one, keys), forgetting.doneStep(one)]
    await audit.commit({ ...actor, ...(actor.author === 'self' && { author: `person:${person}` }) }, entry, steps)
    // The last that named them went with that.
    const scrubbed = await scrubFiles(db, waits)
    const rows = Object.values(removed).reduce((sum, n) => sum + n, 0)
    const receipt = { person, at: one.at, ms: now() - startedAt, removed, rows, scrubbed }
    return words ? { ...receipt, proof: await search(db, words, parts.dataFolder) } : receipt
  }

  async function stonesOf(one: Forgetting): Promise<Tombstone[]> {
    const key = await tombstoneKey(db)
    return one.uids.map((uid) => ({ key, hash: hashOf(key, one, uid), at: one.at }))
  }

  return {
    /** `actor.author` is `self` of whoever forgets themself: the log then has their hash in its place. */
    async forget(person: Person, actor: Actor, { proves = false } = {}): Promise<Receipt> {
      const one = await forgetting.begin(person, { author: actor.author, door: actor.door })
      return finish(one, actor, proves)
    },
    /** What was too big for it when people were forgotten. Nobody can write meanwhile: some ten seconds of each gigabyte. */
    async rewrite(): Promise<boolean> {
      if (db.dialect === 'postgres') return false
      // Of what was said too long ago, and of messages that were deleted, terms may stand in it yet.
      await mergeIndex(db, 'turn_fts', () => setImmediate())
      if (await isRewritten(db)) return false
      const { isOwed } = await scrubFiles(db, { pause: () => setImmediate(), sleep }, Number.POSITIVE_INFINITY)
      if (isOwed)
        throw new Error('the file could not be written anew: its disk is full, or somebody writes all the time')
      return true
    },
    /** What a process that has died was in the middle of. */
    async resume(): Promise<Receipt[]> {
      const receipts: Receipt[] = []
      for (const one of await forgetting.open()) {
        // Somebody else is at work on it: it holds the keys.
        const [key] = await keysOf(db, one)
        if (key !== undefined && (await store.leases.isHeld(key, now()))) continue
        const actor = { account: one.account, author: one.author, door: one.door as Actor['door'] }
        receipts.push(await finish(one, actor, false))
      }
      return receipts
    },
  }
}

/** How many rows went where, in the order of their names. */
export function summaryOf(removed: Removed): string {
  const counts = Object.entries(removed).sort(([a], [b]) => (a < b ? -1 : 1))
  return counts.length === 0 ? 'nothing was kept' : counts.map(([table, n]) => `${table} ${n}`).join(', ')
}
