import { randomBytes } from 'node:crypto'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agreeOnKey, forgetKeys } from '../../src/admin/agree-key.ts'
import { createSecrets } from '../../src/admin/secrets.ts'
import { createStore } from '../../src/store/index.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** One database, and processes that come with a data folder or a PARLEY_KEY of their own. */
async function setUp() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  async function start(dataFolder: string, key?: Uint8Array, alone = false) {
    const secrets = createSecrets({ dataFolder, keys: key && [key] })
    await agreeOnKey({ store, keys: secrets.keys, alone })
    return secrets
  }
  const seal = ({ seal }: Awaited<ReturnType<typeof start>>) =>
    db.batch([store.webhookSecrets.addStep('guide', 'crm', seal('a secret', 'agent:guide'), 0)])
  return { store, start, seal }
}

const refused = { code: 'secret_key_missing', message: expect.stringContaining('PARLEY_KEY') }

describe('processes on one database', () => {
  it('start with the same PARLEY_KEY, whatever their data folders', async () => {
    const { start, seal } = await setUp()
    const key = randomBytes(32)
    await seal(await start(tempFolder(), key))
    await start(tempFolder(), key)
  })

  it('are refused with another key, also before anything was encrypted', async () => {
    const { start, seal } = await setUp()
    const first = await start(tempFolder(), randomBytes(32))
    await expect(start(tempFolder(), randomBytes(32))).rejects.toMatchObject(refused)
    await expect(start(tempFolder())).rejects.toMatchObject(refused)
    await seal(first)
    await expect(start(tempFolder(), randomBytes(32))).rejects.toMatchObject(refused)
  })

  it('that start at the same moment with different keys do not all start', async () => {
    const { start } = await setUp()
    const starts = await Promise.allSettled([1, 2, 3].map(() => start(tempFolder(), randomBytes(32))))
    expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('PARLEY_KEY', () => {
  it('can be introduced beside the key file; from then on it is asked for', async () => {
    const { start, seal } = await setUp()
    const folder = tempFolder()
    const key = randomBytes(32)
    await seal(await start(folder))
    await start(folder, key)
    await expect(start(folder)).rejects.toMatchObject(refused)
    // What the file sealed is still in use.
    await expect(start(tempFolder(), key)).rejects.toMatchObject(refused)
    await start(folder, key)
  })

  it('takes the place of a key file that nothing is encrypted with', async () => {
    const { start } = await setUp()
    const folder = tempFolder()
    const key = randomBytes(32)
    await start(folder)
    await expect(start(tempFolder())).rejects.toMatchObject(refused)
    await start(tempFolder(), key)
    await start(folder, key)
    await expect(start(folder)).rejects.toMatchObject(refused)
  })
})

describe('one process alone', () => {
  it('may come with another key as long as nothing is encrypted with the one before', async () => {
    const { start, seal } = await setUp()
    await start(tempFolder(), undefined, true)
    await seal(await start(tempFolder(), undefined, true))
    await expect(start(tempFolder(), undefined, true)).rejects.toMatchObject(refused)
  })

  it('may begin anew when the key is lost for good', async () => {
    const { store, start, seal } = await setUp()
    await seal(await start(tempFolder(), undefined, true))
    await forgetKeys(store)
    await start(tempFolder(), undefined, true)
  })
})

it('a database of before remembers the keys of whoever starts first', async () => {
  const { store, start, seal } = await setUp()
  const folder = tempFolder()
  await seal(createSecrets({ dataFolder: folder }) as Awaited<ReturnType<typeof start>>)
  await start(folder)
  await expect(start(tempFolder())).rejects.toMatchObject(refused)
  expect(await store.db.query.selectFrom('note').selectAll().execute()).toHaveLength(1)
})
