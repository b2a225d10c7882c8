import { describe, expect, it, onTestFinished } from 'vitest'
import { firstAccount } from '../../src/store/accounts.ts'
import type { Binding } from '../../src/store/places.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { someDay } from '../support/moments.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: firstAccount, author: 'cli', door: 'cli' } as const

/** A house with two agents, `test` by default, and a room of one platform. Ann owns it; Ben is admin of `second`. */
async function houseWith(open: (house: ChatHouse) => Promise<Room>) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  const { store, admin } = house
  const document = minimalAgent()
  document.agent.displayName = 'Second'
  document.webhooks.push({
    name: 'log',
    method: 'POST',
    url: 'https://hooks.example.com/log',
    trigger: { triggerType: 0, condition: 0 },
  })
  await store.db.batch(store.agents.createSteps({ id: 'second', account: firstAccount, document, author: 'test' }))
  const room = await open(house)
  await admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await admin.roles.set(room.uid('ben'), 'admin', 'second', terminal)
  await house.work()
  const quiet = () => expect.poll(async () => (await openKeys(store)).length, { interval: 5 }).toBe(0)
  const isTold = () => expect.poll(async () => (await store.listening.fresh(room.channel))?.state).toBe('told')
  /** In the channel, to nobody; until the words were heard. */
  async function heard(words: string): Promise<void> {
    await room.say('ann', words)
    await expect.poll(house.utterances).toContain(words)
    await quiet()
  }
  return { ...house, room, heard, isTold }
}

async function bind(
  { store }: Pick<ChatHouse, 'store'>,
  place: string,
  agent: string,
  mode: Binding['mode'],
  bound_by?: string,
) {
  await store.db.batch([
    store.places.bindStep({ place, account: firstAccount, agent, mode, bound_by: bound_by ?? null }),
  ])
}

const begins = (name: string) => new RegExp(`From now on \\*{0,2}${name}\\*{0,2} hears everything`)
const ends = (name: string) => new RegExp(`${name}\\*{0,2} does not listen in this channel any more`)
const matching = (texts: string[], pattern: RegExp) => texts.filter((text) => pattern.test(text)).length

describe.each(rooms)('in $name', ({ open }) => {
  it('the admin of one agent cannot have it listen, neither in the workspace nor in a channel', async () => {
    const { room, store, utterances } = await houseWith(open)
    for (const values of [
      { mode: 'listen', where: 'workspace' },
      { where: 'workspace' },
      { mode: 'listen' },
      { mode: 'all' },
    ]) {
      const read = await room.command('ben', 'use', { agent: 'second', ...values })
      expect(read).toMatch(/admins? of all agents/)
      // Whom to ask, and what they would have to say.
      expect(read).toMatch(/Ask an admin: .+\./)
      expect(read).toContain(`role${room.platform === 'discord' ? '-' : ' '}add @${room.uid('ben')} admin`)
    }
    await room.say('ann', 'the merger is on Friday')
    await room.call('ann', 'hello')
    await expect.poll(utterances).toEqual(['hello'])
    expect(await store.places.bindings(firstAccount)).toEqual([])
    expect(await store.listening.all()).toEqual(new Map())
    expect(matching(room.posts(), /hears everything/)).toBe(0)
  })

  it('the channel reads that something listens before it is heard, and that it does not any more', async () => {
    const { room, heard, utterances, isTold } = await houseWith(open)
    expect(await room.command('ann', 'use', { agent: 'second', mode: 'listen' })).toMatch(
      /Everybody in the channel is told/,
    )
    await expect.poll(() => matching(room.posts(), begins('Second'))).toBe(1)
    await isTold()
    await heard('lunch is at noon')
    await heard('or at one')
    for (const read of [await room.command('ann', 'list'), await room.command('ann', 'show', { agent: 'second' })]) {
      expect(read).toContain(`${room.channel}`)
      expect(read).toMatch(new RegExp(`since (?:${someDay.source}), by `))
      expect(read).toMatch(/1 channel was told; webhooks send the words to `?hooks\.example\.com/)
    }
    await room.command('ann', 'unuse')
    await expect.poll(() => matching(room.posts(), ends('Second'))).toBe(1)
    await room.say('ann', 'this is nobody’s business')
    await room.call('ann', 'hello')
    await expect.poll(utterances).toEqual(['lunch is at noon', 'or at one', 'hello'])
    expect(matching(room.posts(), begins('Second'))).toBe(1)
  })

  it('a binding from before, or of the whole workspace, hears a channel only after it was told there, once', async () => {
    const { room, store, heard, utterances, isTold } = await houseWith(open)
    await bind({ store }, room.workspace, 'second', 'listen')
    await room.say('ann', 'nobody has told us')
    await expect.poll(() => matching(room.posts(), begins('Second'))).toBe(1)
    await isTold()
    await heard('now we know')
    await heard('and speak')
    expect(utterances()).toEqual(['now we know', 'and speak'])
    expect(matching(room.posts(), begins('Second'))).toBe(1)
  })

  it('where it cannot be told it is not heard, and whoever bound it hears that alone', async () => {
    const { room, store, heard, utterances, isTold } = await houseWith(open)
    room.refuse()
    await bind({ store }, room.workspace, 'second', 'listen', room.uid('ann'))
    await room.say('ann', 'hello?')
    await expect.poll(async () => (await store.listening.fresh(room.channel))?.state).toBe('refused')
    await expect.poll(() => matching(room.alone('ann'), /I could not post in/)).toBe(1)
    await room.say('ann', 'can it hear us?')
    await room.call('ann', 'hello')
    await expect.poll(utterances).toEqual(['hello'])
    expect(matching(room.posts(), begins('Second'))).toBe(0)
    room.allow()
    // As if that had been long ago.
    await store.db.query.updateTable('listening').set({ at: 0 }).execute()
    await room.say('ann', 'once more')
    await expect.poll(() => matching(room.posts(), begins('Second'))).toBe(1)
    await isTold()
    await heard('now it hears')
    expect(utterances()).toEqual(['hello', 'now it hears'])
  })
})
