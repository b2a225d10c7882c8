import { describe, type ExpectStatic, it } from 'vitest'
import type { Delivery } from '../../src/model/conversation.ts'
import type { ChatHouse } from '../support/chat-house.ts'
import { chatHouse } from '../support/chat-house.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'
import { tempFolder } from '../support/temp-folder.ts'
import type { Shown } from './channel.ts'

/** A platform whose calls can be made to go wrong, and somebody who asks there. */
export interface LadderRoom<Fault> {
  /** Asks the agent. `streams`: where answers grow natively. */
  ask(text: string, where: Where): void
  /** All that they see of ours, wherever they look, oldest first. */
  seen(): Shown[]
  /** In the place where they ask; those planted before go. */
  plant(faults: readonly Fault[], where: Where): void
  /** The calls that went wrong there since then, by what they do. */
  failed(where: Where): string[]
}

export type Where = 'posts' | 'streams'

export interface LadderRow<Fault> {
  /** What the platform says, as it documents it. */
  what: string
  /**
   * `first`: an answer that is known at once. `beginning`: one that grows, from the first call on. `middle`: one that goes on
   * growing. `last`: one that grew, from its last call on. `file`: one that is too long for messages.
   */
  at: 'first' | 'beginning' | 'middle' | 'last' | 'file'
  where: Where
  /** From the beginning on, to get where the fault is. */
  before?: readonly Fault[]
  faults: readonly Fault[]
  end: Delivery['end'] | 'whole'
  /** It shuts the app out: nothing is answered any more until somebody has mended that. */
  isOver?: true
}

export interface LadderPlatform<Fault> {
  name: string
  open(house: ChatHouse, now: () => number, onFinished: (end: () => Promise<void>) => void): Promise<LadderRoom<Fault>>
  /** Where every call fails for ever. */
  silent: readonly Fault[]
  /** Characters of an answer that comes as a file. */
  filed?: number
  rows: readonly LadderRow<Fault>[]
}

const minute = 60_000
const beginning = 'This is the beginning of it,'
const middle = `${beginning} and this comes in between,`
const answer = `${middle} and here it ends.`

/**
 * What every refusal, limit and unknown outcome comes to, from the platform's bytes to what a person sees: few more calls, an end
 * for whoever asked, and room for their next message.
 */
export function testLadder<Fault>({ name, open, silent, filed = 0, rows }: LadderPlatform<Fault>): void {
  const long = Array.from({ length: filed / 32 }, (_, n) => `Sentence number ${n} of the answer.`).join('\n\n')

  async function start(expect: ExpectStatic) {
    const ends: (() => Promise<void>)[] = []
    const onFinished = (end: () => Promise<void>) => void ends.push(end)
    const { now, sleep, shift, asleep } = createShiftingClock()
    const [grown, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const grows = async function* () {
      yield beginning
      await grown.promise
      yield middle
      await ended.promise
      yield answer
    }
    const house = await chatHouse({
      folder: tempFolder((remove) => onFinished(async () => remove())),
      onFinished,
      now,
      sleep,
      speak: ({ utterance }) => (utterance === 'grow' ? grows() : (async function* () {})()),
      think: async ({ utterance }) => (utterance === 'long' ? long : answer),
      offer: () => ['Yes', 'No'],
    })
    const room = await open(house, now, onFinished)
    await house.work()

    /** How the last answer ended; waits until nothing is owed any more. */
    async function howEnded(count: number): Promise<{ end: Delivery['end'] | 'whole'; code?: string }> {
      const settled = () =>
        house.store.db.query
          .selectFrom('turn')
          .selectAll()
          .where('status', '=', 'delivered')
          .orderBy('started_at')
          .execute()
      await expect.poll(settled).toHaveLength(count)
      const isPaid = async () => {
        await house.owed.sweep()
        return (await settled()).every(({ owed }) => owed === null)
      }
      await expect.poll(isPaid).toBe(true)
      const { delivery } = (await settled()).at(-1)!
      return delivery === null ? { end: 'whole' } : JSON.parse(delivery)
    }

    return {
      ...room,
      ...{ house, shift, asleep, grow: grown.resolve, end: ended.resolve, howEnded },
      /** The process ends, with nothing pending; in the time that a person would wait for it. */
      async close() {
        for (const end of ends.reverse()) await end()
      },
    }
  }

  function saw(expect: ExpectStatic, { end }: { end: string }, seen: Shown[]): void {
    // Some platforms want two spaces where a line ends.
    const read = seen.map((one) => ({ ...one, text: one.text.replaceAll(/ +$/gm, '') }))
    const texts = read.map(({ text }) => text)
    const last = read.at(-1)
    if (end === 'whole') expect(last).toMatchObject({ text: answer, buttons: ['Yes', 'No'], streaming: false })
    if (end === 'plain') expect(last).toMatchObject({ text: `${answer}\n\n- Yes\n- No`, streaming: false })
    if (end === 'file') expect(seen.flatMap(({ files }) => files)).toEqual([answer])
    if (end === 'alone')
      expect(texts.some((text) => text.includes('for you alone') && text.includes(answer))).toBe(true)
    if (end === 'apology') expect(last!.text).toMatch(/could not/)
    if (end === 'unsure') expect(last!.text).toMatch(/may have answered above/)
    if (end === 'apology' || end === 'unsure') expect(last!.buttons).toEqual(['Retry'])
    if (end === 'nobody') expect(texts.every((text) => answer.startsWith(text))).toBe(true)
  }

  describe(`${name}: delivery ladder`, () => {
    // Each has a house of its own, and spends most of its time waiting.
    it.concurrent.for(rows.map((row): [string, LadderRow<Fault>] => [`${row.what} ${row.at}: ${row.end}`, row]))(
      '%s',
      async ([, { at, where, before = [], faults, end, isOver }]: [string, LadderRow<Fault>], {
        expect,
      }: { expect: ExpectStatic }) => {
        const { ask, seen, plant, failed, grow, end: finish, howEnded, shift, close } = await start(expect)
        try {
          plant(at === 'middle' || at === 'last' ? before : [...before, ...faults], where)
          ask(at === 'first' ? 'say' : at === 'file' ? 'long' : 'grow', where)
          if (at === 'middle' || at === 'last') {
            await expect.poll(() => seen().at(-1)?.text).toBe(beginning)
            plant([...before, ...faults], where)
          }
          if (at === 'beginning') await expect.poll(() => failed(where)).not.toEqual([])
          grow()
          if (at === 'middle') await expect.poll(() => failed(where)).not.toEqual([])
          finish()
          const delivery = await howEnded(1)
          expect(delivery.end).toBe(end)
          if (at === 'file')
            expect(
              seen()
                .map(({ text }) => text)
                .join('\n\n'),
            ).toBe(long)
          else saw(expect, delivery, seen())
          // An answer is tried in three forms at most; then there is one word about it, where that goes the same way.
          const isExcused = end === 'apology' || (end === 'nobody' && delivery.code === 'invalid')
          for (const [, same] of Map.groupBy(failed(where), (what) => what))
            expect(same.length).toBeLessThanOrEqual(isExcused ? 4 : 3)
          plant([], where)
          // A place that refused is left alone for a while.
          shift(11 * minute)
          ask('say', where)
          expect(await howEnded(2)).toMatchObject({ end: isOver ? 'nobody' : 'whole' })
          if (!isOver) expect(seen().at(-1)).toMatchObject({ text: answer })
        } finally {
          await close()
        }
      },
    )

    it.concurrent('where a platform does not answer at all it is asked for a while, and can always be left', async ({
      expect,
    }: {
      expect: ExpectStatic
    }) => {
      const { ask, seen, plant, failed, asleep, shift, howEnded, close } = await start(expect)
      try {
        plant(silent, 'posts')
        const patient = asleep(15 * minute)
        ask('say', 'posts')
        await patient
        shift(16 * minute)
        const asked = failed('posts').length
        expect(asked).toBeLessThanOrEqual(3)
        plant([], 'posts')
        expect((await howEnded(1)).end).toMatch(/given_up|unsure/)
        expect(seen().at(-1)!.buttons).toEqual(['Retry'])
      } finally {
        await close()
      }
    })
  })
}
