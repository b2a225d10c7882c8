import { describe, expect, it, onTestFinished } from 'vitest'
import type { InboundMessage } from '../../src/model/message.ts'
import type { Inbox } from '../../src/ports/channel.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

/** A room whose messages come to the house only when they are brought, as over sockets of their own. */
async function roomBy(house: ChatHouse, open: (house: ChatHouse) => Promise<Room>) {
  const held: InboundMessage[] = []
  const hold: Inbox['message'] = async (message) => {
    held.push(message)
    return 'taken'
  }
  const { message: bringIn } = house.inbox
  house.inbox.message = hold
  const room = await open(house)
  async function say(text: string): Promise<void> {
    const before = Date.now()
    await room.call('ben', text)
    await expect.poll(() => held.at(-1)?.text, { interval: 5 }).toBe(text)
    // Platforms tell times by the millisecond, and so does a person who says two things.
    await expect.poll(() => Date.now(), { interval: 1 }).toBeGreaterThan(before)
  }
  const bring = (text: string) => bringIn(held.find((message) => message.text === text)!)
  return { room, say, bring }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('what waits is answered in the order in which it was said, whichever socket brought it first', async () => {
    const first = Promise.withResolvers<void>()
    onTestFinished(() => first.resolve())
    const think = async ({ utterance }: { utterance: string }) => {
      if (utterance === 'one') await first.promise
      return `re: ${utterance}`
    }
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, think })
    const { room, say, bring } = await roomBy(house, open)
    await house.work()
    for (const text of ['one', 'two', 'three', 'four', 'five']) await say(text)
    await bring('one')
    await expect.poll(house.utterances).toEqual(['one'])
    for (const text of ['four', 'two', 'five', 'three']) await bring(text)
    first.resolve()
    await expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
    expect(house.utterances()).toEqual(['one', 'two', 'three', 'four', 'five'])
    const answers = () => room.posts().flatMap((text) => /re: \w+/.exec(text) ?? [])
    await expect.poll(answers).toEqual(['one', 'two', 'three', 'four', 'five'].map((text) => `re: ${text}`))
  })
})
