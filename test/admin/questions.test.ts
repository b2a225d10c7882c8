import { expect, it, onTestFinished } from 'vitest'
import type { AgentAdmin } from '../../src/admin/agents.ts'
import { createAudit } from '../../src/admin/audit.ts'
import { createQuestions } from '../../src/admin/questions.ts'
import { orderKey } from '../../src/model/key.ts'
import { createStore } from '../../src/store/index.ts'
import type { Step } from '../../src/store/statement.ts'
import { turnIndex } from '../../src/store/turn-seen/index-turns.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const begin = Date.now() - 3_600_000
const ann = 'slack_T1_U0ANN'

async function open() {
  const db = await openDatabase(tempFolder())
  onTestFinished(() => db.close())
  let at = begin
  const now = () => at
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const index = turnIndex(db, now)
  const key = orderKey('default', 'guide', ann)
  let n = 0

  /** A turn as its commit leaves it. */
  function turn(said: string, source: 'rule' | 'none'): { id: string; steps: Step[] } {
    at += 1000
    const hex = at.toString(16).padStart(12, '0')
    const id = `${hex.slice(0, 8)}-${hex.slice(8)}-7000-a000-${String(++n).padStart(12, '0')}`
    const row = { id, inbox_id: null, key, agent: 'guide', version: 1, epoch: 1, context: null, interrupted: null }
    const trace = JSON.stringify({ source, ms: 1 })
    const steps = [
      ...store.people.rememberSteps(key, 'dm', [{ role: 'user', text: said }], { event: id, at }),
      store.turns.commitStep({ ...row, status: 'delivered', answer: null, trace }),
    ]
    return { id, steps }
  }

  const agents = { get: async () => ({ id: 'guide' }) } as unknown as AgentAdmin
  const audit = createAudit({ store, now })
  const questions = createQuestions({ store, agents, audit })
  const actor = { account: 'default', author: ann, door: 'console' as const }
  return {
    ...{ store, db, turn },
    async settle() {
      at += 600_000
      while (await index.step()) {}
    },
    open: async () => (await questions.open('guide', actor)).map(({ text, disliked }) => ({ text, disliked })),
  }
}

it('what nothing had an answer to, and what was not found good, stays on the list however much is answered after it', async () => {
  const { db, store, turn, settle, open: list } = await open()
  const lost = turn('Where do I park?', 'none')
  const poor = turn('What is for lunch?', 'rule')
  await db.batch([...lost.steps, ...poor.steps])
  await db.batch([store.feedback.voteStep({ turn: poor.id, uid: ann, good: false })])
  const good = Array.from({ length: 1500 }, (_, i) => turn(`Question ${i}`, 'rule'))
  await db.batch(good.flatMap(({ steps }) => steps))
  expect(await list()).toEqual([
    { text: 'What is for lunch?', disliked: 1 },
    { text: 'Where do I park?', disliked: 0 },
  ])
  await settle()
  expect(await list()).toHaveLength(2)
})
