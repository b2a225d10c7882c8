import type { Database } from './database.ts'
import { sealedPattern, sealedTexts } from './sealed-texts.ts'

/** Whose note it is: no platform's. */
const note = { platform: '', name: 'keys' }

export interface KeyNote {
  id: string
  /** It is a PARLEY_KEY, and not that of a file. */
  isGiven: boolean
}

const textOf = (notes: readonly KeyNote[]) => notes.map(({ id, isGiven }) => (isGiven ? `${id}*` : id)).join(' ')

/** Which keys the secrets of this database are sealed with, by their ids. */
export function keyIds(db: Database) {
  const { query } = db
  const mine = query.selectFrom('note').where('platform', '=', note.platform).where('name', '=', note.name)
  return {
    /** In the order they were introduced; none: nobody has noted any. */
    async noted(): Promise<KeyNote[]> {
      const row = await mine.select('value').executeTakeFirst()
      const notes = row?.value.split(' ') ?? []
      return notes.map((note) => ({ id: note.replace('*', ''), isGiven: note.endsWith('*') }))
    },
    /** False when somebody else has noted something since `before` was read. */
    async note(before: readonly KeyNote[], after: readonly KeyNote[]): Promise<boolean> {
      const value = textOf(after)
      if (value === textOf(before)) return true
      const first = query
        .insertInto('note')
        .values({ ...note, value })
        .onConflict((c) => c.columns(['platform', 'name']).doNothing())
      const next = query
        .updateTable('note')
        .set({ value })
        .where('platform', '=', note.platform)
        .where('name', '=', note.name)
        .where('value', '=', textOf(before))
      const done = await (before.length === 0 ? first : next).executeTakeFirst()
      const changed = 'numUpdatedRows' in done ? done.numUpdatedRows : done.numInsertedOrUpdatedRows
      return (changed ?? 0n) > 0n
    },
    async forget(): Promise<void> {
      await query.deleteFrom('note').where('platform', '=', note.platform).where('name', '=', note.name).execute()
    },
    /** The keys that secrets which are in use are sealed with. Reads every document: for whoever has time. */
    async inUse(): Promise<string[]> {
      const ids = new Set<string>()
      for await (const { text, isUsed } of sealedTexts(db)) {
        if (isUsed) for (const [, id] of text.matchAll(sealedPattern)) ids.add(id!)
      }
      return [...ids]
    },
    /** Whether any secret that is in use is sealed with this key. */
    async isUsed(id: string): Promise<boolean> {
      const sealed = `v1:${id}:%`
      const within = `%"v1:${id}:%`
      const used = await query
        .selectNoFrom((e) => [
          e
            .or([
              e.exists(
                e
                  .selectFrom('webhook_secret')
                  .select('name')
                  .where((o) => o.or([o('secret', 'like', sealed), o('previous', 'like', sealed)])),
              ),
              e.exists(e.selectFrom('installation').select('id').where('secret', 'like', sealed)),
              e.exists(e.selectFrom('draft').select('agent').where('document', 'like', within)),
              e.exists(
                e
                  .selectFrom('agent')
                  .innerJoin('agent_version', (j) =>
                    j.onRef('agent_version.agent', '=', 'agent.id').onRef('agent_version.n', '=', 'agent.head'),
                  )
                  .select('agent.id')
                  .where('document', 'like', within),
              ),
            ])
            .as('used'),
        ])
        .executeTakeFirstOrThrow()
      return Boolean(used.used)
    },
  }
}
