import { describe, expect, it, onTestFinished } from 'vitest'
import { createModeration } from '../../src/app/parts/moderation.ts'
import { createModerator } from '../../src/engine/moderation.ts'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { startModerationServer } from '../support/moderation-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** Of vendors' shapes, parted so that nobody who scans the repository takes them for real ones. */
const secrets = [['sk-', 'proj-abcdefghij0123456789abcdefghij'].join(''), '4111 1111 1111 1111']

describe.each(rooms)('in $name', ({ open }) => {
  async function start(agent: object) {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer(/./, 'Fine.')
    const server = await startModerationServer()
    const moderation = { baseUrl: server.baseUrl, model: 'omni-moderation-latest', apiKey: 'a-key' }
    const endpoint = createModeration({ moderation, webhooks: { allow: [] } }, Date.now)!
    onTestFinished(() => endpoint.close())
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const ends: string[] = []
    const onJudged = (side: string, end: string) => void ends.push(`${side} ${end}`)
    const moderator = createModerator({ endpoint, now: Date.now, onJudged })
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      agent: {
        document: minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' }, ...agent } }),
        engine: (store) => createEngine({ store, llm, moderator }),
      },
    })
    const room = await open(house)
    await house.work()
    async function ask(text: string): Promise<string> {
      const before = room.alone('ann').length
      await room.tell('ann', text)
      await expect.poll(() => room.alone('ann').length).toBeGreaterThan(before)
      await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
      return room.alone('ann').at(-1)!
    }
    const traces = async () => {
      const rows = await house.store.db.query.selectFrom('turn').select('trace').execute()
      return JSON.stringify(rows)
    }
    return { models, server, room, ask, ends, traces }
  }

  it('what people write is judged before anything reads it, and what the model writes before anybody does', async () => {
    const { models, server, room, ask, ends, traces } = await start({ moderation: {} })
    models.answer(
      'tell me a secret',
      'At first it is harmless, then it is forbidden #{mood:bad}@{option:more forbidden}',
      {
        chunkSize: 3,
      },
    )
    expect(await ask('something forbidden')).toMatch(/I can't answer that message\. Please say it in another way\./)
    expect(models.server.getRequests()).toEqual([])
    expect(await ask('禁止されたこと')).toMatch(/別の言い方でお送りください|in another way/)
    expect(await ask('tell me a secret')).toMatch(/I can't say what I would have answered/)
    expect(await ask('good morning')).toMatch(/^Fine\./)
    expect(room.sent().join('\n')).not.toMatch(/harmless|more forbidden/)
    const told = JSON.stringify(models.server.getRequests().map(({ body }) => body))
    expect(told).not.toMatch(/something forbidden|harmless/)
    expect(server.judged()).toEqual([
      'something forbidden',
      '禁止されたこと',
      'tell me a secret',
      expect.stringContaining('harmless, then it is forbidden'),
      'good morning',
      'Fine.',
    ])
    expect(ends).toEqual([
      'people refused',
      'people refused',
      'people passed',
      'answers refused',
      'people passed',
      'answers passed',
    ])
    expect(await traces()).toMatch(/violence/)
    const [{ headers, url, body }] = server.received as [(typeof server.received)[0]]
    expect([url, headers.authorization]).toEqual(['/v1/moderations', 'Bearer a-key'])
    expect(JSON.parse(body)).toMatchObject({ model: 'omni-moderation-latest' })
  })

  it('where nobody can judge, nothing is answered, unless the agent’s author would rather go on', async () => {
    const closed = await start({ moderation: { of: ['people'] } })
    closed.server.answerWith(500)
    expect(await closed.ask('good morning')).toMatch(/cannot check it just now\. Please try again in a moment\./)
    expect(closed.models.server.getRequests()).toEqual([])
    closed.server.answerWith(200)
    expect(await closed.ask('good morning')).toMatch(/^Fine\./)
    expect(await closed.traces()).toMatch(/status 500/)

    const going = await start({ moderation: { unreachable: 'open' } })
    await going.server.stop()
    expect(await going.ask('good morning')).toMatch(/^Fine\./)
    expect(going.ends).toEqual(['people unreachable', 'answers unreachable'])
  })

  it('secrets in an answer are masked before anybody sees a part of them', async () => {
    const { models, room, ask, traces } = await start({ mask: ['keys', 'cards'] })
    models.answer('which key', `It is ${secrets[0]}, and the card is ${secrets[1]}. #{a}`, { chunkSize: 2, tps: 400 })
    expect(await ask('which key')).toMatch(/It is ‹API key hidden›, and the card is ‹card number hidden›\./)
    const sent = room.sent().join('\n')
    expect(sent).not.toContain('sk-proj-')
    expect(sent).not.toContain('4111')
    await ask('and what did you say?')
    expect(JSON.stringify(models.server.getRequests().at(-1)?.body)).not.toMatch(/sk-proj-|4111/)
    expect(await traces()).toMatch(/\\"masked\\":2|"masked":2/)
  })
})
