import { describe, expect, it, onTestFinished } from 'vitest'
import { story } from '../../src/admin/story.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { traces } from '../../src/store/traces.ts'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

describe.each(rooms)('a place of $name that refuses an answer', ({ open }) => {
  it('is left alone: whoever asks is told alone, and admins see which it is', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, {
      account: firstAccount,
      author: 'cli',
      door: 'cli',
    })
    await house.work()
    const settled = (count: number) =>
      expect
        .poll(() => house.store.db.query.selectFrom('turn').select('id').where('status', '=', 'delivered').execute())
        .toHaveLength(count)
    const notes = (who: 'ann' | 'ben') => room.alone(who).filter((text) => text.includes('for you alone'))

    room.refuse()
    await room.call('ben', 'one')
    await settled(1)
    // It would pass by now, but nobody knows.
    await room.call('ann', 'two')
    await settled(2)
    expect(room.posts()).toEqual([])
    expect(notes('ben')).toEqual([expect.stringMatching(/re: one\s*$/)])
    expect(notes('ann')).toEqual([expect.stringMatching(/re: two\s*$/)])

    const counted = await house.metrics.metrics()
    expect(counted).toContain(`parley_deliveries_total{platform="${room.platform}",end="alone"} 2`)
    expect(counted).toContain(`parley_refusing_places{platform="${room.platform}"} 1`)
    const [place] = await house.store.refusals.list()
    expect(place).toMatchObject({ place: room.channel, code: 'forbidden', count: 1 })
    await expect.poll(house.store.refusedCalls.last).toMatchObject([
      {
        platform: room.platform,
        place: expect.stringMatching(/./),
        code: 'forbidden',
        detail: place!.detail,
        count: 1,
      },
    ])
    const listed = await room.command('ann', 'list')
    expect(listed).toMatch(/may not write in these places/)
    expect(listed).toContain(place!.place)

    const { id } = (await house.store.db.query.selectFrom('turn').select('id').executeTakeFirst())!
    const turn = (await traces(house.store.db).byId(id))!
    expect(turn.interrupted).toBe('undelivered')
    expect(story(turn, [], 'en').join('\n')).toMatch(
      /would not have it \(forbidden: .+\), so the person was told alone/,
    )
    expect(story(turn, [], 'ja').join('\n')).toMatch(/本人だけに伝えました/)
  })
})
