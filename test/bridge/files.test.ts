import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { pdf, zip } from '../drivers/documents/files.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, type RoomFile, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const file = (name: string, type: string, content: string | Uint8Array): RoomFile => ({
  name,
  type,
  bytes: Buffer.from(content),
})
const handbook = file(
  'handbook.pdf',
  'application/pdf',
  pdf(
    Array.from({ length: 300 }, (_, i) =>
      i === 79
        ? 'Notice periods are\nthree months to the end of a quarter.'
        : `Chapter ${i + 1} is about chairs and tables. ${'They stand in rooms and on floors. '.repeat(5)}`,
    ),
  ),
)

/** Beside other tests a whole book takes a while. */
const patience = { timeout: 60_000 }

describe.each(rooms)('in $name, a file that comes with a message', ({ open }) => {
  async function start(document = minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } })) {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    models.answer(/./, 'Fine.')
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      agent: {
        document,
        engine: (store) => createEngine({ store, llm }),
      },
    })
    const room = await open(house)
    await house.work()
    /** What the model was told with the question, as it reached its server. */
    async function ask(text: string, ...files: RoomFile[]): Promise<{ told: string; answer: string; message: string }> {
      const before = { asked: models.server.getRequests().length, read: read(room).length }
      const message = await room.tell('ann', text, files)
      await expect.poll(() => read(room).length, patience).toBeGreaterThan(before.read)
      await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
      const [request] = models.server.getRequests().slice(before.asked)
      return { told: JSON.stringify(request?.body), answer: read(room).at(-1)!, message }
    }
    return { house, room, models, ask }
  }

  it('is read to the model, and what cannot be read is named to it and to its person', async () => {
    const { ask } = await start()
    const { told, answer } = await ask(
      'what is this?',
      file('message.txt', 'text/plain', 'launch is on Friday\u202e'),
      file('plan.docx', 'application/octet-stream', '<!doctype html><title>Sign in</title>'),
      file('old.zip', 'application/zip', zip({ 'inner.zip': zip({ 'a.txt': 'a' }) })),
    )
    const line = JSON.stringify(JSON.stringify({ id: 'f1', file: 'message.txt', text: 'launch is on Friday' })).slice(
      1,
      -1,
    )
    expect(told).toContain(line)
    expect(told).toMatch(/The file plan\.docx could not be read: .*came a web page/)
    expect(answer).toMatch(
      /Fine\.[\s\S]*In place of the file plan\.docx came a web page[\s\S]*old\.zip is an archive with nothing/,
    )
  })

  it('fills the slot of a scenario, of whatever kind it is, and without a model', async () => {
    const expense = {
      version: 1,
      id: 'expense',
      start: [{ match: { partial: 'expense' } }],
      first: 'need',
      slots: {
        receipt: { type: 'file', ask: 'The receipt, please.' },
        total: { type: 'money', currency: 'EUR', ask: 'How much?' },
      },
      nodes: {
        need: { fill: ['receipt', 'total'], goto: 'done' },
        done: { say: 'Got #{receipt}: #{receipt.text}, #{total}.', end: 'completed' },
      },
    }
    const { ask } = await start(agentDocumentSchema.parse({ ...minimalAgent(), scenarios: [expense] }))
    expect((await ask('an expense')).answer).toContain('The receipt, please.')
    const { answer } = await ask('here', file('taxi.csv', 'text/csv', 'From,To\nAirport,Office'))
    expect(answer).toContain('How much?')
    expect((await ask('€40')).answer).toMatch(/Got taxi\.csv: [\s\S]*Airport[\s\S]*Office[\s\S]*, €40\./)
  })

  it('of 300 pages is searched, also later in the conversation, and forgotten with its message', async () => {
    const { ask, models, room, house } = await start()
    models.answer('notice', 'Three months [1].')
    const first = await ask('what does page 80 say about notice periods?', handbook)
    expect(first.told).toMatch(/handbook\.pdf › p\. 80.*three months to the end of a quarter/)
    expect(first.told).not.toContain('Chapter 250')
    expect(first.answer).toMatch(/Three months \[1\][\s\S]*handbook\.pdf › p\. 80/)
    const second = await ask('and how long is notice?')
    expect(second.told).toMatch(/handbook\.pdf › p\. 80.*three months to the end of a quarter/)
    await room.remove('ann', first.message)
    await expect.poll(() => live(house)).toEqual([])
    await expect.poll(() => read(room)).toHaveLength(1)
    const third = await ask('how long was notice again?')
    expect(third.told).not.toContain('to the end of a quarter')
  })
})

describe.each(rooms)('in $name, an agent without a model', ({ open }) => {
  it('answers with the best passage of a file, also later, and says what it could not read', async () => {
    const llm = createLlm({})
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      agent: {
        document: { ...minimalAgent(), replies: { noAnswer: 'I do not know.' } },
        engine: (store) => createEngine({ store, llm }),
      },
    })
    const room = await open(house)
    await house.work()
    async function ask(text: string, ...files: RoomFile[]): Promise<string> {
      const before = read(room).length
      await room.tell('ann', text, files)
      await expect.poll(() => read(room).length, patience).toBeGreaterThan(before)
      await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
      return read(room).at(-1)!
    }
    const pages = Array.from({ length: 12 }, (_, i) => (i === 7 ? 'Notice is three months.' : `Chairs of kind ${i}.`))
    const book = file('book.pdf', 'application/pdf', pdf(pages))
    const broken = file('plan.docx', 'application/octet-stream', '<!doctype html><title>Sign in</title>')
    const first = await ask('what does page 8 say?', book, broken)
    expect(first).toMatch(
      /^Notice is three months\.[\s\S]*book\.pdf › p\. 8[\s\S]*In place of the file plan\.docx came/,
    )
    expect(await ask('how long is notice?')).toMatch(/^Notice is three months\./)
    expect(await ask('who wrote Hamlet?')).toBe('I do not know.')
  })
})

/** Of a message that was taken away Teams shows that there was one. */
const read = (room: Room): string[] => room.alone('ann').filter((text) => text !== '')

const live = async ({ store }: ChatHouse) =>
  (await store.db.query.selectFrom('knowledge_source').select('name').where('status', '=', 'live').execute()).map(
    ({ name }) => name,
  )
