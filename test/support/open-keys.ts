import type { Store } from '../../src/store/index.ts'

/** The keys that have open rows. */
export async function openKeys({ db }: Pick<Store, 'db'>): Promise<string[]> {
  const rows = await db.query.selectFrom('inbox').select('key').distinct().where('status', '=', 'open').execute()
  return rows.map(({ key }) => key)
}
