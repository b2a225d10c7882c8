import { describe, expect, it } from 'vitest'
import { rooms } from '../support/rooms.ts'
import { trackerHouse } from '../support/tracker-house.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const
const limit = { most: '1.50', unit: 'money', period: 'day', whose: 'tool', which: 'create_issue' }

describe.each(rooms)('in $name', ({ open }) => {
  it('a tool that costs something is called as often as its limit has room for, and then its person hears why not', async () => {
    const { house, tracker } = await trackerHouse({ create_issue: { policy: 'auto', price: 1 } })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await house.work()
    expect(await room.command('ann', 'limit', limit)).toMatch(
      /From now on the tool `create_issue` may use 1\.50 USD a day\./,
    )
    const heard = (text: string) => expect.poll(() => room.alone('ben').join('\n'), { interval: 5 }).toContain(text)
    await room.tell('ben', 'the printer is on fire')
    await heard('The tracker said {"issue":7}')
    await room.tell('ben', 'the printer is on fire again')
    await heard('What may be spent on that tool is used up for now.')
    expect(tracker.received).toHaveLength(1)
    expect(await room.command('ann', 'limit', {})).toMatch(
      /the tool `create_issue`: 1\.50 USD a day; 1\.00 USD used by now/,
    )
    expect(await room.command('ann', 'cost', {})).toMatch(/tool:create\\?_issue: 1\.00 USD, 1 call/)
    // Why that was so is kept with the turn.
    const turns = await house.store.db.query.selectFrom('turn').select('trace').orderBy('id').execute()
    expect(JSON.parse(turns.at(-1)!.trace!).tools).toMatchObject([{ name: 'create_issue', outcome: 'over budget' }])
  })

  it('a limit that a tool could never reach is refused, with what is missing', async () => {
    const { house } = await trackerHouse({ create_issue: { policy: 'auto' } })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    expect(await room.command('ann', 'limit', limit)).toContain('Nobody has said what a call of create_issue costs')
    expect(await room.command('ann', 'limit', { ...limit, unit: 'answers', most: '3' })).toContain(
      'A limit of a tool is in money.',
    )
  })
})
