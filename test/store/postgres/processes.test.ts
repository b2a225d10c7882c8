import { describe, expect, it, onTestFinished } from 'vitest'
import { createAudit } from '../../../src/admin/audit.ts'
import type { Database } from '../../../src/store/database.ts'
import { createStore } from '../../../src/store/index.ts'
import { limits } from '../../../src/store/limits.ts'
import { openPostgres } from '../../../src/store/postgres.ts'
import { minimalAgent } from '../../support/agent.ts'
import { urlOf } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'

const times = 15

/** Two processes on one database, as far as it can tell. */
async function setup() {
  const url = await urlOf(tempFolder())
  const open = async () => {
    const db = await openPostgres(url)
    onTestFinished(() => db.close())
    const store = createStore(db)
    return { db, store, audit: createAudit({ store, now: Date.now }) }
  }
  const both = [await open(), await open()] as const
  await both[0].store.accounts.ensureFirst()
  return both
}
type Process = Awaited<ReturnType<typeof setup>>[number]

/** What both do at the same moment, many times over. */
async function race<T>(
  [one, other]: readonly [Process, Process],
  attempt: (process: Process, who: 'a' | 'b', n: number) => Promise<T>,
  judge: (results: [T, T], n: number) => unknown,
): Promise<void> {
  for (let n = 0; n < times; n++) {
    await judge(await Promise.all([attempt(one, 'a', n), attempt(other, 'b', n)]), n)
  }
}

const row = (event: string, key = 'k') => ({ event_id: event, key, door: 'http', conversation: 'c', payload: '' })
const actor = { account: 'default', author: 'ann', uid: 'ann', door: 'cli' } as never
const entry = { action: 'test', summary: '' }
const createAgent = ({ db, store }: Process, id: string) =>
  db.batch(store.agents.createSteps({ id, account: 'default', document: minimalAgent(), author: 'ann' }))

describe('of several processes on one database', () => {
  it('all together put no more in a line than may wait there', async () => {
    const both = await setup()
    await race(
      both,
      (process, who, n) =>
        Promise.all(
          [1, 2, 3].map((i) =>
            process.db.batch(process.store.inbox.addUnderSteps(row(`${n} ${who} ${i}`, `k${n}`), 4)),
          ),
        ),
      async (added, n) => {
        expect(added.flat().filter((one) => one)).toHaveLength(4)
        expect(await both[0].store.inbox.openCount(`k${n}`)).toBe(4)
      },
    )
  })

  it('one finds that a message shows its answer, and the other does not', async () => {
    const both = await setup()
    const { store } = both[0]
    await race(
      both,
      async (process, who, n) => {
        await store.turns.intend(`${who} ${n}`, 0)
        return process.store.turns.placed(`${who} ${n}`, 0, `message ${n}`)
      },
      (placed) => expect(placed.toSorted()).toEqual([false, true]),
    )
  })

  it('what was deleted is not kept by one that hears of it only now', async () => {
    const both = await setup()
    await race(
      both,
      async ({ store }, who, n) => {
        const event_id = `e${n}`
        if (who === 'b') {
          await store.inbox.bury(event_id, 'slack')
          return store.said.remove(event_id)
        }
        return store.said.keep({
          talk: 't',
          event_id,
          uid: 'u',
          author: 'U0BEN',
          name: null,
          kind: 'person' as const,
          text: event_id,
          asked: 0,
          at: 1,
          agent: null,
        })
      },
      async () => {
        const listening = { talk: 't', eventId: 'x', uid: 'y', since: 0, limit: 30 }
        expect((await both[0].store.said.around(listening)).messages).toEqual([])
      },
    )
  })

  it('one has the conversation that is the last of the month', async () => {
    const both = await setup()
    const usage = { account: 'default', agent: 'a', door: 'http', inputTokens: 1, outputTokens: 1 } as const
    await race(
      both,
      ({ db, store }, _, n) => db.batch(store.usage.countSteps(usage, n + 1)),
      async (counted, n) => {
        expect(counted.toSorted()).toEqual([false, true])
        expect(await both[0].store.usage.thisMonth('default')).toBe(n + 1)
      },
    )
  })

  it('one holds a lease', async () => {
    await race(
      await setup(),
      ({ store }, who, n) => store.leases.take({ key: `k${n}`, holder: who, now: 0, until: 60_000 }),
      (epochs) => expect(epochs.toSorted()).toEqual([expect.any(Number), undefined]),
    )
  })

  it('no two publish upon one version, or write one draft', async () => {
    const both = await setup()
    await createAgent(both[0], 'guide')
    const document = minimalAgent()
    const draft = { base: 1, document, changes: [], conflicts: [], former: undefined, author: 'ann' }
    await race(
      both,
      ({ db, store }, _, n) =>
        db.batch([
          store.drafts.isUponStep('guide', n + 1, n === 0 ? undefined : n),
          store.drafts.writeStep('guide', { ...draft, revision: n + 1 }, n === 0 ? undefined : n),
          ...store.agents.publishSteps({ id: 'guide', base: n + 1, document, author: 'ann' }),
        ]),
      (done) => expect(done.toSorted()).toEqual([false, true]),
    )
  })
})

describe('what admins of several processes change at the same moment', () => {
  const count = (db: Database) => limits(db).counts('default')

  it('stands in one chain, each change once', async () => {
    const both = await setup()
    await race(
      both,
      ({ audit }) => Promise.all([1, 2].map(() => audit.commit(actor, entry, []))),
      (done) => expect(done.flat().every((one) => one !== undefined)).toBe(true),
    )
    expect(await both[0].audit.verify('default')).toMatchObject([{ rows: times * 4 }])
  })

  it('makes no more agents or webhooks than the plan allows', async () => {
    const both = await setup()
    await createAgent(both[0], 'guide')
    await race(
      both,
      ({ db, store, audit }, who, n) =>
        Promise.all([
          audit.commit(actor, entry, [
            ...store.agents.createSteps({
              id: `${who}${n}`,
              account: 'default',
              document: minimalAgent(),
              author: 'a',
            }),
            limits(db).agentsStep('default', n + 2),
          ]),
          audit.commit(actor, entry, [
            store.webhookSecrets.addStep('guide', `${who}${n}`, 'x', 0),
            limits(db).webhooksStep('default', n + 1),
          ]),
        ]),
      async (_, n) => expect(await count(both[0].db)).toEqual({ agents: n + 2, webhooks: n + 1 }),
    )
  })

  it('leaves an account its last owner, and gives it one first', async () => {
    const both = await setup()
    const { db, store } = both[0]
    const owner = { role: 'owner', agent: '' } as const
    await race(
      both,
      async ({ store, audit }, who) => audit.commit(actor, entry, store.roles.firstOwnerSteps('default', who)),
      async (first) => {
        expect(first.filter((one) => one !== undefined)).toHaveLength(1)
        const [kept] = await store.roles.list('default')
        const other = kept!.person === 'a' ? 'b' : 'a'
        await db.batch(store.roles.changeSteps({ account: 'default', person: other, from: [], to: [owner], by: 'ann' }))
        const gone = await Promise.all(
          both.map(({ store, audit }, i) => {
            const person = i === 0 ? 'a' : 'b'
            const change = { account: 'default', person, from: [owner], to: [], by: 'ann' }
            return audit.commit(actor, entry, store.roles.changeSteps(change))
          }),
        )
        expect(gone.filter((one) => one !== undefined)).toHaveLength(1)
        expect(await store.roles.list('default')).toHaveLength(1)
        await db.query.deleteFrom('role').execute()
      },
    )
  })

  it('makes one knowledge source of a name live', async () => {
    const both = await setup()
    await createAgent(both[0], 'guide')
    const source = { agent: 'guide', name: 'a.txt', sha256: 'x', mimetype: 'text/plain', bytes: 1 }
    await race(
      both,
      async ({ store: { knowledge }, audit }) => {
        const id = await knowledge.stage(source, new Uint8Array(1), [{ title: 't', text: 'x' }])
        const steps = [knowledge.ownerStep('guide', 'default'), ...knowledge.goLiveSteps(id, 'guide', 'a.txt')]
        return audit.commit(actor, entry, steps)
      },
      async (done) => {
        expect(done.every((one) => one !== undefined)).toBe(true)
        expect(await both[0].store.knowledge.list('guide')).toHaveLength(1)
      },
    )
  })
})
