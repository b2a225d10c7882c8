import { expect, it } from 'vitest'
import { createAudit } from '../../../src/admin/audit.ts'
import { createPeople } from '../../../src/admin/people/index.ts'
import { orderKey } from '../../../src/model/key.ts'
import { createStore } from '../../../src/store/index.ts'
import { openDatabase } from '../../support/database.ts'
import { createShiftingClock } from '../../support/shifting-clock.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const account = 'default'
const day = 86_400_000

async function setUp() {
  const { now, shift } = createShiftingClock()
  const folder = tempFolder()
  const db = await openDatabase(folder)
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const audit = createAudit({ store, now })
  const people = createPeople({ store, audit, dataFolder: folder, now, sleep: async () => {} })
  const install = (platform: string, id: string) =>
    store.places.install({ platform, id, account, name: id, secret: null, status: 'approved' })
  const knows = async (uid: string, of = account) => {
    const key = orderKey(of, 'one', uid)
    await db.batch(store.people.setSteps(key, { name: { value: uid, writer: 'caller' } }))
  }
  const known = async () =>
    (await db.query.selectFrom('user_state').select('key').orderBy('key').execute()).map(({ key }) =>
      key.replace('one/', ''),
    )
  return { store, people, audit, shift, now, install, knows, known, sweep: () => people.forgetGone(now() - 30 * day) }
}

it('people of a workspace that removed the app are forgotten as long after it as anything is kept', async () => {
  const { store, people, audit, shift, install, knows, known, sweep, now } = await setUp()
  await install('slack', 'T0A')
  await install('slack', 'T0AB')
  // An id that a search would take for the other: `_` is any character there.
  for (const uid of ['slack_T0A_U1', 'slack_T0A_U2', 'slack_T0AB_U1', 'slack_T0AxU1']) await knows(uid)
  await knows('slack_T0A_U1', 'other')
  await store.places.uninstall('slack', 'T0A')
  shift(29 * day)
  expect(await sweep()).toEqual([])
  shift(2 * day)
  expect(await sweep()).toMatchObject([{ removed: { user_state: 2 } }])
  expect(await known()).toEqual(['default/slack_T0AB_U1', 'default/slack_T0AxU1', 'other/slack_T0A_U1'])
  const [row] = await audit.list(account, { limit: 1 })
  expect(row).toMatchObject({ action: 'person.forget', actor: 'nobody' })
  expect(row!.summary).not.toContain('U1')
  expect(await sweep()).toEqual([])
  expect(await people.forgetGone(now())).toEqual([])
})

it('people whose platform knows them everywhere stay until the last server has removed the app', async () => {
  const { store, shift, install, knows, known, sweep } = await setUp()
  for (const id of ['1', '2']) await install('discord', id)
  await knows('discord_7')
  await store.places.uninstall('discord', '1')
  shift(31 * day)
  expect(await sweep()).toEqual([])
  await store.places.uninstall('discord', '2')
  shift(29 * day)
  // Back in time: the server is there again.
  await install('discord', '2')
  shift(2 * day)
  expect(await sweep()).toEqual([])
  expect(await known()).toEqual(['default/discord_7'])
  await store.places.uninstall('discord', '2')
  shift(31 * day)
  expect(await sweep()).toHaveLength(1)
  expect(await known()).toEqual([])
})

it('whoever is linked to an account elsewhere stays, and a hundred and more go', async () => {
  const { store, shift, install, knows, known, sweep } = await setUp()
  await install('slack', 'T0A')
  await install('discord', '1')
  for (let n = 0; n < 101; n += 1) await knows(`slack_T0A_U${n}`)
  await store.db.query
    .insertInto('person_link')
    .values({ account, uid: 'discord_7', person: 'slack_T0A_U5', linked_at: 1 })
    .execute()
  await store.places.uninstall('slack', 'T0A')
  shift(31 * day)
  expect(await sweep()).toHaveLength(1)
  expect(await known()).toEqual(['default/slack_T0A_U5'])
})
