import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createStore } from '../../src/store/index.ts'
import { openSqlite } from '../../src/store/sqlite.ts'
import { runCommand } from '../support/command.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import { startWebhookServer } from '../support/webhook-server.ts'

// Commands read `config/` where they are run.
const home = process.cwd()
let folder: ReturnType<typeof makeTempFolder>
beforeEach(() => {
  folder = makeTempFolder()
  cpSync('config', join(folder.path, 'config'), { recursive: true })
  process.chdir(folder.path)
})
afterEach(() => {
  process.chdir(home)
  folder.remove()
})

function configure(url: string, allow = '[127.0.0.1]') {
  const settings = readFileSync('config/parley.yaml', 'utf8')
  writeFileSync('config/parley.yaml', settings.replace('allow: []', `allow: ${allow}`))
  mkdirSync('config/agents/shop')
  const agent = {
    displayName: 'Shop',
    description: 'A shop',
    photoUrl: 'https://example.com/shop.png',
    providerName: 'Example',
    scope: 'private',
  }
  const hook = { name: 'stock', method: 'POST', url, trigger: { triggerType: 0, condition: 0 } }
  writeFileSync('config/agents/shop/agent.yaml', JSON.stringify({ agent, webhooks: [hook] }))
}

async function parley(...argv: string[]) {
  const out: string[] = []
  const err: string[] = []
  const io = { stdout: { write: (s: string) => out.push(s) }, stderr: { write: (s: string) => err.push(s) } }
  const code = await runCommand(argv, { ...io, env: { PARLEY_DATA: 'data' } })
  return { code, out: out.join(''), err: err.join('') }
}

async function buriedCall(id: string) {
  const db = await openSqlite('data')
  const { outbox } = createStore(db)
  const event = {
    webhookType: 'user_utterance',
    agentId: 'shop',
    userId: 'ann',
    utterance: 'private words',
    state: {},
    history: '',
  } as const
  await db.batch(outbox.addSteps('default', undefined, [{ id, agent: 'shop', version: 1, webhook: 'stock', event }]))
  const [call] = await outbox.waiting({ agent: 'shop', webhook: 'stock' }, 1)
  await outbox.bury((await outbox.claim(call!, 1000, 4))!, 'status 500')
  await db.close()
}

describe('webhook test', () => {
  it('makes one signed call and says what came of it', async () => {
    const server = await startWebhookServer((_, response) => void response.writeHead(202).end('thanks'))
    configure(server.url)
    const { code, out } = await parley('webhook', 'test', 'shop', 'stock')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(/^Status 202 after \d+ ms\.\nthanks\n$/) })
    expect(JSON.parse(server.received[0]!.body)).toMatchObject({ webhookType: 'user_utterance', agentId: 'shop' })
    expect(server.received[0]!.headers['webhook-signature']).toMatch(/^v1,/)
  })

  it('says why nothing was called', async () => {
    const server = await startWebhookServer()
    configure(server.url, '[]')
    const { out } = await parley('webhook', 'test', 'shop', 'stock')
    expect(out).toMatch(/^No answer after \d+ ms: refused \(the address is not a public one\)\.\n$/)
    expect(server.received).toEqual([])
    expect(await parley('webhook', 'test', 'shop', 'stok')).toMatchObject({
      code: 1,
      err: expect.stringMatching(/^The agent has no webhook of this name\.\nMore: /),
    })
  })
})

describe('calls that were given up', () => {
  it('are listed and sent again, one or all', async () => {
    configure('https://example.com/stock')
    await parley('webhook', 'list', 'shop')
    await buriedCall('msg_1')
    await buriedCall('msg_2')
    expect((await parley('webhook', 'list', 'shop')).out).toMatch(
      /stock +utterance +on +status 500 .* 0 +2 +POST https/,
    )
    const { out } = await parley('webhook', 'log', 'shop', '--dead')
    expect(out).toMatch(/msg_2 .*\n.*msg_1 .* stock +dead +1 +status 500/)
    expect(out).not.toContain('private words')
    expect((await parley('webhook', 'resend', 'msg_1')).out).toMatch(/will be sent again/)
    expect(JSON.parse((await parley('webhook', 'resend', '--all-dead', 'shop', '--json')).out)).toEqual({
      resent: 1,
      left: 0,
    })
    expect((await parley('webhook', 'log', 'shop')).out).toMatch(/tried again/)
    expect((await parley('webhook', 'log', 'shop', '--dead')).out).toBe('There are no such calls.\n')
    expect(await parley('webhook', 'resend')).toMatchObject({ code: 2 })
    expect(await parley('webhook', 'resend', 'msg_1', '--all-dead', 'shop')).toMatchObject({ code: 2 })
  })
})

describe('webhook secret', () => {
  it('makes a new one and shows it this once', async () => {
    configure('https://example.com/stock')
    const { out } = await parley('webhook', 'secret', 'shop', 'stock', '--rotate', '--json')
    expect(JSON.parse(out)).toEqual({ agent: 'shop', name: 'stock', secret: expect.stringMatching(/^whsec_/) })
    expect(await parley('webhook', 'secret', 'shop', 'stock')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--rotate'),
    })
  })
})
