import { describe, expect, it, onTestFinished } from 'vitest'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.each(rooms)('in $name', ({ open }) => {
  it('why says when, as its reader reads times: by the platform’s own mark, or in words', async () => {
    const house = await chatHouse({ onFinished: onTestFinished, folder: tempFolder() })
    const room = await open(house)
    await house.work()
    await room.call('ben', 'hello')
    await expect.poll(() => room.posts().filter((text) => text.startsWith('re: ')).length).toBe(1)
    await expect.poll(async () => (await house.store.inbox.idleKeys()).length).toBe(0)
    const told = await room.command('ben', 'why', {})
    expect(told).toMatch(/^\W*Turn .*version 1/s)
    if (room.platform === 'discord') expect(told).toMatch(/<t:\d{10}>/)
    else expect(told).toMatch(/20\d\d/)
    expect(told).not.toContain(room.platform === 'discord' ? '\\<t' : '<t:')
  })
})
