import { describe, expect, it } from 'vitest'
import { orderKey } from '../../../src/model/key.ts'
import type { View } from '../../../src/model/view.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { ann as atConsole, guide } from '../support.ts'
import { caller, commandHouse } from './house.ts'

const here = 'slack_T0PARLEY_U0CLEO'
const there = 'discord_1200000000000000077'
const third = 'teams_7a11e500-0000-4000-8000-00000000001d_7a11e500-0000-4000-8000-0000000000c1'
const owner = { account: firstAccount, author: 'cli', door: 'cli' } as const
const keyOf = (uid: string) => orderKey(firstAccount, 'demo', uid)

async function opened() {
  const house = await commandHouse()
  await house.admin.agents.create({ agent: { id: 'demo', ...guide } }, atConsole)
  const at = (person: string, more = {}) =>
    house.as(caller('cleo', { person, door: person.slice(0, person.indexOf('_')), ...more }))
  const { store, admin } = house
  const remember = (uid: string, conversation: string, text: string) =>
    store.db.batch(store.people.rememberSteps(keyOf(uid), conversation, [{ role: 'user', text }]))
  const note = (uid: string, text: string) =>
    store.db.batch(
      store.lasting.changeSteps(keyOf(uid), '', { drop: [], add: [{ section: 'about', text, sources: [] }] }),
    )
  const set = (uid: string, values: Record<string, string>) =>
    store.db.batch(
      store.people.setSteps(
        keyOf(uid),
        Object.fromEntries(Object.entries(values).map(([name, value]) => [name, { value, writer: 'admin' as const }])),
      ),
    )
  const facts = async (uid: string) => (await store.lasting.of(keyOf(uid), '')).about.map(({ text }) => text)
  /** Up to where it is agreed to. */
  async function tell(from: string, to: string): Promise<View> {
    const code = codeIn(await at(from).say('link'))
    await at(to).press(await at(to).say(`link ${code}`), 'That is me')
    return at(from).say('link')
  }
  const link = async (from: string, to: string) => at(from).press(await tell(from, to), 'Link them')
  const uids = (uid: string) => admin.personLinks.uidsOf(firstAccount, uid)
  return { ...house, at, remember, note, set, facts, tell, link, uids }
}

const codeIn = ({ text }: View): string => /\*\*([2-9A-Z]{4}-[2-9A-Z]{4})\*\*/.exec(text)![1]!
const worksNot = /No code like that works here/

describe('a code', () => {
  it('works once, within ten minutes, in its own account, and for somebody else', async () => {
    const { at, clock, uids } = await opened()
    const first = codeIn(await at(here).say('link'))
    expect((await at(there, { account: 'other' }).say(`link ${first}`)).text).toMatch(worksNot)
    expect((await at(there).say('link ABCD-2345')).text).toMatch(worksNot)
    expect((await at(here).say(`link ${first}`)).text).toMatch(/one person already/)
    // The next one is the only one.
    const second = codeIn(await at(here).say('link'))
    expect((await at(there).say(`link ${first}`)).text).toMatch(worksNot)
    const typed = second.toLowerCase().replace('-', '')
    const asked = await at(there).say(`link ${typed}`)
    expect(asked.text).toMatch(/This code is of \*\*cleo\*\*, Slack, `slack_T0PARLEY_U0CLEO`/)
    expect(asked.isSecret).toBe(true)
    clock.now += 600_000
    expect((await at(there).press(asked, 'That is me')).text).toMatch(worksNot)
    expect((await at(there).say(`link ${second}`)).text).toMatch(worksNot)

    const last = codeIn(await at(here).say('link'))
    const [faster, slower] = [await at(there).say(`link ${last}`), await at(third).say(`link ${last}`)]
    expect((await at(there).press(faster, 'That is me')).text).toMatch(/Nothing is joined until then/)
    expect((await at(third).press(slower, 'That is me')).text).toMatch(worksNot)
    expect((await at(third).say(`link ${last}`)).text).toMatch(worksNot)
    const preview = await at(here).say('link')
    expect((await at(here).press(preview, 'Link them')).text).toMatch(/Done: you are one person/)
    expect((await at(here).press(preview, 'Link them')).text).toMatch(/done already/)
    expect((await at(third).say(`link ${last}`)).text).toMatch(worksNot)
    expect(await uids(there)).toEqual([here, there])
    expect((await at(here).say('link', [])).text).toMatch(/You are one person with `discord_1200000000000000077`/)
  })

  it('joins nobody whom its owner does not know', async () => {
    const { at, tell, uids } = await opened()
    const preview = await tell(here, there)
    expect(preview.text).toMatch(/told by \*\*cleo\*\*, Discord, `discord_1200000000000000077`/)
    expect((await at(here).press(preview, 'That is not me')).text).toMatch(/Nothing was joined/)
    expect((await at(here).press(preview, 'Link them')).text).toMatch(/works no more/)
    expect(await uids(here)).toEqual([here])
  })

  it('is told of in Japanese too, and not at the terminal', async () => {
    const { at, ann } = await opened()
    expect((await at(here, { language: 'ja' }).say('link')).text).toMatch(
      /コードは \*\*[2-9A-Z]{4}-[2-9A-Z]{4}\*\* です/,
    )
    expect((await at(here, { language: 'ja' }).say('unlink')).text).toMatch(/連携していません/)
    expect((await ann.say('unlink')).text).toMatch(/linked to no other/)
    expect((await at('cli', { door: 'cli', isOperator: true }).say('link')).text).toMatch(/use it in chat/)
  })
})

describe('what agents keep', () => {
  it('comes over, except what is known already, and is told of before', async () => {
    const { at, store, set, note, facts, remember, tell } = await opened()
    await set(here, { name: 'Cleo', lang: 'en' })
    await set(there, { name: 'Cleopatra', plan: 'gold', lang: 'en' })
    await note(here, 'Has a cat')
    await note(there, 'Has a cat')
    await note(there, 'Lives in Rome')
    await remember(there, 'discord:@me:1', 'from Discord')
    const preview = await tell(here, there)
    expect(preview.text).toMatch(/- `demo`: 3 values, 2 lines of facts and summaries, 1 remembered message/)
    expect(preview.text).toMatch(/yours here stay.*: `name`\./)
    expect(preview.text).toMatch(/Roles are not joined/)
    // Nothing is done by looking.
    expect(await store.people.state(keyOf(here))).toEqual({ name: 'Cleo', lang: 'en' })
    await at(here).press(preview, 'Link them')
    expect(await store.people.state(keyOf(here))).toEqual({ name: 'Cleo', lang: 'en', plan: 'gold' })
    expect(await store.people.state(keyOf(there))).toEqual({})
    expect(await facts(here)).toEqual(['Has a cat', 'Lives in Rome'])
    expect(await store.people.memory(keyOf(here), 'discord:@me:1', 5)).toHaveLength(1)
    expect((await at(there).say('state show --agent demo')).text).toMatch(/`name` = `Cleo`/)
    expect((await at(there).say('me')).text).toMatch(/You are one person with `slack_T0PARLEY_U0CLEO`/)

    await remember(here, 'slack:T0PARLEY:D0CLEO', 'from Slack')
    await at(there).press(await at(there).say('unlink'), 'Part them')
    expect(await store.people.state(keyOf(there))).toEqual({ name: 'Cleo', lang: 'en', plan: 'gold' })
    expect(await facts(there)).toEqual(['Has a cat', 'Lives in Rome'])
    expect(await store.people.memory(keyOf(there), 'discord:@me:1', 5)).toHaveLength(1)
    expect(await store.people.memory(keyOf(there), 'slack:T0PARLEY:D0CLEO', 5)).toEqual([])
    // Done and undone and done, nothing is there twice.
    await at(here).press(await tell(here, there), 'Link them')
    expect(await facts(here)).toEqual(['Has a cat', 'Lives in Rome'])
  })

  it('stays as it is while something of theirs is being answered', async () => {
    const { at, store, set, tell, uids } = await opened()
    await set(there, { plan: 'gold' })
    const preview = await tell(here, there)
    await store.inbox.add({
      ...{ event_id: 'open', key: keyOf(there), door: 'discord', conversation: 'discord:@me:1' },
      ...{ installation: 'x', payload: '{}' },
    })
    expect((await at(here).press(preview, 'Link them')).text).toMatch(/being answered at the moment/)
    expect(await uids(here)).toEqual([here])
    expect(await store.people.state(keyOf(there))).toEqual({ plan: 'gold' })
    await store.inbox.cancel('open', 'deleted')
    await store.db.query.updateTable('inbox').set({ status: 'done' }).execute()
    expect((await at(here).say('link')).text).toMatch(/told by/)
    expect((await at(here).press(await at(here).say('link'), 'Link them')).text).toMatch(/Done/)
  })

  it('is joined of three, and parted by the first at once', async () => {
    const { at, link, set, store, uids, admin } = await opened()
    await set(third, { plan: 'gold' })
    await link(there, third)
    expect(await uids(third)).toEqual([there, third])
    await link(here, third)
    expect(await uids(third)).toEqual([here, there, third])
    expect(await store.people.state(keyOf(here))).toEqual({ plan: 'gold' })
    const view = await at(here).say('unlink')
    expect(view.text).toContain(there)
    expect(view.text).toContain(third)
    const twice = await Promise.all([1, 2].map(() => at(here).press(view, 'Part them', 'the-same-press')))
    expect(twice.filter(({ text }) => /a person of their own again/.test(text))).toHaveLength(1)
    for (const uid of [here, there, third]) {
      expect(await uids(uid)).toEqual([uid])
      expect(await store.people.state(keyOf(uid))).toEqual({ plan: 'gold' })
    }
    const rows = await admin.audit.list(firstAccount, { limit: 10 })
    expect(rows.filter(({ action }) => action === 'person.unlink')).toHaveLength(2)
    expect(rows.filter(({ action }) => action === 'person.link')).toHaveLength(2)
  })
})

describe('what is done at the same moment', () => {
  it('makes nothing of a link while somebody answers them, or has since it was looked at', async () => {
    const { at, store, set, tell, uids, clock } = await opened()
    const take = () => store.leases.take({ key: keyOf(there), holder: 'x', now: clock.now, until: clock.now + 9_000 })
    const preview = await tell(here, there)
    const epoch = await take()
    expect((await at(here).press(preview, 'Link them')).text).toMatch(/being answered at the moment/)
    await store.leases.release(keyOf(there), epoch!, clock.now)

    const steps = await store.personLinks.joinSteps(firstAccount, { person: here, uid: there, most: 10 })
    // A whole turn goes by before the link is written.
    await store.leases.release(keyOf(there), (await take())!, clock.now)
    await set(there, { plan: 'gold' })
    expect(await store.db.batch(steps)).toBe(false)
    expect(await uids(here)).toEqual([here])

    expect((await at(here).press(await at(here).say('link'), 'Link them')).text).toMatch(/Done/)
    expect(await store.people.state(keyOf(here))).toEqual({ plan: 'gold' })
    // Whoever had begun under the old key commits nothing.
    expect(await store.db.batch([store.leases.checkStep(keyOf(there), epoch!, clock.now, clock.now + 1)])).toBe(false)
  })

  it('joins ten at most, and makes one link of a button that is pressed twice at once', async () => {
    const { at, link, tell, uids } = await opened()
    const others = Array.from({ length: 10 }, (_, i) => `slack_T0PARLEY_U0CLEO${i}`)
    for (const other of others.slice(0, 8)) await link(here, other)
    const preview = await tell(here, others[8]!)
    const twice = await Promise.all(['one', 'two'].map((nonce) => at(here).press(preview, 'Link them', nonce)))
    expect(twice.filter(({ text }) => /Done/.test(text))).toHaveLength(1)
    expect(await uids(here)).toHaveLength(10)
    const code = codeIn(await at(here).say('link'))
    expect((await at(others[9]!).say(`link ${code}`)).text).toMatch(/10 accounts/)
    // Nor by way of one of them, or from the other side.
    const theirs = codeIn(await at(others[9]!).say('link'))
    expect((await at(others[0]!).say(`link ${theirs}`)).text).toMatch(/10 accounts/)
    expect(await uids(here)).toHaveLength(10)
  })
})

describe('what owners and people have said', () => {
  it('holds for both: blocks, limits of their own, and that nothing is to be kept', async () => {
    const { at, admin, link, store, uids } = await opened()
    const budget = { scope: 'person', unit: 'answers', period: 'day' } as const
    const limit = (subject: string, most: number) =>
      store.db.batch([store.budgets.setStep(firstAccount, { ...budget, subject, most }, 'cli')])
    await limit(here, 20)
    await limit(there, 5)
    await at(there).press(await at(there).say('me'), 'Pause')
    await link(here, there)
    const most = (await store.budgets.of(firstAccount)).find(({ subject }) => subject === here)?.most
    expect(most).toBe(5)
    expect(await store.personPauses.has(firstAccount, here)).toBe(true)
    await at(here).press(await at(here).say('me'), 'Resume')
    expect(await store.personPauses.has(firstAccount, there)).toBe(false)

    await admin.roles.set(there, 'blocked', undefined, owner)
    expect(await store.roles.isBlocked(firstAccount, here)).toBe(true)
    // Nobody gets rid of it by parting.
    const view = await at(here).say('unlink')
    expect((await at(here).press(view, 'Part them')).text).toMatch(/an owner has blocked/)
    expect(await uids(here)).toEqual([here, there])
  })

  it('keeps whoever is blocked from becoming somebody else', async () => {
    const { at, admin, tell, uids } = await opened()
    const preview = await tell(here, there)
    await admin.roles.set(there, 'blocked', undefined, owner)
    expect((await at(here).press(preview, 'Link them')).text).toMatch(worksNot)
    expect(await uids(here)).toEqual([here])
  })
})

it('whoever has a role reads its name in their language', async () => {
  const { as } = await commandHouse()
  expect((await as(caller('ann', { language: 'ja' })).say('me')).text).toContain('あなたはここでオーナーです。')
  expect((await as(caller('ann')).say('me')).text).toContain('You are owner here;')
})
