import { expect, it } from 'vitest'
import { createEngine } from '../../src/engine/converse.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import { orderKey } from '../../src/model/key.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { effectSteps } from '../../src/turns/effects.ts'
import { minimalAgent } from '../support/agent.ts'
import { runCommand } from '../support/command.ts'
import { noWebhooks } from '../support/no-webhooks.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A data folder in which Ann has said hello to `desk`. */
async function talked(): Promise<string> {
  const folder = tempFolder()
  const db = await openSqlite(folder)
  const store = createStore(db)
  await store.accounts.ensureFirst()
  const document = minimalAgent({ rules: [{ when: ['hello'], say: ['Hi', 'Good day'] }] })
  const made = { id: 'desk', account: firstAccount, document, author: 'test' }
  await db.batch(store.agents.createSteps(made))
  const engine = createEngine({
    ...{ store, memoryItems: 10, levels: [50, 60, 70, 80] as const, state: usualStateLimits, now: Date.now },
    ...{ webhooks: noWebhooks, random: () => 0.9, find: async () => ({ hits: [] }) },
    llm: { model: () => undefined, stream: () => Promise.reject(new Error('no model')) as never },
  })
  const request = { account: firstAccount, agent: 'desk', uid: 'ann', conversation: 'dm', door: 'http' } as const
  const key = orderKey(firstAccount, 'desk', 'ann')
  const agent = (await store.agents.live('desk'))!
  const run = { signal: new AbortController().signal, beforeCall: async () => {} }
  for await (const event of engine.converse({ ...request, utterance: 'hello' }, agent, run)) {
    if (event.kind !== 'final') continue
    const { trace, effects, tape } = event
    const row = { id: 'turn-1', key, agent: 'desk', version: 1, epoch: 0, interrupted: null }
    const of = { key, conversation: 'dm', turn: 'turn-1', tape: { turn: 'turn-1', ...tape! } }
    await db.batch([store.turns.madeStep({ ...row, trace: JSON.stringify(trace) }), ...effectSteps(store, of, effects)])
  }
  await db.close()
  return folder
}

async function replay(data: string, ...words: string[]) {
  const told = { out: '', err: '' }
  const into = (name: keyof typeof told) => ({
    write(text: string) {
      told[name] += text
    },
  })
  const env = { PARLEY_DATA: data }
  const code = await runCommand(['replay', ...words], { stdout: into('out'), stderr: into('err'), env })
  return { code, ...told }
}

it('tells a script by its exit code whether everything is answered as before, and what is not', async () => {
  const data = await talked()
  const same = await replay(data, 'desk', '--live')
  expect(same).toMatchObject({ code: 0, err: '' })
  expect(same.out).toContain('1 turn against version 1 of desk: 1 the same, 0 different')

  const db = await openSqlite(data)
  const document = minimalAgent({ rules: [{ when: ['hello'], say: 'Ahoy' }] })
  await db.query
    .updateTable('agent_version')
    .set({ document: JSON.stringify(document) })
    .execute()
  await db.close()
  const different = await replay(data, 'desk')
  expect(different.code).toBe(1)
  expect(different.out).toContain('said:   hello\n  before: Good day\n  now:    Ahoy [rule]')
  const { code, out } = await replay(data, 'desk', 'turn-1', '--json')
  expect([code, JSON.parse(out)]).toMatchObject([1, { counts: { different: 1 }, turns: [{ id: 'turn-1' }] }])

  expect(await replay(data, 'nobody')).toMatchObject({ code: 3, err: expect.stringContaining('no agent') })
  expect(await replay(data, 'desk', 'turn-2')).toMatchObject({ code: 3, err: expect.stringContaining('turn-2') })
  expect((await replay(data, 'desk', '--days', 'x')).code).toBe(2)
})

it('whoever looks at a draft reads what of the last days it would answer otherwise', async () => {
  const data = await talked()
  const told = { out: '' }
  const stdout = { write: (text: string) => (told.out += text) }
  const env = { PARLEY_DATA: data, LANG: 'en_US.UTF-8' }
  const agent = async (...words: string[]) => {
    told.out = ''
    expect(await runCommand(['agent', ...words], { stdout, stderr: stdout, env }), told.out).toBe(0)
    return told.out
  }
  await agent('rule', 'add', 'goodbye', 'See you', '--agent', 'desk')
  expect(await agent('diff', 'desk')).toMatch(/last 7 days:\*{0,2} 1 the same, 0 different.*parley agent replay/s)
})
