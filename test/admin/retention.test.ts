import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createRetention } from '../../src/admin/retention.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { ann, guide, openHouse, refusal } from './support.ts'

const day = 86_400_000
const tooLong = 'must be at most 30: nothing is kept for longer here (`memory.keepDays` in parley.yaml)'

it('an agent keeps less than its deployment, and is told in a sentence that it cannot keep more', async () => {
  const { admin, store } = await openHouse()
  const { agents, drafts, retention } = admin
  const refused = async (work: Promise<unknown>) => (await refusal(work)).faults
  const faults = [{ path: 'agent.keepDays', message: tooLong }]

  const keeping = (keepDays: number) => ({ agent: { ...guide, id: 'guide', keepDays } })
  expect(await refused(agents.create(keeping(31), ann))).toEqual(faults)
  await agents.create(keeping(30), ann)
  expect(await refused(agents.update({ agent: { id: 'guide', keepDays: 31 } }, ann))).toEqual(faults)
  for (const keepDays of [0, 1.5]) await refusal(agents.update({ agent: { id: 'guide', keepDays } }, ann))

  const keep = (keepDays: number) =>
    drafts.change('guide', ann, { action: 'agent.edit' }, (document) => ({
      ...document,
      agent: { ...document.agent, keepDays },
    }))
  expect(await refused(keep(31))).toEqual(faults)
  expect((await keep(7)).summary).toBe('keepDays: 30 → 7')
  // What is in a draft holds when it is published.
  expect(await store.agents.keeping()).toEqual([{ id: 'guide', days: 30 }])
  await agents.update({ agent: { id: 'guide', keepDays: 2 } }, ann)
  await agents.create({ agent: { ...guide, id: 'other' } }, ann)
  expect(await store.agents.keeping(firstAccount)).toEqual([{ id: 'guide', days: 2 }])
  expect(await store.agents.keeping('other')).toEqual([])
  expect(retention.daysOf((await agents.get('guide', ann)).document.agent)).toBe(2)
  await agents.update({ agent: { id: 'guide', keepDays: null } }, ann)
  expect(await store.agents.keeping()).toEqual([])
  expect(retention.daysOf((await agents.get('guide', ann)).document.agent)).toBe(30)
})

it('a folder that asks for more is refused with its line', async () => {
  const { admin } = await openHouse()
  const folder = join(tempFolder(), 'guide')
  mkdirSync(folder, { recursive: true })
  const lines = Object.entries({ ...guide, keepDays: 31 }).map(([name, value]) => `  ${name}: ${value}`)
  writeFileSync(join(folder, 'agent.yaml'), `agent:\n${lines.join('\n')}\n`)
  const { faults } = await refusal(admin.bundles.apply([folder], firstAccount))
  const path = `${join(folder, 'agent.yaml')}:${lines.length + 1} agent.keepDays`
  expect(faults).toEqual([{ path, message: tooLong }])
})

it('where the operator keeps less than an agent says, that counts', () => {
  const retention = createRetention(14 * day)
  expect(retention.days).toBe(14)
  expect(retention.daysOf({ keepDays: 30 })).toBe(14)
  expect(retention.daysOf({ keepDays: 7 })).toBe(7)
  expect(retention.daysOf({})).toBe(14)
})
