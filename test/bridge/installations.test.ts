import { describe, expect, it, onTestFinished } from 'vitest'
import { createNewcomers } from '../../src/bridge/newcomers.ts'
import type { PlatformId } from '../../src/model/message.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import type { Database } from '../../src/store/database.ts'
import { chatHouse, type HouseOptions } from '../support/chat-house.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { inDiscord, inSlack, inTeams, type OpenThere } from './there.ts'

const { signal } = new AbortController()
const [approve, other, refuse] = ['Approve · 承認', 'Account … · アカウント …', 'Refuse · 拒否']

/** The operator's own place, which Ann owns, and a stranger's that has just installed the app. */
async function open(platform: PlatformId, openThere: OpenThere, options: Partial<HouseOptions> = {}) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, ...options })
  await house.work()
  const there = await openThere(house, onTestFinished)
  const newcomers = createNewcomers({
    ...house,
    channelOf: ({ installation }) => there.adapter.channel(installation),
    now: Date.now,
  })
  const standing = () => house.store.places.standingOf(platform, there.id)
  return { ...house, there, standing, look: () => newcomers.look(signal) }
}

/** Whether it stands anywhere in the database. */
async function holds(db: Database, text: string): Promise<boolean> {
  for (const { name } of await db.query.introspection.getTables()) {
    const rows = await db.query
      .selectFrom(name as 'turn')
      .selectAll()
      .execute()
    if (JSON.stringify(rows).includes(text)) return true
  }
  return false
}

describe.each<[PlatformId, OpenThere]>([
  ['slack', inSlack],
  ['discord', inDiscord],
  ['teams', inTeams],
])('%s', (platform, openThere) => {
  it('a stranger’s place is silent until an owner approves it by a button', async () => {
    const { there, standing, look, store, requests, admin } = await open(platform, openThere)
    await there.ann('hello')
    expect(await there.command('list')).toContain('`test`')
    expect((await admin.roles.list(firstAccount)).map(({ role }) => role)).toEqual(['owner'])

    const told = await there.join()
    if (told !== undefined) expect(told).toContain(there.id)
    expect(await standing()).toEqual({ account: firstAccount, status: 'waiting' })
    const before = there.answers().length
    await there.stranger('the canary sings')
    expect(await there.strangersCommand('list')).toContain(`with this id: \`${there.id}\``)
    if (there.strangerAsks) expect(await there.strangerAsks('a canary?')).toContain(`with this id: \`${there.id}\``)
    expect(requests.filter(({ utterance }) => utterance.includes('canary'))).toEqual([])
    expect(await holds(store.db, 'canary')).toBe(false)
    expect((await admin.roles.list(firstAccount)).length).toBe(1)

    await look()
    await expect.poll(() => there.notes().at(-1)).toMatchObject({ buttons: [approve, other, refuse] })
    expect(there.notes().at(-1)!.text).toContain(there.id)
    const count = there.notes().length
    await look()
    expect(there.notes()).toHaveLength(count)
    expect(await there.command('list')).toContain('1 installation waits')

    expect(await there.press(approve)).toMatch(/is approved: account `?default/)
    expect(await standing()).toEqual({ account: firstAccount, status: 'approved' })
    await there.stranger('now me')
    await expect.poll(() => there.answers().at(-1)).toBe('re: now me')
    expect(requests.filter(({ utterance }) => utterance.includes('canary'))).toEqual([])
    expect(
      there
        .answers()
        .slice(before)
        .filter((text) => text.startsWith('re: ')),
    ).toEqual(['re: now me'])
    const [row] = await admin.audit.list(firstAccount, { limit: 1 })
    expect(row).toMatchObject({ action: 'installation.approve', door: platform })
  })

  it('what is refused stays silent, and is left where the platform lets an app leave', async () => {
    const { there, standing, look, requests } = await open(platform, openThere)
    await there.ann('hello')
    await there.command('list')
    await there.join()
    await look()
    await expect.poll(() => there.notes().at(-1)?.buttons).toEqual([approve, other, refuse])
    expect(await there.press(refuse)).toContain('is refused')
    await look()
    if (platform === 'discord') {
      await expect.poll(there.isThere).toBe(false)
      expect(await standing()).toBeUndefined()
      // Whoever adds it again is left again.
      await there.join()
      await look()
      await expect.poll(there.isThere).toBe(false)
      return
    }
    expect(await standing()).toMatchObject({ status: 'refused' })
    await there.stranger('hello?')
    expect(await there.strangersCommand('list')).toContain('do not answer here')
    expect(requests.filter(({ utterance }) => utterance === 'hello?')).toEqual([])
  })

  it('approval chooses the account', async () => {
    const { there, standing, look, admin } = await open(platform, openThere)
    await there.ann('hello')
    await there.command('list')
    await admin.accounts.create({ uid: 'sales', name: 'Sales' }, { author: 'cli', door: 'cli' })
    await there.join()
    await look()
    await expect.poll(() => there.notes().at(-1)?.buttons).toEqual([approve, other, refuse])
    await there.press(other)
    await there.choose('sales')
    await expect.poll(standing).toEqual({ account: 'sales', status: 'approved' })
    const [row] = await admin.audit.list(firstAccount, { limit: 1 })
    expect(row).toMatchObject({ action: 'installation.approve', summary: expect.stringContaining('account sales') })
  })

  it('with an account of its own it has an agent of its own, and nobody of the first account is reached', async () => {
    const { there, admin, requests, standing } = await open(platform, openThere, { policy: 'own-account' })
    await there.ann('hello')
    await there.command('list')
    await there.join()
    const account = `${platform}-${there.id}`
    await expect.poll(standing).toEqual({ account, status: 'approved' })
    const { defaultAgent } = await admin.accounts.get(account)
    await there.stranger('and we?')
    const asked = () => requests.find(({ utterance }) => utterance === 'and we?')
    await expect.poll(asked).toMatchObject({ account, agent: defaultAgent })
    const list = await there.strangersCommand('list')
    expect(list).not.toContain('`test`')
    if (platform !== 'teams') expect(list).toContain(defaultAgent)
    const owners = await admin.roles.list(account)
    expect(owners.map(({ role }) => role)).toEqual(platform === 'teams' ? [] : ['owner'])
  })
})
