import { describe, expect, it, type TestContext } from 'vitest'
import { createActivities } from '../../src/bridge/activity.ts'
import { contextOf, waitingMessage } from '../../src/bridge/context.ts'
import { createOwed } from '../../src/bridge/owed.ts'
import { createPacer } from '../../src/bridge/pace.ts'
import { createRefusals } from '../../src/bridge/refusals.ts'
import { createReply } from '../../src/bridge/reply.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { createLog } from '../../src/lib/log.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import { orderKey } from '../../src/model/key.ts'
import type { InboundMessage, Place } from '../../src/model/message.ts'
import { createStore } from '../../src/store/index.ts'
import { createClaims } from '../../src/turns/claims.ts'
import { createLeases } from '../../src/turns/lease.ts'
import { type CommittedAnswer, type Show, writeAnswer } from '../../src/turns/show.ts'
import { inboxWith } from '../support/adapter-parts.ts'
import { openDatabase } from '../support/database.ts'
import { heldLease } from '../support/held-lease.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'
import { tempFolder } from '../support/temp-folder.ts'
import type { ChannelHarness, Fault, Operation } from './channel.ts'

const log = createLog('silent')
const minute = 60_000
const words = (count: number, start = 0) =>
  Array.from({ length: count }, (_, n) => `Sentence number ${start + n + 1} of the answer.`)
const paragraphs = (count: number) => words(count).join('\n\n')

const whole = (utterance: string, more: Partial<CommittedAnswer> = {}): CommittedAnswer => ({
  response: bestResponse({ utterance }),
  userState: {},
  interrupted: null,
  source: 'model',
  ...more,
})

/**
 * What a reply promises on every platform: the answer comes whole and once, or says that it did not. `createHarness`: an adapter
 * without budgets that takes its time from `now`.
 */
export function testReplies(name: string, createHarness: (now: () => number) => Promise<ChannelHarness>): void {
  /** A person has said something; a turn for it is under way. */
  async function asked({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
    const { now, sleep, shift, asleep } = createShiftingClock()
    const harness = await createHarness(now)
    onTestFinished(() => harness.close())
    const received = Promise.withResolvers<InboundMessage>()
    await harness.adapter.start(inboxWith({ message: async (message) => received.resolve(message) }))
    onTestFinished(() => harness.adapter.stop())
    harness.person.say('Tell me', 'channel')
    const message = await received.promise
    const db = await openDatabase(tempFolder(onTestFinished))
    const store = createStore(db, now)
    const budget = createLocalBudget({ now })
    const pacer = createPacer({ budget, now })
    const closing = new AbortController()
    onTestFinished(() => {
      closing.abort(new Error('the test is over'))
      pacer.close()
    })
    const { channel } = harness
    const parts = {
      store,
      channel,
      pacer,
      budget,
      refusals: createRefusals({ store, log, now: Date.now }),
      activities: createActivities({ store, channelOf: () => channel, signal: closing.signal }),
      feedback: false,
      log,
      now,
      sleep,
    }
    const lease = heldLease()
    const key = orderKey('default', 'demo', message.author.uid)
    const context = contextOf(waitingMessage(message))
    const begun = { id: 'turn', inbox_id: 1, key, agent: 'demo', version: 1, epoch: 1 }

    /** An attempt of the turn, as of a process. */
    async function reply(replyTo: Place = message.replyTo): Promise<Show> {
      const ledger = await store.turns.parts('turn')
      const shown = {
        id: 'turn',
        event: { id: 'event', ageMs: 0 },
        lease,
        again: false,
        parts: ledger,
        partial: 0,
        signal: closing.signal,
        stop: () => {},
      }
      return createReply(parts, shown, { ...context, replyTo })
    }
    /** Commits it and shows it, as a turn does; resolves when it is settled. */
    async function end(show: Show, answer: CommittedAnswer) {
      const { interrupted, source } = answer
      const trace = JSON.stringify({ source, ms: 1 })
      const committed = { status: 'committed', answer: writeAnswer(answer), trace, interrupted } as const
      await db.batch([
        store.turns.commitStep({ ...begun, context: JSON.stringify(context), ...committed }),
        ...show.ahead(),
      ])
      const { missing, delivery, steps } = await show.answer(answer)
      const settled =
        missing === 'nothing'
          ? store.turns.deliveredStep('turn')
          : store.turns.undeliveredStep('turn', delivery!, missing)
      await db.batch([...steps, settled])
      return missing
    }
    const leases = createLeases({ store, holder: 'reply', log, now })
    onTestFinished(() => leases.close())
    const owed = createOwed({
      ...parts,
      claims: createClaims(leases),
      channelOf: () => channel,
      signal: closing.signal,
    })
    /** What the person reads, message by message; what is shown to them alone is none of it. */
    const read = () => harness.shown().filter(({ alone }) => !alone)
    const texts = () => read().map(({ text }) => text)
    const limits = channel.limits(message.replyTo)
    return { ...harness, limits, shift, asleep, store, reply, end, owed, read, texts }
  }

  /** Grows the text as a model would. */
  async function write(show: Show, text: string, { from = 0, pieces = 8 } = {}) {
    const size = Math.max(1, Math.ceil((text.length - from) / pieces))
    for (let end = from + size; end < text.length + size; end += size) {
      show.progress({ kind: 'progress', text: text.slice(0, Math.min(end, text.length)), searching: false })
      await new Promise((resolve) => setTimeout(resolve, 25))
    }
  }

  const all: Operation[] = ['post', 'edit', 'stream', 'append', 'finish', 'attach']

  describe(`${name}: reply contract`, () => {
    it('an answer of several messages is whole, each of them within the limit', async (test) => {
      const { reply, end, texts, read, limits } = await asked(test)
      const show = await reply()
      const text = paragraphs(Math.ceil((2.5 * limits.text.max) / 35))
      await write(show, text)
      expect(await end(show, whole(text))).toBe('nothing')
      expect(texts().length).toBeGreaterThan(2)
      expect(texts().join('\n\n')).toBe(text)
      expect(read().every(({ streaming }) => !streaming)).toBe(true)
    })

    it('a native stream that has had its time goes on in another one, from a new line on', async (test) => {
      const { reply, end, texts, read, shift, channel } = await asked(test)
      if (!channel.stream) return
      const show = await reply()
      const first = paragraphs(4)
      await write(show, first)
      await expect.poll(() => read()[0]?.streaming).toBe(true)
      shift(4 * minute)
      const text = paragraphs(8)
      await write(show, text, { from: first.length })
      await expect.poll(() => read().map(({ streaming }) => streaming)).toEqual([false, true])
      expect(await end(show, whole(text))).toBe('nothing')
      expect(texts()).toHaveLength(2)
      expect(texts().join('\n\n')).toBe(text)
    })

    it('what is longer than a person would read comes as a file, and says so', async (test) => {
      const { reply, end, texts, read, channel, limits } = await asked(test)
      if (!channel.attach || !limits.atMost) return
      const text = paragraphs(Math.ceil(((limits.atMost.messages + 1) * limits.text.max) / 35))
      const show = await reply()
      const answer = whole(text)
      expect(await end(show, { ...answer, response: { ...answer.response, options: ['Go on'] } })).toBe('nothing')
      const last = texts().length - 1
      expect(last).toBe(limits.atMost.messages + 1)
      expect(
        read()
          .map(({ files }) => files)
          .filter((files) => files.length > 0),
      ).toEqual([[text]])
      expect(
        text.startsWith(
          texts()
            .slice(0, last - 1)
            .join('\n\n'),
        ),
      ).toBe(true)
      expect(texts()[last]).toContain('in the file')
      expect(read()[last]!.buttons).toEqual(['Go on'])
    })

    it('where no file may be added, it comes in messages all the same', async (test) => {
      const { reply, end, texts, channel, failAll, limits } = await asked(test)
      if (!channel.attach || !limits.atMost) return
      failAll({ kind: 'forbidden' }, ['attach'])
      const text = paragraphs(Math.ceil(((limits.atMost.messages + 0.5) * limits.text.max) / 35))
      expect(await end(await reply(), whole(text))).toBe('nothing')
      expect(texts().join('\n\n')).toBe(text)
    })

    const table = ['item,price', ...Array.from({ length: 5 }, (_, n) => `item ${n},${n}`)]
    const brings = (more: Partial<CommittedAnswer> = {}): CommittedAnswer => {
      const base64 = Buffer.from('what a tool has drawn').toString('base64')
      const utterance = `Here you are.\n\n\`\`\`csv\n${table.join('\n')}\n\`\`\``
      const answer = whole(utterance, { files: [{ name: 'chart.png', type: 'image/png', base64 }], ...more })
      return { ...answer, response: { ...answer.response, options: ['Go on'] } }
    }
    const given = ['what a tool has drawn', `\ufeff${table.join('\r\n')}\r\n`]

    it('files that its tools gave and the tables in it come behind the answer; where none can be, that is said', async (test) => {
      const { reply, end, read, channel, limits, shown } = await asked(test)
      expect(await end(await reply(), brings())).toBe('nothing')
      expect(read()[0]).toMatchObject({ buttons: ['Go on'] })
      // Where no file can be added that is long, only pictures are shown to everybody.
      const isAll = limits.atMost !== undefined
      if (channel.attach) expect(shown().flatMap(({ files }) => files)).toEqual(isAll ? given : given.slice(0, 1))
      if (channel.attach && !isAll) expect(read().at(-1)!.text).toContain('table.csv belongs to this answer')
      if (channel.attach) return
      expect(read().map(({ text }) => text.includes('chart.png'))).toEqual([false, true])
    })

    it('where files are refused, the answer is there, and what is missing is named', async (test) => {
      const { reply, end, texts, read, channel, failAll, limits } = await asked(test)
      if (!channel.attach || !limits.atMost) return
      failAll({ kind: 'forbidden' }, ['attach'])
      expect(await end(await reply(), brings())).toBe('nothing')
      expect(texts()[0]).toContain('Here you are.')
      expect(texts().slice(1).join()).toMatch(/chart\.png belongs to this answer.*table\.csv belongs to this answer/s)
      expect(read().flatMap(({ files }) => files)).toEqual([])
    })

    it('an answer that broke off brings nothing along', async (test) => {
      const { reply, end, read } = await asked(test)
      await end(await reply(), brings({ interrupted: 'model_interrupted' }))
      expect(read().map(({ files }) => files.length)).toEqual([0])
    })

    it.for(['error', 'lost', 'reset'] as const)('a file comes once after %s', async (kind, test) => {
      const { reply, end, read, channel, fail, limits } = await asked(test)
      if (!channel.attach || !limits.atMost) return
      fail({ kind } as Fault, 'attach')
      expect(await end(await reply(), brings())).toBe('nothing')
      expect(read().flatMap(({ files }) => files)).toEqual(given)
    })

    const unknown: [Fault['kind'], Operation][] = (['error', 'lost', 'reset'] as const).flatMap((kind) =>
      all.map((operation): [Fault['kind'], Operation] => [kind, operation]),
    )
    it.for(unknown)('comes whole and once after %s on: %s', async ([kind, operation], test) => {
      const { reply, end, texts, read, channel, fail, limits } = await asked(test)
      const isFile = operation === 'attach'
      if (isFile && (!channel.attach || !limits.atMost)) return
      fail({ kind } as Fault, operation)
      const text = paragraphs(isFile ? Math.ceil(((limits.atMost!.messages + 1) * limits.text.max) / 35) : 20)
      const show = await reply()
      if (!isFile) await write(show, text)
      expect(await end(show, whole(text))).toBe('nothing')
      if (kind === 'lost' && operation !== 'edit' && !channel.find && !isFile) {
        // Where nobody can look, what was perhaps begun is said once more, whole.
        expect(texts().at(-1)).toBe(text)
        expect(texts().length).toBeLessThanOrEqual(2)
        expect(text.startsWith(texts()[0]!)).toBe(true)
        return
      }
      if (isFile) expect(read().flatMap(({ files }) => files)).toEqual([text])
      else expect(texts()).toEqual([text])
    })

    it('takes back what an earlier attempt showed too much', async (test) => {
      const { reply, end, texts, limits } = await asked(test)
      const before = await reply()
      await write(before, paragraphs(Math.ceil((1.5 * limits.text.max) / 35)))
      await expect.poll(() => texts().length).toBe(2)
      await before.leave()
      expect(await end(await reply(), whole('After all it is short.'))).toBe('nothing')
      expect(texts()).toEqual(['After all it is short.'])
    })

    describe('when the platform takes nothing for a quarter of an hour', () => {
      const edits: Operation[] = ['edit', 'append', 'finish']

      /** An answer that was begun, and then nobody could edit; resolves with its text once it is given up. */
      async function lacksItsEnd({
        reply,
        end,
        texts,
        shift,
        asleep,
        failAll,
      }: Awaited<ReturnType<typeof asked>>): Promise<string> {
        const show = await reply()
        const text = paragraphs(10)
        await write(show, text.slice(0, 200))
        await expect.poll(() => texts().length).toBe(1)
        failAll({ kind: 'limited', retryAfter: 3600 }, edits)
        const patient = asleep(15 * minute)
        const ended = end(show, whole(text))
        await patient
        shift(16 * minute)
        expect(await ended).toBe('end')
        return text
      }

      it('the answer is given up; if only its end was missing, that is shown as soon as it can be', async (test) => {
        const { reply, end, texts, read, shift, asleep, failAll, owed, store } = await asked(test)
        const show = await reply()
        const text = paragraphs(10)
        await write(show, text.slice(0, 200))
        await expect.poll(() => texts().length).toBe(1)
        failAll({ kind: 'limited', retryAfter: 3600 }, all)
        const patient = asleep(15 * minute)
        const ended = end(show, whole(text))
        await patient
        shift(16 * minute)
        expect(await ended).toBe('end')
        await owed.pay('turn')
        expect((await store.turns.byId('turn'))!.owed).toBe('end')
        failAll({ kind: 'limited', retryAfter: 3600 }, [])
        shift(120 * minute)
        await owed.sweep()
        expect(texts()).toEqual([text])
        expect(read()[0]!.buttons).toEqual([])
        expect(await store.turns.byId('turn')).toMatchObject({ owed: null, interrupted: null, status: 'delivered' })
      })

      it('what is left says that it is not whole, and offers to try again', async (test) => {
        const { reply, end, texts, read, shift, asleep, failAll, owed, store, limits } = await asked(test)
        const show = await reply()
        const text = paragraphs(Math.ceil((2.5 * limits.text.max) / 35))
        await write(show, text.slice(0, 200))
        await expect.poll(() => texts().length).toBe(1)
        failAll({ kind: 'limited', retryAfter: 3600 }, all)
        const patient = asleep(15 * minute)
        const ended = end(show, whole(text))
        await patient
        shift(16 * minute)
        expect(await ended).toBe('rest')
        expect((await store.turns.byId('turn'))!.interrupted).toBe('undelivered')
        failAll({ kind: 'limited', retryAfter: 3600 }, [])
        shift(120 * minute)
        await owed.sweep()
        expect(texts()).toHaveLength(1)
        expect(text.startsWith(texts()[0]!.slice(0, 200))).toBe(true)
        expect(texts()[0]).toMatch(/could not be shown/)
        expect(read()[0]!.buttons).toEqual(['Retry'])
        await owed.sweep()
        expect(texts()).toHaveLength(1)
      })

      it('and goes on refusing edits, a new message says so', async (test) => {
        const house = await asked(test)
        const { texts, read, owed } = house
        await lacksItsEnd(house)
        await owed.pay('turn')
        expect(texts()).toHaveLength(2)
        expect(texts()[1]).toMatch(/could not be shown/)
        expect(read()[1]!.buttons).toEqual(['Retry'])
      })

      it('and then does not answer an edit it has made, nothing is said that is not so', async (test) => {
        const house = await asked(test)
        const { texts, shift, failAll, owed, store } = house
        const text = await lacksItsEnd(house)
        failAll({ kind: 'lost' }, edits)
        shift(120 * minute)
        await owed.sweep()
        expect(texts()).toHaveLength(1)
        failAll({ kind: 'lost' }, [])
        await owed.sweep()
        expect(texts()).toEqual([text])
        expect(await store.turns.byId('turn')).toMatchObject({ owed: null, interrupted: null })
      })

      it('and then the message is gone, its answer does not count as shown', async (test) => {
        const house = await asked(test)
        const { texts, shift, failAll, owed, store } = house
        await lacksItsEnd(house)
        failAll({ kind: 'gone' }, edits)
        shift(120 * minute)
        await owed.sweep()
        expect(texts()).toHaveLength(1)
        expect(await store.turns.byId('turn')).toMatchObject({ owed: null, interrupted: 'undelivered' })
      })

      it('and nothing was shown, that is said when it can be', async (test) => {
        const { reply, end, texts, read, shift, asleep, failAll, owed } = await asked(test)
        failAll({ kind: 'limited', retryAfter: 3600 }, all)
        const patient = asleep(15 * minute)
        const ended = end(await reply(), whole(paragraphs(3)))
        await patient
        shift(16 * minute)
        expect(await ended).toBe('rest')
        failAll({ kind: 'limited', retryAfter: 3600 }, [])
        shift(120 * minute)
        await owed.sweep()
        expect(texts()).toHaveLength(1)
        expect(texts()[0]).toMatch(/could not show it/)
        expect(read()[0]!.buttons).toEqual(['Retry'])
      })
    })

    it('for one person alone is shown now and then, and whole in the end', async (test) => {
      const { reply, end, shown, shift, alone, limits } = await asked(test)
      if (!alone) return
      const place = await alone()
      const seen = () =>
        shown()
          .filter(({ alone }) => alone)
          .map(({ text }) => text)
      const show = await reply(place)
      const text = paragraphs(Math.ceil((1.5 * limits.text.max) / 35))
      const short = text.slice(0, 400)
      await write(show, short)
      expect(seen()).toEqual([])
      for (const at of [2000, 4000, 9000]) {
        shift(at)
        await expect.poll(seen).toHaveLength(1)
      }
      await write(show, text)
      shift(60_000)
      expect(await end(show, whole(text))).toBe('nothing')
      expect(seen().join('\n\n')).toBe(text)
    })
  })
}
