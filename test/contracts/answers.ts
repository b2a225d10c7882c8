import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createActivities } from '../../src/bridge/activity.ts'
import { contextOf, waitingMessage } from '../../src/bridge/context.ts'
import { createPacer } from '../../src/bridge/pace.ts'
import { answerText } from '../../src/bridge/parts.ts'
import { createRefusals } from '../../src/bridge/refusals.ts'
import { createReply } from '../../src/bridge/reply.ts'
import { createLocalBudget } from '../../src/drivers/budget-local.ts'
import { sleep } from '../../src/lib/clock.ts'
import { createLog } from '../../src/lib/log.ts'
import { bestResponse } from '../../src/model/conversation.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import type { Channel } from '../../src/ports/channel.ts'
import { createStore, type Store } from '../../src/store/index.ts'
import type { CommittedAnswer } from '../../src/turns/show.ts'
import { inboxWith } from '../support/adapter-parts.ts'
import { openDatabase } from '../support/database.ts'
import { extent } from '../support/extent.ts'
import { heldLease } from '../support/held-lease.ts'
import { canonical, hasOpenFence, hostileAnswer, markdownAnswer, saysAll } from '../support/markdown-answers.ts'
import { makeTempFolder } from '../support/temp-folder.ts'
import type { ChannelHarness, Shown } from './channel.ts'

const seed = 20_261_121
const atOnce = 24
const log = createLog('silent')

export interface AnswersHarness extends ChannelHarness {
  /** What the person sees of ours in reply to this message, oldest first. */
  shownFor(message: InboundMessage): Shown[]
  /** What the platform said no to, and why. */
  refusals(): string[]
}

interface AnswersOptions {
  answers?: number
  hostile?: number
  /** Answers that are hard for this platform: one in five is one of these. */
  also?: fc.Arbitrary<string>
}

/** How one answer comes to be shown; decided by its number, so that each run is the same. */
interface Way {
  native: boolean
  /** Native streams have their time so soon, in milliseconds. */
  lifeMs: number | undefined
  /** In how many pieces it is written. */
  steps: number
}

/** Whatever is answered is shown whole and once, and pings nobody. Without budgets: what is shown is looked at, not when. */
export function testAnswers(
  name: string,
  createHarness: () => Promise<AnswersHarness>,
  {
    answers = extent({ usual: 400, full: 2000 }),
    hostile = extent({ usual: 100, full: 500 }),
    also,
  }: AnswersOptions = {},
): void {
  describe(`${name}: whatever is answered`, () => {
    const folder = makeTempFolder()
    let harness: AnswersHarness
    let store: Store
    const arrived = new Map<string, (message: InboundMessage) => void>()

    beforeAll(async () => {
      harness = await createHarness()
      const message = async (said: InboundMessage) => arrived.get(said.text)?.(said)
      await harness.adapter.start(inboxWith({ message }))
      store = createStore(await openDatabase(folder.path))
    })
    afterAll(async () => {
      await harness.adapter.stop()
      await harness.close()
      await store.db.close()
      folder.remove()
    })

    const budget = createLocalBudget({ now: Date.now })
    const pacer = createPacer({ budget, now: Date.now })
    const lease = heldLease()

    function asked(text: string): Promise<InboundMessage> {
      return new Promise((resolve) => {
        arrived.set(text, resolve)
        harness.person.say(text, 'channel')
      })
    }

    /** Shows an answer while it is written, and resolves with what the person sees of it. */
    async function shown(id: string, answer: CommittedAnswer, text: string, way: Way): Promise<Shown[]> {
      const message = await asked(id)
      const channel = shortLived(harness.channel, way)
      const parts = {
        store,
        channel,
        pacer,
        budget,
        refusals: createRefusals({ store, log, now: Date.now }),
        activities: createActivities({ store, channelOf: () => channel, signal: new AbortController().signal }),
        feedback: false,
        log,
        now: Date.now,
        sleep,
      }
      const signal = new AbortController().signal
      const turn = { id, event: { id, ageMs: 0 }, lease, again: false, parts: [], partial: 0, signal, stop: () => {} }
      const show = createReply(parts, turn, contextOf(waitingMessage(message)))
      for (let step = 1; step < way.steps; step++) {
        const end = Math.floor((text.length * step) / way.steps)
        show.progress({ kind: 'progress', text: text.slice(0, end), searching: false })
        await new Promise((resolve) => setTimeout(resolve, step % 4))
      }
      const { missing, steps } = await show.answer(answer)
      expect(missing).toBe('nothing')
      await store.db.batch(steps)
      return harness.shownFor(message)
    }

    async function each<T>(all: readonly T[], run: (one: T, n: number) => Promise<void>): Promise<void> {
      let next = 0
      const work = async () => {
        for (let n = next++; n < all.length; n = next++) await run(all[n]!, n)
      }
      await Promise.all(Array.from({ length: atOnce }, work))
    }

    it(`${answers} answers of models: all of it, once, within the limits, in balanced fences`, async () => {
      const kinds = [{ weight: 4, arbitrary: markdownAnswer }, ...(also ? [{ weight: 1, arbitrary: also }] : [])]
      const texts = fc.sample(fc.oneof(...kinds), { numRuns: answers, seed })
      const counts = { messages: 0, severals: 0, files: 0 }
      await each(texts, async (text, n) => {
        const answer = answerOf(text)
        const seen = await shown(`a${n}`, answer, text, wayOf(n))
        const files = seen.flatMap((message) => message.files)
        const messages = seen.filter((message) => message.files.length === 0).map((message) => canonical(message.text))
        const expected = canonical(answerText(answer, 'en'))
        for (const message of messages) expect(hasOpenFence(message), message).toBe(false)
        expect(seen.some(({ streaming }) => streaming)).toBe(false)
        if (files.length > 0) {
          expect(files).toEqual([answerText(answer, 'en')])
          expect(messages.pop()).toContain('in the file')
        }
        const { upTo, whole } = saysAll(expected, messages)
        if (!whole && files.length === 0) expect(messages.join('\n⋯\n'), `of ${upTo} characters on`).toBe(expected)
        counts.messages += messages.length
        counts.severals += Number(messages.length > 1)
        counts.files += Number(files.length > 0)
      })
      expect(harness.refusals()).toEqual([])
      // Else nothing was tried.
      expect(counts.severals).toBeGreaterThan(answers / 25)
      if (harness.channel.attach && harness.channel.find) expect(counts.files).toBeGreaterThan(0)
    })

    it(`${hostile} hostile answers: nobody is mentioned but the person who asked`, async () => {
      const { stranger, person } = harness
      const id = person.uid.split('_').at(-1)!
      await each(fc.sample(hostileAnswer(stranger, id), { numRuns: hostile, seed }), async (text, n) => {
        await shown(`h${n}`, answerOf(text), text, wayOf(n))
      })
      expect(harness.liveMentions().filter((mention) => !new RegExp(`\\b${id}\\b`).test(mention))).toEqual([])
      expect(harness.refusals()).toEqual([])
    })
  })
}

function wayOf(n: number): Way {
  const isShort = n % 8 === 3
  return {
    native: isShort || n % 5 > 1,
    lifeMs: isShort ? 8 * (1 + (n % 3)) : undefined,
    steps: 1 + (n % (isShort ? 40 : 8)),
  }
}

/** The channel as it is, or without native streams, or with such as soon have had their time. */
function shortLived(channel: Channel, { native, lifeMs }: Way): Channel {
  const { stream, ...rest } = channel
  if (!native || !stream) return rest
  if (lifeMs === undefined) return channel
  return {
    ...rest,
    async stream(...args) {
      const outcome = await stream(...args)
      // A reply ends them before their time.
      return 'ok' in outcome ? { ok: { ...outcome.ok, expiresAt: Date.now() + lifeMs } } : outcome
    },
  }
}

function answerOf(utterance: string): CommittedAnswer {
  return { response: bestResponse({ utterance }), userState: {}, interrupted: null, source: 'model' }
}
