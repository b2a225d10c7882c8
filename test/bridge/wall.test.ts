import { describe, expect, it, onTestFinished } from 'vitest'
import { createSlackSimulator } from '../../console/stand-ins/slack/index.ts'
import { writtenBy } from '../../src/lib/person-state.ts'
import type { Given } from '../../src/model/command.ts'
import { commandTable } from '../../src/model/commands.ts'
import { orderKey } from '../../src/model/key.ts'
import type { MessageRef, Place } from '../../src/model/message.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { valuesFor } from '../admin/commands/matrix.ts'
import { chatHouse } from '../support/chat-house.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const canary = 'CANARY'
const ann = 'slack_T0PARLEY_U0ANN'
const by = { author: ann, door: 'slack' } as const
const actor = { ...by, account }

/** The first account, with a canary in everything that can be asked for, and another one, which Ben owns. */
async function open() {
  const simulator = createSlackSimulator({ limits: { retryDelaysMs: [], enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, offer: () => [`${canary}?`] })
  const { store, admin, inbox } = house
  await house.connect(simulator)
  await house.work()
  simulator.say({ user: 'U0ANN', channel: 'C0GENERAL', text: `@Parley ${canary}` })
  await expect.poll(() => simulator.messages('C0GENERAL').length).toBe(2)
  await admin.roles.seed(actor)
  await admin.roles.set(`slack_T0PARLEY_U0${canary}`, 'admin', undefined, actor)
  const trigger = { triggerType: 0, condition: 0 }
  const hook = { name: 'bird', method: 'POST', url: `https://example.com/${canary}`, trigger }
  await admin.agents.update({ agent: { id: 'test', displayName: canary }, webhooks: [hook] }, actor)
  await store.db.batch(store.people.setSteps(orderKey(account, 'test', ann), writtenBy('caller', { bird: canary })))
  await admin.keys.issue({ account, kind: 'conversation', name: canary }, actor)
  const [key] = await admin.keys.list(account)
  const turn = await store.db.query.selectFrom('turn').select(['id', 'committed_at']).executeTakeFirstOrThrow()
  const said = { key: orderKey(account, 'test', ann), conversation: 'slack:T0PARLEY:C0GENERAL', role: 'user' as const }
  await store.db.query
    .insertInto('memory')
    .values({ ...said, text: canary, at: turn.committed_at! })
    .execute()
  const part = await store.db.query.selectFrom('part').select('ref').executeTakeFirstOrThrow()

  await admin.accounts.create({ uid: 'other', name: 'Other' }, by)
  await install(store, 'slack', 'T0OTHER', 'other')
  let events = 0
  const ben = (given: Given, about?: MessageRef) =>
    inbox.command({
      eventId: `event-${++events}`,
      platform: 'slack',
      installation: 'T0OTHER',
      within: ['slack:T0OTHER:C0OTHER' as Place, 'slack:T0OTHER' as Place],
      conversation: 'slack:T0OTHER:C0OTHER',
      author: { uid: 'slack_T0OTHER_U0BEN', id: 'U0BEN' },
      given,
      ...(about && { about }),
      managesPlace: async () => true,
    })
  await ben({ text: 'help', files: [] })
  expect((await admin.roles.list('other')).map(({ role }) => role)).toEqual(['owner'])
  /** What belongs to the first account, as it is. */
  const theirs = async () => {
    const tables = ['agent', 'agent_version', 'api_key', 'role', 'audit', 'user_state', 'draft', 'turn'] as const
    const rows = await Promise.all(tables.map((name) => store.db.query.selectFrom(name).selectAll().execute()))
    return rows
      .flat()
      .filter((row) => JSON.stringify(row).includes(canary) || ('account' in row && row.account === account))
  }
  return { ...house, ben, key: key!.id, turn: turn.id, ref: part.ref as MessageRef, theirs }
}

describe('an owner of another account', () => {
  it('is told nothing of the first one by any command, and changes nothing there', async () => {
    const { ben, key, turn, ref, theirs } = await open()
    const before = await theirs()
    let used = 0
    for (const { name } of commandTable) {
      const values: Record<string, string> = {
        ...valuesFor(name, ann),
        agent: 'test',
        key: name === 'key revoke' ? key : 'bird',
        turn,
        person: ann,
        installation: 'T0PARLEY',
        source: 'bird',
        webhook: 'bird',
      }
      for (const about of [undefined, ref]) {
        const told = JSON.stringify(await ben({ command: name, values: onlyOf(name, values) }, about))
        expect(told, name).not.toContain(canary)
        used++
      }
    }
    expect(used).toBeGreaterThan(80)
    expect(await theirs()).toEqual(before)
  })

  it('is offered nothing of it while typing', async () => {
    const { inbox } = await open()
    const author = { uid: 'slack_T0OTHER_U0BEN', id: 'U0BEN' }
    const where = { platform: 'slack', installation: 'T0OTHER', within: ['slack:T0OTHER' as Place], author } as const
    for (const { name, parameters } of commandTable) {
      for (const { name: parameter } of parameters) {
        const typing = { ...where, command: name, parameter, typed: '', values: { agent: 'test' } }
        const choices = JSON.stringify(await inbox.complete(typing))
        expect(choices, `${name} ${parameter}`).not.toContain(canary)
        expect(choices).not.toContain('T0PARLEY')
      }
    }
  })

  it('presses no button of it', async () => {
    const { ben, inbox, theirs, turn } = await open()
    const call = (given: Given) =>
      inbox.command({
        eventId: 'annlist',
        platform: 'slack',
        installation: 'T0PARLEY',
        within: ['slack:T0PARLEY' as Place],
        conversation: 'slack:T0PARLEY',
        author: { uid: ann, id: 'U0ANN' },
        given,
        managesPlace: async () => true,
      })
    const { buttons = [] } = await call({ command: 'delete', values: { agent: 'test' } })
    expect(buttons).toHaveLength(1)
    const before = await theirs()
    expect((await ben({ offer: buttons[0]!.offer })).text).toContain('too old')
    const press = {
      eventId: 'press',
      platform: 'slack',
      installation: 'T0OTHER',
      author: { uid: 'slack_T0OTHER_U0BEN', id: 'U0BEN' },
      place: 'slack:T0OTHER:C0OTHER' as Place,
      replyTo: 'slack:T0OTHER:C0OTHER' as Place,
      replyId: turn,
      index: 0,
    } as const
    expect((await inbox.press(press))?.text).toBe('These buttons are for the person who asked.')
    expect(await theirs()).toEqual(before)
  })
})

/** What a command takes, of these. */
function onlyOf(command: string, values: Record<string, string>): Record<string, string> {
  const { parameters } = commandTable.find(({ name }) => name === command)!
  return Object.fromEntries(
    parameters.flatMap(({ name }) => (values[name] === undefined ? [] : [[name, values[name]]])),
  )
}

it('a press of what was answered in an account that does not answer there any more does nothing', async () => {
  const { inbox, admin, store, turn } = await open()
  const press = {
    eventId: 'press',
    platform: 'slack',
    installation: 'T0PARLEY',
    author: { uid: ann, id: 'U0ANN' },
    place: 'slack:T0PARLEY:C0GENERAL' as Place,
    replyTo: 'slack:T0PARLEY:C0GENERAL' as Place,
    replyId: turn,
    index: 0,
  } as const
  await admin.approvals.refuse(await admin.approvals.get('slack', 'T0PARLEY'), by)
  expect((await inbox.press(press))?.text).toContain('too old')
  expect(await store.inbox.openOf('slack', 'T0PARLEY')).toEqual([])
})
