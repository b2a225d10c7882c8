import { expect, it } from 'vitest'
import { carded, handingOver, heard, type Name, passed, patient, type World, waiting } from '../support/handing-over.ts'
import { type Room, rooms } from '../support/rooms.ts'

const rained = (room: Room) => room.alone('ann').filter((text) => text.trim() === 'It rains.')

const stateOf = async ({ house: { store } }: World) =>
  (await store.db.query.selectFrom('handover').select(['state', 'ended']).execute()).map(
    ({ state, ended }) => `${state} ${ended}`,
  )

const ways: [Name, Name][] = [
  ['Slack', 'Teams'],
  ['Teams', 'Discord'],
  ['Discord', 'Slack'],
]

it.for(ways)('a conversation goes from %s to %s and back, each message once and in order', async ([from, to]) => {
  const world = await handingOver(from, to)
  const { here, there } = world
  await here.tell('ann', 'what is the weather like')
  await heard(here, 'It rains.')
  await here.tell('ann', 'a human please')
  // All that is passed on stands in the question, and nothing goes before they agree.
  await heard(here, 'Shall I pass it on?')
  expect(here.alone('ann').join('\n')).toContain('what is the weather like')
  expect(there.posts().join('\n')).not.toContain('weather')
  await here.choose('ann', 'Yes, pass it on')
  await heard(here, 'I have passed it on')
  await carded(world, 'would like to talk to a person')
  expect(there.desk.card()).toContain('what is the weather like')
  expect(there.desk.card()).toContain('It rains.')

  // Everybody there may press: nobody is shown something else.
  expect(there.sent().join()).not.toContain('"refresh"')

  await there.desk.press('ben', 'Take')
  await heard(here, 'is here now')
  await carded(world, 'Taken by')
  for (const text of ['one', 'two', 'three']) await here.tell('ann', `from Ann: ${text}`)
  await passed(world, 'from Ann: three')
  for (const text of ['four', 'five', 'six']) await there.desk.say('ben', `from Ben: ${text}`)
  await heard(here, 'from Ben: six')
  const order = (texts: string[], by: string) =>
    texts.flatMap((text) => [...text.matchAll(new RegExp(`from ${by}: (\\w+)`, 'g'))].map(([, word]) => word))
  expect(order(there.desk.thread(), 'Ann')).toEqual(['one', 'two', 'three'])
  expect(order(here.alone('ann'), 'Ben')).toEqual(['four', 'five', 'six'])
  // Neither is answered by the agent meanwhile.
  await here.tell('ann', 'what is the weather like')
  await passed(world, 'what is the weather like')
  expect(rained(here)).toHaveLength(1)

  await there.desk.press('ben', 'Hand back')
  await heard(here, 'has handed the conversation back')
  await carded(world, 'Handed back to the agent.')
  await here.tell('ann', 'what is the weather like')
  await expect.poll(() => rained(here).length, patient).toBe(2)
  expect(await stateOf(world)).toEqual(['closed back'])
  // What was said is remembered.
  const memory = await world.house.store.db.query.selectFrom('memory').select(['role', 'text']).orderBy('id').execute()
  expect(memory.map(({ text }) => text).join('\n')).toMatch(/from Ann: one[\s\S]*from Ben: six/)
  const audit = await world.house.admin.audit.list('default', { limit: 10 })
  expect(audit.map(({ action }) => action)).toEqual(['handover.back', 'handover.taken', 'handover.agreed'])
})

it.for(rooms)('on $name alone it works as well: one of two takes it, and nothing goes without a yes', async (one) => {
  const name = one.name as Name
  const world = await handingOver(name, name)
  const { here, there } = world
  // Theirs is another conversation, which none of that concerns.
  await here.tell('ann', 'I want to talk to a human')
  await heard(here, 'Shall I pass it on?')
  await here.choose('ann', 'No, thank you')
  await heard(here, 'I have passed nothing on')
  expect(there.posts()).toEqual([])
  await here.tell('ann', 'a human please')
  await expect.poll(() => here.alone('ann').join('\n').split('Shall I pass it on?').length, patient).toBe(3)
  await here.choose('ann', 'Yes, pass it on')
  await carded(world, 'would like to talk to a person')
  await heard(here, 'I have passed it on')
  await Promise.allSettled([there.desk.press('ann', 'Take'), there.desk.press('ben', 'Take')])
  await heard(here, 'is here now')
  await carded(world, 'Taken by')
  expect(here.alone('ann').filter((text) => text.includes('is here now'))).toHaveLength(1)
  expect(await stateOf(world)).toEqual(['closed declined', 'taken null'])

  // What is edited and deleted on one side is so on the other.
  const said = await here.tell('ann', 'my order is number 7')
  await passed(world, 'my order is number 7')
  await here.edit('ann', said, 'my order is number 8')
  await passed(world, 'my order is number 8')
  const answer = await there.desk.say('ben', 'it is on its way')
  await heard(here, 'it is on its way')
  await there.edit('ben', answer, 'it comes tomorrow')
  await heard(here, 'it comes tomorrow')
  await there.remove('ben', answer)
  await expect.poll(() => here.alone('ann').join('\n'), patient).not.toContain('it comes tomorrow')
  await here.remove('ann', said)
  await expect.poll(() => there.desk.thread().join('\n'), patient).not.toContain('my order is number 8')

  await here.choose('ann', 'Back to the agent').catch(() => there.desk.press('ben', 'Close'))
  await expect.poll(() => stateOf(world), patient).toMatchObject({ length: 2 })
})

it('it is offered by a thumb down, after questions without an answer, at the end of a scenario and below answers', async () => {
  const scenario = {
    version: 1,
    id: 'refund',
    start: [{ match: { exact: 'refund' } }],
    first: 'end',
    nodes: { end: { say: 'That is for a person to decide.', end: 'handoff' } },
  }
  const more = { offer: ['button' as const, 'thumb' as const], after: '2 unanswered' }
  const world = await handingOver('Slack', 'Slack', more, {}, { scenarios: [scenario] })
  const { here, house } = world
  const asked = (times: number) =>
    expect.poll(() => here.alone('ann').join('\n').split('Shall I pass it on?').length - 1, patient).toBe(times)
  const whys = async () =>
    (await house.store.db.query.selectFrom('handover').select('why').orderBy('asked_at').execute()).map(
      ({ why }) => why,
    )

  await here.tell('ann', 'zzz?')
  await heard(here, "I don't have an answer to that.")
  expect(await whys()).toEqual([])
  await here.tell('ann', 'yyy?')
  await asked(1)
  await here.tell('ann', 'refund')
  await asked(2)
  await here.tell('ann', 'what is the weather like')
  await expect.poll(() => rained(here).length, patient).toBe(1)
  await here.choose('ann', 'Talk to a person')
  await asked(3)
  const [turn] = await house.store.db.query.selectFrom('turn').select('id').orderBy('id').execute()
  const vote = { platform: here.platform, installation: 'T0PARLEY', feedbackId: turn!.id, good: false }
  const ann = { uid: here.uid('ann'), id: 'U0ANN' }
  await house.inbox.vote({ ...vote, author: { uid: here.uid('ben'), id: 'U0BEN' } })
  await house.inbox.vote({ ...vote, author: ann })
  await house.inbox.vote({ ...vote, author: ann })
  await asked(4)
  expect(await whys()).toEqual(['unanswered', 'scenario', 'wish', 'thumb'])
})

it.for(rooms)('on $name whoever waits in vain hears that it is kept, once, and the team is reminded', async (one) => {
  const name = one.name as Name
  const world = await handingOver(name, name, { patience: '30m' })
  const { here, there, house } = world
  await waiting(world)
  await house.handovers.remind()
  expect(here.alone('ann').join()).not.toContain('Nobody has been able to come yet')
  world.clock.shift(1_800_000)
  await house.handovers.remind()
  await house.handovers.remind()
  await heard(here, 'Nobody has been able to come yet')
  await passed(world, 'is still waiting for somebody to press Take')
  world.clock.shift(3_700_000)
  await house.handovers.remind()
  await expect.poll(() => there.desk.thread().join().split('still waiting').length, patient).toBe(3)
  expect(here.alone('ann').join().split('Nobody has been able').length).toBe(2)
  // What they wrote meanwhile went to the team.
  await here.tell('ann', 'are you there?')
  await passed(world, 'are you there?')
})

it('outside the hours it says when somebody is there, and what waits is kept until then', async () => {
  const hours = { zone: 'Asia/Tokyo', days: ['mon' as const], from: '09:00', to: '09:01' }
  const world = await handingOver('Slack', 'Slack', { hours })
  const { here, house } = world
  await here.tell('ann', 'a human please')
  await heard(here, 'Nobody is there right now. The team is back on')
  await here.choose('ann', 'Yes, pass it on')
  await heard(here, 'it waits for the team, who are back on')
  const [row] = await house.store.db.query.selectFrom('handover').selectAll().execute()
  const opens = new Date(row!.remind_at! - 600_000)
  expect(opens.toISOString()).toMatch(/T00:00:00.000Z$/)
  expect(opens.getUTCDay()).toBe(1)
})

it.for(rooms)('on $name a channel that refuses the card is told to its person, and to the owners', async (one) => {
  const name = one.name as Name
  const world = await handingOver(name, name)
  const { here, there, house } = world
  await house.admin.roles.seed({ account: 'default', author: there.uid('ben'), door: there.platform })
  await here.tell('ann', 'a human please')
  await heard(here, 'Shall I pass it on?')
  there.refuse()
  await here.choose('ann', 'Yes, pass it on')
  await heard(here, 'I could not reach the team, so nothing was passed on')
  await expect.poll(() => there.alone('ben').join('\n'), patient).toContain('could not post in')
  expect(await stateOf(world)).toEqual(['closed refused'])
  there.allow()
  await here.tell('ann', 'what is the weather like')
  await expect.poll(() => rained(here).length, patient).toBe(1)
})

it('a channel of another account is none, and nothing leaves for it', async () => {
  const world = await handingOver('Slack', 'Teams')
  const { here, there, house } = world
  const { query, batch } = house.store.db
  await batch([house.store.accounts.addStep({ id: 'other', name: 'Other', plan: 'default', email: null })])
  await query.updateTable('installation').set({ account: 'other' }).where('platform', '=', 'teams').execute()
  await here.tell('ann', 'a human please')
  await heard(here, 'Shall I pass it on?')
  await here.choose('ann', 'Yes, pass it on')
  await heard(here, 'I could not reach the team')
  expect(there.posts()).toEqual([])
})

it('whoever wrote before it was taken is told to take it first, and a blocked colleague passes nothing on', async () => {
  const world = await handingOver('Discord', 'Slack')
  const { here, there, house } = world
  await waiting(world)
  await there.desk.say('ben', 'what do we do?')
  await there.desk.say('ben', '@Parley hello')
  await expect.poll(() => there.alone('ben').join('\n'), patient).toContain('Please press Take first')
  // Words do what buttons do.
  await there.desk.say('ben', '@Parley take')
  await heard(here, 'is here now')
  await there.desk.say('ben', 'what can I do for you?')
  await heard(here, 'what can I do for you?')
  const owner = { account: 'default', author: 'cli', door: 'cli' as const }
  await house.admin.roles.set(there.uid('ben'), 'blocked', undefined, owner)
  await there.desk.say('ben', 'a secret')
  await there.desk.say('ann', 'over to me')
  await heard(here, 'over to me')
  expect(here.alone('ann').join('\n')).not.toContain('a secret')
  await there.desk.say('ann', '@Parley close')
  await heard(here, 'has closed this')
})

it.for(rooms)('on $name the team takes it, hands it back and closes it by commands as well', async (one) => {
  const name = one.name as Name
  const world = await handingOver(name, name)
  const { here, there, house } = world
  await house.admin.roles.seed({ account: 'default', author: there.uid('ann'), door: there.platform })
  expect(await there.command('ben', 'handover take')).toContain('There is none here that this can be done to')
  await waiting(world)
  expect(await there.command('ben', 'handover take')).toContain('You have taken')
  await heard(here, 'is here now')
  expect(await there.command('ben', 'handover take')).toContain('There is none here')
  expect(await here.command('ann', 'why')).toContain('belongs to hand-over')
  expect(await there.command('ann', 'handover list')).toMatch(/taken \([Bb]en\).*by their wish/)
  expect(await there.command('ben', 'handover back')).toContain('is handed back to the agent')
  await heard(here, 'has handed the conversation back')
  expect(await stateOf(world)).toEqual(['closed back'])
})

it.for(rooms)(
  'on $name the agent suggests to the team alone what it would answer, and whoever likes it sends it',
  async (one) => {
    const name = one.name as Name
    const world = await handingOver(name, name, { suggest: true })
    const { here, there } = world
    await waiting(world)
    await there.desk.press('ben', 'Take')
    await heard(here, 'is here now')
    expect(rained(here)).toHaveLength(1)
    await here.tell('ann', 'what is the weather like')
    await passed(world, 'I would answer so.')
    expect(there.desk.thread().at(-1)).toContain('It rains.')
    // What it has no answer to it says nothing of.
    await here.tell('ann', 'and the stars?')
    await passed(world, 'and the stars?')
    await here.tell('ann', 'what is the weather like')
    await expect.poll(() => there.desk.thread().join('\n').split('I would answer so.').length, patient).toBe(3)
    expect(here.alone('ann').join('\n')).not.toContain('I would answer so.')

    await there.desk.press('ben', 'Send it', 'thread')
    const sent = () => here.alone('ann').filter((text) => /[Bb]en.*It rains\./.test(text))
    await expect.poll(() => sent().length, patient).toBe(1)
    // Once more, by somebody who has not seen that it is sent.
    await there.desk.press('ann', 'Send it', 'thread').catch(() => {})
    await here.tell('ann', 'thank you')
    await passed(world, 'thank you')
    await there.desk.say('ben', 'you are welcome')
    await heard(here, 'you are welcome')
    expect(sent()).toHaveLength(1)
  },
)

it('it is wished for and agreed to in Japanese', async () => {
  const world = await handingOver('Slack', 'Slack')
  const { here, there } = world
  await here.tell('ann', '人と話したい')
  await heard(here, '引き継いでもよろしいですか？')
  expect(here.alone('ann').join()).toContain('担当者に見せるのは次の内容だけです')
  await here.choose('ann', 'はい、引き継ぐ')
  await heard(here, '引き継ぎました。担当者が決まりしだい、ここでそのまま話せます')
  await carded(world, '担当者との会話を希望しています')
  await there.desk.press('ben', '担当する')
  await heard(here, 'が担当します')
  await there.desk.press('ben', '完了する')
  await heard(here, 'この件を完了しました')
})
