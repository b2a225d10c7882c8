import { describe, expect, it, onTestFinished } from 'vitest'
import { asMeant } from '../../src/bridge/called.ts'
import { programsPerHour } from '../../src/bridge/limits.ts'
import { calledBySchema } from '../../src/model/called-by.ts'
import type { InboundMessage, Place } from '../../src/model/message.ts'
import { minimalAgent } from '../support/agent.ts'
import { chatHouse } from '../support/chat-house.ts'
import { install } from '../support/installing.ts'
import { tempFolder } from '../support/temp-folder.ts'

const place = (id: string): Place => `slack:T0PARLEY:${id}` as Place
const said: InboundMessage = {
  eventId: 'slack:C0GENERAL:1.000001',
  platform: 'slack',
  installation: 'T0PARLEY',
  within: [place('C0GENERAL:1'), place('C0GENERAL'), 'slack:T0PARLEY' as Place],
  replyTo: place('C0GENERAL'),
  talk: place('C0GENERAL'),
  conversation: 'c',
  addressed: 'mention',
  author: { uid: 'slack_T0PARLEY_B0', id: 'B0', name: 'Luna' },
  text: 'hello',
  named: [],
  files: [],
  sentAt: Date.now(),
}
const program = (...ids: string[]) => ({ ...said, program: { ids } })
const hooked = (name: string, ...ids: string[]) => ({
  ...said,
  author: { uid: 'discord_9', id: '9', name },
  program: { ids, webhook: true as const },
})

describe('what a program says', () => {
  it('is for the agent that names it, by any of its ids, and for no other', () => {
    expect(asMeant(program('U9', 'B9'), { bots: ['B9'] })).toMatchObject({ byProgram: true })
    expect(asMeant(program('U9', 'B9'), { bots: ['B9'] }).message).not.toHaveProperty('program')
    for (const calledBy of [undefined, {}, { bots: ['B8'] }, { proxies: ['B9'] }])
      expect(asMeant(program('B9'), calledBy).message).toMatchObject({ program: {}, addressed: 'none' })
  })

  it('is a person’s where a proxy that the agent names says it: of that name, in that server', () => {
    const uidOf = (message: InboundMessage) => asMeant(message, { proxies: ['466'] }).message.author.uid
    const luna = hooked('Luna', '9', '466')
    expect(uidOf(luna)).toMatch(/^slack_proxy_[\da-f]{24}$/)
    expect(uidOf(luna)).toBe(uidOf(hooked('Luna', '10', '466')))
    expect(new Set([luna, hooked('Sol', '9', '466'), { ...luna, installation: 'T1' }].map(uidOf)).size).toBe(3)
    expect(asMeant(luna, { proxies: ['466'] })).not.toHaveProperty('byProgram')
  })

  it('is answered so many times an hour and no more, and nobody is told so', async () => {
    const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished })
    const { store, inbox } = house
    await install(store, 'slack', 'T0PARLEY')
    const document = { ...minimalAgent(), calledBy: { bots: ['B0'] } }
    const versions = { id: 'test', base: 1, document, author: 'test' }
    await store.db.batch(store.agents.publishSteps(versions))
    for (let n = 0; n < programsPerHour + 5; n++)
      await inbox.message({ ...said, eventId: `slack:C0GENERAL:${n}`, program: { ids: ['B0'] } })
    expect((await store.db.query.selectFrom('inbox').selectAll().where('status', '=', 'open').execute()).length).toBe(
      programsPerHour,
    )
  })
})

describe('a reaction', () => {
  const reacted: InboundMessage = { ...said, text: '', addressed: 'none', reaction: ['robot_face', '123'] }

  it('asks where the agent names it, by any of its names, and is nothing elsewhere', () => {
    expect(asMeant(reacted, { reactions: ['123'] })).toMatchObject({ message: { addressed: 'mention' } })
    expect(asMeant({ ...reacted, addressed: 'direct' }, { reactions: ['123'] }).message.addressed).toBe('direct')
    for (const calledBy of [undefined, {}, { reactions: ['tada'] }])
      expect(asMeant(reacted, calledBy)).toMatchObject({ isNothing: true })
    expect(asMeant({ ...reacted, program: { ids: ['B9'] } }, { reactions: ['123'], bots: ['B9'] })).toMatchObject({
      isNothing: true,
    })
  })
})

it('what is no emoji and no id is refused, and so is what nobody knows', () => {
  expect(calledBySchema.safeParse({ reactions: ['🤖', 'robot_face'], bots: ['U0'], proxies: ['466'] }).success).toBe(
    true,
  )
  for (const wrong of [{ reactions: [':robot_face:'] }, { bots: ['two words'] }, { emoji: ['🤖'] }])
    expect(calledBySchema.safeParse(wrong).success).toBe(false)
})
