import { describe, expect, it, onTestFinished } from 'vitest'
import { firstAccount } from '../../src/store/accounts.ts'
import { prune } from '../../src/turns/prune.ts'
import { tablesWith } from '../store/personal/planted.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: firstAccount, author: 'cli', door: 'cli' } as const
const day = 86_400_000

/** Its agent keeps conversations for two days, and everything else for thirty. */
async function houseWith(open: (house: ChatHouse) => Promise<Room>) {
  let ahead = 0
  const now = () => Date.now() + ahead
  const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder(), now, skipsDays: true })
  const room = await open(house)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await house.admin.agents.update({ agent: { id: 'test', keepDays: 2 } }, terminal)
  await house.work()
  const answers = () => room.posts().filter((text) => text.startsWith('re: '))
  const later = async (days: number) => {
    ahead += days * day
    await prune({ store: house.store, keepMemoryMs: 30 * day, now })
  }
  const kept = (word: string) => tablesWith(house.store.db, word)
  return { ...house, room, answers, later, kept }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('everybody is told how long an agent keeps what they say, and its admins are', async () => {
    const { room, answers } = await houseWith(open)
    await room.call('ben', 'my cat is called Zuckerwatte')
    await expect.poll(answers).toHaveLength(1)
    expect(await room.command('ben', 'me', {})).toContain('(conversations are kept for 2 days)')
    expect(await room.command('ann', 'show', { agent: 'test' })).toContain('Keeps conversations for 2 days')
  })

  it('nothing is left in any table of what was said to it, or around it, longer ago', async () => {
    const { room, answers, later, kept } = await houseWith(open)
    await room.call('ben', 'my cat is called Zuckerwatte')
    // An answer that is shown stands in no inbox any more.
    const stands = ['said', 'turn']
    await expect.poll(() => kept('Zuckerwatte')).toEqual(stands)
    await later(1.5)
    await room.call('ann', 'nobody asks for Pflaumenmus')
    await expect.poll(() => kept('Pflaumenmus')).toEqual(stands)
    expect(await kept('Zuckerwatte')).toEqual(stands)
    await later(1)
    expect(await kept('Zuckerwatte')).toEqual([])
    // Platforms keep the real clock: by it both were said today.
    expect(await kept('Pflaumenmus')).toEqual(['turn'])
    expect(answers()).toHaveLength(2)
  })
})
