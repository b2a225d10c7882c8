import { fastify } from 'fastify'
import { expect, onTestFinished, vi } from 'vitest'
import { createWeb } from '../../../adapters/web/index.ts'
import { told } from '../../../adapters/web/outbound.ts'
import type { Told } from '../../../adapters/web/view.ts'
import { sharedRoutes } from '../../../src/http/shared-routes.ts'
import type { Channel, Inbox } from '../../../src/ports/channel.ts'
import type { Transcript } from '../../../src/ports/transcript.ts'
import { createStore } from '../../../src/store/index.ts'
import type { ChannelHarness } from '../../contracts/channel.ts'
import { memoryInstallations, secrets } from '../../support/adapter-parts.ts'
import { minimalAgent } from '../../support/agent.ts'
import { openDatabase } from '../../support/database.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { openVisitor, type Shown, storage } from './visitor.ts'

const origin = 'https://shop.example.com'
const log = { debug() {}, info() {}, warn() {}, error() {} }

/** The real adapter on a real database, behind the house's own routes, and a visitor with the page's own connection. */
export async function createHarness(): Promise<ChannelHarness> {
  const db = await openDatabase(tempFolder(onTestFinished))
  const store = createStore(db)
  await store.accounts.ensureFirst()
  await db.batch(store.agents.createSteps({ id: 'shop', account: 'default', document: minimalAgent(), author: 'test' }))
  const { transcripts } = store
  const transcript: Transcript = {
    ...transcripts,
    add: (...given) => failed(() => transcripts.add(...given)),
    change: (...given) => failed(() => transcripts.change(...given)),
  }
  let failing: string | undefined
  /** `lost`: it is written, and nobody hears so. */
  async function failed<T>(act: () => Promise<T>): Promise<T> {
    const kind = failing
    failing = undefined
    if (kind !== undefined && kind !== 'lost') throw new Error('the database is away')
    const done = await act()
    if (kind === 'lost') throw new Error('the database is away')
    return done
  }
  const adapter = createWeb({
    sites: [{ agent: 'shop', origins: [origin], anonymous: true }],
    perMinute: { visitor: 100_000, address: 100_000 },
    ...{ installations: memoryInstallations(), secrets, transcript },
    ...{ budget: { tryTake: async () => 'ok' } as never, log, now: Date.now },
  })
  const app = fastify()
  await sharedRoutes(app, adapter.routes!, { note: () => 0 })
  const server = await app.listen({ port: 0, host: '127.0.0.1' })
  const kept = storage()
  let visitor: ReturnType<typeof openVisitor> | undefined
  let [done, heard] = [0, 0]
  let stands: Told[] = []
  const texts = new Map<string, string>()
  let isOn = false
  const counted = (inbox: Inbox): Inbox => ({
    ...inbox,
    async message(message) {
      const taken = await inbox.message(message)
      heard++
      return taken
    },
  })
  const settled = () => vi.waitFor(() => expect(heard).toBe(done), { interval: 5 })
  const shown = () =>
    stands
      .filter((one): one is Shown => one.from === 'agent' || one.from === 'note')
      .map(({ from, text, buttons, attachment, files = [] }) => ({
        text,
        buttons: buttons?.chosen === undefined ? (buttons?.options ?? []) : [],
        files: attachment ? [attachment.text] : files.map(({ id }) => texts.get(id) ?? 'is gone'),
        streaming: false,
        alone: from === 'note',
      }))
  const proof = async () => {
    const init = { method: 'POST', headers: { origin }, body: JSON.stringify({ agent: 'shop' }) }
    const { token, proof } = (await (await fetch(`${server}/web/visitors`, init)).json()) as Record<string, string>
    kept.setItem(`parley:${server}:shop:visitor`, proof!)
    return JSON.parse(secrets.open(token!, 'web:visitor')).uid as string
  }
  const uid = await proof()
  /** Resolves when they see what stands there. */
  const seen = async <T>(called: Promise<T>): Promise<T> => {
    const outcome = await called
    const key = `shop/default/${uid}`
    const there = (await store.transcripts.latest(key)).map(told)
    for (const one of there)
      for (const { id } of ('files' in one && one.files) || [])
        texts.set(id, String(Buffer.from((await store.transcripts.file(key, id))!.bytes)))
    stands = there.sort((a, b) => a.n - b.n)
    // Whose process has gone is told by another one.
    if (isOn) await vi.waitFor(() => expect(visitor!.all()).toEqual(stands), { interval: 5 })
    return outcome
  }
  const real = adapter.channel('shop')!
  const channel: Channel = {
    ...real,
    post: (...given) => seen(real.post(...given)),
    attach: (...given) => seen(real.attach!(...given)),
    edit: (...given) => seen(real.edit(...given)),
    remove: (...given) => seen(real.remove!(...given)),
    notify: (...given) => seen(real.notify!(...given)),
  }
  return {
    adapter: {
      ...adapter,
      async start(inbox) {
        await adapter.start(counted(inbox))
        isOn = true
        visitor = openVisitor({ server, agent: 'shop', origin, kept })
        await vi.waitFor(() => expect(visitor!.states.at(-1)).toBe('open'))
      },
      async stop() {
        isOn = false
        await adapter.stop()
      },
    },
    channel,
    person: {
      uid,
      say(text) {
        done++
        return visitor!.say(text)
      },
      edit() {},
      remove() {},
      async press(label) {
        const { buttons } = visitor!.shown().findLast(({ buttons }) => buttons)!
        await seen(visitor!.connection.press(buttons!.id, buttons!.options.indexOf(label)))
      },
    },
    stranger: 'ben',
    ownMachine: true,
    shown,
    liveMentions: () => [],
    resend: async () => {},
    settled,
    fail({ kind }) {
      failing = kind
    },
    failAll() {},
    async close() {
      visitor?.connection.close()
      await app.close()
      await db.close()
    },
  }
}
