import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEngine, createLlm } from '../../src/exports/engine.ts'
import type { Trace } from '../../src/model/trace.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { startModelServer } from '../support/model-server.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

async function servePages() {
  const asked: string[] = []
  const server = createServer((req, res) => {
    asked.push(req.url!)
    const inside = req.url === '/inside' ? { location: 'http://[::1]:1/' } : {}
    const body = `<title>Venue</title><nav>Menu</nav><main><h1>Venue</h1><p>Hall 3, behind the mill. ${'Bring cups. '.repeat(9)}</p></main>`
    res.writeHead('location' in inside ? 302 : 200, { 'content-type': 'text/html', ...inside }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, base: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

describe.each(rooms)('in $name, what links lead to', ({ open }) => {
  async function start(links: 'none' | 'fetch') {
    const models = await startModelServer()
    onTestFinished(() => models.stop())
    const pages = await servePages()
    const llm = createLlm({ PARLEY_LLM_BASE_URL: models.baseUrl, PARLEY_LLM_MODEL: 'test' })
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      readsPagesOf: ['127.0.0.1'],
      agent: {
        document: { ...minimalAgent({ agent: { llmSettings: { llm: 'gpt-4o-mini' } } }), context: { links } },
        engine: (store) => createEngine({ store, llm }),
      },
    })
    const room = await open(house)
    await house.work()
    async function ask(text: string) {
      const before = models.server.getRequests().length
      await room.tell('ann', text)
      await expect.poll(() => models.server.getRequests().length).toBeGreaterThan(before)
      await expect.poll(async () => (await openKeys(house.store)).length, { interval: 5 }).toBe(0)
      const { messages } = models.server.getRequests().at(-1)!.body as { messages: { content: unknown }[] }
      const rows = await house.store.db.query.selectFrom('turn').select('trace').orderBy('started_at').execute()
      const trace: Trace = JSON.parse(rows.at(-1)!.trace!)
      return { told: messages.map(({ content }) => String(content)).join('\n'), trace }
    }
    return { ask, pages }
  }

  it('is shown to the model as a quotation with its address, and what is refused is named to it and to why', async () => {
    const { ask, pages } = await start('fetch')
    const { told, trace } = await ask(`Where is it? ${pages.base}/venue, and ${pages.base}/inside?`)
    expect(told).toContain(`"page":"Venue","url":"${pages.base}/venue","text":"# Venue\\n\\nHall 3, behind the mill.`)
    expect(told).not.toContain('Menu')
    expect(told).toContain(`The page ${pages.base}/inside could not be read: it is not on the public Internet.`)
    expect(trace.context).toMatchObject({ files: 0, pages: 1, leftOut: 1 })
    expect(trace.context!.unseen!.join()).toContain('not on the public Internet')
    const many = await ask([1, 2, 3, 4].map((n) => `${pages.base}/${n}`).join(' '))
    expect(many.told).toContain(`The page ${pages.base}/4 was not read: at most 3 are.`)
    expect(pages.asked.sort()).toEqual(['/1', '/2', '/3', '/inside', '/venue'])
  })

  it('is not asked for where the agent does not want that', async () => {
    const { ask, pages } = await start('none')
    expect((await ask(`Where is it? ${pages.base}/venue`)).told).not.toContain('Hall 3')
    expect(pages.asked).toEqual([])
  })
})
