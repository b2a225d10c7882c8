import type { Database } from './database.ts'
import { keptOfCatalogue } from './kept.ts'
import type { PersonLinks } from './person-links.ts'
import { type Step, statement, stepOf } from './statement.ts'
import type { RoleTable } from './tables.ts'

export type RoleRow = RoleTable
/** A role without who gave it. */
export type Held = Pick<RoleRow, 'role' | 'agent'>

/** What people are in an account. Members have no row. */
export function roles(db: Database, now: () => number, links: Pick<PersonLinks, 'uidsOf'>) {
  const { query } = db
  const all = statement((p: { account: string }) =>
    query
      .selectFrom('role')
      .selectAll()
      .where('account', '=', p.account)
      .orderBy('given_at')
      .orderBy('person')
      .orderBy('agent'),
  )
  const kept = keptOfCatalogue<ReadonlyMap<string, readonly RoleRow[]>>(db, 1000)

  const ofAccount = (account: string) =>
    kept(account, async () => Map.groupBy(await db.all(all, { account }), ({ person }) => person))

  /** Changes nothing, but only where this holds. */
  const onlyIf = (account: string) =>
    query
      .updateTable('account')
      .set((e) => ({ plan: e.ref('plan') }))
      .where('id', '=', account)
  const ownersOf = (account: string) =>
    query.selectFrom('role').select('person').where('account', '=', account).where('role', '=', 'owner')
  const add = (account: string, person: string, { role, agent }: Held, by: string) =>
    query.insertInto('role').values({ account, person, agent, role, given_by: by, given_at: now() })

  return {
    /** Kept until a role changes. */
    async of(account: string, person: string): Promise<readonly RoleRow[]> {
      return (await ofAccount(account)).get(person) ?? []
    },
    /** Kept likewise: every message asks. Whoever is blocked under one of their uids is under all of them. */
    async isBlocked(account: string, person: string): Promise<boolean> {
      const given = await ofAccount(account)
      const uids = await links.uidsOf(account, person)
      return uids.some((uid) => given.get(uid)?.some(({ role }) => role === 'blocked'))
    },
    /** In the order they were given. */
    async list(account: string): Promise<RoleRow[]> {
      return db.all(all, { account })
    },
    /** Void where the account has an owner. */
    firstOwnerSteps: (account: string, person: string): Step[] => [
      stepOf(
        onlyIf(account).where((e) => e.not(e.exists(ownersOf(account)))),
        { guard: true },
      ),
      stepOf(query.deleteFrom('role').where('account', '=', account).where('person', '=', person)),
      stepOf(add(account, person, { role: 'owner', agent: '' }, person)),
    ],
    /** From exactly these roles to those. Void when they have others by now, or when the account's last owner would go. */
    changeSteps(change: {
      account: string
      person: string
      from: readonly Held[]
      to: readonly Held[]
      by: string
    }): Step[] {
      const { account, person, from, to, by } = change
      const gone = from.filter((one) => !has(to, one))
      const added = to.filter((one) => !has(from, one))
      const held = query
        .selectFrom('role')
        .select((e) => e.fn.countAll<number>().as('n'))
        .where('account', '=', account)
        .where('person', '=', person)
      return [
        ...gone.map(({ role, agent }) =>
          stepOf(
            query
              .deleteFrom('role')
              .where('account', '=', account)
              .where('person', '=', person)
              .where('agent', '=', agent)
              .where('role', '=', role),
            { guard: true },
          ),
        ),
        ...added.map((one) =>
          stepOf(
            add(account, person, one, by).onConflict((c) => c.doNothing()),
            { guard: true },
          ),
        ),
        stepOf(onlyIf(account).where(held, '=', to.length), { guard: true }),
        ...(gone.some(({ role }) => role === 'owner')
          ? [
              stepOf(
                onlyIf(account).where((e) => e.exists(ownersOf(account))),
                { guard: true },
              ),
            ]
          : []),
      ]
    },
  }
}

function has(rows: readonly Held[], { role, agent }: Held): boolean {
  return rows.some((row) => row.role === role && row.agent === agent)
}
