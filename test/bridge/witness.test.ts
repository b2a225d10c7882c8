import { expect, it, onTestFinished } from 'vitest'
import { createOwnerNotes } from '../../src/bridge/owners.ts'
import { createWitness } from '../../src/bridge/witness.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { playgroundAccount } from '../../src/store/apart.ts'
import { chatHouse } from '../support/chat-house.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { inDiscord, inSlack, inTeams, type OpenThere } from './there.ts'

const dayMs = 86_400_000

/** Ann has become owner, which is the first row of the log. */
async function open(openThere: OpenThere) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await house.work()
  const there = await openThere(house, onTestFinished)
  await there.command('list')
  const clock = { now: Date.now() }
  const lines: string[] = []
  const warn = (_: object, text: string) => void lines.push(text)
  const log = { debug() {}, info() {}, warn, error: warn } as never
  const channelOf = ({ installation }: { installation: string }) => there.adapter.channel(installation)
  const owners = createOwnerNotes({ ...house, channelOf, log })
  const look = createWitness({ store: house.store, owners, now: () => clock.now, log })
  const block = (person: string, account = firstAccount) =>
    house.admin.roles.set(person, 'blocked', undefined, { account, author: 'cli', door: 'cli' })
  /** Some platforms keep what commands answered among them. */
  const notes = () => there.notes().filter(({ text }) => text.includes('--witness'))
  return { ...house, there, clock, lines, look, block, notes }
}

it.for([
  ['Slack', inSlack],
  ['Discord', inDiscord],
  ['Teams', inTeams],
] as const)(
  'an owner in %s is sent how the log of changes ends, once a day on which it has changed',
  async ([, openThere]) => {
    const { store, clock, look, block, notes } = await open(openThere)
    await look()
    await block('slack_T0ELSE_U0ZED')
    await look()
    expect(notes()).toEqual([])
    clock.now += dayMs
    await look()
    await look()
    const { n, hash } = await store.audit.tail(firstAccount)
    expect(notes()).toHaveLength(1)
    const { text } = notes()[0]!
    expect(text).toContain(`${n} new rows since`)
    expect(text).toContain(`変更履歴が ${n} 件`)
    expect(text.split(`parley audit verify --witness ${n}:${hash}`)).toHaveLength(3)

    clock.now += 3 * dayMs
    await look()
    expect(notes()).toHaveLength(1)
    await block('slack_T0ELSE_U0YAN')
    await look()
    expect(notes().map((note) => note.text.includes('1 new row since'))).toEqual([false, true])
  },
)

it('nobody is told of the playground’s log, and the log says who could not be told, once', async () => {
  const { there, clock, lines, look, block, admin, store, notes } = await open(inSlack)
  await store.accounts.ensurePlayground()
  await store.db.batch([store.accounts.addStep({ id: 'other', name: 'Other', plan: 'default', email: null })])
  await admin.roles.seed({ account: playgroundAccount, author: 'slack_T0ELSE_U0ZED', door: 'slack' })
  await look()
  await store.places.uninstall('slack', there.id)
  await admin.roles.seed({ account: 'other', author: 'discord_1200000000000000011', door: 'discord' })
  await look()
  clock.now += dayMs
  await block('slack_T0ELSE_U0YAN')
  await look()
  await look()
  expect(lines).toEqual(['an owner could not be told of what concerns them'])
  expect(notes()).toHaveLength(1)
})
