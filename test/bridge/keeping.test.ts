import { describe, expect, it, onTestFinished } from 'vitest'
import { firstAccount } from '../../src/store/accounts.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: firstAccount, author: 'cli', door: 'cli' } as const

/** Its agent keeps conversations for two days. */
async function houseWith(open: (house: ChatHouse) => Promise<Room>) {
  const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder() })
  const room = await open(house)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await house.admin.agents.update({ agent: { id: 'test', keepDays: 2 } }, terminal)
  await house.work()
  const answers = () => room.posts().filter((text) => text.startsWith('re: '))
  return { ...house, room, answers }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('everybody is told how long an agent keeps what they say, and its admins are', async () => {
    const { room, answers } = await houseWith(open)
    await room.call('ben', 'my cat is called Zuckerwatte')
    await expect.poll(answers).toHaveLength(1)
    expect(await room.command('ben', 'me', {})).toContain('(conversations are kept for 2 days)')
    expect(await room.command('ann', 'show', { agent: 'test' })).toContain('Keeps conversations for 2 days')
  })
})
