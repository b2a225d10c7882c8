import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.each(rooms)('in $name, what was said or shown in one place', ({ open }) => {
  it('reaches the model there, and nowhere else: in no other conversation, for nobody, and not by why', async () => {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer(/./, 'Fine.')
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      agent: {
        document: { ...minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } }), context: 'channel' },
        engine: (store) => createEngine({ store, llm }),
      },
    })
    const room = await open(house)
    await house.work()
    /** All that the model is told for what is done. */
    async function told(act: () => Promise<unknown>): Promise<string> {
      const before = models.server.getRequests().length
      await act()
      await expect.poll(() => models.server.getRequests().length).toBeGreaterThan(before)
      await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
      return JSON.stringify(
        models.server
          .getRequests()
          .slice(before)
          .map(({ body }) => body),
      )
    }
    const long = `The vault code is CANARYFILE 4711.\n\n${'Chairs stand in rooms. '.repeat(1500)}`
    const file = { name: 'vault.txt', type: 'text/plain', bytes: Buffer.from(long) }

    await room.say('ben', 'the CANARYTALK merger is on Monday')
    expect(await told(() => room.call('ann', 'what is on Monday?'))).toContain('CANARYTALK')
    expect(await told(() => room.tell('ann', 'what is the vault code?', [file]))).toMatch(/CANARYFILE/)
    expect(await told(() => room.tell('ann', 'and the vault code again?'))).toContain('CANARYFILE')

    const inDirect = [
      await told(() => room.tell('ann', 'when is the merger, and what is on Monday?')),
      await told(() => room.tell('ben', 'what is the vault code, and when is the merger?')),
    ]
    expect(inDirect.filter((one) => one.includes('CANARYTALK'))).toEqual([])
    expect(inDirect[1]).not.toContain('CANARYFILE')
    const inChannel = [
      await told(() => room.call('ann', 'what is the vault code in vault.txt?')),
      await told(() => room.call('ben', 'what is the vault code in vault.txt?')),
    ]
    expect(inChannel.filter((one) => one.includes('CANARYFILE'))).toEqual([])

    const turns = await house.store.db.query.selectFrom('turn').select(['trace', 'context']).execute()
    expect(JSON.stringify(turns)).not.toMatch(/CANARY/)
    const lasting = await house.store.db.query.selectFrom('lasting').selectAll().execute()
    expect(JSON.stringify(lasting)).not.toMatch(/CANARY/)
  })
})
