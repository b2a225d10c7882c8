import { expect, it } from 'vitest'
import { firstAccount } from '../../../src/store/accounts.ts'
import { installationsOf } from '../../support/installing.ts'
import { caller, commandHouse, uid } from './house.ts'

/** Ann owns the first account, whose own workspace is there; the others are strangers’. */
async function open(strangers: readonly string[] = ['T0ACME']) {
  const house = await commandHouse()
  const slack = installationsOf(house, 'slack')
  await slack.add({ id: 'T0PARLEY', name: 'HQ', own: 'first' })
  for (const id of strangers) {
    house.clock.now += 1000
    await slack.add({ id, name: id.slice(2), own: 'first' })
  }
  const status = async (id: string) => (await house.store.places.standingOf('slack', id))?.status
  return { ...house, slack, status }
}

const labels = (view: { buttons?: readonly { label: string }[] }) => view.buttons?.map(({ label }) => label)

it('one that waits is decided where it is listed', async () => {
  const { ann, status } = await open()
  const list = await ann.say('installations')
  expect(list.text).toMatch(
    /^1 waits for approval.*\n- \*\*ACME\*\* Slack `T0ACME` · ⏳ .*\n- \*\*HQ\*\* Slack `T0PARLEY` · ✅/,
  )
  expect(labels(list)).toEqual(['Approve', 'Account …', 'Refuse'])
  const approved = await ann.press(list, 'Approve')
  expect(approved.text).toMatch(/ACME.* is approved: account `default`.*was written there before is not/)
  expect(await status('T0ACME')).toBe('approved')
  expect((await ann.press(list, 'Approve')).text).toMatch(/done already/i)
  // What was seen there is no more.
  expect((await ann.press(list, 'Refuse')).text).toMatch(/Somebody else has decided/)
  expect(await status('T0ACME')).toBe('approved')

  const refused = await ann.press(approved, 'Refuse')
  expect(refused.text).toMatch(/is refused: nobody is answered there/)
  expect(await status('T0ACME')).toBe('refused')
  expect(labels(await ann.say('installations T0ACME'))).toEqual(['Approve', 'Account …'])
  await ann.press(refused, 'Approve')
  expect(await status('T0ACME')).toBe('approved')
})

it('several that wait are opened one by one', async () => {
  const { ann, status } = await open(['T0B', 'T0C', 'T0D', 'T0E', 'T0F', 'T0G', 'T0H'])
  const list = await ann.say('installations')
  expect(list.text).toMatch(/^7 wait for approval/)
  expect(labels(list)).toEqual(['H', 'G', 'F', 'E', 'D'])
  const one = await ann.press(list, 'G')
  expect(labels(one)).toEqual(['Approve', 'Account …', 'Refuse'])
  await ann.press(one, 'Refuse')
  expect(await status('T0G')).toBe('refused')
  // By what its people call it, too.
  expect((await ann.say('installations g')).text).toMatch(/`T0G` · ⛔ refused by <@slack_T0PARLEY_U0ANN>/)
  expect((await ann.complete('installations', 'installation', 'T0C')).map(({ value }) => value)).toEqual(['T0C'])
})

it('the account is chosen in a form: one that is there, or a new one', async () => {
  const { ann, store, admin } = await open(['T0B', 'T0C'])
  const choose = async (id: string, account: string) => {
    const form = await ann.press(await ann.say(`installations ${id}`), 'Account …')
    const field = form.form!.sections[0]!.fields[0]!
    expect(field).toMatchObject({ kind: 'choice', value: firstAccount })
    return ann.send(form, { account })
  }
  expect((await choose('T0B', 'other')).text).toContain('account `other`')
  expect((await choose('T0C', '+')).text).toMatch(/account `slack-T0C`.*becomes the owner of that account/)
  expect(await store.places.accountOf('slack', 'T0B')).toBe('other')
  expect((await admin.agents.list({ account: 'slack-T0C', author: 'x', door: 'cli' })).length).toBe(1)
  expect((await choose('T0C', 'nobody')).text).toMatch(/no account/)
})

it('owners of other accounts see what is theirs, and decide nothing', async () => {
  const { as, ann, admin } = await open(['T0B', 'T0C'])
  await admin.roles.seed({ account: 'other', author: uid('ben'), door: 'slack' })
  const [waits] = await admin.approvals.list()
  const ben = as(caller('ben', { account: 'other' }))
  expect((await ben.say('installations')).text).toBe('Nobody has installed the app.')
  await admin.approvals.approve(waits!, { account: 'other' }, { author: 'cli', door: 'cli' })
  const list = await ben.say('installations')
  expect(list.text).toContain(`\`${waits!.id}\``)
  expect(list.text).not.toMatch(/T0PARLEY|T0B/)
  expect(list.buttons).toBeUndefined()
  expect((await ben.say('installations T0B')).text).toMatch(/Nobody has installed/)
  expect((await ben.say('list')).text).not.toContain('wait')
  // Nor by the button of somebody else's list.
  const { buttons } = await ann.say('installations')
  const pressed = await ben.press({ text: '', buttons: buttons! }, 'Approve')
  expect(pressed.text).toMatch(/too old/)
  // An admin who is no owner is not told either.
  await admin.roles.set(uid('cleo'), 'admin', undefined, { account: firstAccount, author: 'cli', door: 'cli' })
  expect((await as(caller('cleo')).say('list')).text).not.toContain('wait')
  expect((await ann.say('list')).text).toContain('1 installation waits for approval: `/agent installations`')
})
