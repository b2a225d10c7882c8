import { describe, expect, it, onTestFinished } from 'vitest'
import type { ChatLimits } from '../../src/model/limits.ts'
import type { InboundMessage } from '../../src/model/message.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { everywhere } from '../../src/store/pauses.ts'
import type { Binding } from '../../src/store/places.ts'
import { chatHouse } from '../support/chat-house.ts'
import { type Room, rooms, type Somebody } from '../support/rooms.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'
import { tempFolder } from '../support/temp-folder.ts'

const minute = 60_000

describe.each(rooms)('in $name, whoever writes to an agent and is not answered', ({ open }) => {
  async function start(options: { mode?: Binding['mode']; limits?: ChatLimits } = {}) {
    const { now, shift } = createShiftingClock()
    const house = await chatHouse({
      folder: tempFolder(),
      onFinished: onTestFinished,
      now,
      ...(options.mode && { channelMode: options.mode }),
      ...(options.limits && { limits: options.limits }),
    })
    // As the adapters tell it, to tell it once more.
    const heard: InboundMessage[] = []
    const { message } = house.inbox
    house.inbox.message = (inbound) => {
      heard.push(inbound)
      return message(inbound)
    }
    const room = await open(house)
    await house.work()
    const block = (who: Somebody) => {
      const to = [{ role: 'blocked' as const, agent: '' }]
      return house.store.db.batch(
        house.store.roles.changeSteps({ account, person: room.uid(who), from: [], to, by: 'cli' }),
      )
    }
    const answered = (text: string) => expect.poll(room.posts).toContainEqual(expect.stringContaining(`re: ${text}`))
    const told = (who: Somebody, ...texts: RegExp[]) =>
      expect.poll(() => room.alone(who)).toEqual(texts.map((text) => expect.stringMatching(text)))
    return { ...house, room, now, shift, heard, block, answered, told }
  }

  it('because they are blocked hears so alone, once in a while, and not for what they say to others', async () => {
    const { room, block, told, answered, shift, utterances } = await start({ mode: 'all' })
    await block('ben')
    await room.say('ben', 'lovely weather')
    await room.call('ben', 'hello')
    await told('ben', /^An admin has blocked you from talking to me here/)
    await room.call('ben', 'hello?')
    await room.call('ann', 'and I')
    await answered('and I')
    expect(room.alone('ben')).toHaveLength(1)
    expect(room.alone('ann')).toEqual([])
    shift(11 * minute)
    await room.call('ben', 'もしもし')
    // Teams alone tells in which language people read.
    await told('ben', /^An admin/, room.platform === 'teams' ? /^An admin/ : /^管理者の設定により/)
    expect(room.posts().filter((text) => /blocked|管理者/.test(text))).toEqual([])
    expect(utterances()).toEqual(['and I'])
  })

  it('because there is no agent hears how to bring one', async () => {
    const { room, store, told } = await start()
    await store.db.batch([store.accounts.updateStep(account, { default_agent: null })])
    await room.call('ben', 'hello')
    // Where commands are chosen, this one stands in a group.
    const command = room.platform === 'discord' ? '/agent place use' : '/agent use'
    await told('ben', new RegExp(`^No agent answers here yet. An admin can bring one with \`?${command}`))
  })

  it('because it came too late hears so, unless it was answered before', async () => {
    const { room, told, answered, shift, inbox, heard, store } = await start()
    await room.call('ann', 'one')
    await answered('one')
    shift(16 * minute)
    await room.call('ben', 'two')
    await told('ben', /^I was away when you wrote this/)
    const again = heard.find(({ text }) => text === 'one')!
    expect(await inbox.message(again)).toBe('taken')
    // Of what is older than a day nobody knows any more whether it was answered.
    await inbox.message({ ...again, eventId: `${again.eventId}0`, sentAt: again.sentAt - 25 * 60 * minute })
    await store.db.batch([store.accounts.updateStep(account, { default_agent: null })])
    shift(-16 * minute)
    await room.call('ann', 'three')
    await told('ann', /^No agent/)
  })

  // `goOn`: how somebody goes on who does not call the agent. Not every platform has replies.
  const uncalled = [
    { where: 'in a channel that is all for it', mode: 'all', goOn: (room: Room) => room.say },
    { where: 'in a thread that it takes part in', mode: 'thread', goOn: (room: Room) => room.follow },
    { where: 'as a reply to its answer', mode: 'mention', goOn: (room: Room) => room.reply },
  ] as const

  it.each(uncalled)('though it would be, without being called, $where, hears so once in a while', async (one) => {
    const limits = { messagesPerMinute: 2, waiting: null, files: null, raid: null }
    const { room, told, heard, now, shift, store, utterances } = await start({ mode: one.mode, limits })
    const goOn = one.goOn(room)
    if (!goOn) return
    if (one.mode === 'all') {
      await room.say('ann', 'good morning')
      await expect.poll(async () => (await store.listening.at(room.channel))?.state).toBe('told')
    }
    shift(minute - (now() % minute))
    const ended = async (...texts: string[]) => {
      await expect.poll(utterances).toEqual(texts)
      const [{ platform, installation }] = heard as [InboundMessage]
      await expect.poll(() => store.inbox.openOf(platform, installation)).toEqual([])
    }
    await room.call('ann', 'zero')
    await ended('zero')
    if (one.mode === 'thread') await room.follow('ben', `${room.name} one`)
    else await room.call('ben', 'one')
    await ended('zero', 'one')
    await goOn('ben', 'two')
    await ended('zero', 'one', 'two')
    for (const text of ['three', 'four']) await goOn('ben', text)
    await told('ben', /^You have written more than 2 messages/)
    shift(2 * minute)
    await store.db.batch([store.personPauses.beginStep(account, [room.uid('ben')])])
    for (const text of ['five', 'six']) await goOn('ben', text)
    await told('ben', /^You have written/, /^You have paused me/)
    await store.db.batch([store.personPauses.endStep(account, [room.uid('ben')])])
    shift(16 * minute)
    for (const text of ['seven', 'eight']) await goOn('ben', text)
    await told('ben', /^You have written/, /^You have paused me/, /^I was away when you wrote this/)
    await expect.poll(() => heard.at(-1)).toMatchObject({ text: 'eight' })
    expect(utterances()).toEqual(['zero', 'one', 'two'])
  })

  it('is told nothing while all is paused', async () => {
    const { room, store, block, heard } = await start()
    await block('ben')
    await store.db.batch([store.pauses.beginStep(everywhere, 'cli', null)])
    await room.call('ben', 'hello')
    await expect.poll(() => heard.length).toBeGreaterThan(0)
    await room.call('ann', 'hello')
    await expect.poll(() => room.alone('ann')).toEqual([expect.stringMatching(/paused/)])
    expect(room.alone('ben')).toEqual([])
  })
})
