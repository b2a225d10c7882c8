import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import { PEOPLE, TENANT } from '../../../console/stand-ins/teams/settings.ts'
import { createChatCommands } from '../../../src/bridge/commands.ts'
import { createSpelling } from '../../../src/bridge/spelling.ts'
import { createLog } from '../../../src/lib/log.ts'
import type { CommandCall } from '../../../src/model/command.ts'
import { type CommandName, commandTable } from '../../../src/model/commands.ts'
import type { Place } from '../../../src/model/message.ts'
import type { Adapter, Inbox } from '../../../src/ports/channel.ts'
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
import {
  digestOf,
  expectedDigest,
  fileOf,
  lineOf,
  MORE,
  type StoryDoor,
  type StoryPerson,
  tellStory,
} from '../../contracts/story.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { booking } from '../../support/booking.ts'
import { killNextThread } from '../../support/dying-thread.ts'
import { installationsOf } from '../../support/installing.ts'
import { agentPerson, messageText, type Spoken } from './agent-person.ts'
import { ANN, BEN, createHarness, DIRECT, GENERAL, GROUP, ofOurs } from './harness.ts'

const CLEO = {
  id: '29:1cleo',
  name: 'Cleo',
  aadObjectId: '7a11e500-0000-4000-8000-0000000000a3',
  email: 'cleo@example.com',
}
const everybody = [...PEOPLE, CLEO]
const uid = (person: StoryPerson): string => {
  return `teams_${TENANT.id}_${everybody.find(({ name }) => name.toLowerCase() === person)!.aadObjectId}`
}
const channel = `teams:${TENANT.id}/${GENERAL}` as Place
const workspace = `teams:${TENANT.id}` as Place

/** The commands as they are, with Teams before them. Whoever the settings name becomes the first owner. */
async function start() {
  const house = await commandHouse({ hasOwner: false })
  const { store, commands } = house
  const harness = await createHarness({
    simulator: { people: everybody, limits: { enforceRates: false } },
    teams: { installations: installationsOf(house, 'teams'), owners: [PEOPLE[0]!.aadObjectId] },
  })
  onTestFinished(() => harness.close())
  const { simulator } = harness
  let current: Adapter = harness.adapter
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
  const calls: CommandCall[] = []
  const slow = { ms: 0, isDone: false }
  const said: string[] = []
  const inbox = inboxWith({
    async command(call) {
      calls.push(call)
      await sleep(slow.ms)
      slow.isDone = true
      return chat.command(call)
    },
    async message({ text }) {
      said.push(text)
      return 'taken'
    },
  } satisfies Partial<Inbox>)
  await current.start(inbox)
  async function restart(): Promise<void> {
    await current.stop()
    current = await harness.another()
    await current.start(inbox)
  }
  const people = {
    ann: agentPerson(simulator, ANN),
    ben: agentPerson(simulator, BEN),
    cleo: agentPerson(simulator, CLEO.id),
  }
  const changes = async () => (await house.admin.audit.list(firstAccount, { limit: 1000 })).length
  return { ...house, simulator, people, calls, said, slow, restart, changes }
}

/** People are mentioned, as Teams does it. */
function spoken(line: string): Spoken {
  const mentions: string[] = []
  const text = line.replaceAll(/@teams_[\w-]+_([\da-f-]{36})/g, (_, own) => {
    const { id, name } = everybody.find(({ aadObjectId }) => aadObjectId === own)!
    mentions.push(id)
    return `<at>${name}</at>`
  })
  return { text, mentions }
}

it('the story leaves the same when it is told in Teams', async () => {
  const house = await start()
  const door: StoryDoor = {
    knowsRights: true,
    async say(step) {
      const person = house.people[step.who]
      if (person.dialog()) person.dismiss()
      const line = lineOf(step, uid)
      const file = fileOf(step)
      let read = file ? await person.sayInPrivate(`/agent ${line}`, file) : await person.say(spoken(line))
      if (step.form) read = await person.send(step.form)
      if (step.more) {
        await (step.form ? person.press(MORE) : person.more({}))
        read = await person.send(step.more)
      }
      if (step.press) read = await person.press(step.press)
      return read
    },
  }
  await tellStory(door)
  expect(await digestOf(house, { uidOf: uid, channel, workspace })).toEqual(expectedDigest)
  const secrets = /pak_|whsec_/
  const seen = (as: string) => JSON.stringify([GENERAL, GROUP].map((place) => house.simulator.messages(place, { as })))
  expect(seen(ANN)).toMatch(secrets)
  expect(seen(BEN)).not.toMatch(secrets)
  expect(
    ofOurs(house.simulator).every(({ conversation, targeted_to }) => targeted_to || conversation.startsWith('a:')),
  ).toBe(true)
})

/** Ann's house, whose agent `demo` is that of the channel, and Ben in a role. */
async function startWith(role: MatrixRole) {
  const house = await start()
  const { admin, store } = house
  const actor = { account: firstAccount, author: uid('ann'), door: 'teams' } as const
  if (role !== 'stranger') await admin.roles.seed(actor)
  for (const id of ['demo', 'other']) {
    const webhooks = [webhook(id === 'demo' ? 'tickets' : 'others')]
    await admin.agents.create({ agent: { id, ...guide }, webhooks }, atConsole)
  }
  const binding = { place: channel, account: firstAccount, agent: 'demo', mode: 'mention' } as const
  await store.db.batch([store.places.bindStep(binding)])
  const given = roleGiven(role)
  if (given) await admin.roles.set(uid('ben'), given.role, given.agent, actor)
  /** What Ben reads after he has used a command. */
  async function use(command: CommandName, values: Record<string, string>): Promise<string> {
    const { ben } = house.people
    if (ben.dialog()) ben.dismiss()
    return ben.say(spoken(lineOf({ who: 'ben', command, values, reads: /./ }, uid)))
  }
  return { ...house, actor, use }
}

describe.each(roles)('in Teams, %s', (role) => {
  it('may use what the matrix says, and nothing else', async () => {
    const { changes, use } = await startWith(role)
    const seen: Record<string, boolean> = {}
    // What takes the ground away from the others comes last.
    const names = commandTable.map(({ name }) => name as CommandName)
    for (const command of names.toSorted((a, b) => Number(a === 'unuse') - Number(b === 'unuse'))) {
      const before = await changes()
      seen[command] = !refusalText.test(await use(command, valuesFor(command, `@${uid('cleo')}`)))
      if (!seen[command]) expect(await changes(), `${command} was refused but did something`).toBe(before)
    }
    expect(seen).toEqual(Object.fromEntries(names.map((name) => [name, mayUse[name].includes(role)])))
    for (const [command, allowed] of Object.entries(mayUseOnOthers)) {
      const read = await use(command as CommandName, { person: `@${uid('cleo')}` })
      expect(!refusalText.test(read), `${command} of somebody else`).toBe(allowed.includes(role))
    }
  })
})

describe('what Teams has shown to an admin', () => {
  it('does nothing any more once the role is gone: neither its buttons nor its forms', async () => {
    const { admin, actor, people, changes } = await startWith('admin of this agent')
    const { ben } = people
    await ben.say(spoken('rule add hello Hi'))
    await ben.say(spoken('edit demo'))
    await ben.press('Open the form')
    await admin.roles.set(uid('ben'), 'member', undefined, actor)
    const before = await changes()
    expect(await ben.send({ name: 'Mine' })).toMatch(refusalText)
    expect(await ben.press('Undo')).toMatch(refusalText)
    expect(await changes()).toBe(before)
  })

  it('is refused to everybody else, and to whoever comes too late', async () => {
    const { simulator, people, changes, clock } = await startWith('owner')
    await people.ann.say(spoken('rule add hello Hi'))
    const before = await changes()
    await people.ann.press('Undo', people.ann.seen().at(-1))
    expect(await changes()).toBe(before + 1)
    await people.ann.say(spoken('rule add hello Hi'))
    const { id } = people.ann.seen().at(-1)!
    const from = { id: BEN, name: 'Ben', aadObjectId: PEOPLE[1]!.aadObjectId }
    const press = simulator.deliveries.findLast(({ activity }) => activity['value'] !== undefined)!.activity
    const offer = offersIn(people.ann.seen().at(-1)!).at(-1)
    await simulator.deliver({ ...press, id: '1', from, replyToId: id, value: { k: 'a', o: offer } })
    await expect.poll(() => messageText(people.ben.seen().at(-1))).toContain('somebody else')
    expect(messageText(people.ann.seen().at(-1))).toContain('Rule 1 is added')
    clock.now += 25 * 3_600_000
    expect(await people.ann.press('Undo')).toContain('too old')
    expect(await changes()).toBe(before + 2)
  })
})

const offersIn = (message: { attachments: { kind: string; content?: unknown }[] }): string[] =>
  message.attachments.flatMap(({ content }) =>
    ((content as { actions?: { data: { o: string } }[] }).actions ?? []).map(({ data }) => data.o),
  )

describe('a dialog', () => {
  it('comes again with what is wrong beside the field, and with what was written', async () => {
    const { people, changes } = await startWith('owner')
    await people.ann.say(spoken('edit demo'))
    const before = await changes()
    await people.ann.more({ description: 'Kind' })
    const read = await people.ann.send({ name: 'Better', model: 'gpt-4o', temperature: '7', ai: false })
    expect(read).toMatch(/must be at most 1/)
    const { card } = people.ann.dialog()!
    const body = card!['body'] as Record<string, unknown>[]
    const at = body.findIndex(({ id }) => id === 'f_temperature')
    expect(body[at]).toMatchObject({ value: '7' })
    expect(body.slice(at + 1, at + 3)).toContainEqual(expect.objectContaining({ color: 'Attention' }))
    expect(body.find(({ id }) => id === 'f_name')).toMatchObject({ value: 'Better' })
    expect(body.find(({ id }) => id === 'f_ai')).toMatchObject({ value: 'false' })
    expect(body.find(({ id }) => id === 'f_description')).toMatchObject({ value: 'Kind' })
    expect(await changes()).toBe(before)
    expect(await people.ann.send({ temperature: '0.7' })).toContain('Saved to the draft')
    expect(people.ann.dialog()).toBeUndefined()
    expect(await changes()).toBe(before + 1)
    // In place of what had the button.
    expect(people.ann.seen()).toHaveLength(1)
  })

  it('can be sent after a restart, and is one change however often Teams tells of it', async () => {
    const { people, restart, simulator, changes } = await startWith('owner')
    await people.ann.say(spoken('edit demo'))
    await people.ann.press('Open the form')
    await restart()
    const before = await changes()
    expect(await people.ann.send({ name: 'Better' })).toContain('Saved to the draft')
    const { activity } = simulator.deliveries.findLast(({ name }) => name === 'task/submit')!
    await Promise.all([activity, activity, { ...activity, id: 'f:again' }].map((one) => simulator.deliver(one)))
    await restart()
    await simulator.deliver({ ...activity, id: 'f:anew' })
    expect(await changes()).toBe(before + 1)
    // Whoever sent it is told so, and what they can still press stays.
    await expect.poll(() => messageText(people.ann.seen().at(-1))).toContain('done already')
    expect(messageText(people.ann.seen()[0])).toMatch(/Saved to the draft[\s\S]*Undo/)
    const { status, response } = await simulator.deliver(activity)
    expect([status, response]).toEqual([200, {}])
  })

  it('has room for a form however long its texts are', async () => {
    const { people, admin } = await startWith('owner')
    const prompt = '長い'.repeat(1500)
    const llmSettings = { llm: 'gpt-4o', prompt }
    await admin.agents.update({ agent: { id: 'demo', llmSettings, description: '説明'.repeat(30) } }, atConsole)
    await people.ann.say(spoken('edit demo'))
    await people.ann.press('Open the form')
    const { card } = people.ann.dialog()!
    expect(Buffer.byteLength(JSON.stringify(card))).toBeLessThan(28 * 1024)
    expect(await people.ann.send({ name: 'Better' })).toContain('Saved to the draft')
    expect(JSON.stringify(await admin.drafts.get('demo', atConsole))).toContain(prompt)
  })

  it('takes the files that were attached to the command, for it cannot take any itself', async () => {
    const { people, admin } = await startWith('owner')
    await people.ann.sayInPrivate('/agent edit demo', { name: 'prompt.md', text: 'You are very kind.' })
    expect(await people.ann.press('Open the form')).toContain('Attached: prompt.md')
    expect(await people.ann.send({ name: 'Kind', model: 'gpt-4o' })).toContain('Saved to the draft')
    const actor = { account: firstAccount, author: uid('ann'), door: 'teams' } as const
    expect(JSON.stringify(await admin.drafts.get('demo', actor))).toContain('You are very kind.')
  })

  it('says where a file goes, in the language of whoever reads it', async () => {
    const { simulator, people } = await startWith('owner')
    await people.ann.say(spoken('knowledge add'))
    const read = await people.ann.press('Open the form')
    expect(read).toContain('attach it to the message /agent knowledge add')
    const { activity } = simulator.deliveries.findLast(({ name }) => name === 'task/fetch')!
    const { response } = await simulator.deliver({ ...activity, id: 'f:ja', locale: 'ja-JP' })
    expect(JSON.stringify(response)).toContain('個人チャットで')
  })
})

describe('what is a command', () => {
  it.each([
    [DIRECT, '/agent help', true],
    [DIRECT, '/agent', true],
    [DIRECT, '／AGENT help', true],
    [DIRECT, 'agent help', true],
    [DIRECT, 'agent rule add hello Hi', true],
    [DIRECT, 'agent rule list', false],
    [DIRECT, 'agents are great', false],
    [DIRECT, 'agent 007 is here', false],
    [DIRECT, '/agents', false],
    [DIRECT, 'use /agent help', false],
    [GROUP, '<at>Parley</at> agent rule list', true],
    [GROUP, '<at>Parley</at> /agent help', true],
    [GROUP, '<at>Parley</at> agent smith is here', false],
  ] as const)('in %s, %s: %s', async (conversation, text, isCommand) => {
    const { simulator, calls, said } = await start()
    const mentions = text.includes('<at>') ? [simulator.botId] : []
    simulator.say({ user: ANN, conversation, text, mentions })
    await expect.poll(() => calls.length + said.length).toBe(1)
    await simulator.idle()
    expect(calls.length === 1).toBe(isCommand)
  })

  it('is everything that the lists of the manifest offer, in all of their places', async () => {
    const { simulator, calls } = await start()
    const { manifestOf } = await import('../../../adapters/teams/manifest.ts')
    const page = 'https://example.com'
    const options = { application: TENANT.id, version: '1.0.0', hearsAll: false }
    const whole = manifestOf({ ...options, website: page, privacy: page, terms: page })
    const { bots } = JSON.parse(JSON.stringify(whole))
    simulator.setManifest(bots[0])
    const titles: string[] = bots[0].commandLists[0].commands.map(({ title }: { title: string }) => title)
    const ways = [
      { conversation: DIRECT, slash: true },
      { conversation: GENERAL, slash: true },
      { conversation: GENERAL, slash: false },
    ]
    for (const way of ways) for (const title of titles) simulator.run({ user: ANN, title, ...way })
    await expect.poll(() => calls.length).toBe(titles.length * ways.length)
    await simulator.idle()
    const lines = calls.map(({ given }) => ('text' in given ? given.text : ''))
    expect([...new Set(lines)].toSorted()).toEqual(titles.map((title) => title.replace('agent ', '')).toSorted())
  })

  it('says what it is about: the message that is quoted', async () => {
    const { simulator, calls } = await start()
    simulator.say({ user: ANN, conversation: DIRECT, text: '/agent why' })
    await expect.poll(() => calls.length).toBe(1)
    await simulator.idle()
    const { activity } = simulator.deliveries.at(-1)!
    const content = '<blockquote itemscope itemtype="http://schema.skype.com/Reply" itemid="1234"><p>…</p></blockquote>'
    await simulator.deliver({ ...activity, id: '77', attachments: [{ contentType: 'text/html', content }] })
    expect(calls[0]!.about).toBeUndefined()
    expect(calls[1]!.about).toBe(`${calls[1]!.conversation as string} personal ${simulator.serviceUrl} 1234`)
  })
})

describe('an answer', () => {
  it('is acknowledged before it is there, announced when it takes long, and shown once', async () => {
    const { simulator, people, slow, calls } = await startWith('owner')
    slow.ms = 1500
    simulator.say({ user: ANN, conversation: DIRECT, text: '/agent list' })
    await expect.poll(() => simulator.deliveries.at(-1)?.status).toBe(200)
    expect(slow.isDone).toBe(false)
    await expect.poll(() => messageText(people.ann.seen().at(-1))).toBe('Working on it…')
    await simulator.deliver(simulator.deliveries.at(-1)!.activity)
    await expect.poll(() => messageText(people.ann.seen().at(-1))).toContain('demo')
    expect(people.ann.seen()).toHaveLength(1)
    expect(calls).toHaveLength(1)
  })

  it('shows moments in the time of whoever asks, where Teams tells it', async () => {
    const { people } = await start()
    const line = (await people.ann.say(spoken('audit'))).split('\n').find((one) => one.includes('·'))!
    expect(line).toMatch(/\w{3} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M · /)
  })

  it('goes to the personal chat where Teams shows nothing to one person alone, and is about the place it was asked in', async () => {
    const { simulator, people, store } = await startWith('owner')
    const refuse = { kind: 'refuse', status: 403, code: 'BotNotAllowed', route: 'POST activities', times: 1 } as const
    simulator.faults.set([{ ...refuse, conversation: GENERAL }])
    await people.ann.say(spoken('unuse'))
    expect(people.ann.seen().at(-1)).toMatchObject({ conversation: DIRECT })
    const ofBot = () => simulator.messages(GENERAL, { as: BEN }).filter(({ author }) => author.bot)
    await expect.poll(ofBot).toHaveLength(1)
    const said = ofBot()
    expect(said.map(({ text }) => text)).toEqual(['<at>Ann</at>, the answer is in our personal chat.'])
    expect(said[0]!.mentions).toEqual([{ id: ANN, text: '<at>Ann</at>' }])
    expect(await store.places.at(channel)).toBeUndefined()
    expect(await people.ann.press('Undo')).toContain('as it was before')
    expect(await store.places.at(channel)).toMatchObject({ agent: 'demo' })
    // A form that is opened there is about the channel, too.
    simulator.faults.set([{ ...refuse, conversation: GENERAL }])
    await people.ann.say(spoken('use'))
    expect(await people.ann.send({ agent: 'other' })).toContain('answers in this channel')
    expect(await store.places.at(channel)).toMatchObject({ agent: 'other' })
  })

  it('says so where there is no way to tell somebody something alone', async () => {
    const { simulator } = await startWith('owner')
    simulator.block(ANN, true)
    const refuse = { kind: 'refuse', status: 403, code: 'BotNotAllowed', route: 'POST activities' } as const
    simulator.faults.set([{ ...refuse, times: 1, conversation: GENERAL }])
    const secret = 'key issue conversation Site'
    simulator.say({ user: ANN, conversation: GENERAL, text: `/agent ${secret}`, targeted: true })
    await expect
      .poll(() =>
        ofOurs(simulator)
          .map(({ text }) => text)
          .join(),
      )
      .toContain('cannot tell you that alone')
    expect(JSON.stringify(ofOurs(simulator))).not.toContain('pak_')
  })

  it('waits when Teams takes no more for now, and is shown once', async () => {
    const { simulator, people } = await startWith('owner')
    simulator.faults.set([{ kind: 'ratelimited', route: 'POST activities', retryAfter: 0, times: 2 }])
    expect(await people.ann.say(spoken('list'))).toContain('demo')
    expect(people.ann.seen()).toHaveLength(1)
  })

  it('shows a long file in part, calls people by their names, and no mention in it is alive', async () => {
    const { people, admin } = await startWith('owner')
    const prompt = Array.from({ length: 900 }, (_, n) => `Line ${n} of <at>everyone</at>`).join('\n')
    const settings = { llmSettings: { llm: 'gpt-4o', prompt }, displayName: '<at>Ben</at>' }
    await admin.agents.update({ agent: { id: 'demo', ...settings } }, atConsole)
    await people.ann.say(spoken('show demo'))
    await expect.poll(() => people.ann.seen().length).toBe(2)
    const [shown, file] = people.ann.seen()
    expect(messageText(shown)).toContain('demo-prompt.md follows.')
    expect(file!.text).toMatch(/Line 400 of[\s\S]*first \d+ of 900 lines/)
    expect(file!.text.length).toBeLessThan(22_000)
    for (const message of [shown!, file!]) expect(JSON.stringify(message)).not.toMatch(/<at>/)
    expect(await people.ann.say(spoken('role list'))).toMatch(/Ann[\s\S]*Ben/)
    expect(messageText(people.ann.seen().at(-1))).not.toContain('teams_')
  })
})

describe('the drawing of a scenario', () => {
  async function shown() {
    const { people, simulator } = await startWith('owner')
    const { ann } = people
    const pictures = () => ann.seen().flatMap(({ attachments }) => attachments.filter(({ kind }) => kind === 'image'))
    const read = () => ann.seen().map(messageText).join('\n')
    await ann.sayInPrivate('/agent scenario upload --agent demo', booking)
    await ann.say(spoken('scenario show book_table --agent demo'))
    await expect.poll(read).toContain('\nid: book_table')
    return { ann, simulator, pictures, read }
  }

  it('is a picture, and what it shows is told in words on demand', async () => {
    const { ann, pictures, read } = await shown()
    await ann.press('Drawing')
    await expect.poll(pictures).toHaveLength(1)
    expect(pictures()[0]).toMatchObject({ name: 'book_table.png', content_type: 'image/png' })
    await ann.press('In words')
    await expect.poll(read).toContain('Two → done')
  })

  it('is told in words where the thread that draws dies', async () => {
    const { ann, pictures, read } = await shown()
    killNextThread()
    await ann.press('Drawing')
    await expect.poll(read).toContain('There is no picture of it here.')
    await expect.poll(read).toContain('Two → done')
    expect(pictures()).toEqual([])
  })

  it('is told in words where a picture is refused', async () => {
    const { ann, pictures, read, simulator } = await shown()
    // The answer itself takes the place of what its button was in.
    const refused = { kind: 'refuse', route: 'POST activities', status: 413, code: 'MessageSizeTooBig' } as const
    simulator.faults.set([GENERAL, DIRECT].map((conversation) => ({ ...refused, conversation, times: 1 })))
    await ann.press('Drawing')
    await expect.poll(read).toContain('Two → done')
    // Nobody is told that there is no way to them.
    expect(JSON.stringify(simulator.messages(GENERAL, { as: BEN }))).not.toContain('personal chat')
    expect(pictures()).toEqual([])
  })
})
