import { sql } from 'kysely'
import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import type { leaseRows } from './leases.ts'
import { joinSteps, partSteps, sharedState } from './person-moves.ts'
import { type Step, statement, stepOf } from './statement.ts'
import type { LinkCodeTable } from './tables.ts'

export type LinkCode = LinkCodeTable
type Leases = ReturnType<typeof leaseRows>
export type PersonLinks = ReturnType<typeof personLinks>

interface Links {
  personOf: ReadonlyMap<string, string>
  aliasesOf: ReadonlyMap<string, readonly string[]>
}

/** One uid of somebody who is kept under another. */
export interface PersonLink {
  uid: string
  person: string
  linkedAt: number
}

export interface Joined {
  person: string
  uid: string
  most: number
}

/**
 * People who are one person under several uids: they are kept under the first of them, and the others are aliases of it. What they
 * are allowed goes by the uid they speak under.
 */
export function personLinks(db: Database, leases: Leases, now: () => number) {
  const { query } = db
  const moving = { db, leases, now }
  const all = statement((p: { account: string }) =>
    query
      .selectFrom('person_link')
      .select(['uid', 'person'])
      .where('account', '=', p.account)
      .orderBy('linked_at')
      .orderBy('uid'),
  )
  const kept = keptOfCatalogue<Links>(db, 1000)
  /** Every message asks. */
  const linksOf = (account: string): Promise<Links> =>
    kept(account, async () => {
      const rows = await db.all(all, { account })
      const grouped = Map.groupBy(rows, ({ person }) => person)
      return {
        personOf: new Map(rows.map(({ uid, person }) => [uid, person])),
        aliasesOf: new Map([...grouped].map(([person, all]) => [person, all.map(({ uid }) => uid)])),
      }
    })
  const personOf = async (account: string, uid: string): Promise<string> =>
    (await linksOf(account)).personOf.get(uid) ?? uid
  const codes = () => query.selectFrom('link_code').selectAll().where('expires_at', '>', now())

  return {
    /** The uid that whoever has this one is kept under: their own, where it is linked to none. */
    personOf,
    /** All uids of whoever has this one; first the one they are kept under. */
    async uidsOf(account: string, uid: string): Promise<readonly string[]> {
      const { personOf: people, aliasesOf } = await linksOf(account)
      const person = people.get(uid) ?? uid
      return [person, ...(aliasesOf.get(person) ?? [])]
    },

    /** Those behind `after`, by their uids. */
    list: (
      account: string,
      { after = '', limit }: { after?: string | undefined; limit: number },
    ): Promise<PersonLink[]> =>
      query
        .selectFrom('person_link')
        .select(['uid', 'person', 'linked_at as linkedAt'])
        .where('account', '=', account)
        .where('uid', '>', after)
        .orderBy('uid')
        .limit(limit)
        .execute(),

    /** Of each person the last that was made. */
    addCodeSteps: (code: Omit<LinkCode, 'told_by' | 'told_name'>): Step[] => [
      stepOf(query.deleteFrom('link_code').where('account', '=', code.account).where('person', '=', code.person)),
      stepOf(query.insertInto('link_code').values({ ...code, told_by: null, told_name: null })),
    ],
    async code(hash: string): Promise<LinkCode | undefined> {
      return codes().where('hash', '=', hash).executeTakeFirst()
    },
    /** The one that was made for somebody. */
    async codeOf(account: string, person: string): Promise<LinkCode | undefined> {
      return codes().where('account', '=', account).where('person', '=', person).executeTakeFirst()
    },
    /** A guard: void for whoever tells it second, or too late. */
    tellStep: (hash: string, by: { uid: string; name: string | null }): Step =>
      stepOf(
        query
          .updateTable('link_code')
          .set({ told_by: by.uid, told_name: by.name })
          .where('hash', '=', hash)
          .where('told_by', 'is', null)
          .where('expires_at', '>', now()),
        { guard: true },
      ),
    /** A guard: void where it is gone, or its time is over. It is gone with it. */
    takeStep: (hash: string, toldBy: string | null): Step =>
      stepOf(
        query
          .deleteFrom('link_code')
          .where('hash', '=', hash)
          .where('told_by', toldBy === null ? 'is' : '=', toldBy)
          .where('expires_at', '>', now()),
        { guard: true },
      ),
    /** Puts away the codes that have expired. */
    async prune(): Promise<void> {
      await query.deleteFrom('link_code').where('expires_at', '<=', now()).execute()
    },

    /** Names of values that agents keep under both, where they are not the same. */
    sharedState: (account: string, person: string, uid: string): Promise<string[]> =>
      sharedState(db, account, person, uid),
    /**
     * Whoever is kept under `uid`, with all of their aliases, is kept under `person` from then on, and what agents keep of them comes
     * over. Void where somebody has linked or unlinked either meanwhile, or a message of theirs is being answered, or they would
     * have more than `most` uids.
     */
    joinSteps: async (account: string, { person, uid, most }: Joined): Promise<Step[]> => {
      const links = query.updateTable('person_link').where('account', '=', account)
      return [
        stepOf(query.insertInto('person_link').values({ account, uid, person, linked_at: now() })),
        stepOf(links.set({ person }).where('person', '=', uid)),
        ...(await joinSteps(moving, { account, person, uid })),
        // Counted once it is done, behind the lock that the guards of all who join hold: of two at once the second sees the first.
        stepOf(
          query
            .updateTable('account')
            .set((e) => ({ plan: e.ref('plan') }))
            .where('id', '=', account)
            .where(
              sql<boolean>`(select count(*) from person_link where account = ${account} and person = ${person}) < ${most}`,
            ),
          { guard: true },
        ),
      ]
    },
    /** A uid is its own again. Void likewise. */
    partSteps: async (account: string, person: string, uid: string, isAlone: boolean): Promise<Step[]> => [
      stepOf(
        query
          .deleteFrom('person_link')
          .where('account', '=', account)
          .where('uid', '=', uid)
          .where('person', '=', person),
        { guard: true },
      ),
      ...(await partSteps(moving, { account, person, uid, isAlone })),
    ],
  }
}
