import { describe, expect, it, onTestFinished } from 'vitest'
import { platforms } from '../../../adapters/registry.ts'
import type { SlackSimulatorOptions } from '../../../console/stand-ins/slack/index.ts'
import { createChatCommands } from '../../../src/bridge/commands.ts'
import { createSpelling } from '../../../src/bridge/spelling.ts'
import { createLog } from '../../../src/lib/log.ts'
import { type CommandName, commandTable } from '../../../src/model/commands.ts'
import { firstAccount } from '../../../src/store/accounts.ts'
import { channel, commandHouse, uid, workspace } from '../../admin/commands/house.ts'
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
import { digestOf, expectedDigest, fileOf, lineOf, MORE, type StoryDoor, tellStory } from '../../contracts/story.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { booking } from '../../support/booking.ts'
import { killNextThread } from '../../support/dying-thread.ts'
import { installationsOf } from '../../support/installing.ts'
import { agentPerson } from './agent-person.ts'
import { createHarness, DIRECT, type Way } from './harness.ts'

const users = ['ann', 'ben', 'cleo'].map((name) => ({
  id: `U0${name.toUpperCase()}`,
  name,
  real_name: name[0]!.toUpperCase() + name.slice(1),
  is_bot: false,
  // Whoever manages the workspace becomes the first owner.
  is_owner: name === 'ann',
}))

/** The commands as they are, with Slack before them. */
async function start(way: Way, isOwned = false, simulated: SlackSimulatorOptions = {}) {
  const house = await commandHouse({ hasOwner: isOwned })
  const { store, commands } = house
  const harness = await createHarness(way, {
    simulator: { users, ...simulated },
    limits: { ackTimeoutMs: 3000, enforceRates: false },
    slack: { installations: installationsOf(house, 'slack') },
  })
  onTestFinished(() => harness.close())
  const { slack, simulator } = harness
  const parts = {
    store,
    commands,
    channelMode: 'mention' as const,
    listening: { check: async () => {} },
    running: { stopAll: async () => {} },
    log: createLog('silent'),
  }
  const channelOf = ({ installation }: { installation: string }) => slack.channel(installation)
  await slack.start(
    inboxWith(createChatCommands({ ...parts, channelOf, spelledAt: createSpelling(platforms, channelOf) })),
  )
  const people = Object.fromEntries(users.map(({ id, name }) => [name, agentPerson(simulator, id)]))
  return { ...house, simulator, people }
}

/** Slack's own name of a person, as it is typed. */
const typed = (line: string): string => line.replaceAll(/slack_T0PARLEY_U0([A-Z]+)/g, (_, name) => name.toLowerCase())

it.each<Way>(['socket', 'http'])('the story leaves the same when it is told in Slack, by %s', async (way) => {
  const house = await start(way)
  const door: StoryDoor = {
    knowsRights: true,
    async say(step) {
      const person = house.people[step.who]!
      while (person.hasForm()) await person.close()
      let read = await person.say(typed(lineOf(step, uid)))
      const file = fileOf(step)
      if (file) read = await person.send({ file })
      if (step.form) read = await person.send(step.form)
      if (step.more) {
        await (person.hasForm() ? person.more() : person.press(MORE))
        read = await person.send(step.more)
      }
      if (step.press) read = await person.press(step.press)
      return read
    },
  }
  await tellStory(door)
  expect(await digestOf(house, { uidOf: uid, channel, workspace })).toEqual(expectedDigest)
})

/** Ann's house, whose agent `demo` is that of the channel, and Ben in a role. */
async function startWith(role: MatrixRole) {
  const house = await start('socket', role !== 'stranger')
  const { admin, store } = house
  for (const id of ['demo', 'other']) {
    const webhooks = [webhook(id === 'demo' ? 'tickets' : 'others')]
    await admin.agents.create({ agent: { id, ...guide }, webhooks }, atConsole)
  }
  const binding = { place: channel, account: firstAccount, agent: 'demo', mode: 'mention' } as const
  await store.db.batch([store.places.bindStep(binding)])
  const given = roleGiven(role)
  const actor = { account: firstAccount, author: uid('ann'), door: 'slack' } as const
  if (given) await admin.roles.set(uid('ben'), given.role, given.agent, actor)
  const changes = async () => (await admin.audit.list(firstAccount, { limit: 1000 })).length
  /** What Ben reads after he has used a command. */
  async function use(command: CommandName, values: Record<string, string>): Promise<string> {
    const ben = house.people['ben']!
    if (ben.hasForm()) await ben.close()
    return ben.say(typed(lineOf({ who: 'ben', command, values, reads: /./ }, uid)))
  }
  return { ...house, actor, changes, use }
}

describe.each(roles)('in Slack, %s', (role) => {
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

describe('what Slack has shown to an admin', () => {
  it('does nothing any more once the role is gone: neither its buttons nor its forms', async () => {
    const { admin, actor, people, changes } = await startWith('admin of this agent')
    const ben = people['ben']!
    await ben.say('rule add hello Hi')
    await ben.say('edit demo')
    await admin.roles.set(uid('ben'), 'member', undefined, actor)
    const before = await changes()
    expect(await ben.send({ name: 'Mine' })).toMatch(refusalText)
    expect(await ben.press('Undo')).toMatch(refusalText)
    expect(await ben.say('edit demo')).toMatch(refusalText)
    expect(await changes()).toBe(before)
  })
})

it('under another name it is called by that, in sentences, in forms and in their notices', async () => {
  const commands = [{ command: '/help-desk', description: 'x', should_escape: true }]
  const { simulator } = await start('socket', true, { app: { commands } })
  const ann = agentPerson(simulator, 'U0ANN', 'C0GENERAL', '/help-desk')
  const help = await ann.say('help')
  expect(help).toContain('/help-desk')
  expect(help).not.toContain('/agent')
  const missing = await ann.say('publish nobody')
  expect(missing).not.toContain('/agent')
  await ann.say('role add')
  expect(simulator.views).toMatchObject([{ title: { text: '/help-desk role add' } }])
})

describe('the drawing of a scenario', () => {
  async function shown() {
    const { people, simulator } = await startWith('owner')
    const ann = people['ann']!
    const files = () => simulator.messages(DIRECT).flatMap((message) => message.files ?? [])
    const names = () => files().map(({ name }) => name)
    await ann.say('scenario upload --agent demo')
    await ann.send({ file: booking })
    await ann.say('scenario show book_table --agent demo')
    await expect.poll(names).toEqual(['book_table.yaml'])
    return { ann, simulator, files, names }
  }

  it('is a picture, with words for whoever cannot see it, and comes in words on demand', async () => {
    const { ann, files, names } = await shown()
    await ann.press('Drawing')
    await expect.poll(() => files().length).toBe(2)
    expect(files()[1]).toMatchObject({ name: 'book_table.png', mimetype: 'image/png' })
    expect(files()[1]!.alt_txt).toMatch(/- ask: waits, For how many\?\n {2}Two → done/)
    await ann.press('In words')
    await expect.poll(names).toContain('book_table.txt')
  })

  it('is told in words where the thread that draws dies, and the next one is a picture', async () => {
    const { ann, names } = await shown()
    killNextThread()
    await ann.press('Drawing')
    await expect.poll(() => JSON.stringify(ann.seen())).toContain('There is no picture of it here. What leads where in')
    await expect.poll(names).toEqual(['book_table.yaml', 'book_table.txt'])
    await ann.press('Drawing')
    await expect.poll(names).toContain('book_table.png')
  })

  it('is told in words where files are refused', async () => {
    const { ann, simulator, files } = await shown()
    simulator.faults.set([{ kind: 'refuse', method: 'files.getUploadURLExternal', error: 'file_uploads_disabled' }])
    await ann.press('Drawing')
    await expect.poll(() => JSON.stringify(ann.seen())).toContain('Two → done')
    expect(files()).toHaveLength(1)
  })
})
