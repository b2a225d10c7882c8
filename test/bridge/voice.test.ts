import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { type RoomFile, rooms, slackRoom } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** An Ogg page that says that it ends after so many seconds of Opus. */
function ogg(seconds: number): Uint8Array {
  const page = Buffer.alloc(64)
  page.write('OggS')
  page.writeBigInt64LE(BigInt(seconds * 48_000), 6)
  page.write('OpusHead', 28)
  return page
}
const voice = (seconds: number, clip?: RoomFile['clip']): RoomFile => ({
  ...{ name: 'voice-message.ogg', type: 'audio/ogg', bytes: ogg(seconds) },
  ...(clip && { clip }),
})

/** A server of `/audio/transcriptions` that writes down what it is sent. */
async function startTranscriptions() {
  const asked: { name: string; type: string; model: string; bytes: number; key: string | undefined }[] = []
  const replies: { status: number; body: object }[] = []
  const read = async (req: IncomingMessage) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk as Buffer)
    const { 'content-type': type = '', authorization: key } = req.headers
    const form = await new Response(Buffer.concat(chunks), { headers: { 'content-type': type } }).formData()
    const file = form.get('file') as File
    asked.push({ name: file.name, type: file.type, model: String(form.get('model')), bytes: file.size, key })
  }
  const server = createServer((req, res) => {
    void read(req).then(() => {
      const { status, body } = replies.shift() ?? { status: 200, body: { text: ' Where is the venue? ' } }
      res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { asked, replies, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` }
}

type RoomOpener = (typeof rooms)[number]['open']

async function start(open: RoomOpener, { hears = true } = {}) {
  const models = await startModelServer()
  onTestFinished(() => models.stop())
  models.answer(/./, 'Fine.')
  const server = await startTranscriptions()
  const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
  const house = await chatHouse({
    folder: tempFolder(),
    onFinished: onTestFinished,
    agent: {
      document: minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } }),
      engine: (store) => createEngine({ store, llm }),
    },
    ...(hears && {
      transcription: {
        endpoint: { baseUrl: server.baseUrl, apiKey: 'k' },
        ...{ model: 'whisper-1', perMinute: 0.006, maxSeconds: 60 },
      },
    }),
  })
  const room = await open(house)
  await house.work()
  const read = () => room.alone('ann').filter((text) => text !== '')
  async function ask(text: string, ...files: RoomFile[]) {
    const before = { asked: models.server.getRequests().length, read: read().length }
    await room.tell('ann', text, files)
    await expect.poll(() => read().length).toBeGreaterThan(before.read)
    await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
    const [request] = models.server.getRequests().slice(before.asked)
    const messages = (request?.body as { messages: { content: unknown }[] } | undefined)?.messages ?? []
    const said = messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    return { question: said.at(-1), told: said.join('\n'), answer: read().at(-1)! }
  }
  return { house, room, server, ask }
}

describe.each(rooms)('in $name, a voice message', ({ open }) => {
  it('is written down and answered as if it had been written, and paid for by its length', async () => {
    const { ask, server, house } = await start(open)
    expect((await ask('', voice(30))).question).toBe('Where is the venue?')
    expect(server.asked).toEqual([
      { name: 'voice.ogg', type: 'audio/ogg', model: 'whisper-1', bytes: 64, key: 'Bearer k' },
    ])
    const month = new Date().toISOString().slice(0, 7)
    const spent = await house.store.spending.at(account, { scope: 'agent', subject: 'test', start: month })
    expect(spent!.money).toBe(3000)
    const beside = await ask('what do they say?', voice(20))
    expect(beside.told).toContain('"file":"voice-message.ogg","spoken":true,"text":"Where is the venue?"')
    expect(beside.question).toBe('what do they say?')
  })

  it('that cannot be heard is answered with what to do, and named to the model where words stand beside it', async () => {
    const { ask, server } = await start(open)
    expect((await ask('', voice(61))).answer).toMatch(
      /did not listen to voice-message\.ogg: I take in at most 1 minute/,
    )
    expect(server.asked).toEqual([])
    server.replies.push({ status: 500, body: {} }, { status: 200, body: { text: '' } })
    expect((await ask('', voice(5))).answer).toMatch(/could not listen to voice-message\.ogg just now/)
    const empty = await ask('and this?', voice(5))
    expect(empty.told).toMatch(/voice-message\.ogg could not be read: I heard no words/)
    expect(empty.answer).toMatch(/Fine\.[\s\S]*I heard no words in voice-message\.ogg/)
  })

  it('is not listened to where nobody can, and costs nothing where a limit holds', async () => {
    const deaf = await start(open, { hears: false })
    expect((await deaf.ask('', voice(5))).answer).toMatch(/can’t listen to voice-message\.ogg\. Please write/)
    const { ask, server, house } = await start(open)
    const limit = { scope: 'agent', subject: 'test', unit: 'money', period: 'day', most: 100 } as const
    await house.store.db.batch([house.store.budgets.setStep(account, limit, 'cli')])
    expect((await ask('', voice(30))).answer).toMatch(/What may be spent on my answers is used up/)
    expect(server.asked).toEqual([])
  })
})

it('in Slack a voice clip is what Slack has written down of it, all of it, and no other service is asked', async () => {
  const { ask, server } = await start(slackRoom)
  const short = await ask('', voice(5, { seconds: 5, says: 'Move the meeting to three.' }))
  expect(short.question).toBe('Move the meeting to three.')
  const says = Array.from({ length: 60 }, (_, n) => `word${n}`).join(' ')
  expect((await ask('', voice(5, { seconds: 40, says }))).question).toBe(says)
  expect(server.asked).toEqual([])
  expect((await ask('', voice(5, { seconds: 5 }))).question).toBe('Where is the venue?')
})
