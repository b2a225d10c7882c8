import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepare } from '../../src/admin/prepare.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { playgroundAccount } from '../../src/store/apart.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ann, guide, openHouse } from './support.ts'

// Folders are looked at when the test says so.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const agentFile = (displayName: string) => `
agent:
  displayName: ${displayName}
  description: A guide
  photoUrl: https://example.com/guide.png
  providerName: Example
  scope: private
webhooks:
  - name: crm
    method: POST
    url: https://example.com/crm
    trigger: { triggerType: 0, condition: 0 }
`

/** Processes on one database and one folder of agents. */
async function setUp(count: number) {
  const folder = tempFolder()
  const configFolder = tempFolder()
  const notices: string[] = []
  const log = {
    info: (_: object, text: string) => void notices.push(text),
    warn: (_: object, text: string) => void notices.push(text),
  }
  const write = (path: string, text: string) => {
    const file = join(configFolder, 'agents', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    return file
  }
  const houses: Awaited<ReturnType<typeof openHouse>>[] = []
  for (let i = 0; i < count; i++) houses.push(await openHouse({ folder }))
  const starts = () => Promise.all(houses.map((house) => prepare({ ...house, config: { configFolder }, log })))
  return { houses, house: houses[0]!, write, notices, starts, log, configFolder }
}

it('processes that start at the same moment on an empty database make everything once', async () => {
  const { house, write, notices, starts } = await setUp(4)
  const agents = ['demo', 'guide', 'other']
  for (const id of agents) {
    write(`${id}/agent.yaml`, agentFile(id))
    write(`${id}/knowledge/facts.md`, `# Facts\n\nWhat ${id} knows.\n`)
  }
  await starts()
  const { admin, store, db } = house
  expect((await admin.agents.list(ann)).map(({ id }) => id).sort()).toEqual(agents)
  expect(await db.query.selectFrom('agent_version').select(['agent', 'n']).orderBy('agent').execute()).toEqual(
    agents.map((agent) => ({ agent, n: 1 })),
  )
  const live = await db.query.selectFrom('knowledge_source').select('name').where('status', '=', 'live').execute()
  expect(live).toHaveLength(3)
  expect((await store.accounts.get(firstAccount))?.default_agent).toBe('demo')
  const audit = await admin.audit.list(firstAccount, { limit: 100 })
  expect(audit.map(({ action, agent }) => `${action} ${agent ?? ''}`.trim()).sort()).toEqual([
    'account.update',
    'agent.create demo',
    'agent.create guide',
    'agent.create other',
  ])
  expect(await admin.audit.verify(firstAccount)).not.toMatchObject([{ broken: {} }])
  expect(notices).toEqual(Array(3).fill('an agent was made from its folder'))
})

it('a folder that has changed is published once, whoever starts', async () => {
  const { house, write, starts } = await setUp(3)
  write('guide/agent.yaml', agentFile('Before'))
  await starts()
  write('guide/agent.yaml', agentFile('After'))
  await starts()
  expect(await house.store.agents.live('guide')).toMatchObject({
    version: 2,
    document: { agent: { displayName: 'After' } },
  })
  const changes = (await house.admin.audit.list(firstAccount, { limit: 100 })).map(({ action }) => action)
  // The only agent there is answers where nothing is bound.
  expect(changes).toEqual(['agent.update', 'account.update', 'agent.create'])
})

it('who begins to watch later heeds what has changed since the start', async () => {
  const { house, write, starts } = await setUp(1)
  const file = write('guide/agent.yaml', agentFile('Before'))
  const [prepared] = await starts()
  write('guide/agent.yaml', agentFile('Afterwards'))
  utimesSync(file, new Date(), new Date(Date.now() + 5000))
  const watching = await prepared!.watch()
  const name = async () => {
    vi.advanceTimersByTime(1000)
    return (await house.store.agents.live('guide'))?.document.agent.displayName
  }
  await expect.poll(name).toBe('Afterwards')
  watching.stop()
})

describe('the playground', () => {
  const owners = ['slack_T0PARLEY_U0ANN', 'discord_1200000000000000011']
  const player = { account: playgroundAccount, author: owners[0]!, door: 'slack' } as const

  it('has an account with agents of its own, of the same folders, which is Ann’s from the start', async () => {
    const { house, write, log, configFolder, notices } = await setUp(1)
    write('demo/agent.yaml', agentFile('Demo'))
    write('demo/knowledge/facts.md', '# Facts\n\nWhat it knows.\n')
    const start = () => prepare({ ...house, config: { configFolder }, playground: { owners }, log })
    await start()
    const { admin, store } = house
    expect((await admin.agents.list(ann)).map(({ id }) => id)).toEqual(['demo'])
    expect((await admin.agents.list(player)).map(({ id }) => id)).toEqual(['demo@playground'])
    expect(await admin.knowledge.list('demo@playground', player)).toMatchObject([{ name: 'facts.md' }])
    expect(await store.accounts.defaultAgent(firstAccount)).toBe('demo')
    expect(await store.accounts.defaultAgent(playgroundAccount)).toBe('demo@playground')
    expect(new Map((await admin.roles.list(playgroundAccount)).map(({ person, role }) => [person, role]))).toEqual(
      new Map(owners.map((person) => [person, 'owner'])),
    )
    expect(await admin.roles.hasOwner(firstAccount)).toBe(false)
    expect(notices).toEqual(Array(2).fill('an agent was made from its folder'))

    await admin.roles.remove(owners[1]!, undefined, player)
    await start()
    expect((await admin.roles.list(playgroundAccount)).map(({ person }) => person)).toEqual([owners[0]])
    expect(notices).toHaveLength(2)
  })

  it('keeps what is changed there to itself, and both follow their folder', async () => {
    const { house, write, log, configFolder } = await setUp(1)
    write('demo/agent.yaml', agentFile('Before'))
    const { watch } = await prepare({ ...house, config: { configFolder }, playground: { owners }, log })
    const { admin } = house
    const names = async () => [
      (await admin.agents.get('demo', ann)).document.agent.displayName,
      (await admin.agents.get('demo@playground', player)).document.agent.displayName,
    ]
    const watching = await watch()
    write('demo/agent.yaml', agentFile('After'))
    await expect.poll(() => vi.advanceTimersByTimeAsync(1000).then(names)).toEqual(['After', 'After'])
    watching.stop()
    await admin.agents.update({ agent: { id: 'demo', displayName: 'Played' } }, player)
    expect(await names()).toEqual(['After', 'Played'])
    await admin.agents.update({ agent: { id: 'demo@playground', displayName: 'Played on' } }, player)
    expect(await names()).toEqual(['After', 'Played on'])
    await expect(admin.agents.get('demo', player)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(admin.agents.get('demo@playground', ann)).rejects.toMatchObject({ code: 'forbidden' })
  })

  it('takes no id from anybody: what is made there has another one', async () => {
    const { house, log, configFolder, write } = await setUp(1)
    write('demo/agent.yaml', agentFile('Demo'))
    await prepare({ ...house, config: { configFolder }, playground: { owners }, log })
    const { admin } = house
    expect(await admin.agents.create({ agent: { id: 'helper', ...guide } }, player)).toMatchObject({
      id: 'helper@playground',
    })
    expect((await admin.agents.create({ agent: guide }, player)).id).toMatch(/^[\da-f-]{36}@playground$/)
    expect(await admin.agents.create({ agent: { id: 'helper', ...guide } }, ann)).toMatchObject({ id: 'helper' })
    await expect(admin.agents.create({ agent: { id: 'other@playground', ...guide } }, ann)).rejects.toMatchObject({
      code: 'invalid_request',
    })
    await expect(admin.agents.create({ agent: { id: 'helper', ...guide } }, player)).rejects.toMatchObject({
      code: 'agent_already_exists',
    })
    await expect(
      admin.accounts.create({ uid: playgroundAccount, name: 'Mine' }, { author: 'cli', door: 'cli' }),
    ).rejects.toMatchObject({ code: 'invalid_request' })
  })
})
