import { expect, it } from 'vitest'
import type { TeamsSimulatorOptions } from '../../../../console/stand-ins/teams/index.ts'
import { ANN, ANNS, BEN, BENS, BOT, GENERAL, type Json, LUNCH, SUPPORT, startApp, startSimulator } from './support.ts'

const PNG = Buffer.from('89504e470d0a1a0a', 'hex')

async function setUp(options: TeamsSimulatorOptions = {}) {
  const simulator = await startSimulator(options)
  const { heard, api } = await startApp(simulator)
  /** The activities that this led to. */
  const after = async (act: () => unknown): Promise<Json[]> => {
    heard.splice(0)
    act()
    await simulator.idle()
    return heard.map(({ activity }) => activity)
  }
  return { simulator, api, after, me: simulator.mention(BOT) }
}

it('are messages of a person in their chat with the bot', async () => {
  const { simulator, after } = await setUp()
  const [activity] = await after(() => simulator.say({ user: ANN, conversation: ANNS, text: 'hello' }))
  expect(activity).toMatchObject({
    type: 'message',
    text: 'hello',
    textFormat: 'plain',
    id: expect.stringMatching(/^\d{13}$/),
    channelId: 'msteams',
    serviceUrl: simulator.serviceUrl,
    from: { id: ANN, name: 'Ann', aadObjectId: '7a11e500-0000-4000-8000-0000000000a1' },
    recipient: { id: BOT, name: 'Parley' },
    conversation: { id: ANNS, conversationType: 'personal', tenantId: simulator.tenantId },
    channelData: { tenant: { id: simulator.tenantId } },
  })
  expect(activity).not.toHaveProperty('attachments')
})

it('are heard in groups and channels where the bot is mentioned', async () => {
  const { simulator, after, me } = await setUp()
  expect(await after(() => simulator.say({ user: ANN, conversation: LUNCH, text: 'hello all' }))).toEqual([])
  const [group] = await after(() =>
    simulator.say({ user: ANN, conversation: LUNCH, text: `${me} & all`, mentions: [BOT] }),
  )
  expect(group).toMatchObject({
    text: '<at>Parley</at> & all',
    conversation: { id: LUNCH, isGroup: true, conversationType: 'groupChat' },
  })
  expect((group!['entities'] as Json[])[0]).toEqual({
    type: 'mention',
    mentioned: { id: BOT, name: 'Parley' },
    text: '<at>Parley</at>',
  })
  expect(group!['attachments']).toEqual([
    {
      contentType: 'text/html',
      content:
        '<div><span itemscope="" itemtype="http://schema.skype.com/Mention" itemid="0">Parley</span> &amp; all</div>',
    },
  ])
})

it('say in a channel which thread they belong to', async () => {
  const { simulator, after, me } = await setUp()
  const say = (root?: string) =>
    simulator.say({ user: ANN, conversation: SUPPORT, text: me, mentions: [BOT], ...(root && { root }) })
  const [first] = await after(() => say())
  const root = String(first!['id'])
  const [reply] = await after(() => say(root))
  for (const activity of [first, reply]) {
    expect(activity).toMatchObject({
      conversation: { id: `${SUPPORT};messageid=${root}`, conversationType: 'channel', isGroup: true },
      channelData: { team: { id: GENERAL, name: 'Parley HQ' }, channel: { id: SUPPORT }, teamsTeamId: GENERAL },
    })
  }
})

it('reach an app that may hear everything', async () => {
  const { simulator, after } = await setUp({ app: { hearsAll: true } })
  expect(await after(() => simulator.say({ user: ANN, conversation: LUNCH, text: 'hello all' }))).toHaveLength(1)
})

it('carry pasted images behind the lock of the connector, with their twin', async () => {
  const { simulator, after, api } = await setUp()
  const files = [{ name: 'dot.png', type: 'image/png', base64: PNG.toString('base64') }]
  const [activity] = await after(() => simulator.say({ user: ANN, conversation: ANNS, text: 'look', files }))
  const [image, twin] = activity!['attachments'] as Json[]
  const url = String(image!['contentUrl'])
  expect(url).toMatch(/\/teams\/v3\/attachments\/[^/]+\/views\/original$/)
  expect(twin).toMatchObject({ contentType: 'text/html', content: expect.stringContaining(url) })
  expect((await fetch(url)).status).toBe(401)
  const path = url.slice(`${simulator.serviceUrl}v3/`.length).replace('/views/original', '')
  expect(await api.call('GET', path)).toMatchObject({
    json: { type: 'image/png', views: [{ viewId: 'original', size: 8 }] },
  })
  expect(await api.bytes(`${path}/views/original`)).toEqual(PNG)
})

it('carry documents with a link that opens by itself, in personal chats', async () => {
  const { simulator, after } = await setUp()
  const files = [{ name: 'notes.txt', type: 'text/plain', base64: Buffer.from('notes').toString('base64') }]
  const [activity] = await after(() => simulator.say({ user: ANN, conversation: ANNS, text: '', files }))
  expect(activity).not.toHaveProperty('text')
  const [file] = activity!['attachments'] as { contentType: string; name: string; content: { downloadUrl: string } }[]
  expect(file).toMatchObject({
    contentType: 'application/vnd.microsoft.teams.file.download.info',
    name: 'notes.txt',
    content: { fileType: 'txt' },
  })
  expect(await (await fetch(file!.content.downloadUrl)).text()).toBe('notes')
  simulator.setManifest({ supportsFiles: false })
  expect(() => simulator.say({ user: ANN, conversation: ANNS, text: '', files })).toThrow('takes files')
})

it('tell in their HTML alone what a person formatted, quoted, forwarded or attached elsewhere', async () => {
  const { simulator, after, me } = await setUp()
  const program = { id: 'alerts', name: 'Alerts' }
  const alert = simulator.post({ program, conversation: LUNCH, text: 'Disk full', html: '<p>Disk <b>full</b></p>' })
  const files = [{ name: 'plan.txt', type: 'text/plain', base64: 'YQ==' }]
  const [activity, ...none] = await after(() =>
    simulator.say({
      ...{ user: ANN, conversation: LUNCH, mentions: [BOT], files, quotes: alert },
      text: `${me} see here`,
      html: `${me} see <a href="https://example.com">here</a>`,
      forwards: { conversation: LUNCH, message: alert },
    }),
  )
  expect(none).toEqual([])
  expect(activity!['text']).toBe('<at>Parley</at> see here\r\n\r\nDisk full')
  expect(activity!['entities']).toContainEqual({
    type: 'quotedReply',
    quotedReply: expect.objectContaining({ messageId: alert, senderName: 'Alerts', preview: 'Disk full' }),
  })
  const [twin, ...others] = activity!['attachments'] as { content: string }[]
  expect(others).toEqual([])
  for (const part of [
    `itemid="${alert}"><strong itemprop="mri" itemid="8:orgid:28:alerts">Alerts</strong>`,
    'see <a href="https://example.com">here</a>',
    '<blockquote itemtype="http://schema.skype.com/Forward"><p>Disk <b>full</b></p></blockquote>',
    '<attachment id="',
  ])
    expect(twin!.content).toContain(part)
})

it('tell of edits, deletions and their undoing', async () => {
  const { simulator, after } = await setUp()
  const message = simulator.say({ user: ANN, conversation: ANNS, text: 'helo' })
  await simulator.idle()
  const at = { user: ANN, conversation: ANNS, message }
  const [edit] = await after(() => simulator.edit({ ...at, text: 'hello' }))
  expect(edit).toMatchObject({
    type: 'messageUpdate',
    id: message,
    text: 'hello',
    channelData: { eventType: 'editMessage' },
  })
  const [gone] = await after(() => simulator.remove(at))
  expect(gone).toMatchObject({ type: 'messageDelete', id: message, channelData: { eventType: 'softDeleteMessage' } })
  expect(gone).not.toHaveProperty('text')
  expect(simulator.messages(ANNS)).toMatchObject([{ id: message, deleted: true, text: '' }])
  const [back] = await after(() => simulator.undelete(at))
  expect(back).toMatchObject({
    type: 'messageUpdate',
    id: message,
    text: 'hello',
    channelData: { eventType: 'undeleteMessage' },
  })
  expect(simulator.messages(ANNS)).toMatchObject([{ deleted: false, text: 'hello' }])
  expect(() => simulator.remove({ ...at, user: BEN })).toThrow(`There is no conversation ${ANNS}`)
})

it('tell of installs in both ways that Teams does', async () => {
  const { simulator, after } = await setUp({ installed: false })
  const person = await after(() => simulator.install({ user: ANN, conversation: ANNS, on: true }))
  expect(person).toMatchObject([
    { type: 'conversationUpdate', membersAdded: [{ id: ANN }, { id: BOT }], conversation: { id: ANNS } },
    { type: 'installationUpdate', action: 'add', conversation: { id: ANNS } },
  ])
  const team = await after(() => simulator.install({ user: ANN, conversation: SUPPORT, on: true }))
  expect(team).toMatchObject([
    { type: 'conversationUpdate', membersAdded: [{ id: BOT }], channelData: { eventType: 'teamMemberAdded' } },
    { type: 'installationUpdate', action: 'add', channelData: { settings: { selectedChannel: { id: SUPPORT } } } },
  ])
  expect(
    simulator
      .conversations()
      .filter(({ installed }) => installed)
      .map(({ id }) => id),
  ).toEqual([ANNS, GENERAL, SUPPORT])
  const removed = await after(() => simulator.install({ user: ANN, conversation: ANNS, on: false }))
  expect(removed).toMatchObject([
    { type: 'conversationUpdate', membersRemoved: [{ id: BOT }] },
    { type: 'installationUpdate', action: 'remove' },
  ])
  expect(await after(() => simulator.say({ user: ANN, conversation: ANNS, text: 'hello?' }))).toEqual([])
  expect(await after(() => simulator.say({ user: BEN, conversation: BENS, text: 'hello?' }))).toEqual([])
})

it('tell where the app is that somebody left, and of a team as its General channel', async () => {
  const { simulator, after } = await setUp()
  const leave = () => simulator.leave({ user: BEN, conversation: SUPPORT })
  expect(await after(leave)).toMatchObject([
    {
      ...{ type: 'conversationUpdate', membersRemoved: [{ id: BEN }] },
      ...{ conversation: { id: GENERAL }, channelData: { eventType: 'teamMemberRemoved' } },
    },
  ])
  expect(() => simulator.leave({ user: BEN, conversation: BENS })).toThrow('Nobody leaves a personal chat')
  await after(() => simulator.install({ user: ANN, conversation: SUPPORT, on: false }))
  expect(await after(leave)).toEqual([])
})

it('tell of reactions to what the bot said', async () => {
  const { simulator, after, api } = await setUp()
  const message = String((await api.post(ANNS, { text: 'hello' })).json['id'])
  const react = (on: boolean) => () => simulator.react({ user: ANN, conversation: ANNS, message, reaction: 'like', on })
  expect(await after(react(true))).toMatchObject([
    { type: 'messageReaction', reactionsAdded: [{ type: 'like' }], replyToId: message },
  ])
  expect(simulator.messages(ANNS)).toMatchObject([{ reactions: [{ type: 'like', users: [ANN] }] }])
  expect(await after(react(false))).toMatchObject([{ reactionsRemoved: [{ type: 'like' }] }])
})

it('are commands of the manifest, behind a mention or targeted from the slash menu', async () => {
  const { simulator, after } = await setUp()
  const commands = [{ title: 'agent', description: 'Manage agents' }]
  simulator.setManifest({
    supportsTargetedMessages: true,
    commandLists: [{ scopes: ['personal', 'groupChat'], triggers: ['mention', 'slash'], commands }],
  })
  const run = (conversation: string, slash: boolean) => () =>
    simulator.run({ user: ANN, conversation, title: 'agent', slash, text: 'list' })
  expect(simulator.commands()).toMatchObject([{ title: 'agent', scopes: ['personal', 'group'] }])
  expect(await after(run(ANNS, false))).toMatchObject([{ text: 'agent list', recipient: { id: BOT } }])
  expect(await after(run(LUNCH, false))).toMatchObject([{ text: '<at>Parley</at> agent list' }])
  expect(await after(run(LUNCH, true))).toMatchObject([
    { text: 'agent list', recipient: { id: BOT, isTargeted: true } },
  ])
  expect(simulator.messages(LUNCH, { as: BEN }).map(({ text }) => text)).toEqual(['<at>Parley</at> agent list'])
  expect(run(SUPPORT, true)).toThrow('There is no command agent here')
  const list = { scopes: ['team' as const], commands: Array(13).fill(commands[0]) }
  expect(() => simulator.setManifest({ commandLists: [list] })).toThrow('at most 12 commands')
})

it('never come from where a person may not be', async () => {
  const { simulator } = await setUp()
  const say = (what: object) => () => simulator.say({ user: ANN, conversation: ANNS, text: 'x', ...what })
  expect(say({ conversation: BENS })).toThrow('There is no conversation')
  expect(say({ user: '29:1eve' })).toThrow('There is nobody')
  expect(say({ text: ' ' })).toThrow('needs text')
  expect(say({ text: '<at>Ben</at>' })).toThrow('mentions')
  expect(say({ root: '17' })).toThrow('There is no thread')
  expect(say({ targeted: true })).toThrow('Targeted messages')
})
