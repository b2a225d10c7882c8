import { describe, expect, it, onTestFinished } from 'vitest'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const

describe.each(rooms)('in $name', ({ open }) => {
  it('--help tells how a command is used, and nothing is done', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    const page = /Write an answer to what people say[\s\S]*Usage:[\s\S]*rule add/
    if (room.type) {
      expect(await room.type('ann', 'rule add --help')).toMatch(page)
      expect(await room.type('ann', 'rule add lunch "At noon." --help')).toMatch(page)
      expect(await room.type('ann', 'knowledge —help')).toMatch(/needs a word more:[\s\S]*knowledge add/)
      expect(await room.type('ann', '--help')).toMatch(/What you would do next/)
      expect(await room.type('ann', 'nonsense --help')).toMatch(/`nonsense` is not a command/)
    } else {
      const values = { when: 'lunch', say: 'At noon. --help', agent: 'test' }
      expect(await room.command('ann', 'rule add', values)).toMatch(page)
    }
    expect(await house.admin.drafts.get('test', { ...terminal })).toBeUndefined()
    expect(JSON.stringify((await house.store.agents.live('test'))!.document.rules)).not.toContain('lunch')
  })
})
