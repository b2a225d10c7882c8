import { expect, it, onTestFinished, vi } from 'vitest'
import { createUnkept } from '../../src/bridge/unkept.ts'
import type { Binding } from '../../src/store/places.ts'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const told: [mode: Binding['mode'], texts: string[]][] = [
  ['mention', ['called']],
  ['all', ['called', 'not called']],
]

it.each(rooms.flatMap(({ name, open }) => told.map(([mode, texts]) => ({ name, open, mode, texts }))))(
  'in $name, in a channel bound by $mode, what cannot be kept is told to whoever would have been answered',
  async ({ open, mode, texts }) => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, channelMode: mode })
    const { message, isAsked } = house.inbox
    const noted: string[] = []
    let saying = ''
    const notify = async () => {
      noted.push(saying)
      return { ok: {} }
    }
    let looked = 0
    const { byEvent } = house.store.inbox
    const inbox = { ...house.store.inbox, byEvent: (id: string) => byEvent(id).finally(() => looked++) }
    const unkept = createUnkept({
      ...{ store: { inbox }, log: house.log, now: Date.now, isAsked },
      channelOf: () => ({ notify }) as never,
    })
    let isFull = false
    // Nobody waits here until it is offered again in vain.
    const later = setTimeout
    vi.spyOn(globalThis, 'setTimeout').mockImplementation(((act: () => void, ms: number, ...more: []) =>
      later(act, isFull && ms === 4000 ? 0 : ms, ...more)) as never)
    house.inbox.message = unkept.watching(async (told) => {
      if (!isFull) return message(told)
      throw new Error('the disk is full')
    })
    const room = await open(house)
    await house.work()
    if (mode === 'all') {
      await room.say('ann', 'good morning')
      await expect.poll(async () => (await house.store.listening.at(room.channel))?.state).toBe('told')
    }
    isFull = true
    async function unheard(text: string, say: () => Promise<unknown>): Promise<void> {
      saying = text
      const before = looked
      // Some adapters wait until it is kept.
      void say()
      await expect.poll(() => looked).toBeGreaterThan(before)
    }
    await unheard('called', () => room.call('ben', 'hello'))
    await expect.poll(() => noted).toContain('called')
    // Without being called, once in a while.
    for (const text of ['not called', 'and again']) {
      await unheard(text, () => room.say('ben', text))
      await expect.poll(() => [...new Set(noted)]).toEqual(texts)
    }
  },
)
