import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const secret = 'hunter2'

describe.each(rooms)('in $name, what is changed after it was said', ({ open }) => {
  /** An agent with a model that hears all that was said before. */
  async function start(options: Partial<HouseOptions> = {}) {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer(/./, 'Fine.')
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      agent: {
        document: minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } }),
        engine: (store) => createEngine({ store, llm }),
      },
      ...options,
    })
    const room = await open(house)
    const asked = () => models.server.getRequests().map(({ body }) => JSON.stringify(body))
    const settled = () => expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    return { house, room, models, asked, settled }
  }

  it('a deleted message takes its answer along, and no model hears of either again', async () => {
    const { house, room, models, asked, settled } = await start()
    models.answer(secret, 'I will keep Hunter to myself.')
    await house.work()
    await room.tell('ann', 'hello')
    await expect.poll(() => read(room)).toHaveLength(1)
    const message = await room.tell('ann', `my password is ${secret}`)
    await expect.poll(() => read(room)).toEqual([expect.any(String), expect.stringContaining('Hunter')])
    await settled()
    await room.remove('ann', message)
    await expect.poll(() => read(room)).toHaveLength(1)
    const rows = async (what: 'answer' | 'owed') =>
      (await house.store.db.query.selectFrom('turn').select(what).orderBy('started_at').execute()).map(
        (row) => row[what],
      )
    expect(await rows('answer')).toEqual([expect.any(String), null])
    await expect.poll(() => rows('owed')).toEqual([null, null])
    await room.tell('ann', 'what is my password?')
    await expect.poll(() => asked().length).toBe(3)
    expect(asked()[2]).toMatch(/hello.*what is my password/)
    expect(asked()[2]).not.toMatch(/hunter/i)
  })

  it('an edited message is what it now says, to whoever asks next', async () => {
    const { house, room, models, asked, settled } = await start()
    models.answer('Bernard', 'Hello!', { ttft: 300 })
    await house.work()
    const first = await room.tell('ann', 'I come on Monday')
    await expect.poll(() => read(room)).toHaveLength(1)
    await settled()
    await room.edit('ann', first, 'I come on Tuesday')
    await expect.poll(() => memory(house)).toContain('I come on Tuesday')
    const second = await room.tell('ann', 'and bring Bernard')
    // While it is answered.
    await expect.poll(() => asked().length).toBe(2)
    await room.edit('ann', second, 'and bring Beatrice')
    await expect.poll(() => memory(house)).toContain('and bring Beatrice')
    await room.tell('ann', 'when do I come, and with whom?')
    await expect.poll(() => asked().length).toBe(3)
    expect(asked()[1]).toContain('Tuesday')
    expect(asked()[2]).toMatch(/Tuesday.*Beatrice/)
    const told = asked()[2]!
      .match(/"role":"user","content":"[^"]*/g)!
      .join()
    expect(told).not.toMatch(/Monday|Bernard/)
  })

  it('a mention that is added by an edit is answered, once', async () => {
    const { house, room, asked, settled } = await start()
    await house.work()
    const message = await room.say('ann', 'what is new?')
    await room.edit('ann', message, `${room.name} what is really new?`)
    await expect.poll(room.posts).toHaveLength(1)
    await room.edit('ann', message, `${room.name} what is quite new?`)
    await room.call('ann', 'and else?')
    await expect.poll(room.posts).toHaveLength(2)
    await settled()
    expect(asked()).toHaveLength(2)
    expect(asked()[0]).toContain('what is really new?')
  })

  it('an answer that may not be taken away says why it is gone', async () => {
    const { house, room, settled } = await start()
    await house.work()
    const message = await room.call('ann', `my password is ${secret}`)
    await expect.poll(room.posts).toHaveLength(1)
    await settled()
    room.keepPosts(1)
    await room.remove('ann', message)
    await expect.poll(room.posts).toEqual([expect.stringContaining('What this answered was deleted')])
  })
})

const memory = async ({ store }: ChatHouse): Promise<string[]> =>
  (await store.db.query.selectFrom('memory').select('text').execute()).map(({ text }) => text)

/** Of a message that was taken away Teams shows that there was one. */
const read = (room: Room): string[] => room.alone('ann').filter((text) => text !== '')
