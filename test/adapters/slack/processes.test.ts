import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, describe, expect, it } from 'vitest'
import type { Slack } from '../../../adapters/slack/index.ts'
import type { InboundMessage } from '../../../src/model/message.ts'
import type { Channel, Inbox } from '../../../src/ports/channel.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { ANN, createHarness, DIRECT, GENERAL, type SlackHarness } from './harness.ts'

const oauth = { clientId: '1000000000.2000000000', clientSecret: 'simulator-client-secret' }
const signal = new AbortController().signal
let harness: SlackHarness
const others: Slack[] = []
/** What the processes wrote down, by its id: as the inbox does, each once. */
const said = new Map<string, { message: InboundMessage; by: Set<number>; times: number }>()

async function open(options: Parameters<typeof createHarness>[1] = {}): Promise<void> {
  said.clear()
  harness = await createHarness('socket', options)
}

function another(): Slack {
  const slack = harness.another()
  others.push(slack)
  return slack
}

/** Of the process of that number. */
function inboxOf(process: number, more: Partial<Inbox> = {}): Inbox {
  return inboxWith({
    async message(message) {
      const { by, times } = said.get(message.eventId) ?? { by: new Set(), times: 0 }
      said.set(message.eventId, { message, by: by.add(process), times: times + 1 })
    },
    async control(control) {
      if (control.kind === 'uninstalled') harness.installations.remove(control.installation)
    },
    ...more,
  })
}

const texts = (): string[] => [...said.values()].map(({ message }) => message.text).sort()
const say = (text: string): string => harness.simulator.say({ user: ANN, channel: DIRECT, text })
const write = (channel: Channel, place: string, words: string) =>
  channel.post(place as InboundMessage['replyTo'], { text: words }, words, signal)

afterEach(async () => {
  for (const slack of [harness.adapter, ...others.splice(0)]) await slack.stop()
  await harness.close()
})

describe('Socket Mode in two processes', () => {
  it('is told of everything once, whichever of them it is told to', async () => {
    await open({ limits: { enforceRates: false } })
    const second = another()
    await Promise.all([harness.adapter.start(inboxOf(1)), second.start(inboxOf(2))])
    await expect.poll(() => harness.simulator.connections).toBe(4)
    const words = Array.from({ length: 20 }, (_, n) => `word ${n}`)
    for (const word of words) say(word)
    await harness.settled()
    expect(texts()).toEqual(words.toSorted())
    expect([...said.values()].filter(({ times }) => times > 1)).toEqual([])
    const by = new Set([...said.values()].flatMap(({ by }) => [...by]))
    expect(by).toEqual(new Set([1, 2]))
    // Each knows who everybody is, and answers what the other one heard.
    for (const { message, by } of said.values()) {
      const shows = by.has(1) ? second : harness.adapter
      expect(await write(shows.channel('T0PARLEY')!, message.replyTo, message.text)).toHaveProperty('ok')
    }
  })

  it('loses nothing when one of them stops, or dies with what it has not written down', async () => {
    await open()
    const [second, third] = [another(), another()]
    const dying: (() => void)[] = []
    await harness.adapter.start(inboxOf(1))
    await second.start(inboxOf(2))
    const never = () => new Promise<never>((_, reject) => dying.push(() => reject(new Error('died'))))
    await third.start(inboxOf(3, { message: never }))
    await expect.poll(() => harness.simulator.connections).toBe(6)
    const words = Array.from({ length: 30 }, (_, n) => `word ${n}`)
    for (const word of words.slice(0, 15)) say(word)
    const stopped = second.stop()
    for (const word of words.slice(15)) say(word)
    await stopped
    await expect.poll(() => dying.length).toBeGreaterThan(0)
    const gone = third.stop()
    let isGone = false
    void gone.then(() => (isGone = true))
    while (!isGone) {
      for (const die of dying.splice(0)) die()
      await sleep(5)
    }
    await harness.settled()
    expect(texts()).toEqual(words.toSorted())
  })

  it('says what to do when Slack takes no more connections', async () => {
    await open({ limits: { sockets: 2 } })
    await harness.adapter.start(inboxOf(1))
    await expect.poll(() => harness.simulator.connections).toBe(2)
    await expect(another().start(inboxOf(2))).rejects.toMatchObject({
      code: 'slack_unreachable',
      say: expect.stringContaining('no more than ten Socket Mode connections'),
    })
  })
})

describe('an app that many workspaces install, in several processes', () => {
  async function install(): Promise<void> {
    const begun = await fetch(`${harness.url}/slack/install`, { redirect: 'manual' })
    const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
    const back = new URL(harness.simulator.authorize(begun.headers.get('location')!, { team: 'T0PARLEY' }))
    const answer = await fetch(`${harness.url}${back.pathname}${back.search}`, { headers: { cookie } })
    expect(answer.status).toBe(200)
  }

  it('is shown and heard by others as soon as one of them has installed it, until another one hears that it was removed', async () => {
    await open({ slack: { oauth } })
    const [gateway, worker] = [another(), another()]
    // Served by the first, which neither receives nor shows.
    await harness.adapter.open()
    await gateway.start(inboxOf(2))
    await worker.open()
    await install()
    say('hello')
    await expect.poll(texts).toEqual(['hello'])
    await expect.poll(() => worker.channel('T0PARLEY')).toBeDefined()
    const channel = worker.channel('T0PARLEY')!
    const place = `slack:T0PARLEY:${GENERAL}`
    expect(await write(channel, place, 'hi')).toHaveProperty('ok')
    expect([worker.ready(), worker.connected()]).toEqual([true, false])

    harness.simulator.uninstall('T0PARLEY')
    await expect.poll(() => harness.installations.kept.size).toBe(0)
    await expect.poll(async () => write(channel, place, 'still there?')).toMatchObject({ refused: { code: 'revoked' } })

    // Installed anew it has another token, and what is told late of its removal concerns nobody.
    await install()
    await expect.poll(async () => write(worker.channel('T0PARLEY')!, place, 'back again')).toHaveProperty('ok')
    expect(harness.installations.kept.size).toBe(1)
  })
})
