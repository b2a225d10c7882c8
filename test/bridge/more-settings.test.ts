import { describe, expect, it, onTestFinished } from 'vitest'
import { createSections, firstSections, moreSections } from '../../src/admin/commands/setting-fields.ts'
import { chatHouse } from '../support/chat-house.ts'
import { rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const terminal = { account: 'default', author: 'cli', door: 'cli' } as const
const fieldsOf = (sections: typeof createSections) => sections.flatMap(({ fields }) => fields)

describe.each(rooms)('in $name', ({ open }) => {
  it('an agent is made of a few fields, and all others are set behind More: what was typed first is kept', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await room.command('ann', 'create')
    // What the form does not have the helper cannot fill in.
    const made = await room.fill('ann', { name: 'Night desk', description: 'Awake', prompt: 'Be brief.' })
    expect(made).toMatch(/night-desk.* is made/)
    await room.press('ann', 'More settings…')
    const saved = await room.fill('ann', { provider: 'Example', temperature: '0.4' })
    expect(saved).toMatch(/Saved to the draft/)
    const { document } = await house.admin.drafts.current('night-desk', terminal)
    expect(document.agent).toMatchObject({
      ...{ displayName: 'Night desk', description: 'Awake', providerName: 'Example' },
      llmSettings: { prompt: 'Be brief.', temperature: 0.4 },
    })
  })

  it('is edited by the same few, and nothing that was typed is lost by More', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await room.command('ann', 'create')
    await room.fill('ann', { name: 'Night desk', prompt: 'Be brief.' })
    await room.command('ann', 'edit', { agent: 'night-desk' })
    const said = await room.fillBoth('ann', { description: 'Awake' }, { provider: 'Example', temperature: '0.4' })
    expect(said).toMatch(/Saved to the draft/)
    const { document } = await house.admin.drafts.current('night-desk', terminal)
    expect(document.agent).toMatchObject({
      ...{ displayName: 'Night desk', description: 'Awake', providerName: 'Example' },
      llmSettings: { prompt: 'Be brief.', temperature: 0.4 },
    })
  })

  it('and More leads nowhere for whoever may not edit any more', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await room.command('ann', 'create')
    await room.fill('ann', { name: 'Night desk', prompt: 'Be brief.' })
    await room.command('ann', 'show', { agent: 'night-desk' })
    await house.admin.roles.set(room.uid('ben'), 'owner', undefined, terminal)
    await house.admin.roles.set(room.uid('ann'), 'member', undefined, terminal)
    expect(await room.press('ann', 'More settings…')).toMatch(/not an admin|Ask an admin/)
  })

  it('whose name gives an id that is taken has a field for it then, and no other is lost', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const room = await open(house)
    await house.admin.roles.set(room.uid('ann'), 'owner', undefined, terminal)
    await room.command('ann', 'create')
    const wrong = await room.fill('ann', { name: 'Test', description: 'Awake' })
    expect(wrong).toMatch(/taken/)
    expect(await room.fill('ann', { id: 'tester' })).toMatch(/tester.* is made/)
    const { document } = (await house.store.agents.live('tester'))!
    expect(document.agent).toMatchObject({ displayName: 'Test', description: 'Awake' })
  })
})

describe('the form', () => {
  it('shows five fields first, none of them an id, and no setting is in neither part', () => {
    const first = fieldsOf(firstSections).flatMap(({ name, file }) => (file ? [name, file.name] : [name]))
    expect(first).toEqual(['name', 'description', 'model', 'prompt', 'promptFile'])
    const shown = [...fieldsOf(firstSections), ...fieldsOf(moreSections)].map(({ name }) => name)
    const all = fieldsOf(createSections).map(({ name }) => name)
    expect(['id', ...shown].toSorted()).toEqual(all.toSorted())
  })

  it.each(fieldsOf(createSections))('says of $name what it is for, and what it is by default', ({ hint, optional }) => {
    for (const [language, mark] of Object.entries({ en: '. Default: ', ja: '。既定: ' })) {
      const text = hint?.[language as 'en' | 'ja'] ?? ''
      expect(text.length).toBeGreaterThan(3)
      expect(text.length).toBeLessThanOrEqual(100)
      if (optional) expect(text).toContain(mark)
    }
  })
})
