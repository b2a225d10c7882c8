import { describe, expect, it, onTestFinished } from 'vitest'
import type { Admission, ChatLimits } from '../../src/model/limits.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000
const noLimits: ChatLimits = { messagesPerMinute: null, waiting: null, files: null, raid: null }

describe.each(rooms)('in $name', ({ open }) => {
  async function start(
    limits: Partial<ChatLimits>,
    think?: (said: string) => Promise<string>,
    admit: Partial<Admission> = {},
  ) {
    const { now, shift } = createShiftingClock()
    // So that the test does not begin at the end of a minute.
    shift(minute - (now() % minute))
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      now,
      limits: { ...noLimits, ...limits },
      admit,
      ...(think && { think: ({ utterance }) => think(utterance) }),
    })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
    await house.work()
    const answered = (text: string) => expect.poll(room.posts).toContainEqual(expect.stringContaining(`re: ${text}`))
    /** One after another: which of several that are told at once is one too many nobody can say. */
    async function calls(person: Parameters<typeof room.call>[0], texts: readonly string[]): Promise<void> {
      const { store } = house
      const taken = async () => (await store.db.query.selectFrom('inbox').select('id').execute()).length
      for (const text of texts) {
        const before = await taken()
        await room.call(person, text)
        await expect.poll(taken).toBe(before + 1)
      }
    }
    return { ...house, room, shift, answered, calls }
  }

  it('who writes too fast hears so once, alone, with the time, and is heard again then; owners may', async () => {
    const { room, shift, answered, calls, utterances } = await start({ messagesPerMinute: 2 })
    await calls('ben', ['one', 'two', 'three', 'four', 'five'])
    await answered('two')
    await expect
      .poll(() => room.alone('ben'))
      .toEqual([expect.stringMatching(/more than 2 messages in a minute.*Please write again in \d+ seconds\./s)])
    for (const text of ['a', 'b', 'c']) await room.call('ann', text)
    await answered('c')
    shift(minute)
    await room.call('ben', 'six')
    await answered('six')
    expect(utterances().filter((text) => !['a', 'b', 'c'].includes(text))).toEqual(['one', 'two', 'six'])
    expect([room.alone('ben').length, room.alone('ann')]).toEqual([1, []])
  })

  it('more than may wait are not taken in, and whoever wrote them hears so', async () => {
    const gate = Promise.withResolvers<void>()
    const { room, answered, calls, utterances } = await start({ waiting: 2 }, async (said) => {
      await gate.promise
      return `re: ${said}`
    })
    await calls('ben', ['one', 'two', 'three', 'four'])
    await expect
      .poll(() => room.alone('ben'))
      .toEqual([expect.stringMatching(/^2 messages of yours still wait.*send it again/)])
    gate.resolve()
    await answered('two')
    await room.call('ben', 'five')
    await answered('five')
    expect(utterances()).toEqual(['one', 'two', 'five'])
  })
})

describe.each(rooms)('in $name, raided', ({ open }) => {
  it('those alone are answered who were before, until an owner says that it is none', async () => {
    const { now, shift } = createShiftingClock()
    shift(minute - (now() % minute))
    const limits = { ...noLimits, raid: 3 }
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, now, limits })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
    await house.work()
    const { message } = house.inbox
    const answered = (text: string) => expect.poll(room.posts).toContainEqual(expect.stringContaining(`re: ${text}`))
    // What one of us says is told as if strangers said it, eighty of them.
    let asStrangers = false
    let heard!: InboundMessage
    let all!: Promise<unknown>
    house.inbox.message = async (inbound) => {
      heard = inbound
      if (!asStrangers) return message(inbound)
      const crowd = Array.from({ length: 80 }, (_, i) => {
        const author = { ...inbound.author, uid: `${inbound.author.uid}${i}` }
        return message({ ...inbound, eventId: `${inbound.eventId}:${i}`, author })
      })
      const taken = Promise.all(crowd)
      all = taken
      return (await taken)[0]!
    }
    await room.call('ann', 'first')
    await answered('first')
    asStrangers = true
    await room.call('ben', 'buy now')
    await expect.poll(() => house.utterances().length).toBe(4)
    await all
    await expect.poll(() => room.alone('ann')).toHaveLength(1)
    // In Teams it is a card.
    if (room.platform !== 'teams') {
      expect(room.alone('ann')).toEqual([expect.stringMatching(/more than 3 messages came to me within a minute/)])
    }
    asStrangers = false
    await room.call('ben', 'hello')
    await expect
      .poll(() => room.alone('ben').at(-1))
      .toMatch(/^Far more is being written to me here than usual, so until .* UTC/)
    // The button, where the note stands: in their direct conversation.
    const offers = house.store.db.query.selectFrom('offer').select('id').where('command', '=', 'raid end')
    const { id: offer } = await offers.executeTakeFirstOrThrow()
    const pressed = await house.inbox.command({
      ...{
        eventId: 'press',
        platform: room.platform,
        installation: heard.installation,
        within: heard.within.slice(-2),
      },
      ...{ conversation: heard.conversation, author: { uid: room.uid('ann'), id: 'ann' }, given: { offer } },
      managesPlace: async () => false,
    })
    expect(pressed.text).toMatch(/Everybody there may write to me again/)
    await room.call('ben', 'again')
    await answered('again')
    expect(house.utterances()).toEqual(['first', 'buy now', 'buy now', 'buy now', 'again'])
  })
})

describe.each(rooms)('in $name, where agents answer elsewhere only', ({ open }) => {
  it('somebody hears so once, alone; owners are answered', async () => {
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      admit: { channels: ['elsewhere'] },
    })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, { account: 'default', author: 'cli', door: 'cli' })
    await house.work()
    for (const text of ['one', 'two']) await room.call('ben', text)
    await expect.poll(() => room.alone('ben')).toEqual([expect.stringMatching(/^I don’t answer in this channel/)])
    await room.call('ann', 'three')
    await expect.poll(room.posts).toContainEqual(expect.stringContaining('re: three'))
    expect([house.utterances(), room.alone('ben').length]).toEqual([['three'], 1])
  })
})

it('a message that there was no room for is not answered when its platform sends it again', async () => {
  const { now, shift } = createShiftingClock()
  shift(minute - (now() % minute))
  const limits = { ...noLimits, messagesPerMinute: 1 }
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, now, limits })
  const heard: Parameters<typeof house.inbox.message>[0][] = []
  const { message } = house.inbox
  house.inbox.message = (inbound) => {
    heard.push(inbound)
    return message(inbound)
  }
  const room = await rooms[0]!.open(house)
  await house.work()
  await room.call('ben', 'one')
  await room.call('ben', 'two')
  await expect.poll(() => room.alone('ben')).toHaveLength(1)
  shift(minute)
  expect(await house.inbox.message(heard.find(({ text }) => text === 'two')!)).toBe('taken')
  await room.call('ben', 'three')
  await expect.poll(room.posts).toContainEqual(expect.stringContaining('re: three'))
  expect(house.utterances()).toEqual(['one', 'three'])
})
