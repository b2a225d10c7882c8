import { expect, it, onTestFinished } from 'vitest'
import { createNewcomers } from '../../src/bridge/newcomers.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { everywhere } from '../../src/store/pauses.ts'
import { chatHouse } from '../support/chat-house.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { inDiscord, inSlack, inTeams, type OpenThere } from './there.ts'

const { signal } = new AbortController()

/** Ann's workspace, which nobody owns yet, and what she is told of others. */
async function open(openThere: OpenThere = inSlack) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
  await house.work()
  const there = await openThere(house, onTestFinished)
  const clock = { now: Date.now() }
  const lines: string[] = []
  const warn = (_: object, text: string) => void lines.push(text)
  const newcomers = createNewcomers({
    ...house,
    log: { debug() {}, info() {}, warn, error: warn } as never,
    channelOf: ({ installation }) => there.adapter.channel(installation),
    now: () => clock.now,
  })
  const slack = house.installationsOf('slack')
  const arrive = (id: string) => slack.add({ id, name: `Of ${id}`, own: 'first' })
  const texts = () => there.notes().map(({ text }) => text)
  return { ...house, there, clock, lines, arrive, texts, look: () => newcomers.look(signal) }
}

it('owners are told at once of the first, and together of those that come soon after it', async () => {
  const { there, clock, arrive, texts, look } = await open()
  await there.command('list')
  await arrive('T0B')
  await look()
  expect(texts()).toEqual([expect.stringContaining('`T0B`')])
  await arrive('T0C')
  await arrive('T0D')
  await look()
  clock.now += 599_000
  await look()
  expect(texts()).toHaveLength(1)
  clock.now += 1000
  await look()
  expect(texts()).toHaveLength(2)
  expect(texts()[1]).toMatch(/2 installations wait for your approval[\s\S]*`T0C`[\s\S]*`T0D`[\s\S]*承認待ち/)
  clock.now += 600_000
  await look()
  expect(texts()).toHaveLength(2)
})

it('who becomes owner later is told then, and the log says meanwhile what to do', async () => {
  const { there, lines, arrive, texts, look } = await open()
  await arrive('T0B')
  await look()
  await look()
  expect(texts()).toEqual([])
  expect(lines).toEqual([expect.stringContaining('`parley installations approve slack T0B`')])
  await there.command('list')
  await look()
  expect(texts()).toEqual([expect.stringContaining('`T0B`')])
})

it('an owner who cannot be written to is not tried for ever', async () => {
  const { admin, lines, arrive, texts, look, store } = await open()
  await admin.roles.seed({ account: firstAccount, author: 'discord_1200000000000000011', door: 'discord' })
  await arrive('T0B')
  await look()
  expect(lines).toContain('an owner could not be told of what concerns them')
  expect(texts()).toEqual([])
  const rows = await store.places.installations('slack')
  expect(rows.find(({ id }) => id === 'T0B')!.told_at).not.toBeNull()
})

it.for([
  ['Slack', inSlack],
  ['Discord', inDiscord],
  ['Teams', inTeams],
] as const)('owners in %s are told of nobody while all is paused, and once it goes on', async ([, openThere]) => {
  const { there, store, texts, look } = await open(openThere)
  await there.command('list')
  await there.join()
  const before = texts().length
  await store.db.batch([store.pauses.beginStep(everywhere, 'cli', null)])
  for (let n = 0; n < 2; n++) await look()
  expect(texts()).toHaveLength(before)
  await store.db.batch(store.pauses.endSteps(everywhere))
  for (let n = 0; n < 2; n++) await look()
  expect(texts().slice(before)).toEqual([expect.stringContaining('waits for your approval')])
})
