import type { Language } from '../../lib/language.ts'
import type { Store } from '../../store/index.ts'
import type { Person } from '../../store/personal/person.ts'
import { tombstoneLines, tombstonesIn } from '../../store/personal/tombstones.ts'
import type { Actor } from '../actor.ts'
import type { Audit } from '../audit.ts'
import { exportOf, type PersonExport, pageOf } from './export.ts'
import { createForget, type Receipt } from './forget.ts'
import { peopleGone } from './gone.ts'

export interface PeopleParts {
  store: Store
  audit: Audit
  /** Ends the turn of an event wherever it runs; without it, in no other process. */
  endTurn?: ((eventId: string) => Promise<void>) | undefined
  /** Tells whoever gave what these keys have leave for that it is over; without it nobody is told. */
  endLeave?: ((keys: readonly string[]) => Promise<void>) | undefined
  dataFolder?: string | undefined
  now: () => number
  sleep(ms: number): Promise<void>
}

/** What people may have done with what is kept of them, and operators for them. */
export interface People {
  export(person: Person): Promise<PersonExport>
  /** As a page that a browser shows without loading or running anything. */
  page(kept: PersonExport, language: Language): string
  /** Once begun it comes to its end, in this process or another. */
  forget(person: Person, actor: Actor, options?: { proves?: boolean }): Promise<Receipt>
  /** The list of who was forgotten, of which restores need a copy: keyed hashes, no ids. */
  forgotten(): Promise<{ list: string; count: number }>
  /** Goes on with what a process that has died was in the middle of. */
  resume(): Promise<Receipt[]>
  /** Forgets whom installations that were removed before a time have left behind, some at a time. */
  forgetGone(before: number): Promise<Receipt[]>
  /** Writes SQLite's file anew where copies of what is gone can stand in it. Resolves with whether it was owed; rejects where it still is. */
  rewrite(): Promise<boolean>
}

export function createPeople({ store, endTurn, ...parts }: PeopleParts): People {
  const cancel = async (eventId: string) => void (await store.inbox.cancel(eventId, 'deleted'))
  const { forget, resume, rewrite } = createForget({ ...parts, store, endTurn: endTurn ?? cancel })
  /** Under all of their uids, whichever was named. */
  async function whole(person: Person): Promise<Person> {
    const uids = await Promise.all(person.uids.map((uid) => store.personLinks.uidsOf(person.account, uid)))
    return { ...person, uids: [...new Set(uids.flat())] }
  }
  return {
    export: async (person) => exportOf(store.db, await whole(person), parts.now()),
    page: pageOf,
    forget: async (person, ...how) => forget(await whole(person), ...how),
    async forgotten() {
      const stones = await tombstonesIn(store.db)
      return { list: tombstoneLines(stones), count: stones.length }
    },
    async forgetGone(before) {
      const receipts: Receipt[] = []
      for await (const people of peopleGone(store, before)) {
        receipts.push(await forget(people, { account: people.account, author: 'nobody', door: 'cli' }))
      }
      return receipts
    },
    resume,
    rewrite,
  }
}

export { summaryOf } from './forget.ts'
export type { Receipt }
