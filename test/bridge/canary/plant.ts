import { expect } from 'vitest'
import { personalChat } from '../../../console/stand-ins/teams/settings.ts'
import { ofAnn, ofTenant, saidByAnn } from './canaries.ts'
import { first, type SlackPerson, sealedHeader, slackPerson, type World } from './world.ts'

/**
 * Ann does whatever leaves something behind, and every word of hers is a canary; what would take long to be brought about is
 * written into her rows. Ends in a pause, so that a message of hers still waits. Resolves with the secrets among it.
 */
export async function plant(world: World): Promise<string[]> {
  const { ours, parley } = world
  const { slack, agent } = first
  const [inVault, inHall, inDirect] = [slack.vault, slack.hall, 'D0CANARYANN'].map((channel) =>
    slackPerson(ours, slack.ann, channel!),
  ) as [SlackPerson, SlackPerson, SlackPerson]

  await subscribe(world)
  await inVault.command(`use ${agent} listen`)
  await expect.poll(inVault.read).toContain('listens')
  inVault.say(saidByAnn('vault', 'overheard'))
  await world.slack.delivered()
  await answered(inVault, `@Parley ${saidByAnn('vault', 'asked')}`)
  await answered(inDirect, saidByAnn('direct', 'asked'), saidByAnn('direct', 'file'))
  await answered(inHall, `@Parley what stands in ${ofTenant('passage')}`)
  await answered(inDirect, 'begin')
  await answered(inDirect, ofAnn('state'))

  await inHall.command(`use ${agent} mention`)
  await inHall.command(`limit 900000000 tokens day agent --agent ${agent}`)
  await inHall.command(`state set ${ofTenant('key')} ${ofAnn('value')} --agent ${agent}`)
  await inHall.command(`rule add ${ofTenant('first')} ${ofTenant('say')} --agent ${agent}`)
  await inHall.command(`publish ${agent}`)
  await inHall.press('Publish')
  await inHall.command(`rule add ${ofTenant('when')} ${ofTenant('say')} --agent ${agent}`)
  await inHall.command(`rule add ${ofTenant('again')} ${ofTenant('say')} --agent ${agent}`)
  await inHall.command(`delete ${agent}`)
  const issued = await inHall.command(`key issue agent ${ofTenant('site')} --agent ${agent}`)
  await inHall.command(`role add @ben admin --agent ${first.desk}`)
  const rotated = await parley('webhook', 'secret', agent, ofTenant('hook'), '--rotate')
  await elsewhere(world)
  await byHand(world)
  await inHall.command(`pause ${ofTenant('pause')}`)
  inDirect.say(saidByAnn('direct', 'waits'))
  await expect.poll(inDirect.read).toContain(ofTenant('pause'))
  return [sealedHeader, /pak_[\w-]+/.exec(issued)![0], /whsec_[\w+/=]+/.exec(rotated)![0]]
}

/** What waited is answered. */
export async function resume({ ours }: World): Promise<void> {
  const { ann, hall } = first.slack
  const direct = slackPerson(ours, ann, 'D0CANARYANN')
  const before = direct.read()
  await slackPerson(ours, ann, hall).command('resume')
  await expect.poll(() => direct.read().length).toBeGreaterThan(before.length + saidByAnn('direct', 'waits').length)
}

/** At the server, which may call this machine: a command may not. */
async function subscribe({ app, hooks, parley }: World): Promise<void> {
  const { key } = JSON.parse(await parley('key', 'issue', '--kind', 'management', '--json'))
  const { status } = await fetch(`${app.url}/v1/event-endpoints`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ url: `${hooks.url}/${ofTenant('endpoint')}`, include: ['words'] }),
  })
  expect(status).toBe(201)
}

/** Says something to the app; resolves with what it has answered, once that is whole. */
export async function answered({ answers, say }: SlackPerson, text: string, file?: string): Promise<string> {
  const before = answers().length
  say(text, file)
  await expect.poll(() => answers().length, { interval: 5 }).toBeGreaterThan(before)
  await expect.poll(() => answers().every(({ streaming }) => !streaming), { interval: 5 }).toBe(true)
  return JSON.stringify(answers().slice(before))
}

/** Ann’s direct conversations on the other platforms. */
async function elsewhere({ discord, teams }: World): Promise<void> {
  const direct = discord.direct(first.discord.ann)
  discord.say({ user: first.discord.ann, channel: direct, content: saidByAnn('direct', 'discord') })
  await expect.poll(() => discord.messages(direct).length).toBeGreaterThan(1)
  const chat = personalChat(first.teams.ann)
  teams.say({ user: first.teams.ann, conversation: chat, text: saidByAnn('direct', 'teams') })
  await expect.poll(() => teams.messages(chat).filter(({ author }) => author.bot).length).toBeGreaterThan(0)
  await teams.idle()
}

/** What only failures and long answers leave behind. */
async function byHand({ db }: World): Promise<void> {
  const turn = await db.query
    .selectFrom('turn')
    .select('id')
    .where('key', 'like', `%${first.slack.ann}%`)
    .where('context', 'like', '%D0CANARYANN%')
    .executeTakeFirstOrThrow()
  const ann = `slack_${first.slack.team}_${first.slack.ann}`
  const [said, at] = [saidByAnn('direct', 'byhand'), Date.now()]
  const delivery = JSON.stringify({ end: 'plain', code: 'refused', detail: said })
  const wire = JSON.stringify({
    calls: [{ do: 'open', n: 0, at: 0, waited: 0, ms: 1, end: 'refused', code: said }],
    leftOut: 0,
  })
  await db.query.updateTable('turn').set({ partial: said, delivery, wire }).where('id', '=', turn.id).execute()
  await db.query.updateTable('inbox').set({ edited: said }).where('key', 'like', `%${first.slack.ann}%`).execute()
  await db.query.updateTable('part').set({ text: said }).where('turn', '=', turn.id).execute()
  const memory = await db.query
    .selectFrom('memory')
    .select(['key', 'conversation'])
    .where('key', 'like', `%${first.slack.ann}%`)
    .where('conversation', 'like', '%D0CANARYANN%')
    .executeTakeFirstOrThrow()
  await db.query.updateTable('memory').set({ tape: said }).where('key', '=', memory.key).execute()
  const line = { ...memory, section: 'facts', text: said, sources: `\n${said}\n`, at }
  await db.query.insertInto('lasting').values(line).execute()
  await db.query.insertInto('feedback').values({ turn: turn.id, uid: ann, good: 1, at, words: said }).execute()
  await db.query.updateTable('installation').set({ decided_by: ann }).where('id', '=', first.slack.team).execute()
  await db.query
    .updateTable('said')
    .set({ name: ofAnn('name') })
    .where('uid', '=', ann)
    .execute()
  await db.query
    .insertInto('talk_read')
    .values({ talk: ofAnn('talk'), read_to: ofAnn('read'), is_whole: 1, at })
    .execute()
  await db.query
    .updateTable('outbox')
    .set({ outcome: ofTenant('outcome') })
    .execute()
  await db.query
    .updateTable('draft')
    .set({ conflicts: JSON.stringify([ofTenant('conflict')]) })
    .execute()
  const place = `slack:${first.slack.team}:${first.slack.vault}`
  await db.query
    .insertInto('refused_call')
    .values({
      ...{ platform: 'slack', installation: first.slack.team, call: 'post', place, code: 'forbidden' },
      ...{ detail: ofTenant('detail'), since: at, last_at: at, count: 1 },
    })
    .execute()
  await db.query
    .insertInto('refusing_place')
    .values({
      key: place,
      platform: 'slack',
      installation: first.slack.team,
      place,
      code: 'restricted_action',
      detail: ofTenant('detail'),
      since: at,
      last_at: at,
      count: 1,
    })
    .execute()
  const server = `slack ${first.slack.team}`
  await db.query
    .insertInto('raid')
    .values({ account: first.account, server, began_at: at, until: at, ended_at: at, ended_by: ann })
    .execute()
  const timer = { id: 'timer', kind: 'reminder', due: at + 86_400_000, zone: 'UTC', wall: '2026-11-24T09:00' } as const
  await db.query
    .insertInto('timer')
    .values({
      ...memory,
      ...timer,
      ...{ rule: null, state: 'paused', server, task: said, context: said, made_at: at },
    })
    .execute()
  await db.query
    .insertInto('unasked')
    .values({ agent: first.agent, account: first.account, subject: ann, day: '2026-11-22', posts: 1 })
    .execute()
  const hold = { id: 'hold', account: first.account, model: 'gpt-4o', tokens: 1, money: 0, expires_at: at + 3_600_000 }
  const counter = JSON.stringify([{ scope: 'person', subject: ann, start: '2026-11' }])
  await db.query
    .insertInto('budget_hold')
    .values({ ...hold, agent: first.agent, held: counter, counted: counter })
    .execute()
  await db.query
    .insertInto('tool_approval')
    .values({
      ...{ id: 'asked', ...memory, turn: turn.id, version: 1, tool: ofTenant('tool'), arguments: said, hash: said },
      ...{ asks: 'ask', approvers: said, rounds: said, state: 'done', decided_by: ann, result: said },
      ...{ standing: 'of-what-it-says', asked_at: at, expires_at: at, told_at: null },
    })
    .execute()
  await db.query
    .insertInto('handover')
    .values({
      ...{ id: 'handed', ...memory, turn: turn.id, why: 'wish', state: 'closed', ended: 'back', context: said },
      ...{ summary: said, transcript: said, team: said, thread: place, card: turn.id, taken_by: ann },
      ...{ taken_name: said, asked_at: at },
    })
    .execute()
  await db.query
    .insertInto('transcript')
    .values({ key: memory.key, id: ofAnn('entry'), position: 1, rev: 1, body: said, at })
    .execute()
  await db.query.insertInto('transcript_head').values({ key: memory.key, rev: 1 }).execute()
  await db.query
    .insertInto('transcript_file')
    .values({
      ...{ key: memory.key, id: ofAnn('file'), name: said, mimetype: ofAnn('type') },
      ...{ content: Buffer.from(said), at },
    })
    .execute()
  await db.query
    .insertInto('followed_turn')
    .values({
      ...{ id: 'followed', key: memory.key, asker: 'of-the-key', name: 'of-the-call', holder: 'of-the-process' },
      ...{ request: 'sealed', told: 'sealed', outcome: 'sealed', called: 0, cancelled: 0, touched_at: at },
    })
    .execute()
  await db.query
    .insertInto('idempotent_call')
    .values({
      ...{ account: 'default', key: 'hash', request: 'hash', answer: 'sealed', holder: 'of-the-process' },
      ...{ begun_at: at, person: memory.key },
    })
    .execute()
  const leave = { server: ofTenant('server'), url: ofTenant('url'), sealed: 'only-our-key-opens-it' }
  await db.query
    .insertInto('tool_grant')
    .values({
      ...leave,
      key: memory.key,
      expires_at: at,
      leased_until: 0,
      granted_at: at,
      given_by: ann,
      wants: ofTenant('wants'),
    })
    .execute()
  await db.query
    .insertInto('standing_approval')
    .values({
      ...{ key: memory.key, tool: ofTenant('tool'), place: ofTenant('place'), pin: 'of-what-it-says' },
      ...{ given_by: ann, given_at: at },
    })
    .execute()
  await db.query
    .insertInto('tool_connecting')
    .values({
      ...{ ...leave, hash: 'of-the-link', kind: 'link', account: first.account, agent: first.agent, person: ann },
      ...{ by: ann, approval: 'asked', browser: 'of-the-browser', expires_at: at + 3_600_000 },
    })
    .execute()
  await db.query
    .insertInto('tool_client')
    .values({ agent: first.agent, issuer: ofTenant('issuer'), redirect: 'where-we-are', sealed: leave.sealed })
    .execute()
  await db.query
    .insertInto('tool_call')
    .values({ agent: first.agent, tool: ofTenant('tool'), hour: '2026-11-23T02', calls: 1 })
    .execute()
  await db.query
    .insertInto('console_session')
    .values({
      ...{
        id: 'signed-in',
        hash: 'of-what-opens-it',
        account: first.account,
        person: ofAnn('reader'),
        kind: 'session',
      },
      ...{ created_at: at, last_used_at: at, expires_at: at + 3_600_000 },
    })
    .execute()
  const linked = { account: first.account, person: ofAnn('first') }
  await db.query
    .insertInto('person_link')
    .values({ ...linked, uid: ofAnn('alias'), linked_at: at })
    .execute()
  await db.query
    .insertInto('link_code')
    .values({
      ...{ ...linked, hash: 'of-the-code', name: said, told_by: ofAnn('second'), told_name: said },
      expires_at: at + 3_600_000,
    })
    .execute()
  await db.query
    .insertInto('note')
    .values({ platform: 'slack', name: place, value: ofAnn('note') })
    .execute()
}
