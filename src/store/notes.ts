import type { PlatformId } from '../model/message.ts'
import type { Notes } from '../ports/notes.ts'
import type { Database } from './database.ts'
import { statement } from './statement.ts'

/** What the adapters of a platform keep for themselves, and duties under a name of their own. */
export function notes(db: Database): (platform: PlatformId) => Notes {
  const { query } = db
  const get = statement((p: { platform: string; name: string }) =>
    query.selectFrom('note').select('value').where('platform', '=', p.platform).where('name', '=', p.name),
  )
  const set = statement((p: { platform: string; name: string; value: string }) =>
    query
      .insertInto('note')
      .values({ platform: p.platform, name: p.name, value: p.value })
      .onConflict((c) => c.columns(['platform', 'name']).doUpdateSet({ value: p.value })),
  )
  const first = statement((p: { platform: string; name: string; value: string }) =>
    query
      .insertInto('note')
      .values({ platform: p.platform, name: p.name, value: p.value })
      .onConflict((c) => c.columns(['platform', 'name']).doNothing()),
  )
  const forget = statement((p: { platform: string; name: string }) =>
    query.deleteFrom('note').where('platform', '=', p.platform).where('name', '=', p.name),
  )
  const named = statement((p: { platform: string; from: string; to: string }) =>
    query
      .selectFrom('note')
      .select(['name', 'value'])
      .where('platform', '=', p.platform)
      .where('name', '>=', p.from)
      .where('name', '<', p.to),
  )
  return (platform) => ({
    get: async (name) => (await db.get(get, { platform, name }))?.value,
    async set(name, value) {
      await db.run(set, { platform, name, value })
    },
    async once(name, value) {
      await db.run(first, { platform, name, value })
      return (await db.get(get, { platform, name }))!.value
    },
    named: (beginning) => db.all(named, { platform, from: beginning, to: `${beginning}\uffff` }),
    async forget(name) {
      await db.run(forget, { platform, name })
    },
  })
}
