import { expect, it, onTestFinished } from 'vitest'
import type { Engine } from '../../src/engine/converse.ts'
import { agentDocumentSchema } from '../../src/model/agent.ts'
import { orderKey } from '../../src/model/key.ts'
import type { Store } from '../../src/store/index.ts'
import { minimalAgent } from '../support/agent.ts'
import { type ChatHouse, chatHouse } from '../support/chat-house.ts'
import { engineWithoutModel } from '../support/engine-without-model.ts'
import { type Room, rooms } from '../support/rooms.ts'
import { tempFolder } from '../support/temp-folder.ts'

const patient = { interval: 5 }
const terminal = { account: 'default', author: 'cli', door: 'cli' } as const

const agent = {
  document: agentDocumentSchema.parse({
    ...minimalAgent({ agent: { useAIResponse: false } }),
    rules: [
      { when: ['i like tea'], say: 'Noted, tea. #{drink:tea}' },
      { when: ['i like coffee'], say: 'Noted, coffee. #{drink:coffee}' },
      { when: ['what do i drink'], say: 'You drink (#{drink}).' },
    ],
  }),
  engine: (store: Store): Engine => {
    const engine = engineWithoutModel(store)
    return {
      async *converse(request, agent, run) {
        for await (const event of engine.converse(request, agent, run)) {
          if (event.kind !== 'final' || request.utterance !== 'am i an owner') yield event
          // As tools are told that are for owners alone.
          else yield { ...event, answer: { ...event.answer, utterance: `owner: ${await run.holds!('owners')}` } }
        }
      },
    }
  },
}

async function open(from: string, to: string) {
  const house = await chatHouse({ folder: tempFolder(), onFinished: onTestFinished, agent })
  const roomOf = (name: string) => rooms.find((one) => one.name === name)!.open(house)
  const [first, second] = [await roomOf(from), await roomOf(to)]
  await house.admin.roles.set(first.uid('ann'), 'owner', undefined, terminal)
  await house.work()
  const tell = async (room: Room, text: string, answer: string) => {
    const count = () => room.alone('ann').filter((one) => one.includes(answer)).length
    const before = count()
    await room.tell('ann', text)
    await expect.poll(count, patient).toBe(before + 1)
    // Nothing is linked while something of theirs is being answered.
    await expect.poll(async () => (await house.store.inbox.idleKeys()).length, patient).toBe(0)
  }
  return { house, first, second, tell }
}

async function shownCode(first: Room): Promise<string> {
  const shown = await first.command('ann', 'link', {})
  const [, code] = /([2-9A-Z]{4}-[2-9A-Z]{4})/.exec(shown) ?? []
  expect(code, shown).toBeDefined()
  return code!
}

async function linkUp(first: Room, second: Room): Promise<string> {
  const code = await shownCode(first)
  expect(await first.press('ann', 'I have told it there')).toMatch(/Nobody has told the code yet/)
  const asked = await second.command('ann', 'link', { code: code.toLowerCase() })
  expect(asked).toContain(first.uid('ann'))
  expect(asked).toContain(second.uid('ann'))
  expect(await second.press('ann', 'That is me')).toMatch(/Nothing is joined until then/)
  const preview = await first.press('ann', 'I have told it there')
  expect(preview).toContain(second.uid('ann'))
  expect(preview).toMatch(/This comes over from there:/)
  expect(await first.press('ann', 'Link them')).toMatch(/you are one person with/)
  return preview
}

/** What somebody says is taken in by a process that has not heard yet whose it is. */
async function strayed({ store, ring }: ChatHouse, room: Room, say: () => Promise<void>): Promise<void> {
  const alone = orderKey('default', 'test', room.uid('ann'))
  const joined = orderKey('default', 'test', await store.personLinks.personOf('default', room.uid('ann')))
  const [now, holder] = [Date.now(), 'the other process']
  const epoch = await store.leases.take({ key: joined, holder, now, until: now + 600_000 })
  expect(epoch).toBeDefined()
  const said = say()
  const open = () => store.db.query.selectFrom('inbox').select('id').where('status', '=', 'open').execute()
  await expect.poll(async () => (await open()).length, patient).toBe(1)
  await store.db.query.updateTable('inbox').set({ key: alone }).where('status', '=', 'open').execute()
  await store.leases.release(joined, epoch!, now)
  await ring(alone)
  await said
}

const ways: [string, string][] = [
  ['Slack', 'Discord'],
  ['Discord', 'Teams'],
  ['Teams', 'Slack'],
]

it.for(ways)(
  'somebody on %s and on %s is one person by a code that both agree to, until they part',
  async ([from, to]) => {
    const { house, first, second, tell } = await open(from, to)
    await tell(second, 'i like tea', 'Noted, tea.')
    await tell(first, 'what do i drink', 'You drink ().')
    const preview = await linkUp(first, second)
    expect(preview).toMatch(/`?test`?: 1 value/)
    // What was said there is answered here.
    await tell(first, 'what do i drink', 'You drink (tea).')
    await tell(second, 'i like coffee', 'Noted, coffee.')
    await tell(first, 'what do i drink', 'You drink (coffee).')
    // The last answer is theirs, wherever it was given.
    expect(await second.command('ann', 'why', {})).toMatch(/You drink \(coffee\)/)
    await strayed(house, second, () => tell(second, 'what do i drink', 'You drink (coffee).'))
    // A program reaches them where it names them.
    await house.admin.messages.post('test', { to: second.uid('ann'), text: 'Your tea is here.' }, terminal)
    await house.timers.fire()
    await expect.poll(() => second.alone('ann').join('\n'), patient).toContain('Your tea is here.')
    expect(first.alone('ann').join('\n')).not.toContain('Your tea is here.')
    await expect.poll(async () => (await house.store.inbox.idleKeys()).length, patient).toBe(0)
    // Roles are of each account: they are an owner where they began, and nobody there.
    expect(await second.command('ann', 'pause', {})).toMatch(/is for owners/)
    await tell(first, 'am i an owner', 'owner: true')
    await tell(second, 'am i an owner', 'owner: false')
    expect(await house.store.roles.of('default', second.uid('ann'))).toEqual([])
    const seen = await second.command('ann', 'me', {})
    expect(seen).toMatch(/You are one person with/)
    expect(seen).toContain(first.uid('ann'))
    const exported = await house.admin.people.export({ account: 'default', uids: [second.uid('ann')] })
    expect(exported.people).toEqual([first.uid('ann'), second.uid('ann')])
    expect(JSON.stringify(exported)).toMatch(/i like tea.*i like coffee/s)
    expect(await first.command('ann', 'link', {})).toMatch(/You are one person with/)

    expect(await second.command('ann', 'unlink', {})).toMatch(/This parts/)
    expect(await second.press('ann', 'Part them')).toMatch(/a person of their own again/)
    await tell(second, 'i like tea', 'Noted, tea.')
    await tell(first, 'what do i drink', 'You drink (coffee).')
    await tell(second, 'what do i drink', 'You drink (tea).')
    // What was said in a conversation is where it was held.
    const memories = await house.store.db.query.selectFrom('memory').select(['key', 'text']).execute()
    const of = (room: Room) => memories.filter(({ key }) => key.endsWith(room.uid('ann'))).map(({ text }) => text)
    expect(of(second)).toContain('i like coffee')
    expect(of(first)).not.toContain('i like coffee')
    const audit = await house.admin.audit.list('default', { limit: 10 })
    expect(audit.map(({ action }) => action)).toEqual(['person.unlink', 'message.post', 'person.link', 'role.set'])
  },
)

it('whoever is forgotten under one of their names is under both', async () => {
  const { house, first, second, tell } = await open('Slack', 'Discord')
  await tell(second, 'i like tea', 'Noted, tea.')
  await linkUp(first, second)
  await tell(first, 'i like coffee', 'Noted, coffee.')
  await second.command('ann', 'me', {})
  await second.press('ann', 'Forget…')
  expect(await second.press('ann', 'Forget it now')).toMatch(/Done:/)
  expect(await house.store.personLinks.uidsOf('default', second.uid('ann'))).toEqual([second.uid('ann')])
  for (const table of ['memory', 'turn', 'user_state', 'person_link'] as const)
    expect(await house.store.db.query.selectFrom(table).selectAll().execute(), table).toEqual([])
  await tell(first, 'what do i drink', 'You drink ().')
})
