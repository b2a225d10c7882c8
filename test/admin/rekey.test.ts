import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSecrets, dropFormerKeys, introduceKey, rekey } from '../../src/admin/index.ts'
import { callContext, followedContext, secretContext } from '../../src/ports/secrets.ts'
import { createStore } from '../../src/store/index.ts'
import { keyIds } from '../../src/store/key-ids.ts'
import { minimalAgent } from '../support/agent.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

type Secrets = ReturnType<typeof createSecrets>

/** Something encrypted in every place there is for it, with a version that is not live any more. */
async function houseOfSecrets(secrets: Secrets, former: Secrets = secrets) {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  const store = createStore(db)
  await store.accounts.ensureFirst()
  const agent = secretContext('guide')
  const document = (header: string) => ({
    ...minimalAgent(),
    webhooks: [{ name: 'crm', url: 'https://example.com', headers: [{ name: 'x-key', value: header }] }],
  })
  await db.batch(
    store.agents.createSteps({
      id: 'guide',
      account: 'default',
      document: document(former.seal('first', agent)) as never,
      author: 'ann',
    }),
  )
  const text = (header: string) => JSON.stringify(document(header))
  const at = { agent: 'guide', author: 'ann', created_at: 0 }
  await db.query
    .insertInto('agent_version')
    .values({ ...at, n: 2, document: text(secrets.seal('second', agent)) })
    .execute()
  await db.query.updateTable('agent').set({ head: 2 }).where('id', '=', 'guide').execute()
  await db.batch([store.webhookSecrets.addStep('guide', 'crm', secrets.seal('signs', agent), 0)])
  await db.batch([store.webhookSecrets.rotateStep('guide', 'crm', secrets.seal('signs too', agent), 1)])
  const installation = {
    platform: 'slack',
    id: 'T1',
    account: 'default',
    status: 'approved' as const,
    name: 'Acme',
    created_at: 0,
  }
  const opens = secrets.seal('xoxb', 'installation:slack:T1')
  await db.query
    .insertInto('installation')
    .values({ ...installation, secret: opens })
    .execute()
  /** Everything that is encrypted, opened. */
  async function opened(with_: Secrets): Promise<string[]> {
    const hook = await db.query.selectFrom('webhook_secret').selectAll().executeTakeFirstOrThrow()
    const place = await db.query.selectFrom('installation').selectAll().executeTakeFirstOrThrow()
    const versions = await db.query.selectFrom('agent_version').select('document').orderBy('n').execute()
    const headers = versions.map(({ document }) => JSON.parse(document).webhooks[0].headers[0].value)
    return [
      ...[hook.secret, hook.previous!, ...headers].map((sealed) => with_.open(sealed, agent)),
      with_.open(place.secret!, 'installation:slack:T1'),
    ]
  }
  return { db, opened }
}
const everything = ['signs too', 'signs', 'first', 'second', 'xoxb']

it('encrypts everything anew with the first of the keys, after which the former one may go', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)]
  const folder = tempFolder()
  const { db, opened } = await houseOfSecrets(createSecrets({ dataFolder: folder, keys: [former] }))
  const both = createSecrets({ dataFolder: folder, keys: [next, former] })
  expect(await rekey(db, both)).toEqual({ secrets: 5, lost: 0, key: both.keys.own })
  const alone = createSecrets({ dataFolder: folder, keys: [next] })
  expect(await opened(alone)).toEqual(everything)
  expect(await keyIds(db).inUse()).toEqual([both.keys.own])
  expect(await rekey(db, both)).toMatchObject({ secrets: 0 })
})

it('encrypts anew what servers of tools let people do, also where it is renewed meanwhile', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)]
  const folder = tempFolder()
  const old = createSecrets({ dataFolder: folder, keys: [former] })
  const { db } = await houseOfSecrets(old)
  const store = createStore(db)
  const agent = secretContext('guide')
  const grant = { key: 'guide/default/ann', url: 'https://tracker.example.com/mcp', expires_at: null, given_by: null }
  for (const server of ['desk', 'wiki'])
    await db.batch([store.toolGrants.putStep({ ...grant, server, sealed: old.seal(`token of ${server}`, agent) })])
  await store.toolGrants.keepClient({ agent: 'guide', issuer: 'i', redirect: 'r', sealed: old.seal('client', agent) })
  const both = createSecrets({ dataFolder: folder, keys: [next, former] })
  // Somebody refreshes one while it goes on, and lets go of it afterwards.
  const held = await store.toolGrants.lease((await store.toolGrants.of(grant.key, 'wiki'))!)
  expect(await rekey(db, both)).toMatchObject({ secrets: 8, lost: 0 })
  await store.toolGrants.release(held!, { sealed: both.seal('renewed', agent), expires_at: null })
  const alone = createSecrets({ dataFolder: folder, keys: [next] })
  const rows = await store.toolGrants.list([grant.key])
  expect(rows.map(({ sealed }) => alone.open(sealed, agent))).toEqual(['token of desk', 'renewed'])
  const client = await store.toolGrants.client({ agent: 'guide', issuer: 'i', redirect: 'r' })
  expect(alone.open(client!, agent)).toBe('client')
})

it('encrypts anew what callers over HTTP may come back to', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)]
  const folder = tempFolder()
  const old = createSecrets({ dataFolder: folder, keys: [former] })
  const { db } = await houseOfSecrets(old)
  const store = createStore(db)
  const call = { account: 'default', key: 'k' }
  await store.idempotentCalls.begin({ ...call, request: 'r', holder: 'h', person: 'guide/default/ann' })
  await store.idempotentCalls.keep({ ...call, answer: old.seal('told', callContext(call)) })
  const seal = (text: string) => old.seal(text, followedContext('t'))
  const turn = { id: 't', key: 'guide/default/ann', asker: 'k', name: null, holder: 'h', called: 0 }
  await store.followedTurns.begin({ ...turn, request: seal('asked'), told: seal('so far') })
  const both = createSecrets({ dataFolder: folder, keys: [next, former] })
  expect(await rekey(db, both)).toMatchObject({ secrets: 8, lost: 0 })
  const alone = createSecrets({ dataFolder: folder, keys: [next] })
  expect(alone.open((await store.idempotentCalls.find(call))!.answer!, callContext(call))).toBe('told')
  const followed = (await store.followedTurns.find('t'))!
  expect(alone.open(followed.request!, followedContext('t'))).toBe('asked')
  expect(alone.open(followed.told, followedContext('t'))).toBe('so far')
})

it('is gone through beside a server, which reads the new key of the file by itself', async () => {
  const folder = tempFolder()
  const server = createSecrets({ dataFolder: folder })
  const { db, opened } = await houseOfSecrets(server)
  const before = server.keys.own
  introduceKey(folder)
  // Broken off here and begun again: no third key is made.
  introduceKey(folder)
  const operator = createSecrets({ dataFolder: folder })
  expect(operator.keys.all.size).toBe(2)
  await rekey(db, operator)
  expect(await opened(server)).toEqual(everything)
  dropFormerKeys(folder)
  expect(readFileSync(join(folder, 'parley.key'), 'utf8').trim().split('\n')).toHaveLength(1)
  const fresh = createSecrets({ dataFolder: folder })
  expect(fresh.keys.own).not.toBe(before)
  expect(fresh.open(server.seal('new', 'x'), 'x')).toBe('new')
})

it('leaves alone what somebody else has changed meanwhile, and comes to it again', async () => {
  const [former, next] = [randomBytes(32), randomBytes(32)]
  const folder = tempFolder()
  const old = createSecrets({ dataFolder: folder, keys: [former] })
  const { db, opened } = await houseOfSecrets(old)
  const both = createSecrets({ dataFolder: folder, keys: [next, former] })
  let isChanged = false
  const racing: typeof db = {
    ...db,
    batch: async (steps) => {
      if (!isChanged) {
        isChanged = true
        const secret = old.seal('xoxb-2', 'installation:slack:T1')
        await db.query.updateTable('installation').set({ secret }).execute()
      }
      return db.batch(steps)
    },
  }
  await rekey(racing, both)
  expect(await opened(createSecrets({ dataFolder: folder, keys: [next] }))).toEqual([
    ...everything.slice(0, 4),
    'xoxb-2',
  ])
})

it('a version that is not live keeps what was encrypted with a key that was lost; what is in use must be readable', async () => {
  const [lost, former, next] = [randomBytes(32), randomBytes(32), randomBytes(32)]
  const folder = tempFolder()
  const secretsOf = (...keys: Uint8Array[]) => createSecrets({ dataFolder: folder, keys })
  const { db } = await houseOfSecrets(secretsOf(former), secretsOf(lost))
  expect(await rekey(db, secretsOf(next, former))).toMatchObject({ secrets: 4, lost: 1 })
  const other = await houseOfSecrets(secretsOf(lost))
  await expect(rekey(other.db, secretsOf(next))).rejects.toMatchObject({ code: 'secret_unreadable' })
})
