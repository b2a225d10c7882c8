import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import type { OptionValue } from '../../../console/stand-ins/discord/view.ts'
import { createChatCommands } from '../../../src/bridge/commands.ts'
import { createSpelling } from '../../../src/bridge/spelling.ts'
import { createLog } from '../../../src/lib/log.ts'
import { type CommandName, commandTable } from '../../../src/model/commands.ts'
import type { Place } from '../../../src/model/message.ts'
import type { View } from '../../../src/model/view.ts'
import type { Inbox } from '../../../src/ports/channel.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { commandHouse } from '../../admin/commands/house.ts'
import {
  type MatrixRole,
  mayUse,
  mayUseOnOthers,
  refusalText,
  roleGiven,
  roles,
  valuesFor,
} from '../../admin/commands/matrix.ts'
import { ann as atConsole, guide, webhook } from '../../admin/support.ts'
import { againstSpec } from '../../console/stand-ins/discord/spec-oracle.ts'
import { call } from '../../console/stand-ins/discord/support.ts'
import {
  digestOf,
  expectedDigest,
  MORE,
  type StoryDoor,
  type StoryPerson,
  type StoryValue,
  tellStory,
} from '../../contracts/story.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { booking } from '../../support/booking.ts'
import { killNextThread } from '../../support/dying-thread.ts'
import { installationsOf } from '../../support/installing.ts'
import { agentPerson, chosen, uploadOf } from './agent-person.ts'
import { ANN, BEN, buttonsOf, createHarness, filesOf, GENERAL, GUILD, wordsOf } from './harness.ts'

const CLEO = '1200000000000000013'
const ids: Record<StoryPerson, string> = { ann: ANN, ben: BEN, cleo: CLEO }
const people = [
  { id: ANN, username: 'ann', global_name: 'Ann' },
  { id: BEN, username: 'ben', global_name: 'Ben' },
  { id: CLEO, username: 'cleo', global_name: 'Cleo', locale: 'ja' },
]
const uid = (person: StoryPerson): string => `discord_${ids[person]}`
const channel = `discord:${GUILD}:${GENERAL}` as Place
const workspace = `discord:${GUILD}` as Place

/** The commands as they are, with Discord before them. Ann owns the server, so she becomes the first owner. */
async function start() {
  const house = await commandHouse({ hasOwner: false })
  const { store, commands } = house
  const harness = await createHarness({
    simulator: { people, limits: { enforceRates: false } },
    discord: { installations: installationsOf(house, 'discord') },
  })
  onTestFinished(() => harness.close())
  const { simulator } = harness
  let current = harness.another()
  const parts = {
    store,
    commands,
    channelMode: 'mention' as const,
    listening: { check: async () => {} },
    running: { stopAll: async () => {} },
    log: createLog('silent'),
  }
  const channelOf = ({ installation }: { installation: string }) => current.channel(installation)
  const chat = createChatCommands({ ...parts, channelOf, spelledAt: createSpelling(platforms, channelOf) })
  const told: View[] = []
  const slow = { ms: 0, until: Promise.resolve() }
  const command: Inbox['command'] = async (call) => {
    const { ms, until } = slow
    await sleep(ms)
    await until
    const view = await chat.command(call)
    told.push(view)
    return view
  }
  const complete: Inbox['complete'] = async (typing) => {
    await sleep(slow.ms)
    return chat.complete(typing)
  }
  async function begin(): Promise<void> {
    await current.start(inboxWith({ command, complete }))
    await vi.waitFor(() => expect(simulator.commands({ user: ANN, channel: GENERAL }).length).toBeGreaterThan(0))
  }
  async function restart(): Promise<void> {
    await current.stop()
    current = harness.another()
    await begin()
  }
  onTestFinished(() => current.stop())
  await begin()
  // Who shapes agents here, the matrix says and not the server.
  simulator.permit({ command: 'agent', id: GUILD, allowed: true })
  const as = (name: StoryPerson) => agentPerson(simulator, ids[name])
  return { ...house, harness, simulator, slow, told, restart, ann: as('ann'), ben: as('ben'), cleo: as('cleo') }
}

/** A step's values as the options of its command. */
function optionsOf(values: Record<string, StoryValue>): Record<string, OptionValue> {
  const options = Object.entries(values).map(([name, value]): [string, OptionValue] => {
    if (typeof value === 'string') return [name, value]
    return [name, 'person' in value ? ids[value.person] : uploadOf(value)]
  })
  return Object.fromEntries(options)
}

it('the story leaves the same when it is told in Discord', async () => {
  const house = await start()
  const door: StoryDoor = {
    knowsRights: true,
    async say({ who, command, values, form, more, press }) {
      const person = house[who]
      person.dismiss()
      let read = await person.run(command, optionsOf(values))
      if (form) read = await person.send(form)
      if (more) {
        // A modal holds no buttons: what it is answered with does.
        if (person.modal()) await person.send({})
        await person.press(MORE)
        read = await person.send(more)
      }
      if (press) read = await person.press(press)
      return read
    },
  }
  await tellStory(door)
  expect(await digestOf(house, { uidOf: uid, channel, workspace })).toEqual(expectedDigest)
  expect(againstSpec(house.simulator.calls)).toEqual([])
  expect(house.simulator.liveMentions).toEqual([])
})

/** Ann's house, whose agent `demo` is that of the channel, and Ben in a role. */
async function startWith(role: MatrixRole) {
  const house = await start()
  const { admin, store } = house
  if (role !== 'stranger') await admin.roles.seed({ account: firstAccount, author: uid('ann'), door: 'discord' })
  for (const id of ['demo', 'other']) {
    const webhooks = [webhook(id === 'demo' ? 'tickets' : 'others')]
    await admin.agents.create({ agent: { id, ...guide }, webhooks }, atConsole)
  }
  const binding = { place: channel, account: firstAccount, agent: 'demo', mode: 'mention' } as const
  await store.db.batch([store.places.bindStep(binding)])
  const given = roleGiven(role)
  const actor = { account: firstAccount, author: uid('ann'), door: 'discord' } as const
  if (given) await admin.roles.set(uid('ben'), given.role, given.agent, actor)
  const changes = async () => (await admin.audit.list(firstAccount, { limit: 1000 })).length
  /** What Ben reads after he has used a command. */
  async function use(command: CommandName, values: Record<string, string>): Promise<string> {
    house.ben.dismiss()
    return house.ben.run(command, values)
  }
  return { ...house, actor, changes, use }
}

describe.each(roles)('in Discord, %s', (role) => {
  it('may use what the matrix says, and nothing else', async () => {
    const { changes, use } = await startWith(role)
    const seen: Record<string, boolean> = {}
    // What takes the ground away from the others comes last.
    const names = commandTable.map(({ name }) => name as CommandName)
    for (const command of names.toSorted((a, b) => Number(a === 'unuse') - Number(b === 'unuse'))) {
      const before = await changes()
      seen[command] = !refusalText.test(await use(command, valuesFor(command, CLEO)))
      if (!seen[command]) expect(await changes(), `${command} was refused but did something`).toBe(before)
    }
    expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, mayUse[name].includes(role)])))
    for (const [command, allowed] of Object.entries(mayUseOnOthers)) {
      const read = await use(command as CommandName, { person: CLEO })
      expect(!refusalText.test(read), `${command} of somebody else`).toBe(allowed.includes(role))
    }
  })
})

describe('what Discord has shown to an admin', () => {
  it('does nothing any more once the role is gone: neither its buttons nor its forms', async () => {
    const { admin, actor, ben, changes } = await startWith('admin of this agent')
    await ben.run('rule add', { when: 'hello', say: 'Hi' })
    const undo = ben.shown()!
    await ben.run('show', { agent: 'demo' })
    await ben.press(MORE)
    const form = ben.shown()!
    await ben.pressIn(form, 'About')
    await ben.submit({ provider: 'Mine' })
    await admin.roles.set(uid('ben'), 'member', undefined, actor)
    const before = await changes()
    expect(await ben.pressIn(form, 'About')).toMatch(refusalText)
    expect(await ben.pressIn(ben.again(form), 'Save')).toMatch(refusalText)
    expect(await ben.pressIn(undo, 'Undo')).toMatch(refusalText)
    expect(await ben.run('edit', { agent: 'demo' })).toMatch(refusalText)
    expect(await changes()).toBe(before)
  })

  it('does nothing for somebody else, however they came by it', async () => {
    const { ann, ben, simulator, changes, told } = await startWith('owner')
    await ann.run('rule add', { when: 'hello', say: 'Hi' })
    const { components } = ann.shown()!
    const custom_id = String(buttonsOf(components).find(({ label }) => label === 'Undo')!['custom_id'])
    const before = await changes()
    await ben.run('help')
    // As no client of Discord's own would send it.
    const { d } = simulator.frames.findLast(({ t }) => t === 'INTERACTION_CREATE')!
    const press = { ...(d as object), id: '1300000000000000001', type: 3, data: { component_type: 2, custom_id } }
    simulator.gateway.raw(JSON.stringify({ op: 0, t: 'INTERACTION_CREATE', s: 1, d: press }))
    await vi.waitFor(() => expect(told).toHaveLength(3))
    expect(told.at(-1)?.text).toMatch(/made for somebody else/)
    expect(await changes()).toBe(before)
  })

  it('says kindly that it is too old to be pressed', async () => {
    const { ann, clock } = await startWith('member')
    await ann.run('rule add', { when: 'hello', say: 'Hi' })
    const undo = ann.shown()!
    await ann.run('show', { agent: 'demo' })
    await ann.press(MORE)
    const section = String(buttonsOf(ann.shown()!.components)[0]!['custom_id'])
    clock.now += 25 * 3_600_000
    await ann.use(section)
    expect(wordsOf(ann.seen().at(-1)!)).toMatch(/too old|expired/)
    expect(await ann.pressIn(undo, 'Undo')).toMatch(/too old|expired/)
  })
})

it('a command that a client still shows where it stood before the groups is the same command', async () => {
  const { ann, simulator, told } = await startWith('owner')
  await ann.run('help')
  const { d } = simulator.frames.findLast(({ t }) => t === 'INTERACTION_CREATE')!
  const frame = d as { data: object }
  const old = (id: string, options: object[]) => ({ ...frame, id, data: { ...frame.data, options } })
  const list = old('1300000000000000002', [{ type: 1, name: 'list', options: [] }])
  const roles = old('1300000000000000003', [{ type: 2, name: 'role', options: [{ type: 1, name: 'list' }] }])
  simulator.gateway.raw(JSON.stringify({ op: 0, t: 'INTERACTION_CREATE', s: 1, d: list }))
  await vi.waitFor(() => expect(told.at(-1)?.text).toMatch(/`demo`/))
  simulator.gateway.raw(JSON.stringify({ op: 0, t: 'INTERACTION_CREATE', s: 2, d: roles }))
  await vi.waitFor(() => expect(told.at(-1)?.text).toMatch(/owner/))
})

it('a command is named in Discord as it is chosen there', async () => {
  const { ann } = await startWith('owner')
  expect(await ann.run('help', { command: 'all' })).toContain('`/agent agent list`')
  expect(await ann.run('help', { command: 'webhook add' })).toContain('/agent tool webhook-add')
  expect(await ann.run('help', { command: 'tool webhook-add' })).toContain('/agent tool webhook-add')
})

describe('a form in Discord', () => {
  it('keeps what was entered section by section until it is sent, also over a restart', async () => {
    const { ann, restart, admin } = await startWith('member')
    await ann.run('edit', { agent: 'demo' })
    await ann.submit({ model: 'gpt-4o' })
    await ann.press(MORE)
    const [about, model] = buttonsOf(ann.shown()!.components)
    await ann.use(String(about!['custom_id']))
    await restart()
    await ann.submit({ provider: 'Concierge' })
    const marks = buttonsOf(ann.shown()!.components).map(({ emoji }) => (emoji as { name: string } | undefined)?.name)
    expect(marks).toEqual(['✔️', ...Array(6).fill(undefined)])
    await ann.use(String(model!['custom_id']))
    await ann.submit({ temperature: '0.5' })
    await restart()
    await ann.use(String(about!['custom_id']))
    expect(ann.fields()).toMatchObject({ provider: 'Concierge' })
    ann.dismiss()
    expect(await ann.press('Save')).toMatch(/Saved to the draft/)
    const { document } = await admin.drafts.current('demo', { account: firstAccount, author: 'test', door: 'cli' })
    expect(document.agent).toMatchObject({ providerName: 'Concierge', llmSettings: { temperature: 0.5 } })
    expect(filesOf(ann.shown()!)).toEqual([])
  })

  it('comes again with what is wrong, and with what was written', async () => {
    const { ann, restart } = await startWith('member')
    await ann.run('edit', { agent: 'demo' })
    await ann.submit({ model: 'gpt-4o' })
    await ann.press(MORE)
    expect(await ann.send({ temperature: '7', provider: 'Kind' })).toMatch(/\*\*Temperature\*\*.*at most 1/s)
    await restart()
    const wrong = buttonsOf(ann.shown()!.components).find(({ style }) => style === 4)!
    await ann.use(String(wrong['custom_id']))
    expect(ann.fields()).toMatchObject({ temperature: '7' })
    await ann.submit({ temperature: '0.7' })
    expect(await ann.press('Save')).toMatch(/Saved to the draft/)
  })

  it('opens at once where it is one section, with what was given, and corrects it', async () => {
    const { ann } = await startWith('member')
    expect(await ann.run('rule add', { when: 'opening hours' })).toMatch(/^\/agent rule add/)
    expect(ann.fields()).toMatchObject({ when: 'opening hours' })
    expect(await ann.submit({ say: 'From 9\nto 17', agent: 'nowhere' })).toMatch(/nowhere/)
    expect(await ann.run('rule add', { when: 'opening hours' })).toMatch(/^\/agent rule add/)
    expect(await ann.submit({ say: 'From 9\nto 17' })).toMatch(/Rule 1 is added/)
  })

  it('gives a long prompt as a file, and takes one', async () => {
    const { ann, restart, simulator, admin } = await startWith('member')
    const prompts = ['Be kind. '.repeat(1000), 'Be short. '.repeat(1000)].map((prompt) => prompt.trim())
    const actor = { account: firstAccount, author: 'test', door: 'cli' } as const
    const current = async () => (await admin.drafts.current('demo', actor)).document.agent.llmSettings?.prompt
    await ann.run('edit', { agent: 'demo' })
    await ann.send({ model: 'gpt-4o', promptFile: { name: 'prompt.md', text: prompts[0]! } })
    expect(await current()).toBe(prompts[0])
    await ann.run('edit', { agent: 'demo' })
    const shown = filesOf(ann.shown()!).map(({ id }) => String(simulator.file(id)))
    expect(shown).toEqual(prompts.slice(0, 1))
    await restart()
    await ann.press('Open the form')
    await ann.submit({ promptFile: { name: 'prompt.md', text: prompts[1]! } })
    expect(await current()).toBe(prompts[1])
  })

  it('takes several files', async () => {
    const { ann } = await startWith('member')
    await ann.run('knowledge add')
    const files = ['Parking', 'Pets'].map((name) => uploadOf({ name: `${name}.md`, text: `# ${name}\n\nAsk us.` }))
    expect(await ann.submit({ file: files })).toMatch(/Parking\.md.*Pets\.md/s)
  })
})

describe('an answer in Discord', () => {
  it('comes later where it takes long, and choices do not come at all', async () => {
    const { ann, simulator, slow } = await startWith('member')
    await ann.run('rule add', { when: 'hello', say: 'Hi' })
    slow.ms = 2500
    const typing = { user: BEN, channel: GENERAL, name: 'agent agent show', options: { agent: 'd' }, focused: 'agent' }
    const again = agentPerson(simulator, ANN)
    const [, read, choices] = await Promise.all([
      ann.press('Undo'),
      again.run('edit', { agent: 'demo' }),
      simulator.autocomplete(typing),
    ])
    expect(choices).toEqual([])
    await expect.poll(() => wordsOf(ann.shown()!), { interval: 2 }).toMatch(/Undone/)
    expect(read).toMatch(/demo/)
    slow.ms = 0
    await again.press('Open the form')
    expect(await again.send({ name: 'Concierge' })).toMatch(/Saved to the draft/)
  })

  it('is shown and given once, when Discord tells again of a command that was acknowledged and not answered', async () => {
    const { ann, simulator, slow, admin } = await startWith('member')
    // Whoever acknowledged it has not come to answer it when it is told again.
    const first = Promise.withResolvers<void>()
    onTestFinished(() => first.resolve())
    slow.until = first.promise
    const answer = ann.run('rule add', { when: 'hello', say: 'Hi' })
    await vi.waitFor(() => expect(ann.seen().at(-1)?.loading).toBe(true))
    slow.until = Promise.resolve()
    simulator.gateway.repeat('INTERACTION_CREATE')
    expect(await answer).toMatch(/Rule 1 is added/)
    const { document } = await admin.drafts.current('demo', { account: firstAccount, author: 'test', door: 'cli' })
    expect(document.rules).toHaveLength(1)
  })

  it('offers what may stand there to those who may, and nothing to others', async () => {
    const { simulator } = await startWith('member')
    const typed = (user: string, name: string, options: Record<string, string>, focused: string) =>
      simulator.autocomplete({ user, channel: GENERAL, name: chosen(name), options, focused })
    expect((await typed(ANN, 'show', { agent: 'd' }, 'agent'))[0]).toMatchObject({ value: 'demo' })
    expect(await typed(ANN, 'webhook test', { webhook: '', agent: 'demo' }, 'webhook')).toMatchObject([
      { value: 'tickets' },
    ])
    expect(await typed(BEN, 'show', { agent: 'd' }, 'agent')).toEqual([])
  })

  it('is seen by its person alone, who is called by nothing in it', async () => {
    const { ann, ben, simulator } = await startWith('member')
    expect(await ann.run('role add', { person: BEN, role: 'admin', agent: 'demo' })).toContain(`<@${BEN}>`)
    expect(await ann.run('key issue', { kind: 'conversation', name: 'Site' })).toMatch(/shown (only )?once|once/)
    expect(ann.shown()!.ephemeral).toBe(true)
    expect(ben.seen()).toEqual([])
    expect(simulator.liveMentions).toEqual([])
  })

  it('is cut at a line where it is longer than a message, and comes whole as a file', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    const lines = ['```', ...Array.from({ length: 199 }, (_, n) => `line ${n} of <@discord_${BEN}>`), '```']
    const view = { text: lines.join('\n'), file: { name: 'demo.diff', text: '+ a' } }
    await harness.adapter.start(inboxWith({ command: async () => view }))
    onTestFinished(() => harness.adapter.stop())
    const { simulator } = harness
    await vi.waitFor(() => expect(simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([]))
    const ann = agentPerson(simulator, ANN)
    expect(await ann.run('list')).toMatch(/line \d+ of <@\d+>\n```\n…$/)
    const files = filesOf(ann.shown()!).map(({ id, filename }) => [filename, String(simulator.file(id))])
    expect(files).toEqual([
      ['answer.md', lines.join('\n').replaceAll('discord_', '')],
      ['demo.diff', '+ a'],
    ])
  })

  it('is a card where something can be pressed, and stays one when it was; a sentence alone is plain words', async () => {
    const { ann } = await startWith('member')
    expect(await ann.run('rule add', { when: 'hello', say: 'Hi' })).toMatch(/Rule 1 is added/)
    expect(ann.shown()!.components).toMatchObject([
      { type: 17, components: [{ type: 10, content: expect.stringContaining('Rule 1') }, { type: 1 }] },
    ])
    expect(ann.shown()!.content).toBe('')
    await ann.press('Undo')
    expect(ann.shown()!.components).toMatchObject([{ type: 17 }])
    expect(wordsOf(ann.shown()!)).toMatch(/Undone/)
    await ann.run('list')
    const { content, components } = ann.shown()!
    expect([content, components]).toEqual([expect.stringContaining('demo'), []])
  })

  it('takes the place of a message that was shown before there were cards', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    const view: View = { text: 'It is undone.', buttons: [{ offer: 'again', label: 'Once more', style: 'danger' }] }
    await harness.adapter.start(inboxWith({ command: async () => view }))
    onTestFinished(() => harness.adapter.stop())
    const { simulator } = harness
    await vi.waitFor(() => expect(simulator.commands({ user: ANN, channel: GENERAL })).not.toEqual([]))
    const components = [{ type: 1, components: [{ type: 2, style: 2, label: 'Undo', custom_id: 'a:before' }] }]
    const before = await call(simulator, 'POST', `/channels/${GENERAL}/messages`, { content: 'Done.', components })
    const { id } = simulator.use({ user: ANN, channel: GENERAL, message: before.body.id, custom_id: 'a:before' })
    await expect.poll(() => simulator.interaction(id)?.state).toBe('answered')
    const shown = simulator.messages(GENERAL).find((one) => one.id === before.body.id)!
    expect(shown).toMatchObject({ content: '', components: [{ type: 17, accent_color: 0xed_42_45 }] })
    expect(wordsOf(shown)).toBe('It is undone.')
  })

  it('leaves it to Discord to show moments in the time of whoever reads', async () => {
    const { ann } = await startWith('member')
    await ann.run('role add', { person: CLEO, role: 'member' })
    expect(await ann.run('audit')).toMatch(/^- \*\*\d+\*\* <t:\d{10}> · /m)
  })

  it('is in the language of the person, and works in direct messages', async () => {
    const { simulator, cleo } = await startWith('member')
    simulator.direct(CLEO)
    expect(await cleo.run('help')).toMatch(/[ぁ-ん]/)
    const { label, description } = simulator.commands({ user: CLEO, channel: GENERAL }).at(-1)!
    expect([label, description]).toEqual(['回答の理由を見る', ''])
    const alone = agentPerson(simulator, ANN, simulator.direct(ANN))
    expect(await alone.run('list')).toMatch(/demo/)
  })

  it('tells why an answer is as it is, of the message that was pointed at', async () => {
    const { ann, simulator } = await startWith('member')
    const target = simulator.say({ user: ANN, channel: GENERAL, content: 'not an answer' })
    expect(await ann.why(target)).toMatch(/no answer|not an answer|There is no/)
  })
})

describe('the commands of members in Discord', () => {
  const names = (house: Awaited<ReturnType<typeof start>>, user: string, where = GENERAL) => [
    ...new Set(house.simulator.commands({ user, channel: where }).map(({ name }) => name.split(' ')[0])),
  ]

  it('stand beneath /parley; /agent is for who manages the server, and for whom the server lets besides', async () => {
    const house = await startWith('member')
    const { simulator, ben } = house
    simulator.permit({ command: 'agent', id: GUILD, allowed: false })
    expect(names(house, BEN)).toEqual(['ask', 'Ask', 'parley', 'Why'])
    expect(names(house, ANN)).toContain('agent')
    await expect(ben.run('list')).rejects.toThrow('There is no command agent agent list')
    simulator.permit({ command: 'agent', id: BEN, allowed: true })
    expect(await ben.run('list')).toMatch(refusalText)
    // A direct conversation has nobody who manages it.
    expect(names(house, BEN, simulator.direct(BEN))).toContain('agent')
  })

  it('are named as they are chosen, wherever a sentence tells of one', async () => {
    const { ben, cleo } = await startWith('member')
    expect(await ben.run('help', { command: 'all' })).toMatch(
      /`\/parley me`.*`\/parley handover-take`.*`\/parley state-show`/s,
    )
    expect(await ben.run('help', { command: 'handover-take' })).toContain('/parley handover-take')
    expect(await ben.run('me')).toContain('`/parley link` links it')
    expect(await ben.run('unlink')).toContain('`/parley link`')
    expect(await ben.run('link')).toMatch(/or use `\/parley link` again/)
    expect(await cleo.run('unlink')).toMatch(/`\/parley link` [ぁ-ん]/)
  })

  it('ask as /ask does', async () => {
    const harness = await createHarness()
    onTestFinished(() => harness.close())
    const told: string[] = []
    const inbox = inboxWith({
      async message({ text, promised }) {
        told.push(`${text} ${promised}`)
        return 'taken'
      },
    })
    await harness.adapter.start(inbox)
    onTestFinished(() => harness.adapter.stop())
    const { simulator } = harness
    await vi.waitFor(() => expect(simulator.commands({ user: BEN, channel: GENERAL })).not.toEqual([]))
    for (const name of ['ask', 'parley ask'])
      simulator.run({ user: BEN, channel: GENERAL, name, options: { question: 'When?' } })
    await vi.waitFor(() => expect(told).toEqual(['When? true', 'When? true']))
  })
})

describe('the drawing of a scenario', () => {
  async function shown() {
    const house = await startWith('owner')
    await house.ann.run('scenario upload', { file: uploadOf(booking), agent: 'demo' })
    expect(buttonsOf(house.ann.shown()!.components).map(({ label }) => label)).toContain('Drawing')
    await house.ann.run('scenario show', { scenario: 'book_table', agent: 'demo' })
    return house
  }

  it('is a picture, with words for whoever cannot see it', async () => {
    const { ann } = await shown()
    await ann.press('Drawing')
    await expect.poll(() => wordsOf(ann.shown()!)).toContain('a hexagon waits')
    const [picture] = filesOf(ann.shown()!)
    expect(picture).toMatchObject({ filename: 'book_table.png', content_type: 'image/png' })
    expect(picture!.description).toContain('Two → done')
    expect([picture!.width! > 100, picture!.height! > 100]).toEqual([true, true])
  })

  it('is told in words where the thread that draws dies', async () => {
    const { ann } = await shown()
    killNextThread()
    await ann.press('Drawing')
    await expect.poll(() => wordsOf(ann.shown()!)).toContain('There is no picture of it here.')
    expect(filesOf(ann.shown()!)).toMatchObject([{ filename: 'book_table.txt' }])
  })

  it.each(['in time', 'late'])('is told in words where files are refused, %s', async (when) => {
    const { ann, simulator, slow } = await shown()
    if (when === 'late') slow.ms = 2100
    const route =
      when === 'late'
        ? 'PATCH /webhooks/{application}/{token}/messages/{message}'
        : 'POST /interactions/{interaction}/{token}/callback'
    // The acknowledgement that comes first has no file.
    simulator.faults.set([{ kind: 'refuse', route, code: 50013, times: 1 }])
    await ann.press('Drawing')
    await expect.poll(() => wordsOf(ann.shown()!)).toContain('Two → done')
    expect(filesOf(ann.shown()!)).toEqual([])
  })
})
