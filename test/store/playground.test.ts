import { expect, it, onTestFinished } from 'vitest'
import { createAudit } from '../../src/admin/audit.ts'
import type { Place, PlatformId } from '../../src/model/message.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { playgroundAccount } from '../../src/store/apart.ts'
import { createStore } from '../../src/store/index.ts'
import { up } from '../../src/store/migrations/0016-playground.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const tenant = '7a11e500-0000-4000-8000-00000000001d'
const inPlayground: [PlatformId, string][] = [
  ['slack', 'T0PARLEY'],
  ['discord', '1200000000000000100'],
  ['discord', '@1200000000000000001'],
  ['teams', tenant],
]
const elsewhere: [PlatformId, string][] = [
  ['slack', 'T0ACME'],
  ['discord', '1200000000000000101'],
  ['discord', '@1300000000000000001'],
  ['teams', '7a11e500-0000-4000-8000-00000000002d'],
]
const theirs = [
  'slack_T0PARLEY_U0ANN',
  'discord_1200000000000000012',
  `teams_${tenant}_7a11e500-0000-4000-8000-0000000000a1`,
]
const others = [
  'slack_T0ACME_U0ANN',
  'discord_1200000000000000013',
  `teams_7a11e500-0000-4000-8000-00000000002d_${tenant}`,
]

/** A database as it was when the playground was the first account's. */
async function former() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  await store.accounts.ensureFirst()
  const audit = createAudit({ store, now: Date.now })
  return { db, store, audit, migrate: () => up(db.query as never) }
}

it('what was tried in the playground moves to its own account, and nobody from there owns anything else', async () => {
  const { db, store, audit, migrate } = await former()
  const account = firstAccount
  const document = minimalAgent()
  await db.batch(store.agents.createSteps({ id: 'demo', account, document, author: 'test' }))
  for (const [platform, id] of [...inPlayground, ...elsewhere]) {
    await install(store, platform, id)
    await db.batch([
      store.places.bindStep({ place: `${platform}:${id}` as Place, account, agent: 'demo', mode: 'all' }),
    ])
  }
  for (const person of [...theirs, ...others]) {
    const steps = store.roles.changeSteps({ account, person, from: [], to: [{ role: 'owner', agent: '' }], by: 'test' })
    await audit.commit({ account, author: 'test', door: 'cli' }, { action: 'role.set', summary: person }, steps)
  }
  const admin = { account, person: theirs[0]!, from: [], to: [{ role: 'admin', agent: 'demo' }], by: 'test' } as const
  await db.query.deleteFrom('role').where('person', '=', theirs[0]!).execute()
  await db.batch(store.roles.changeSteps(admin))

  await migrate()
  const again = createStore(db)
  for (const [platform, id] of inPlayground) expect(await again.places.accountOf(platform, id)).toBe(playgroundAccount)
  for (const [platform, id] of elsewhere) expect(await again.places.accountOf(platform, id)).toBe(firstAccount)
  expect((await again.roles.list(account)).map(({ person }) => person).sort()).toEqual([...others].sort())
  const bound = await db.query.selectFrom('binding').select('place').execute()
  expect(bound.map(({ place }) => place).sort()).toEqual(elsewhere.map(([platform, id]) => `${platform}:${id}`).sort())
  const [row] = await audit.list(account, { limit: 1 })
  expect(row).toMatchObject({ action: 'playground.apart', actor: 'upgrade' })
  expect(row!.summary.split('\n').sort()).toEqual(
    [
      'The playground has an account of its own from now on.',
      `${theirs[1]}: owner → member`,
      `${theirs[0]}: admin of demo → member`,
      `${theirs[2]}: owner → member`,
    ].sort(),
  )
  await audit.commit({ account, author: 'test', door: 'cli' }, { action: 'test', summary: 'goes on' }, [])
  expect(await audit.verify(account)).toMatchObject([{ rows: others.length + theirs.length + 2 }])
  expect((await audit.verify(account))[0]).not.toHaveProperty('broken')
  expect(await again.accounts.get(playgroundAccount)).toMatchObject({
    name: 'Playground',
    api_enabled: 1,
    default_agent: null,
  })
})

it('where nobody has played nothing is changed', async () => {
  const { store, audit, migrate } = await former()
  await install(store, 'slack', 'T0ACME')
  await migrate()
  expect(await store.accounts.get(playgroundAccount)).toBeUndefined()
  expect(await audit.list(firstAccount, { limit: 1 })).toEqual([])
})
