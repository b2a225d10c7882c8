import { timeOrderedId } from '../../src/lib/ids.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { minimalAgent } from './agent.ts'
import { tempFolder } from './temp-folder.ts'

export const inboxRow = (event: string) => ({
  event_id: event,
  key: 'guide/default/ann',
  door: 'slack',
  conversation: 'c',
  payload: '{}',
})

/** A data folder in which something of everything is kept. */
export async function busyFolder(messages = 2500, folder = tempFolder()): Promise<string> {
  const db = await openSqlite(folder)
  const store = createStore(db)
  await store.accounts.ensureFirst()
  await db.batch(store.agents.createSteps({ id: 'guide', account: 'default', document: minimalAgent(), author: 'ann' }))
  const staged = await store.knowledge.stage(
    { agent: 'guide', name: 'a.txt', sha256: 'x', mimetype: 'text/plain', bytes: 3 },
    new Uint8Array([0, 255, 10]),
    Array.from({ length: 40 }, (_, i) => ({
      title: `第${i}章`,
      text: i === 7 ? '京都の寺は朝の六時に開く。' : `Passage number ${i}.`,
    })),
  )
  await db.batch(store.knowledge.goLiveSteps(staged, 'guide', 'a.txt'))
  await store.vectors.put('m', [{ passage: 1, vector: new Float32Array([0.6, 0.8]) }])
  for (let i = 0; i < messages; i++) void store.inbox.add(inboxRow(`event ${i}`))
  await db.batch(
    store.people.rememberSteps('guide/default/ann', 'dm', [{ role: 'user', text: `"quoted" \\ 日本 👩‍👧 a\0b` }]),
  )
  const threeWeeksAgo = Date.now() - 21 * 86_400_000
  const turn = { inbox_id: null, key: 'k', agent: 'guide', version: 1, epoch: 1, context: null }
  await createStore(db, () => threeWeeksAgo).turns.begin({ ...turn, id: timeOrderedId(threeWeeksAgo) })
  const last = (await store.inbox.add(inboxRow('gone')))!
  await db.query.deleteFrom('inbox').where('id', '=', last).execute()
  await db.close()
  return folder
}
