import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { story } from '../../src/admin/story.ts'
import { inZone } from '../../src/lib/moment.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Trace } from '../../src/model/trace.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { type TracedTurn, traces } from '../../src/store/traces.ts'
import { runCommand } from '../support/command.ts'
import { makeTempFolder } from '../support/temp-folder.ts'

const startedAt = Date.UTC(2026, 10, 21, 9, 30)
const key = orderKey(firstAccount, 'guide', 'slack_T1_U0ANN')
const folder = makeTempFolder()
let store: Store
let at = startedAt

/** A turn as its commit leaves it. */
async function commit(id: string, trace: Trace, said: string, of = key): Promise<void> {
  const begun = { id, inbox_id: null, key: of, agent: 'guide', version: 3, epoch: 1, context: null }
  await store.db.batch([
    ...store.people.rememberSteps(
      of,
      'dm',
      [
        { role: 'user', text: said },
        { role: 'assistant', text: `About ${said}.` },
      ],
      { event: id },
    ),
    store.turns.commitStep({
      ...begun,
      status: 'delivered',
      answer: JSON.stringify({ utterance: `About ${said}.` }),
      trace: JSON.stringify(trace),
      interrupted: null,
    }),
  ])
  // The next one comes at once.
  at += 3
}

beforeAll(async () => {
  store = createStore(await openSqlite(folder.path), () => at)
  await store.accounts.ensureFirst()
  await commit('turn-1', { source: 'opening', ms: 1 }, 'the first thing')
  await commit(
    'turn-2',
    {
      source: 'model',
      ms: 1840,
      rule: { index: 11, phrase: 'opening hours', score: 42.04, threshold: 60 },
      knowledge: {
        ms: 4,
        threshold: 0.3,
        passages: [{ id: 1, source: 'handbook.md', title: 'Holidays', score: 0.82 }],
      },
      webhooks: [{ name: 'crm', why: 'utterance', outcome: 200, ms: 120 }],
      model: {
        id: 'gpt-4o-mini',
        upstream: 'gpt-6-luna',
        rounds: 1,
        inputTokens: 812,
        outputTokens: 90,
        firstTextMs: 412,
        ms: 1700,
        end: 'complete',
      },
    },
    'the holidays',
  )
  await commit('turn-3', { source: 'rule', ms: 1 }, 'a secret', orderKey('other', 'guide', 'ben'))
})
afterAll(async () => {
  await store.db.close()
  folder.remove()
})

async function why(...argv: string[]): Promise<{ code: number; printed: string }> {
  let printed = ''
  const out = { write: (text: string) => (printed += text) }
  const env = { PARLEY_DATA: folder.path, PARLEY_LLM_BASE_URL: '' }
  return { code: await runCommand(['why', ...argv], { stdout: out, stderr: out, env }), printed }
}

const told = (trace: Trace) => {
  const turn = {
    id: 'turn-4',
    agent: 'guide',
    version: 3,
    uid: 'ann',
    startedAt,
    attempts: 1,
    votes: { good: 0, bad: 0 },
  }
  return story({ ...turn, opinions: [], trace } as unknown as TracedTurn, [], 'ja').slice(1)
}

describe('a story in Japanese', () => {
  it('says the codes of a trace in words', () => {
    const rule = { index: 0, phrase: '営業時間', score: 42, threshold: 60 }
    const scenario = { id: 'coffee', version: 2, by: 'start exact, digression, on[1] regex', path: ['ask'], ways: [] }
    const failure = { modelError: 'not_configured', modelDetail: 'no endpoint serves default' }
    const lines = told({ source: 'fixed', ms: 1, rule, scenario: { ...scenario, ended: 'cancelled' }, ...failure })
    expect(lines).toEqual([
      '発話の内容はもう保存されていません。',
      'シナリオ coffee(バージョン 2): 開始(完全一致)、別の話題、on[1](正規表現) → ask、終了: 取り消し',
      '最も近いルールは 1 番「営業時間」: 42.0 点(必要 60 点)。使われませんでした',
      'モデルは回答しませんでした。モデルの接続先が設定されていません(not_configured)。',
      '他に回答がなく、固定の文を返しました(1 ms)。',
    ])
    expect(lines.join()).not.toContain('。。')
    expect(told({ source: 'none', ms: 0, modelError: 'unavailable', modelDetail: 'openai: status 503' })[1]).toBe(
      'モデルは回答しませんでした。モデルのサーバーから回答を得られませんでした(unavailable: openai: status 503)。',
    )
  })

  it('says of a notice that it was one, and of nobody that they said something', () => {
    const lines = told({ source: 'none', ms: 0, handover: { id: '0123456789', passed: 'notice' } })
    expect(lines).toEqual(['引き継ぎ `01234567` の状況を知らせる通知です。エンジンは使っていません。'])
  })
})

describe('parley why', () => {
  it('tells the story of a turn in the order it happened', async () => {
    expect(await why('turn-2')).toEqual({
      code: 0,
      printed: `Turn turn-2: slack_T1_U0ANN with guide (version 3), ${inZone('en')(startedAt, false)}
  They said: “the holidays”
  The rule most alike was number 12, “opening hours”: 42.0 of 100, where 60 is needed, so it was not used.
  Knowledge: 1 passage in 4 ms: handbook.md › Holidays 0.82.
  Webhook crm: 200 in 120 ms.
  Model gpt-4o-mini (served by gpt-6-luna): first text after 412 ms, 1.70 s in all, 812 tokens in and 90 out, ended: complete.
  The model answered, after 1.84 s.
  The answer: “About the holidays.”
`,
    })
  })

  it('tells the last turns of an agent, of its own account only', async () => {
    expect((await why('--agent', 'guide')).printed).toMatch(/^Turn turn-2/)
    const { printed } = await why('--agent', 'guide', '--last', '10', '--json')
    expect(JSON.parse(printed).map(({ id }: TracedTurn) => id)).toEqual(['turn-2', 'turn-1'])
    expect((await why('turn-3')).printed).toContain('There is no turn turn-3.')
    expect((await why('--agent', 'guide', '--uid', 'slack_T1_U0ANN')).printed).toMatch(/^Turn turn-2/)
  })

  it('asks for what it needs', async () => {
    expect((await why()).code).toBe(2)
    expect((await why('--agent', 'guide', '--last', 'many')).code).toBe(2)
  })

  it('has no word of what was said once memory has forgotten it', async () => {
    const [turn] = await traces(store.db).last({ account: firstAccount, agent: 'guide' }, 1)
    await store.people.prune(at)
    await store.turns.forgetAnswers(at)
    const { answer } = (await store.turns.byId('turn-2'))!
    expect(answer).toBeNull()
    expect(await traces(store.db).said(turn!)).toEqual([])
    expect(story(turn!, [], 'ja').join('\n')).toContain('発話の内容はもう保存されていません。')
    expect((await why('turn-2')).printed).not.toContain('“the holidays”')
  })

  it('says where what somebody said was never kept, however new the turn is', async () => {
    const [turn] = await traces(store.db).last({ account: firstAccount, agent: 'guide' }, 1)
    const told = (of: Partial<TracedTurn>) =>
      (['en', 'ja'] as const).map((language) => story({ ...turn!, ...of }, [], language).join('\n'))
    expect(told({ interrupted: 'failed' })).toEqual([
      expect.stringContaining('What they said was never kept: only what is answered is.'),
      expect.stringContaining('最初から保存していません。保存するのは、回答できた発話だけです。'),
    ])
    expect(told({ uid: '' })).toEqual([
      expect.stringContaining('What they said was never kept: nobody knows who they are, since they have no id.'),
      expect.stringContaining('最初から保存していません。ID がなく'),
    ])
    expect(told({ interrupted: null })[0]).toContain('is not kept any more')
  })

  it('says of a turn that is running only that it is, and of one that was tried again nothing that nobody knows', async () => {
    const [turn] = await traces(store.db).last({ account: firstAccount, agent: 'guide' }, 1)
    const running = { ...turn!, interrupted: null, trace: undefined, committedAt: undefined, attempts: 2 }
    expect(story(running, [], 'en').slice(1)).toEqual(['It has not come to an answer yet.', 'It took 2 attempts.'])
    expect(story(running, [], 'ja').slice(1)).toEqual(['まだ回答に至っていません。', '2 回実行されました。'])
  })

  it('tells of a turn only what was said in it, also when a reset and its opening came a moment later', async () => {
    const of = orderKey(firstAccount, 'guide', 'slack_T1_U0BEN')
    await commit('turn-4', { source: 'rule', ms: 1 }, 'opening hours', of)
    expect((await why('turn-4')).printed).toContain('“opening hours”')
    await store.db.batch([
      store.people.clearMemoryStep(of),
      ...store.people.rememberSteps(of, 'dm', [{ role: 'assistant', text: 'Welcome back!' }], { event: 'turn-5' }),
    ])
    const { printed } = await why('turn-4')
    expect(printed).not.toContain('Welcome back')
    expect(printed).toContain('What they said is not kept any more.')
  })

  it('says with what status and code a model gave no answer, and who answered in its place', async () => {
    const of = orderKey(firstAccount, 'guide', 'slack_T1_U0CAT')
    const modelDetail = 'openai: status 400 (invalid_request_error)'
    await commit('turn-5', { source: 'none', ms: 1, modelError: 'rejected', modelDetail }, 'the rooms', of)
    expect((await why('turn-5')).printed).toContain(`gave no answer: rejected (${modelDetail})`)
    const other = { id: 'default', upstream: 'claude-opus-4-8', fallback: 'openai: status 503' }
    await commit('turn-6', { source: 'model', ms: 9, model: { ...other, rounds: 1, ms: 9, end: 'complete' } }, 'hi', of)
    expect((await why('turn-6')).printed).toMatch(
      /claude-opus-4-8.* in place of the one that was meant: openai: status 503/,
    )
  })
})
