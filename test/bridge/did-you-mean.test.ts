import { expect, it, onTestFinished, vi } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { createEngine } from '../../src/engine/converse.ts'
import { createWebhooks } from '../../src/engine/webhooks/index.ts'
import { usualStateLimits } from '../../src/lib/person-state.ts'
import type { AgentDocument } from '../../src/model/agent.ts'
import { LlmError } from '../../src/ports/llm.ts'
import type { Store } from '../../src/store/index.ts'
import { traces } from '../../src/store/traces.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const document = {
  ...minimalAgent(),
  rules: [
    { when: ['where can I park my car'], say: 'Behind the house.' },
    { when: ['what does the car park cost'], say: 'Nothing at all.' },
  ],
} as AgentDocument

const engine = (store: Store) =>
  createEngine({
    store,
    llm: {
      model: () => undefined,
      stream() {
        throw new LlmError('not_configured', 'there is none')
      },
    },
    find: async () => ({ hits: [] }),
    levels: [34, 47, 62, 74],
    memoryItems: 10,
    state: usualStateLimits,
    webhooks: createWebhooks({ send: async () => ({ failed: 'connection', detail: '', ms: 0 }) }),
    now: Date.now,
    random: () => 0,
  })

it.for(rooms)('on $name somebody is offered what they may have meant, and a press answers it', async ({ open }) => {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, agent: { document, engine } })
  const room = await open(house)
  await house.work()
  const { store } = house
  const quiet = () => expect.poll(async () => (await openKeys(store)).length, { interval: 5 }).toBe(0)

  await room.tell('ann', 'is there a car park')
  await expect.poll(() => room.alone('ann').join('\n')).toContain("I'm not sure what you mean.")
  await quiet()
  // Its text may be there before its buttons are.
  await vi.waitFor(() => room.choose('ann', 'where can I park my car'))
  await expect.poll(() => room.alone('ann').join('\n')).toContain('Behind the house.')
  await quiet()

  // What somebody wrote, and what they meant by it, is there for whoever improves the agent.
  const meant = () => traces(store.db).meant({ account: 'default', agent: 'test' }, 10)
  await expect.poll(meant).toHaveLength(1)
  const [turn] = await meant()
  expect(turn!.meant).toMatchObject({ rule: 0, phrase: 'where can I park my car' })
  expect((await traces(store.db).said(turn!))[0]).toMatchObject({ role: 'user', text: 'is there a car park' })
  expect(await house.admin.questions.open('test', { ...atTerminal, account: 'default' })).toMatchObject([
    { text: 'is there a car park', unanswered: 1, meant: [{ phrase: 'where can I park my car', times: 1 }] },
  ])
})
