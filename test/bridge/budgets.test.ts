import { describe, expect, it, onTestFinished } from 'vitest'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { createShiftingClock } from '../support/shifting-clock.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const
const minute = 60_000

describe.each(rooms)('in $name', ({ open }) => {
  it('a limit that an owner sets holds for the others, who hear when it goes on', async () => {
    const { now, shift } = createShiftingClock()
    // So that the test does not begin at the end of a minute.
    shift(minute - (now() % minute))
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, now })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await house.work()
    const answered = (text: string) => expect.poll(room.posts).toContainEqual(expect.stringContaining(`re: ${text}`))

    expect(await room.command('ben', 'limit', {})).toMatch(/is for admins/)
    expect(await room.command('ann', 'limit', {})).toMatch(/There are no limits/)
    const limit = { most: '1', unit: 'answers', period: 'minute', whose: 'person' }
    expect(await room.command('ann', 'limit', limit)).toMatch(/From now on each person may use 1 answer a minute/)
    await room.call('ben', 'one')
    await answered('one')
    await room.call('ben', 'two')
    const refused = /^What you may use of me is used up for now. I can answer again in \d+ seconds\.$/
    await expect.poll(room.posts).toContainEqual(expect.stringMatching(refused))
    for (const text of ['three', 'four']) await room.call('ann', text)
    await answered('four')
    expect(house.utterances()).not.toContain('two')
    expect(await room.command('ann', 'limit', {})).toMatch(/each person: 1 answer a minute/)

    shift(minute)
    await room.call('ben', 'five')
    await answered('five')
    expect(await room.command('ann', 'limit', { ...limit, most: 'none' })).toMatch(
      /limit a minute of each person is gone/,
    )
    await room.call('ben', 'six')
    await answered('six')
  })

  it('owners are told once when a limit is nearly used, and once when it is', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await house.work()
    await room.command('ann', 'limit', { most: '5', unit: 'answers', period: 'month', whose: 'person' })
    const near = () => room.alone('ann').filter((text) => /are used/.test(text))
    for (const text of ['one', 'two', 'three', 'four', 'five', 'six', 'seven']) {
      await room.call('ben', text)
      await expect
        .poll(() => room.posts().length)
        .toBeGreaterThan(['one', 'two', 'three', 'four', 'five', 'six', 'seven'].indexOf(text))
    }
    await expect
      .poll(near)
      .toEqual([
        expect.stringMatching(/4 answers of 5 answers a month are used/),
        expect.stringMatching(/5 answers of 5/),
      ])
  })
})
