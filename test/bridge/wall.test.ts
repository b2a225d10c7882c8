import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import type { Given } from '../../src/model/command.ts'
import type { Place } from '../../src/model/message.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { chatHouse } from '../support/chat-house.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

// What people of another account read is looked for in canary.test.ts; this is what they press.

const by = { author: 'slack_T0PARLEY_U0ANN', door: 'slack' } as const

/** Ann was answered in the first account, which she owns; Ben owns another one. */
async function open() {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, offer: () => ['More?'] })
  const { store, admin, inbox } = house
  await house.connect(simulator)
  await house.work()
  simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: '@Parley hello' })
  await expect.poll(() => simulator.messages('C0GENERAL').length).toBe(2)
  // It is settled a moment after it is seen.
  await expect.poll(() => store.inbox.openOf('slack', 'T0PARLEY')).toEqual([])
  await admin.roles.seed({ ...by, account })
  const turn = await store.db.query.selectFrom('turn').select('id').executeTakeFirstOrThrow()
  await admin.accounts.create({ uid: 'other', name: 'Other' }, by)
  await install(store, 'slack', 'T0OTHER', 'other')

  let events = 0
  const command = (installation: string, user: string, given: Given) =>
    inbox.command({
      eventId: `event-${++events}`,
      platform: 'slack',
      installation,
      within: [`slack:${installation}` as Place],
      conversation: `slack:${installation}`,
      author: { uid: `slack_${installation}_${user}`, id: user },
      given,
      managesPlace: async () => true,
    })
  await command('T0OTHER', 'U0BEN', { text: 'help', files: [] })
  expect((await admin.roles.list('other')).map(({ role }) => role)).toEqual(['owner'])
  const press = (installation: string, user: string) =>
    inbox.press({
      eventId: 'press',
      platform: 'slack',
      installation,
      author: { uid: `slack_${installation}_${user}`, id: user },
      place: `slack:${installation}:C0GENERAL` as Place,
      replyTo: `slack:${installation}:C0GENERAL` as Place,
      replyId: turn.id,
      index: 0,
    })
  /** What the first account is. */
  const theirs = () =>
    Promise.all(
      (['agent', 'agent_version', 'turn', 'inbox'] as const).map((name) =>
        store.db.query.selectFrom(name).selectAll().execute(),
      ),
    )
  return { store, admin, command, press, theirs }
}

describe('an owner of another account', () => {
  it('presses no button of the first one', async () => {
    const { command, press, theirs } = await open()
    const { buttons = [] } = await command('T0PARLEY', 'U0ANN', { command: 'delete', values: { agent: 'test' } })
    expect(buttons).toHaveLength(1)
    const before = await theirs()
    expect((await command('T0OTHER', 'U0BEN', { offer: buttons[0]!.offer })).text).toContain('too old')
    expect((await press('T0OTHER', 'U0BEN'))?.text).toBe('These buttons are for the person who asked.')
    expect(await theirs()).toEqual(before)
  })
})

it('a press of what was answered in an account that does not answer there any more does nothing', async () => {
  const { press, admin, store } = await open()
  await admin.approvals.refuse(await admin.approvals.get('slack', 'T0PARLEY'), by)
  expect((await press('T0PARLEY', 'U0ANN'))?.text).toContain('too old')
  expect(await store.inbox.openOf('slack', 'T0PARLEY')).toEqual([])
})
