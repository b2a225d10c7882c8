import type { PlatformId } from '../model/message.ts'
import { firstAccount } from './accounts.ts'
import { playgroundAccount } from './apart.ts'
import type { Database } from './database.ts'
import type { EventRows } from './events.ts'
import { keptOfCatalogue } from './kept.ts'
import { type Step, statement, stepOf } from './statement.ts'
import type { InstallationTable } from './tables.ts'

export type InstallationRow = InstallationTable
/** Whose an installation is, and whether it is served. */
export type InstallationStanding = Pick<InstallationRow, 'account' | 'status'>

/** What becomes of an installation, as other programs are told. */
type InstallationChange = 'added' | 'removed' | 'approved' | 'refused'

const undecided = { decided_by: null, decided_at: null, told_at: null }

/** Where the app is installed, whose that is, and whether it is served. */
export function installationRows(db: Database, now: () => number, events: Pick<EventRows, 'steps'>) {
  const { query } = db
  const standing = statement((p: { platform: string; id: string }) =>
    query
      .selectFrom('installation')
      .select(['account', 'status'])
      .where('platform', '=', p.platform)
      .where('id', '=', p.id)
      .where('removed_at', 'is', null),
  )

  const standings = keptOfCatalogue<InstallationStanding | undefined>(db, 1000)

  const standingOf = (platform: PlatformId, installation: string): Promise<InstallationStanding | undefined> =>
    standings(`${platform} ${installation}`, () => db.get(standing, { platform, id: installation }))
  const change = changing(db)
  const approve = (platform: PlatformId, id: string) =>
    change(platform, id).set({ status: 'approved' }).where('status', '=', 'waiting')
  /** Those who come at the same moment, to several processes, come one after the other. */
  const oneByOne = () =>
    query
      .updateTable('account')
      .set((e) => ({ plan: e.ref('plan') }))
      .where('id', '=', firstAccount)
  const approvedOf = (platform: PlatformId) =>
    query
      .selectFrom('installation')
      .select('id')
      .where('platform', '=', platform)
      .where('status', '=', 'approved')
      .where('account', '!=', playgroundAccount)
      .where('id', 'not like', '@%')

  return {
    /** Of an installation that was not removed. */
    standingOf,
    /** The same, where it is approved. */
    async accountOf(platform: PlatformId, installation: string): Promise<string | undefined> {
      const found = await standingOf(platform, installation)
      return found?.status === 'approved' ? found.account : undefined
    },
    /** One that has yet to be installed. A guard: void where it is known. */
    expectStep(row: Pick<InstallationRow, 'platform' | 'id' | 'account' | 'status' | 'decided_by'>): Step {
      const at = now()
      const times = { created_at: at, removed_at: at, decided_at: at, told_at: null }
      const expected = query.insertInto('installation').values({ ...row, ...times, name: row.id, secret: null })
      return stepOf(
        expected.onConflict((c) => c.columns(['platform', 'id']).doNothing()),
        { guard: true },
      )
    },
    /** Approves what waits. Void where it does not, or where another one of the platform is, or was, approved. */
    approveFirstSteps: (platform: PlatformId, id: string): Step[] => [
      stepOf(oneByOne()),
      stepOf(
        approve(platform, id).where((e) => e.not(e.exists(approvedOf(platform)))),
        { guard: true },
      ),
    ],
    /** Approves what waits. */
    approveStep: (platform: PlatformId, id: string): Step => stepOf(approve(platform, id)),
    /** A guard: void where the installation is not as it was any more. */
    decideStep(
      { platform, id, status, account }: Pick<InstallationRow, 'platform' | 'id' | 'status' | 'account'>,
      to: InstallationStanding,
      by: string,
    ): Step {
      const changed = { ...to, decided_by: by, decided_at: now() }
      const still = change(platform, id).where('status', '=', status).where('account', '=', account)
      return stepOf(still.set(changed), { guard: true })
    },
    /** The owners were told that these wait. */
    async told(all: readonly Pick<InstallationRow, 'platform' | 'id'>[]): Promise<void> {
      await db.batch(all.map(({ platform, id }) => stepOf(change(platform, id).set({ told_at: now() }))))
    },
    ...comings(db, now, events),
    ...lists(db),
  }
}

const changing =
  ({ query }: Pick<Database, 'query'>) =>
  (platform: string, id: string) =>
    query.updateTable('installation').where('platform', '=', platform).where('id', '=', id)

/** How they come and go. */
function comings(db: Database, now: () => number, events: Pick<EventRows, 'steps'>) {
  const { query } = db
  const change = changing(db)
  const rowOf = (platform: PlatformId, id: string): Promise<InstallationRow | undefined> =>
    query
      .selectFrom('installation')
      .selectAll()
      .where('platform', '=', platform)
      .where('id', '=', id)
      .executeTakeFirst()

  /** What other programs hear, in the batch of the change: whose it is, and the operator, who decides on all but the playground's. */
  async function changedSteps(
    { platform, id, account, status }: Pick<InstallationRow, 'platform' | 'id' | 'account' | 'status'>,
    change: InstallationChange,
  ): Promise<Step[]> {
    const data = { platform, installation: id, account, status, change }
    const those = new Set([account, ...(account === playgroundAccount ? [] : [firstAccount])])
    const told = await Promise.all(
      [...those].map((one) => events.steps({ account: one, type: 'installation.changed', key: '', data })),
    )
    return told.flat()
  }

  return {
    changedSteps,
    /** A new one is whose `row` says; one that is known, or was removed, keeps its account and what was decided. */
    async install(
      row: Pick<InstallationRow, 'platform' | 'id' | 'account' | 'name' | 'secret' | 'status'>,
    ): Promise<InstallationRow> {
      const { platform, id, name, secret } = row
      const known = await rowOf(platform, id)
      const comes = query
        .insertInto('installation')
        .values({ ...row, ...undecided, created_at: now(), removed_at: null })
        .onConflict((c) =>
          c
            .columns(['platform', 'id'])
            .doUpdateSet({ name, secret, removed_at: null })
            .where('installation.removed_at', 'is not', null),
        )
      const isNew = await db.batch([stepOf(comes, { guard: true }), ...(await changedSteps(known ?? row, 'added'))])
      if (!isNew) await db.batch([stepOf(change(platform, id).set({ name, secret }))])
      return (await rowOf(platform, id))!
    },
    /** Marks it, so that nothing of it is answered any more, and forgets what opened it. */
    async uninstall(platform: PlatformId, installation: string): Promise<void> {
      const row = await rowOf(platform, installation)
      if (!row) return
      const removed = change(platform, installation).set({ removed_at: now(), secret: null })
      await db.batch([
        stepOf(removed.where('removed_at', 'is', null), { guard: true }),
        // Nobody is there any more to be reminded.
        stepOf(query.deleteFrom('timer').where('server', '=', `${platform} ${installation}`)),
        ...(await changedSteps(row, 'removed')),
      ])
    },
  }
}

/** Several of them at once. */
function lists({ query }: Pick<Database, 'query'>) {
  return {
    /** The one an account has had for longest; those that stand for direct conversations alone do not count. */
    async oldest(platform: PlatformId, account: string): Promise<string | undefined> {
      const row = await query
        .selectFrom('installation')
        .select('id')
        .where('platform', '=', platform)
        .where('account', '=', account)
        .where('status', '=', 'approved')
        .where('removed_at', 'is', null)
        .where('id', 'not like', '@%')
        .orderBy('created_at')
        .orderBy('id')
        .executeTakeFirst()
      return row?.id
    },
    /** Removed ones too, the oldest first; without a platform, of all. */
    async installations(platform?: PlatformId): Promise<InstallationRow[]> {
      return query
        .selectFrom('installation')
        .selectAll()
        .$if(platform !== undefined, (q) => q.where('platform', '=', platform!))
        .orderBy('created_at')
        .orderBy('id')
        .execute()
    },
  }
}
