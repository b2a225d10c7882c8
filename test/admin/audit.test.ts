import { createHash } from 'node:crypto'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { unlessDone } from '../../src/admin/audit.ts'
import { AppError } from '../../src/lib/errors.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { type AuditRow, sealed } from '../../src/store/audit.ts'
import { dialect } from '../support/database.ts'
import { ann, ben, guide, openHouse, refusal, webhook } from './support.ts'

type House = Awaited<ReturnType<typeof openHouse>>

/** Several changes of several kinds. */
async function busyHouse() {
  const house = await openHouse()
  const { admin } = house
  await admin.agents.create({ agent: { ...guide, id: 'guide' }, webhooks: [webhook('orders')] }, ann)
  await admin.agents.update({ agent: { id: 'guide', displayName: 'Gu\u0000ide' } }, ann)
  await admin.keys.issue({ account, kind: 'agent', agent: 'guide', name: 'For “Ann” \ud800' }, atTerminal)
  await admin.roles.set('slack_T_U0BEN', 'admin', 'guide', ann)
  await admin.accounts.update(account, { name: 'Here' }, atTerminal)
  await admin.agents.remove('guide', ann)
  return house
}

const drop = async ({ db }: House) => {
  const triggers =
    dialect === 'sqlite' ? ['audit_stays', 'audit_kept', 'audit_once_only'] : ['audit_stays', 'audit_kept']
  for (const trigger of triggers) {
    await sql`drop trigger ${sql.raw(trigger)} ${sql.raw(dialect === 'sqlite' ? '' : 'on audit')}`.execute(db.query)
  }
}

describe('the log of changes', () => {
  it('has a row for every change, in the order they were made, with who made it and through which door', async () => {
    const { admin } = await busyHouse()
    const rows = (await admin.audit.list(account, { limit: 100 })).reverse()
    expect(rows.map(({ n, action, actor, door, agent }) => [n, action, actor, door, agent])).toEqual([
      [1, 'agent.create', 'console:ann', 'console', 'guide'],
      [2, 'agent.update', 'console:ann', 'console', 'guide'],
      [3, 'key.issue', 'cli', 'cli', 'guide'],
      [4, 'role.set', 'console:ann', 'console', 'guide'],
      [5, 'account.update', 'cli', 'cli', null],
      [6, 'agent.delete', 'console:ann', 'console', 'guide'],
    ])
    expect(rows[1]!.summary).toBe('displayName: "Guide" → "Gu\\u0000ide"')
    expect(rows[0]!.summary).toContain('webhooks["orders"]: added')
    expect(await admin.audit.list(account, { agent: 'guide', limit: 2, before: 6 })).toMatchObject([{ n: 4 }, { n: 3 }])
    expect(await admin.audit.verify()).toEqual([{ account, rows: 6, head: rows[5]!.hash }])
  })

  it('is a chain of its own for each account', async () => {
    const { admin } = await busyHouse()
    await admin.agents.create({ agent: { ...guide, id: 'theirs' } }, ben)
    expect(await admin.audit.verify()).toMatchObject([
      { account, rows: 6 },
      { account: 'other', rows: 1 },
    ])
    expect(await admin.audit.verify('other')).toMatchObject([{ rows: 1 }])
    expect(await admin.audit.verify('nobody')).toEqual([{ account: 'nobody', rows: 0, head: '' }])
  })

  it('has nothing of what is secret, nor of a prompt', async () => {
    const { admin } = await openHouse()
    const serviceURL = 'https://ann:token-of-ann@example.com/key-in-path'
    const agent = { ...guide, id: 'guide', serviceURL, llmSettings: { llm: 'gpt-4o', prompt: 'hush hush' } }
    const secret = webhook('orders', {
      url: 'https://example.com/token-in-path',
      authHeaders: [{ key: 'X-Key', value: 'hidden' }],
    })
    const { webhookSecrets } = await admin.agents.create({ agent, webhooks: [secret] }, ann)
    const { key } = await admin.keys.issue({ account, kind: 'management', name: 'a' }, ann)
    const rotated = await admin.webhooks.rotateSecret('guide', 'orders', ann)
    await admin.accounts.update(account, { email: 'ann@example.com' }, ann)
    const text = JSON.stringify(await admin.audit.list(account, { limit: 100 }))
    const hidden = [
      'hush',
      'token-in-path',
      'token-of-ann',
      'key-in-path',
      'hidden',
      webhookSecrets![0]!.secret,
      key,
      rotated,
      'ann@example.com',
    ]
    for (const one of hidden) expect(text).not.toContain(one)
    expect(text).toContain('llmSettings.prompt: none → 9 characters')
  })

  it('does what has a name of its own once, however often and however fast it comes', async () => {
    const { admin, store } = await openHouse()
    const actor = { ...ann, nonce: 'press 1' }
    const issue = () => admin.keys.issue({ account, kind: 'management', name: 'a' }, actor)
    const tried = await Promise.allSettled(Array.from({ length: 20 }, issue))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await refusal(issue())).toMatchObject({ code: 'done_already', status: 409 })
    expect(await admin.keys.list(account)).toHaveLength(1)
    expect(await admin.audit.find(account, 'press 1')).toMatchObject({ n: 1, action: 'key.issue' })
    expect(await admin.audit.find('other', 'press 1')).toBeUndefined()
    // Another account's names are its own.
    await admin.agents.create({ agent: { ...guide, id: 'theirs' } }, { ...ben, nonce: 'press 1' })
    expect(await store.audit.tail('other')).toMatchObject({ n: 1 })
  })

  it('cuts what is too long, and knows a long name of its own again', async () => {
    const { admin } = await openHouse()
    const commit = (summary: string, nonce?: string) =>
      admin.audit.commit({ ...ann, ...(nonce !== undefined && { nonce }) }, { action: 'role.set', summary }, [])
    expect((await commit('x'.repeat(4000)))!.summary).toBe('x'.repeat(4000))
    expect((await commit('x'.repeat(4001)))!.summary).toBe(`${'x'.repeat(4000)}…`)
    const nonce = 'n'.repeat(2000)
    const first = await commit('once', nonce)
    expect(first!.nonce).toHaveLength(500)
    expect(await refusal(commit('once', nonce))).toMatchObject({ status: 409, code: 'done_already' })
    expect(await commit('once', nonce).catch(unlessDone)).toBeUndefined()
    expect(await admin.audit.find(account, nonce)).toEqual(first)
    for (const other of [new Error('done_already'), new AppError('other', 'Something else.')])
      expect(() => unlessDone(other)).toThrow(other)
  })

  it('tells those who subscribe to it what kind of change it was, and neither who made it nor to whom', async () => {
    const { admin, store } = await openHouse()
    await admin.events.add({ url: 'https://example.com/hook', types: ['audit.recorded'] }, ann)
    const row = await admin.audit.commit(ann, { action: 'role.set', agent: 'guide', summary: 'of Ben' }, [])
    const told = await store.db.query.selectFrom('event').selectAll().where('type', '=', 'audit.recorded').execute()
    const newest = told.at(-1)!
    expect(newest).toMatchObject({ account, key: '' })
    const data = { action: 'role.set', agent: 'guide', door: 'console', audit: row!.n }
    expect(JSON.parse(newest.data)).toEqual(data)
  })

  it('is looked at whole, also where it is longer than what is read at once', async () => {
    const { admin, store } = await openHouse()
    let previous = ''
    for (const { from, to } of [
      { from: 1, to: 1000 },
      { from: 1001, to: 1003 },
    ]) {
      const rows = Array.from({ length: to - from + 1 }, (_, i) => {
        const of = { account, n: from + i, at: 1, actor: 'cli', door: 'cli' as const, action: 'role.set', agent: null }
        const row = sealed({ ...of, summary: '', nonce: `${from + i}`, previous })
        previous = row.hash
        return store.audit.addStep(row)
      })
      await store.db.batch(rows)
      expect(await admin.audit.verify(account)).toEqual([{ account, rows: to, head: previous }])
    }
  })

  it('has no row of what was not done', async () => {
    const { admin, store } = await openHouse()
    await refusal(admin.keys.revoke(account, 'nothing', ann))
    await refusal(admin.agents.remove('nothing', ann))
    const never = [store.places.unbindStep('nowhere')]
    expect(await admin.audit.commit(ann, { action: 'agent.unuse', summary: '' }, never)).toBeUndefined()
    expect(await admin.audit.list(account, { limit: 10 })).toEqual([])
  })

  it('stays whole under 200 changes at once from two processes', async () => {
    const one = await openHouse()
    const two = await openHouse({ folder: one.folder })
    const work = Array.from({ length: 200 }, (_, i) =>
      (i % 2 ? one : two).admin.keys.issue(
        { account, kind: 'management', name: `Key ${i}` },
        { ...ann, nonce: `${i}` },
      ),
    )
    await Promise.all(work)
    expect(await one.admin.audit.verify()).toMatchObject([{ rows: 200 }])
    expect((await one.admin.audit.verify())[0]).not.toHaveProperty('broken')
    const rows = await two.admin.audit.list(account, { limit: 1000 })
    expect(new Set(rows.map(({ nonce }) => nonce)).size).toBe(200)
    expect(await two.admin.keys.list(account)).toHaveLength(200)
  })

  // Only there can a test be as fast as another process: between a look at the last row and the next one.
  it.runIf(dialect === 'sqlite').each([
    { wins: 3, comes: 'in its place behind theirs' },
    { wins: Number.POSITIVE_INFINITY, comes: 'to an end that says so' },
  ])('a change that another process forestalls $wins times comes $comes', async ({ wins }) => {
    const { admin, store, db, folder, clock } = await openHouse()
    const process = new Sqlite(join(folder, 'parley.db'))
    const columns = ['account', 'n', 'at', 'actor', 'door', 'action', 'agent', 'summary', 'nonce', 'previous', 'hash']
    const add = process.prepare(`insert into audit values (${columns.map((name) => `@${name}`)})`)
    let previous = ''
    const change = { action: 'agent.use', agent: null, actor: 'other', door: 'cli', summary: '', at: 1 } as const
    let tries = 0
    const committed = admin.audit.commit(ann, { action: 'role.set', summary: '' }, (n) => {
      if (tries++ < wins) {
        const row = sealed({ ...change, account, n, nonce: `${n}`, previous })
        add.run(row)
        previous = row.hash
      }
      return store.roles.firstOwnerSteps(account, 'slack_T_U0BEN')
    })
    const failure = wins === 3 ? undefined : { code: 'edited_meanwhile', status: 503, retryAfterMs: 1000 }
    if (failure) expect(await refusal(committed)).toMatchObject(failure)
    else expect(await committed).toMatchObject({ n: 4 })
    process.close()
    const raced = clock.slept.reduce((sum, ms) => sum + ms, 0)
    if (failure) expect(raced).toBeGreaterThanOrEqual(5000)
    else expect(clock.slept).toHaveLength(3)
    expect(Math.max(...clock.slept)).toBeLessThanOrEqual(50)
    expect((await db.query.selectFrom('role').selectAll().execute()).length).toBe(failure ? 0 : 1)
    expect((await admin.audit.verify(account))[0]).not.toHaveProperty('broken')
  })

  it('refuses to be changed, shortened or replaced', async () => {
    const { admin, db } = await busyHouse()
    const before = await admin.audit.list(account, { limit: 100 })
    await expect(db.query.updateTable('audit').set({ actor: 'nobody' }).execute()).rejects.toThrow('never change')
    await expect(db.query.deleteFrom('audit').execute()).rejects.toThrow('never deleted')
    const forged = { ...before[0]!, actor: 'nobody' }
    for (const row of [forged, { ...forged, n: 99 }]) {
      const added = db.query.insertInto('audit').values(row)
      if (dialect === 'sqlite') await db.query.replaceInto('audit').values(row).execute()
      else await expect(added.execute()).rejects.toThrow('duplicate key')
    }
    if (dialect === 'postgres') await expect(sql`truncate audit`.execute(db.query)).rejects.toThrow('never deleted')
    expect(await admin.audit.list(account, { limit: 100 })).toEqual(before)
  })

  it('shows any change of any column of any row, even by who can drop its triggers', async () => {
    const house = await busyHouse()
    const { admin, db } = house
    await drop(house)
    const rows = await admin.audit.list(account, { limit: 100 })
    const columns = Object.keys(rows[0]!) as (keyof AuditRow)[]
    const value = fc.oneof(
      fc.string(),
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constantFrom('other', '', null, '0', 0),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...rows), fc.constantFrom(...columns), value, async (row, column, forged) => {
        const of = (n: unknown, at: unknown) =>
          db.query
            .updateTable('audit')
            .where('n', '=', n as number)
            .where('account', '=', at as string)
        const stored = await of(row.n, row.account)
          .set({ [column]: forged })
          .returningAll()
          .execute()
          .catch(() => [])
        if (stored.length === 0) return
        const isAsItWas = stored[0]![column] === row[column]
        const broken = (await admin.audit.verify()).filter((one) => one.broken)
        await of(stored[0]!.n, stored[0]!.account).set(row).execute()
        expect(broken.length > 0).toBe(!isAsItWas)
      }),
      { seed: 8, numRuns: 250 },
    )
    expect(await admin.audit.verify()).toMatchObject([{ rows: rows.length }])
  })

  it('names the row behind one that was rewritten together with its hash', async () => {
    const house = await busyHouse()
    const { admin, db } = house
    await drop(house)
    const { hash: _, previous, ...row } = (await admin.audit.list(account, { limit: 100 })).find(({ n }) => n === 2)!
    const forged = Object.entries({ ...row, actor: 'nobody' }).sort(([a], [b]) => (a < b ? -1 : 1))
    const hash = createHash('sha256')
      .update(previous + JSON.stringify(Object.fromEntries(forged)))
      .digest('hex')
    await db.query.updateTable('audit').set({ actor: 'nobody', hash }).where('n', '=', 2).execute()
    expect((await admin.audit.verify(account))[0]).toMatchObject({ broken: { n: 3 } })
  })

  it('names the first row that is not as it was', async () => {
    const house = await busyHouse()
    const { admin, db } = house
    await drop(house)
    await db.query.updateTable('audit').set({ summary: 'nothing' }).where('n', 'in', [3, 5]).execute()
    expect((await admin.audit.verify())[0]).toMatchObject({ rows: 2, broken: { n: 3 } })
    await db.query.deleteFrom('audit').where('n', '=', 2).execute()
    const [first] = await admin.audit.verify()
    expect(first!.broken).toEqual({ n: 2, why: 'row 2 is missing: the next one is 3' })
  })
})
