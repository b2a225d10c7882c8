import { describe, expect, it, onTestFinished } from 'vitest'
import { createChangedTools } from '../../src/bridge/changed-tools.ts'
import { createNearBudgets } from '../../src/bridge/near-budgets.ts'
import { createWitness } from '../../src/bridge/witness.ts'
import { firstAccount as account } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { everywhere } from '../../src/store/pauses.ts'
import { type ChatHouse, chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { openDatabase } from '../support/database.ts'
import { openKeys } from '../support/open-keys.ts'
import { type Room, rooms, type Somebody, slackRoom } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { untilAborted } from '../support/until-aborted.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const
const minute = 60_000

/** A room whose agents Ann owns; Ben talks to them. */
async function houseWith(open: (house: ChatHouse) => Promise<Room>, options: Partial<HouseOptions> = {}) {
  const folder = options.folder ?? tempFolder()
  const house = await chatHouse({ onFinished: onTestFinished, ...options, folder })
  const room = await open(house)
  await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
  await house.work()
  const waiting = async () => (await openKeys(house.store)).length
  const answers = () => room.posts().filter((text) => text.startsWith('re: '))
  const notes = (who: Somebody = 'ben') => room.alone(who).filter((text) => /All answers are paused/.test(text))
  return { ...house, folder, room, waiting, answers, notes }
}

describe.each(rooms)('in $name', ({ open }) => {
  it('an owner stops all answers; what comes meanwhile is kept, told of once, alone, and answered in its order', async () => {
    const { room, waiting, answers, notes, utterances } = await houseWith(open)
    expect(await room.command('ben', 'pause', {})).toMatch(/is for owners/)
    expect(await room.command('ann', 'pause', { why: 'It said nonsense' })).toMatch(/Paused: no agent answers/)
    await room.call('ben', 'one')
    await expect.poll(() => notes()).toHaveLength(1)
    expect(notes()[0]).toMatch(/It said nonsense.*Your message is kept/s)
    await room.call('ben', 'two')
    await room.call('ann', 'three')
    await expect.poll(waiting).toBe(2)
    await expect.poll(() => notes('ann')).toHaveLength(1)
    expect(await room.command('ann', 'list', {})).toMatch(/Everything is paused since .* by .*It said nonsense/s)
    expect(await room.command('ann', 'pause', {})).toMatch(/Everything is paused since/)
    expect([utterances(), answers(), notes().length]).toEqual([[], [], 1])
    expect(await room.command('ann', 'resume', {})).toMatch(/It goes on/)
    await expect.poll(() => answers().toSorted()).toEqual(['re: one', 're: three', 're: two'])
    expect(utterances().filter((text) => text !== 'three')).toEqual(['one', 'two'])
    expect(await room.command('ann', 'resume', {})).toMatch(/Nothing is paused/)
  })

  it('an answer that is being written stops, says so in its message, and goes on there', async () => {
    let begun = 0
    async function* speak(_: unknown, signal: AbortSignal) {
      begun++
      yield 'The first sentence of it is here.'
      if (begun === 1) await untilAborted(signal)
      yield 'The first sentence of it is here. The second ends it.'
    }
    const { room, waiting } = await houseWith(open, { speak })
    await room.call('ben', 'tell me')
    const ours = () => room.posts().filter((text) => /first sentence|Paused/.test(text))
    await expect.poll(() => ours().join()).toMatch(/first sentence/)
    await room.command('ann', 'pause', {})
    await expect
      .poll(() => ours().join())
      .toMatch(/first sentence of it is here\.\s+\S*Paused\. The answer goes on here/)
    expect(await waiting()).toBe(1)
    await room.command('ann', 'resume', {})
    await expect.poll(() => ours()).toEqual([expect.stringMatching(/here\. The second ends it\.$/)])
    expect(begun).toBe(2)
  })

  it('a person stops what is being written for them, and for nobody else', async () => {
    async function* speak(_: unknown, signal: AbortSignal) {
      yield 'The first sentence of it is here.'
      await untilAborted(signal)
    }
    const { room, waiting } = await houseWith(open, { speak })
    for (const who of ['ann', 'ben'] as const) await room.call(who, `tell me, says ${who}`)
    const begun = () => room.posts().filter((text) => text.includes('first sentence'))
    await expect.poll(begun).toHaveLength(2)
    expect(await room.command('ben', 'stop', {})).toMatch(/written for you here ends now/)
    await expect.poll(waiting).toBe(1)
    await room.command('ann', 'stop', {})
    await expect.poll(waiting).toBe(0)
    expect(begun()).toHaveLength(2)
  })
})

it.each(rooms)(
  'in $name owners are told of nothing while all is paused, and of what they are owed when it goes on',
  async ({ open }) => {
    const house = await houseWith(open)
    const { room, store, admin, owners, log } = house
    const clock = { now: Date.now() }
    const now = () => clock.now
    const witness = createWitness({ store, owners, now, log })
    const changed = createChangedTools({ audit: admin.audit, owners, log })
    const near = createNearBudgets({ store, admin, owners, log })
    const tools = async () =>
      (await store.audit.list(account, { limit: 50 })).filter(({ action }) => action === 'tool.changed')
    const whose = { scope: 'account' as const, subject: '' }
    const counter = { ...whose, start: store.spending.starts().day }
    const budget = { ...whose, counter, unit: 'answers' as const, most: 1, period: 'day' as const }
    const told = () =>
      room.alone('ann').filter((text) => /--witness|lookup|are used, by|A raid began|is handed over/.test(text))

    await witness()
    clock.now += 24 * 60 * minute
    await store.db.batch([store.spending.answerStep(account, counter)])
    await room.command('ann', 'pause', {})
    for (let n = 0; n < 2; n++) await witness()
    changed({ account, agent: 'test', tool: 'lookup', pin: 'a' })
    near(account, [budget])
    await owners.owe(account, async () => ({ text: 'A raid began' }))
    expect(await owners.tell(account, async () => ({ text: 'A raid began' }))).toBe(false)
    expect([told(), await tools()]).toEqual([[], []])

    await room.command('ann', 'resume', {})
    await witness()
    const expected = [/--witness/, /lookup/, /are used, by/, /A raid began/]
    for (const text of expected)
      await expect.poll(() => told().filter((one) => text.test(one)), { message: String(text) }).toHaveLength(1)
    expect(told()).toHaveLength(expected.length)
  },
)

it('what waited for longer than a person would is asked about, not answered out of the blue', async () => {
  const clock = { ahead: 0 }
  const { room, waiting, utterances } = await houseWith(slackRoom, { now: () => Date.now() + clock.ahead })
  await room.command('ann', 'pause', {})
  await room.call('ben', 'is it raining?')
  await expect.poll(waiting).toBe(1)
  clock.ahead = 16 * minute
  await room.command('ann', 'resume', {})
  await expect.poll(() => room.posts().join()).toMatch(/I was away when you wrote this. Shall I answer it now\?/)
  expect(utterances()).toEqual([])
})

it('another process pauses the whole deployment, which no owner ends, and a restart does not either', async () => {
  const first = await houseWith(slackRoom, { folder: tempFolder() })
  // As the terminal does it beside the server.
  const db = await openDatabase(first.folder)
  onTestFinished(() => db.close())
  const other = createStore(db)
  expect(await db.batch([other.pauses.beginStep(everywhere, 'cli', 'maintenance')])).toBe(true)
  expect(await db.batch([other.pauses.beginStep(everywhere, 'cli', 'again')])).toBe(false)
  await expect.poll(async () => (await first.store.pauses.current()).length).toBe(1)
  await first.room.call('ben', 'hello')
  await expect.poll(() => first.notes()).toHaveLength(1)
  expect(await first.room.command('ann', 'resume', {})).toMatch(/only they can resume it, with .?parley resume/)
  expect(await first.room.command('ann', 'test', { utterance: 'hello' })).not.toMatch(/Something went wrong/)

  const second = await chatHouse({ folder: first.folder, onFinished: onTestFinished })
  await second.work()
  expect(await first.waiting()).toBe(1)
  expect([...first.utterances(), ...second.utterances()]).toEqual([])
  expect(await db.batch(other.pauses.endSteps(everywhere))).toBe(true)
  await expect.poll(first.answers).toEqual(['re: hello'])
  expect(await db.batch(other.pauses.endSteps(everywhere))).toBe(false)
})

it('no place is told anything while all is paused', async () => {
  const { room, store, listening } = await houseWith(slackRoom)
  await room.command('ann', 'pause', {})
  await room.command('ann', 'use', { agent: 'test', mode: 'listen' })
  await listening.check()
  expect((await store.listening.fresh(room.channel))?.state).toBe('owed')
  expect(room.posts()).toEqual([])
  await room.command('ann', 'resume', {})
  await expect.poll(() => room.posts().join()).toMatch(/^From now on/)
})
