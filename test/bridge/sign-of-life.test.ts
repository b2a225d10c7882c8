import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { everywhere } from '../../src/store/pauses.ts'
import { chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { openKeys } from '../support/open-keys.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.each(rooms)('in $name, a sign of life', ({ open }) => {
  async function start(options: Partial<HouseOptions> = {}) {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
    // That a message was looked at, which is when it is told, or not.
    const looked = vi.spyOn(house.store.inbox, 'waiting')
    const room = await open(house)
    const settled = () => expect.poll(async () => (await openKeys(house.store)).length).toBe(0)
    return { ...house, room, looked, settled }
  }
  const waits = { Slack: 'は前のご質問の後にお答えします…', other: 'types' }
  const thinks = { Slack: 'is thinking…', other: 'types' }
  const as = (line: { Slack: string; other: string }, platform: string) =>
    platform === 'slack' ? line.Slack : line.other

  it('comes when a message is kept, before anybody begins with it, and ends with its answer', async () => {
    const { room, work, settled } = await start()
    await room.call('ben', 'hello')
    await expect.poll(room.signs).toEqual([as(thinks, room.platform)])
    await work()
    await expect.poll(room.posts).toEqual([expect.stringContaining('re: hello')])
    await settled()
    await expect.poll(room.isBusy).toBe(false)
  })

  it('comes for a question whose person still waits for the answer to another one', async () => {
    const over = Promise.withResolvers<void>()
    async function* speak({ utterance }: { utterance: string }) {
      if (utterance !== 'one') return
      yield 'The first sentence of it is here.'
      await over.promise
    }
    const { room, work, settled, utterances } = await start({ speak })
    await work()
    await room.call('ben', 'one')
    await expect.poll(room.posts).toEqual([expect.stringContaining('The first sentence')])
    const before = room.signs().length
    await room.call('ben', 'つぎは？')
    await expect.poll(() => room.signs().slice(before)).toContain(as(waits, room.platform))
    expect(utterances()).toEqual(['one'])
    over.resolve()
    await expect.poll(() => room.posts().join()).toContain('re: つぎは？')
    await settled()
    await expect.poll(room.isBusy).toBe(false)
  })

  it('does not come while all is paused', async () => {
    const { room, store, looked, work, settled } = await start()
    await work()
    await store.db.batch([store.pauses.beginStep(everywhere, 'cli', null)])
    await room.call('ben', 'hello')
    await expect.poll(() => looked.mock.settledResults.length).toBeGreaterThan(0)
    await expect.poll(() => room.alone('ben')).toEqual([expect.stringMatching(/paused/)])
    expect(room.signs()).toEqual([])
    await store.db.batch(store.pauses.endSteps(everywhere))
    await settled()
    // What was never told is not taken back.
    const [ends, begins] = [true, false].map((isEnd) => room.signs().filter((sign) => (sign === '') === isEnd))
    expect(ends!.length).toBeLessThanOrEqual(begins!.length)
  })
})
