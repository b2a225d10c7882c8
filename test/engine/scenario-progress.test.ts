import { describe, expect, it } from 'vitest'
import { tempFolder } from '../support/temp-folder.ts'
import { answering, colour, createWorld, parking } from './scenario-world.ts'

describe('progress', () => {
  it('belongs to one conversation', async () => {
    const world = await createWorld({ scenarios: [colour()], replies: { noAnswer: 'Sorry.' } })
    await world.say('colour', { conversation: 'dm' })
    expect((await world.say('red', { conversation: 'channel' })).text).toBe('Sorry.')
    expect(await world.progress('channel')).toBeUndefined()
    expect((await world.say('red', { conversation: 'dm', uid: 'ben' })).text).toBe('Sorry.')
    expect((await world.say('red', { conversation: 'dm' })).text).toBe('Fine.')
  })

  it('survives a restart', async () => {
    const folder = tempFolder()
    const before = await createWorld({ scenarios: [colour(), parking], folder })
    await before.say('colour')
    await before.say('parking')
    await before.db.close()
    const after = await createWorld({ folder })
    expect((await after.say('Main Street')).text).toBe('Noted.\n\nWhich colour?')
    expect((await after.say('red')).text).toBe('Fine.')
  })

  it('goes on with the version it began with, whatever has been published since', async () => {
    const { send, calls } = answering({ old: () => ({ status: 200, body: {} }) })
    const done = { say: 'Fine, as ever.', webhook: 'old', end: 'completed' }
    const world = await createWorld({ scenarios: [colour({ nodes: { done } })], webhooks: ['old'], send })
    await world.say('colour')
    await world.publish({ scenarios: [{ ...parking, id: 'other' }], rules: [{ when: ['red'], say: 'A new rule.' }] })
    expect(await world.say('red')).toMatchObject({ text: 'Fine, as ever.', trace: { scenario: { version: 1 } } })
    expect(calls).toHaveLength(1)
    expect((await world.say('red')).text).toBe('A new rule.')
  })

  it('is of the new version for a scenario that begins within one of the old', async () => {
    const world = await createWorld({ scenarios: [colour()] })
    await world.say('colour')
    await world.publish({ scenarios: [parking] })
    await world.say('parking')
    expect(await world.progress()).toMatchObject({
      scenario: 'parking',
      version: 2,
      suspended: [{ scenario: 'colour', version: 1 }],
    })
    expect((await world.say('Main Street')).text).toBe('Noted.\n\nWhich colour?')
  })

  it('ends without a word where its version, its scenario or its node is gone', async () => {
    const world = await createWorld({ scenarios: [colour()], rules: [{ when: ['red'], say: 'A rule.' }] })
    await world.say('colour')
    const there = (await world.progress())!
    for (const gone of [{ version: 99 }, { scenario: 'nowhere' }, { node: 'toString' }]) {
      await world.db.batch([world.store.scenarios.moveStep('test/default/ann', 'dm', { ...there, ...gone })])
      expect(await world.say('red')).toMatchObject({
        text: 'A rule.',
        trace: { scenario: { by: 'gone', ended: 'gone' } },
      })
      expect(await world.progress()).toBeUndefined()
    }
  })

  it('is not touched by an utterance that is only taken note of', async () => {
    const world = await createWorld({ scenarios: [colour()] })
    await world.say('colour')
    const before = await world.progress()
    await world.say('red', { disableAiResponse: true })
    expect(await world.progress()).toEqual(before)
  })
})
