import { expect, it } from 'vitest'
import type { LinkCode } from '../../src/store/person-links.ts'
import { openHouse } from './support.ts'

const account = 'default'
const by = { account, author: 'cli', door: 'cli' } as const

async function open() {
  const { admin, store } = await openHouse()
  const { personLinks } = admin
  /** A code of the first that the second has told. */
  async function told(first: string, second: string): Promise<LinkCode> {
    const drawn = await personLinks.offer(account, { uid: first, name: null })
    const { hash } = await personLinks.offered(account, drawn, second)
    await personLinks.tell(account, hash, { uid: second, name: null })
    return (await personLinks.shown(account, first))!
  }
  const join = (code: LinkCode) => personLinks.join(code, by)
  const rows = () => store.db.query.selectFrom('person_link').select(['uid', 'person']).orderBy('uid').execute()
  return { personLinks, told, join, rows }
}

const [ann, ann2, ben] = ['slack_T_U1', 'discord_1', 'teams_t_1']

it('two who join each other at once are one person, kept under one of them', async () => {
  const { told, join, rows, personLinks } = await open()
  const [there, back] = [await told(ann, ann2), await told(ann2, ann)]
  const ends = await Promise.allSettled([join(there), join(back)])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await rows()).toHaveLength(1)
  const all = await personLinks.uidsOf(account, ann)
  expect(all.toSorted()).toEqual([ann, ann2].toSorted())
  expect(await personLinks.uidsOf(account, ann2)).toEqual(all)
})

it('of three who join in a ring at once nobody is an alias of an alias', async () => {
  const { told, join, rows } = await open()
  const codes = [await told(ann, ann2), await told(ann2, ben), await told(ben, ann)]
  await Promise.allSettled(codes.map(join))
  const links = await rows()
  const aliases = new Set(links.map(({ uid }) => uid))
  expect(links.filter(({ uid, person }) => uid === person || aliases.has(person))).toEqual([])
})

it('ten accounts are one person at most, also where the last two come at once', async () => {
  const { told, join, personLinks } = await open()
  for (let n = 1; n < 9; n++) await join(await told(ann, `slack_T_A${n}`))
  expect(await personLinks.uidsOf(account, ann)).toHaveLength(9)
  const [one, two] = [await told(ann, 'slack_T_B1'), await told('slack_T_B2', ann)]
  const ends = await Promise.allSettled([join(one), join(two)])
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const [person] = await personLinks.uidsOf(account, ann)
  expect(await personLinks.uidsOf(account, person!)).toHaveLength(10)
  await expect(told(ann, 'slack_T_C1')).rejects.toMatchObject({ code: 'too_many_links', status: 409 })
})
