import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { orderKey } from '../../src/model/key.ts'
import type { Trace } from '../../src/model/trace.ts'
import { createStore } from '../../src/store/index.ts'
import { removePerson } from '../../src/store/personal/remove.ts'
import { scrubFiles, scrubRows } from '../../src/store/personal/scrub.ts'
import { recentTurns } from '../../src/store/recent-turns.ts'
import { turnIndex } from '../../src/store/turn-seen/index-turns.ts'
import type { Outcome, TurnFilter } from '../../src/store/turn-seen/shape.ts'
import { everythingKept, openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const begin = Date.now() - 3_600_000

interface Said {
  said: string
  answered: string
  agent?: string
  uid?: string
  place?: string
  trace?: Partial<Trace>
  status?: 'delivered' | 'committed'
  /** By a caller of the API, at the very moment of the turn before. */
  called?: true
}

async function open() {
  const folder = tempFolder()
  const db = await openDatabase(folder)
  onTestFinished(() => db.close())
  let at = begin
  const store = createStore(db, () => at)
  await store.accounts.ensureFirst()
  const index = turnIndex(db, () => at)
  let n = 0
  const ids = new Map<string, string>()

  /** A turn of a chat as its commit leaves it. */
  async function commit({ said, answered, agent = 'guide', uid = 'slack_T1_U0ANN', ...more }: Said): Promise<string> {
    const { place = 'slack:T1/C1', trace = {}, status = 'delivered', called } = more
    if (!called) at += 1000
    const hex = at.toString(16).padStart(12, '0')
    const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-a000-${String(++n).padStart(12, '0')}`
    const key = orderKey('default', agent, uid)
    const event_id = called ? null : `slack:event:${n}`
    const context = JSON.stringify({
      platform: 'slack',
      installation: 'T1',
      conversation: place,
      channel: place,
      talk: place,
    })
    await db.batch([
      ...store.people.rememberSteps(
        key,
        place,
        [
          { role: 'user', text: said },
          { role: 'assistant', text: answered },
        ],
        { event: event_id ?? id },
      ),
      store.turns.commitStep({
        ...{ id, inbox_id: null, event_id, key, agent, version: 1, epoch: 1, context, status, interrupted: null },
        answer: JSON.stringify({ utterance: answered }),
        trace: JSON.stringify({ source: 'rule', ms: 1, ...trace }),
      }),
    ])
    ids.set(id, said)
    return id
  }

  async function settle(): Promise<void> {
    at += 60_000
    while (await index.step()) {}
  }

  /** What was said in the turns that are found. */
  async function find(filter: Partial<TurnFilter> = {}, limit = 50): Promise<string[]> {
    const { turns } = await recentTurns(db).page({ account: 'default', agents: 'all', ...filter }, { limit })
    return turns.map(({ id }) => ids.get(id) ?? id)
  }

  return { folder, db, store, commit, settle, find, index, forward: (ms: number) => (at += ms) }
}

describe('what is summed behind the turns', () => {
  const model = (firstTextMs: number) => ({ model: { id: 'm', ms: 900, firstTextMs, inputTokens: 8, outputTokens: 2 } })
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 10)
  const asked = { account: 'default', at: begin }
  const days = { account: 'default', from: day(begin), to: day(begin + 86_400_000) }

  it('is whom and where agents answered, and how soon, each turn once, whatever becomes of it later', async () => {
    const { store, db, commit, settle } = await open()
    const first = await commit({ said: 'one', answered: 'x', trace: { source: 'model', ...model(90) } as never })
    await commit({ said: 'two', answered: 'x', trace: { source: 'model', ...model(1000) } as never })
    await commit({ said: 'three', answered: 'x', uid: 'slack_T1_U0BEN', place: 'slack:T1/C2', agent: 'desk' })
    await settle()
    // What people thought of it has it written anew.
    await db.batch([store.feedback.voteStep({ turn: first, uid: 'slack_T1_U0ANN', good: false })])
    await settle()
    expect(await store.usageBehind.most('person', asked, 1)).toEqual({
      total: 2,
      items: [{ name: 'slack_T1_U0ANN', conversations: 2, tokens: 20 }],
    })
    expect(await store.usageBehind.most('place', { ...asked, agent: 'desk' }, 9)).toEqual({
      total: 1,
      items: [{ name: 'slack:T1/C2', conversations: 1, tokens: 0 }],
    })
    const [told] = await store.usageBehind.firstTexts(days)
    expect(told!.answers).toBe(2)
    // A quarter too long at most.
    expect(told!.medianMs).toBeGreaterThanOrEqual(90)
    expect(told!.medianMs).toBeLessThanOrEqual(90 * 1.25)
    expect(told!.p95Ms).toBeGreaterThanOrEqual(1000)
    expect(told!.p95Ms).toBeLessThanOrEqual(1250)
    expect(await store.usageBehind.firstTexts({ ...days, from: '2020-01-01', to: '2020-01-02' })).toEqual([])

    const pause = async () => {}
    const ann = { account: 'default', uids: ['slack_T1_U0ANN'] }
    await removePerson(db, ann, { removed: {}, until: Date.now(), pause })
    const left = await store.usageBehind.most('person', asked, 9)
    expect(left.items.map(({ name }) => name)).toEqual(['slack_T1_U0BEN'])
    await store.usageBehind.prune(begin)
    expect(await store.usageBehind.most('person', asked, 9)).toEqual(left)
    await store.usageBehind.prune(begin + 32 * 86_400_000)
    expect([await store.usageBehind.most('person', asked, 9), await store.usageBehind.most('place', asked, 9)]).toEqual(
      [
        { total: 0, items: [] },
        { total: 0, items: [] },
      ],
    )
  })
})

describe('turns in the console', () => {
  it('end a conversation where nothing came after them in it, whatever was said elsewhere', async () => {
    const { db, commit } = await open()
    const first = await commit({ said: 'one', answered: 'yes' })
    const bens = await commit({ said: 'one', answered: 'yes', uid: 'slack_T1_U0BEN' })
    const last = await commit({ said: 'two', answered: 'yes' })
    const elsewhere = await commit({ said: 'three', answered: 'yes', place: 'slack:T1/C2' })
    const other = await commit({ said: 'four', answered: 'yes', agent: 'desk' })
    const all = [first, bens, last, elsewhere, other]
    const { endOf } = recentTurns(db)
    expect([...(await endOf(all))].toSorted()).toEqual([bens, last, elsewhere, other].toSorted())
    expect([...(await endOf([first]))]).toEqual([])
    expect(await endOf([])).toEqual(new Set())
  })

  it('have the words of callers of the API apart, also of two that ended in one moment, however much the person had said', async () => {
    const { db, commit, settle, find } = await open()
    for (const said of ['first', 'second', 'third']) await commit({ said, answered: `About ${said}`, called: true })
    await settle()
    expect(await find({ words: 'second' })).toEqual(['second'])
    expect(await find({ words: 'about' })).toEqual(['third', 'second', 'first'])
    if (db.dialect !== 'sqlite') return
    const read = "select id, event_id, key, text from memory where event_id in ('a', 'b')"
    const plan = await sql<{ detail: string }>`explain query plan ${sql.raw(read)}`.execute(db.query)
    expect(plan.rows.map(({ detail }) => detail)).toEqual(['SEARCH memory USING INDEX memory_by_event (event_id=?)'])
  })

  it('are found by their words, in English and Japanese, newest first', async () => {
    const { commit, settle, find } = await open()
    await commit({ said: 'How do I reset my password?', answered: 'At the portal.' })
    await commit({ said: '休暇を申請したいです', answered: '勤怠システムからどうぞ。' })
    await commit({ said: 'Where is the portal?', answered: 'Ask for your passwords there.' })
    await settle()
    expect(await find({ words: 'password' })).toEqual(['Where is the portal?', 'How do I reset my password?'])
    expect(await find({ words: 'RESET password' })).toEqual(['How do I reset my password?'])
    expect(await find({ words: '休暇' })).toEqual(['休暇を申請したいです'])
    expect(await find({ words: '勤怠' })).toEqual(['休暇を申請したいです'])
    expect(await find({ words: '暇休' })).toEqual([])
    expect(await find({ words: '!?' })).toEqual([])
  })

  it('are found by every filter, alone and together, before and after they are in the index', async () => {
    const { commit, settle, find } = await open()
    await commit({ said: 'one', answered: 'x' })
    await commit({ said: 'two', answered: 'x', agent: 'other', trace: { source: 'fixed' } })
    await commit({ said: 'three', answered: 'x', uid: 'slack_T1_U0BEN', trace: { source: 'model' } })
    await commit({ said: 'four', answered: 'x', place: 'slack:T1/C2', trace: { source: 'none', modelError: 'away' } })
    const looks: readonly [Partial<TurnFilter>, string[]][] = [
      [{}, ['four', 'three', 'two', 'one']],
      [{ agents: ['other'] }, ['two']],
      [{ agents: [] }, []],
      [{ outcome: 'unanswered' satisfies Outcome }, ['two']],
      [{ outcome: 'failed' }, ['four']],
      [{ uid: 'slack_T1_U0BEN' }, ['three']],
      [{ place: 'slack:T1/C2' }, ['four']],
      [{ door: 'teams' }, []],
      [{ door: 'slack', agents: ['guide'], outcome: 'rule' }, ['one']],
      [{ since: begin + 2500 }, ['four', 'three']],
      [{ until: begin + 2500 }, ['two', 'one']],
      [{ account: 'elsewhere' }, []],
    ]
    for (const [filter, expected] of looks) expect([filter, await find(filter)]).toEqual([filter, expected])
    await settle()
    for (const [filter, expected] of looks) expect([filter, await find(filter)]).toEqual([filter, expected])
    expect(await find({ words: 'x', agents: ['other', 'guide'], outcome: 'rule' })).toEqual(['one'])
  })

  it('come page by page, each once, also where some are not in the index yet', async () => {
    const { db, commit, settle } = await open()
    for (let i = 0; i < 30; i++) await commit({ said: `early ${i}`, answered: 'x' })
    await settle()
    for (let i = 0; i < 5; i++) await commit({ said: `late ${i}`, answered: 'x' })
    const seen: string[] = []
    let before: Parameters<ReturnType<typeof recentTurns>['page']>[1]['before']
    do {
      const page = await recentTurns(db).page({ account: 'default', agents: 'all' }, { limit: 8, before })
      seen.push(...page.turns.map(({ id }) => id))
      before = page.before
    } while (before)
    expect(seen).toHaveLength(35)
    expect(seen).toEqual(seen.toSorted().reverse())
  })

  it('are found by opinions as soon as somebody has one, and has none any more', async () => {
    const { db, store, commit, settle, find } = await open()
    const id = await commit({ said: 'one', answered: 'x' })
    await settle()
    expect(await find({ rating: 'bad' })).toEqual([])
    await db.batch([store.feedback.voteStep({ turn: id, uid: 'slack_T1_U0ANN', good: false })])
    await settle()
    expect(await find({ rating: 'bad' })).toEqual(['one'])
    await db.batch([store.feedback.voteStep({ turn: id, uid: 'slack_T1_U0ANN', good: true })])
    await settle()
    expect(await find({ rating: 'bad' })).toEqual([])
    expect(await find({ rating: 'good' })).toEqual(['one'])
    expect(await find({ words: 'one' })).toEqual(['one'])
  })

  it('wait for what has not ended, which keeps nothing else waiting', async () => {
    const { db, commit, settle, find } = await open()
    await commit({ said: 'slow', answered: 'x', status: 'committed' })
    await commit({ said: 'quick', answered: 'x' })
    await settle()
    expect(await find({ words: 'x' })).toEqual(['quick'])
    expect(await find()).toEqual(['quick', 'slow'])
    await db.query.updateTable('turn').set({ status: 'delivered' }).execute()
    await settle()
    expect(new Set(await find({ words: 'x' }))).toEqual(new Set(['quick', 'slow']))
  })

  it('hold what a clock that is behind, or a slow commit, has put before others that were there already', async () => {
    const { db, commit, index, find, forward } = await open()
    const late = await commit({ said: 'late', answered: 'x' })
    await commit({ said: 'early', answered: 'x' })
    const row = await db.query.selectFrom('turn').selectAll().where('id', '=', late).executeTakeFirstOrThrow()
    await db.query.deleteFrom('turn').where('id', '=', late).execute()
    await index.step()
    expect(await find({ words: 'x' })).toEqual(['early'])
    await db.query.insertInto('turn').values(row).execute()
    forward(9000)
    await index.step()
    expect(await find({ words: 'x' })).toEqual(['early'])
    forward(2000)
    await index.step()
    expect(new Set(await find({ words: 'x' }))).toEqual(new Set(['early', 'late']))
  })

  it('are written the next time when they could not be', async () => {
    const { db, commit, index, find } = await open()
    await commit({ said: 'one', answered: 'x' })
    const batch = db.batch.bind(db)
    db.batch = async () => {
      db.batch = batch
      throw new Error('the database is away')
    }
    await expect(index.step()).rejects.toThrow('away')
    await index.step()
    expect(await find({ words: 'x' })).toEqual(['one'])
  })
})

describe('what was forgotten', () => {
  it('is found no more in the moment it is, by a conversation, a message or time; the turn still is', async () => {
    const { db, store, commit, settle, find, forward } = await open()
    await commit({ said: 'the secret of Ann', answered: 'x' })
    await settle()
    await db.batch([store.people.forgetStep(orderKey('default', 'guide', 'slack_T1_U0ANN'), 'slack:T1/C1')])
    expect(await find({ words: 'secret' })).toEqual([])
    await settle()
    expect(await find({ words: 'secret' })).toEqual([])
    expect(await find({ outcome: 'rule' })).toEqual(['the secret of Ann'])

    await commit({ said: 'another secret', answered: 'x' })
    await settle()
    expect(await find({ words: 'secret' })).toEqual(['another secret'])
    await store.people.prune(forward(1000))
    expect(await find({ words: 'secret' })).toEqual([])
    await settle()
    expect(await find({ words: 'secret' })).toEqual([])
    expect(await find({ outcome: 'rule' })).toHaveLength(2)
  })

  it('does not come back by what was read of it before', async () => {
    const { db, commit, index, find, forward } = await open()
    await commit({ said: 'the secret of Ann', answered: 'x' })
    forward(60_000)
    // What the step reads is there; what it writes comes after it is gone.
    const batch = db.batch.bind(db)
    const late: typeof db.batch = async (...given) => {
      db.batch = batch
      await db.query.deleteFrom('memory').execute()
      return batch(...given)
    }
    db.batch = late
    await index.step()
    expect(await find({ words: 'secret' })).toEqual([])
    expect(await find({ outcome: 'rule' })).toEqual(['the secret of Ann'])
  })

  it('leaves no term in the file, or in a row, when a person is forgotten', async () => {
    const { db, folder, commit, settle, find } = await open()
    for (let i = 0; i < 300; i++) {
      const uid = i % 3 === 0 ? 'slack_T1_U0ANN' : 'slack_T1_U0BEN'
      await commit({ said: i % 3 === 0 ? `zuckerwatte ${i}` : `buttermilk ${i}`, answered: 'x', uid })
      if (i % 50 === 0) await settle()
    }
    await settle()
    expect(await find({ words: 'zuckerwatte' })).toHaveLength(50)
    const removed = {}
    const pause = async () => {}
    await removePerson(db, { account: 'default', uids: ['slack_T1_U0ANN'] }, { removed, until: Date.now(), pause })
    await scrubRows(db, removed, { pause, sleep: pause })
    await scrubFiles(db, { pause, sleep: pause })
    expect(await find({ words: 'zuckerwatte' })).toEqual([])
    expect(await find({ uid: 'slack_T1_U0ANN' })).toEqual([])
    expect(await find({ words: 'buttermilk' })).toHaveLength(50)
    const kept = await everythingKept(db, folder)
    // The stem, as the index keeps it.
    expect(kept.includes('zuckerwatt')).toBe(false)
    expect(kept.includes('buttermilk')).toBe(true)
  })
})
