import { describe, expect, it, onTestFinished } from 'vitest'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { everythingKept } from '../support/database.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const

async function houseWith(open: (house: ChatHouse) => Promise<Room>) {
  const folder = tempFolder()
  const house = await chatHouse({ onFinished: onTestFinished, folder })
  const room = await open(house)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await house.work()
  const answers = () => room.posts().filter((text) => text.startsWith('re: '))
  const kept = () => everythingKept(house.store.db, folder)
  return { ...house, room, answers, kept }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('people see alone what is kept of them, and have it forgotten by a second press', async () => {
    const { room, answers, kept, store } = await houseWith(open)
    await room.call('ben', 'my cat is called Zuckerwatte')
    await room.call('ann', 'nobody asks for Pflaumenmus')
    await expect.poll(answers).toHaveLength(2)
    await expect.poll(async () => (await store.inbox.idleKeys()).length).toBe(0)
    const seen = await room.command('ben', 'me', {})
    expect(seen).toMatch(/This is kept of you.*1 answer.*1 message in channels/s)
    expect(seen).toContain(room.uid('ben'))
    expect(room.posts().join('\n')).not.toMatch(/kept of you/)
    expect(await room.press('ben', 'Forget…')).toMatch(/takes away everything.*cannot be undone/s)
    expect(await kept()).toContain('Zuckerwatte')
    const done = await room.press('ben', 'Forget it now')
    const receipt = /receipt is .([0-9a-f]{16})/.exec(done)?.[1]
    expect(receipt).toBeDefined()
    const after = await kept()
    expect(after).not.toContain('Zuckerwatte')
    expect(after).toContain('Pflaumenmus')
    const [row] = await store.audit.list('default', { limit: 1 })
    expect(row).toMatchObject({ action: 'person.forget', actor: `person:${receipt}` })
    expect(JSON.stringify(row)).not.toContain(room.uid('ben'))
    expect(await room.command('ben', 'me', {})).toMatch(/Nothing is kept of you/)
  })

  it('they take along all of it as a file', async () => {
    const { room, answers } = await houseWith(open)
    await room.call('ann', 'nobody asks for Pflaumenmus')
    await expect.poll(answers).toHaveLength(1)
    await room.command('ann', 'me', {})
    const exported = await room.press('ann', 'Export as JSON')
    const seen = () => [exported, ...room.alone('ann')].join('\n')
    await expect.poll(seen).toMatch(/everything that is kept of you/)
    // Teams shows it in a message of its own, before or after the words.
    if (room.platform === 'teams') await expect.poll(seen).toMatch(/`my-data\.json`[\s\S]*Pflaumenmus/)
  })

  it('what somebody writes who has paused is neither answered nor kept, until they go on', async () => {
    const { room, answers, kept } = await houseWith(open)
    await room.command('ben', 'me', {})
    expect(await room.press('ben', 'Pause')).toMatch(/neither kept nor answered/)
    await room.call('ben', 'my secret is Zuckerwatte')
    await room.call('ann', 'hello')
    await expect.poll(answers).toEqual(['re: hello'])
    await expect.poll(() => room.alone('ben').join('\n')).toMatch(/You have paused me/)
    expect(await kept()).not.toContain('Zuckerwatte')
    await room.command('ben', 'me', {})
    expect(await room.press('ben', 'Resume')).toMatch(/It goes on/)
    await room.call('ben', 'are you there?')
    await expect.poll(answers).toHaveLength(2)
  })
})
