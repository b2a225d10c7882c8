import { expect, it } from 'vitest'
import { turnIndex } from '../../src/store/turn-seen/index-turns.ts'
import { canariesIn, holdsCanary, ofTenant, type Viewer } from './canary/canaries.ts'
import { columnsOf, contentsOf, whyWordless } from './canary/columns.ts'
import * as doors from './canary/doors.ts'
import { plant, resume } from './canary/plant.ts'
import { first, openWorld, other, type SlackPerson, slackPerson, type World } from './canary/world.ts'

const { ask, inSlack, inTeams } = doors
/** The whole product, three platforms, and some three hundred looks at it: long on a busy machine. */
const patience = 120_000

it(
  'nobody sees at any door what belongs to another account, another person or another conversation',
  async () => {
    const world = await openWorld()
    const secrets = await plant(world)
    // A duty writes it behind the turns; here it is whole before anybody looks.
    const index = turnIndex(world.db, Date.now)
    while (await index.step()) {}
    await everyColumnIsPlanted(world, secrets)
    await resume(world)

    const { look, seen, looks } = doors.createLook(secrets)
    const keys = await doors.issueKeys(world)
    await fromElsewhere(world, look, keys)
    await fromAmongThem(world, look)
    for (const line of world.lines) look(`the log: ${line}`, line, doors.clerk)
    for (const path of ['/metrics', '/readyz', '/healthz']) {
      look(path, await (await fetch(world.app.url + path)).text(), doors.nobody)
    }
    expect(looks()).toBeGreaterThan(300)
    expect(seen).toEqual([])

    for (const { body } of world.models.server.getRequests()) expect(mixed(JSON.stringify(body))).toEqual([])
    for (const { url, body } of world.hooks.received) expect(mixed(url + body)).toEqual([])
  },
  patience,
)

/** Cat, who owns another account, knows every id of Ann’s: she reads nothing of her, and changes nothing there. */
async function fromElsewhere(world: World, look: doors.Look, keys: doors.Keys): Promise<void> {
  const { anns } = await knownOf(world)
  const before = await rowsOfFirst(world)
  const cat: Viewer = { tenant: 'other', person: 'cat' }
  const here = slackPerson(world.slack, other.slack.cat, other.slack.room)
  await doors.typeAll(look, cat, here, anns)
  await doors.chooseAll(look, world, anns)
  await doors.completeAll(look, world)
  await ask(look, world, cat, inSlack(here, '@Parley '))
  await ask(look, world, cat, inSlack(slackPerson(world.slack, other.slack.cat, 'D0CAT')))
  await doors.callAll(look, world, keys, anns)
  await doors.printAll(look, world, anns)
  expect(await rowsOfFirst(world)).toEqual(before)
}

/** Ben reads nothing of Ann’s, though he is admin of another agent there; nor does Ann of what is Cat’s, or in the hall of her vault. */
async function fromAmongThem(world: World, look: doors.Look): Promise<void> {
  const { anns, cats } = await knownOf(world)
  const { ann, ben, hall } = first.slack
  const [atBens, atAnns] = [ben, ann].map((user) => slackPerson(world.ours, user, hall)) as [SlackPerson, SlackPerson]
  const here: Viewer = { tenant: 'first', person: 'ben', where: 'hall' }
  await doors.typeAll(look, here, atBens, anns)
  await doors.askWhy(look, world, here)
  await ask(look, world, here, inSlack(atBens, '@Parley '))
  const alone: Viewer = { ...here, where: 'direct' }
  await ask(look, world, alone, inSlack(slackPerson(world.ours, ben, 'D0CANARYBEN')))
  await ask(look, world, alone, inTeams(world, first.teams.ben))
  await doors.searchInTeams(look, world, first.teams.ben, alone)

  const anyone: Viewer = { tenant: 'first', person: 'ann', where: 'hall' }
  await ask(look, world, anyone, inSlack(atAnns, '@Parley '))
  await doors.typeAll(look, anyone, atAnns, cats)
  await doors.visit(look, world)
}

/** So that a column that is new is looked for as well. */
async function everyColumnIsPlanted({ db }: World, secrets: readonly string[]): Promise<void> {
  const contents = [...(await contentsOf(db, await columnsOf(db)))]
  const where = (holds: (column: string, text: string) => boolean) =>
    contents.filter(([column, text]) => holds(column, text)).map(([column]) => column)
  expect(
    where((column, text) => !holdsCanary(text) && !whyWordless(column)),
    'No canary was planted in these columns: let test/bridge/canary/plant.ts leave something in them, or say in columns.ts why nobody’s words can stand there.',
  ).toEqual([])
  expect(
    where((column, text) => holdsCanary(text) && whyWordless(column) !== undefined),
    'Words of people stand in these columns after all: take them off the list in test/bridge/canary/columns.ts.',
  ).toEqual([])
  expect(
    where((_, text) => secrets.some((secret) => text.includes(secret))),
    'These columns hold a secret as it is: seal it.',
  ).toEqual([])
}

async function knownOf({ db }: World): Promise<Record<'anns' | 'cats', doors.Known>> {
  const turnOf = async (user: string) => {
    const turns = db.query.selectFrom('turn').select('id').where('key', 'like', `%${user}%`)
    return (await turns.executeTakeFirst())?.id ?? 'none'
  }
  const messageOf = async (user: string) => {
    const rows = db.query.selectFrom('inbox').select('event_id').where('key', 'like', `%${user}%`)
    return (await rows.executeTakeFirst())?.event_id ?? 'none'
  }
  const handoverOf = async (user: string) => {
    const rows = db.query.selectFrom('handover').select('id').where('key', 'like', `%${user}%`)
    return (await rows.executeTakeFirst())?.id ?? 'none'
  }
  const keys = db.query.selectFrom('api_key').select('id').where('account', '=', first.account)
  const { id: key } = await keys.executeTakeFirstOrThrow()
  return {
    anns: {
      agent: first.agent,
      person: `slack_${first.slack.team}_${first.slack.ann}`,
      installation: first.slack.team,
      turn: await turnOf(first.slack.ann),
      message: await messageOf(first.slack.ann),
      handover: await handoverOf(first.slack.ann),
      key,
      source: `${ofTenant('source')}.md`,
      webhook: ofTenant('hook'),
      scenario: ofTenant('story'),
    },
    cats: {
      agent: other.agent,
      person: `slack_${other.slack.team}_${other.slack.cat}`,
      installation: other.slack.team,
      turn: await turnOf(other.slack.cat),
      message: await messageOf(other.slack.cat),
      handover: await handoverOf(other.slack.cat),
      key,
      source: 'notes.md',
      webhook: 'tickets',
      scenario: 'story',
    },
  }
}

/** What the first account is, row by row. */
async function rowsOfFirst({ db }: World): Promise<object[]> {
  const tables = [
    'agent',
    'agent_version',
    'api_key',
    'audit',
    'binding',
    'draft',
    'pause',
    'role',
    'user_state',
  ] as const
  const rows = await Promise.all(tables.map((name) => db.query.selectFrom(name).selectAll().execute()))
  return rows
    .flat()
    .filter((row) => holdsCanary(JSON.stringify(row)) || ('account' in row && row.account === first.account))
    .map((row) => ({ ...row, last_used_at: null }))
}

/** Whose words stand together in one request, and from which conversations, where that is more than one of them. */
function mixed(text: string): string[] {
  const found = canariesIn(text)
  return (['person', 'where'] as const)
    .map((what) => [...new Set(found.map((one) => one[what]))].filter((one) => one !== 'all'))
    .filter((one) => one.length > 1)
    .flat()
}
