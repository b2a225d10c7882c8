import { describe, expect, it } from 'vitest'
import { readDid } from '../../../adapters/slack/command-calls.ts'
import { readInbound } from '../../../adapters/slack/inbound.ts'
import type { Body, Event } from '../../../adapters/slack/payloads.ts'
import { installationsOf } from '../../../adapters/slack/teams-of.ts'
import { readText } from '../../../adapters/slack/text.ts'

const bot = { id: 'U0PARLEY', name: 'parley' }
const ts = '1790000000.000100'

function envelope(event: Partial<Event>, more: Partial<Body> = {}): Body {
  const installation = { team_id: 'T0PARLEY', enterprise_id: null, is_enterprise_install: false }
  const said = { type: 'message', channel: 'C0GENERAL', user: 'U0ANN', text: 'hello', ts, ...event }
  return { type: 'event_callback', team_id: 'T0PARLEY', authorizations: [installation], event: said, ...more }
}

const read = (event: Partial<Event>, more?: Partial<Body>) => readInbound(envelope(event, more), 'T0PARLEY', bot)
const message = (event: Partial<Event>, more?: Partial<Body>) => {
  const inbound = read(event, more)
  return inbound?.kind === 'message' ? inbound.message : undefined
}

describe('messages', () => {
  it('are told with everything needed to answer them', () => {
    expect(message({ channel: 'D0ANN' })).toEqual({
      eventId: `slack:D0ANN:${ts}`,
      ref: `slack:T0PARLEY:D0ANN:${ts}`,
      platform: 'slack',
      installation: 'T0PARLEY',
      within: [`slack:T0PARLEY:D0ANN:${ts}`, 'slack:T0PARLEY:D0ANN', 'slack:T0PARLEY'],
      replyTo: `slack:T0PARLEY:D0ANN:${ts}:U0ANN@T0PARLEY`,
      conversation: 'slack:T0PARLEY:D0ANN',
      addressed: 'direct',
      author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN' },
      talk: 'slack:T0PARLEY:@T0PARLEY:U0ANN',
      text: 'hello',
      named: [],
      files: [],
      sentAt: 1_790_000_000_000,
    })
  })

  it('in a thread belong to it, in a channel they begin one', () => {
    const root = '1780000000.000200'
    expect(message({ thread_ts: root })).toMatchObject({
      thread: `slack:T0PARLEY:C0GENERAL:${root}`,
      conversation: `slack:T0PARLEY:C0GENERAL:${root}`,
      replyTo: `slack:T0PARLEY:C0GENERAL:${root}:U0ANN@T0PARLEY`,
      talk: `slack:T0PARLEY:C0GENERAL:${root}`,
      root: `slack:C0GENERAL:${root}`,
    })
    expect(message({ thread_ts: root })).not.toHaveProperty('beginsThread')
    const first = message({})!
    const thread = `slack:T0PARLEY:C0GENERAL:${ts}`
    expect(first).toMatchObject({ thread, beginsThread: true, talk: 'slack:T0PARLEY:C0GENERAL' })
    expect(first).not.toHaveProperty('root')
  })

  it('of types that Slack does not have are none, and no error', () => {
    const wrong = { channel: 5, ts: 5, user: {}, text: [], thread_ts: true, subtype: 0, files: 'none', team: 5 }
    for (const [name, value] of Object.entries(wrong)) {
      const event = { [name]: value } as Partial<Event>
      expect([name, read(event)]).toEqual([name, undefined])
      const change = { subtype: 'message_changed', message: { user: 'U0ANN', ts, text: 'x', edited: {}, ...event } }
      if (name !== 'channel') expect([name, read(change as Partial<Event>)]).toEqual([name, undefined])
    }
    expect(read({ channel: undefined } as never)).toBeUndefined()
    expect(read({ subtype: 'message_deleted', deleted_ts: 5 } as never)).toBeUndefined()
    expect(read({ type: 'app_home_opened', tab: 'messages', channel: 5, event_ts: ts } as never)).toBeUndefined()
  })

  it('name the people whose names Slack does not tell', () => {
    const text = '<@U0PARLEY> ask <@U0BEN>, <@U0BEN> or <@W0CAY|cay>'
    expect(message({ text })).toMatchObject({ text: 'ask @U0BEN, @U0BEN or @cay', named: ['U0BEN'] })
  })

  it('and their app_mention are the same', () => {
    const said = { text: '<@U0PARLEY> hello', team: 'T0PARLEY' }
    expect(message({ type: 'app_mention', ...said })).toEqual(message({ type: 'message', ...said }))
  })

  it.each([
    ['hello', 'none'],
    ['<@U0PARLEY> hello', 'mention'],
    ['hello <@U0PARLEY|parley>', 'mention'],
    ['<@U0BEN> ask <@U0PARLEY>', 'mention'],
    ['<@U0BEN> hello', 'other'],
    ['hello <@W0BEN>', 'other'],
    ['<!here> hello', 'none'],
    ['<!subteam^S0TEAM|@team> hello', 'other'],
    ['<!subteam^S0TEAM> ask <@U0PARLEY>', 'mention'],
  ])('%s is addressed: %s', (text, addressed) => expect(message({ text })).toMatchObject({ addressed }))

  it('of people of another workspace are theirs', () => {
    expect(message({ user_team: 'T0OTHER', team: 'T0PARLEY' })).toMatchObject({
      installation: 'T0PARLEY',
      author: { uid: 'slack_T0OTHER_U0ANN' },
      replyTo: `slack:T0PARLEY:C0GENERAL:${ts}:U0ANN@T0OTHER`,
    })
    expect(message({ channel: 'D0ANN', user_team: 'T0OTHER' })).toMatchObject({ talk: 'slack:T0PARLEY:@T0OTHER:U0ANN' })
  })

  it('are one event, through whichever workspace of a shared channel Slack tells of them', () => {
    const through = (team_id: string) => ({ authorizations: [{ team_id, enterprise_id: null }] })
    const [one, other] = ['T0PARLEY', 'T0OTHER'].map((team) => message({ text: '<@U0PARLEY> hi' }, through(team)))
    expect(one!.eventId).toBe(other!.eventId)
    expect(one!.talk).not.toBe(other!.talk)
  })

  it('carry the files that can be read with our token', () => {
    const url_private = 'https://files.slack.com/files-pri/T0-F0/a.png'
    const file = { name: 'a.png', mimetype: 'image/png', size: 3 }
    const files = [{ ...file, url_private }, { ...file, url_private, is_external: true }, file]
    expect(message({ subtype: 'file_share', files })?.files).toEqual([
      { ref: `slack:T0PARLEY:${url_private}`, ...file },
    ])
  })

  it('carry the files of a shared channel by their ids', () => {
    const files = [{ id: 'F0FAR', file_access: 'check_file_info' }]
    expect(message({ subtype: 'file_share', files })?.files).toEqual([
      { ref: 'slack:T0PARLEY:F0FAR', name: 'file', size: 0 },
    ])
  })

  it.each<[string, object]>([
    ['of ours', { user: 'U0PARLEY' }],
    ['of Slackbot', { user: 'USLACKBOT' }],
    ['of bots by subtype', { subtype: 'bot_message' }],
    ['of apps that speak as a person', { app_id: 'A0OTHER' }],
    ['of bots that only have a profile', { bot_profile: { name: 'Other' } }],
    ['of bots that mention us', { type: 'app_mention', bot_id: 'B0OTHER', text: '<@U0PARLEY> hi' }],
    ['about joining', { subtype: 'channel_join' }],
    ['that are hidden', { hidden: true }],
  ])('%s are none of our business', (_, event) => expect(read(event)).toBeUndefined())

  it.each<[string, object]>([
    ['bots', { bot_id: 'B0OTHER' }],
    ['workflows', { subtype: 'bot_message', user: undefined, bot_id: 'B0OTHER', username: 'Flow' }],
    ['bots with a file', { subtype: 'file_share', bot_id: 'B0OTHER', files: [{}] }],
  ])('of %s are part of the talk, and known as theirs', (_, event) => {
    expect(message(event)?.program?.ids).toContain('B0OTHER')
    expect(message(event)?.addressed).toBe('none')
  })

  it('of bots that mention us are for those agents that name them', () => {
    const said = message({ bot_id: 'B0OTHER', app_id: 'A0OTHER', text: '<@U0PARLEY> hi' })
    expect(said).toMatchObject({ program: { ids: ['U0ANN', 'B0OTHER', 'A0OTHER'] }, addressed: 'mention', text: 'hi' })
  })

  it('name channels and groups by ids where Slack tells no name', () => {
    const text = 'see <#C0OPEN|> and <#C0NAMED|named>, ask <!subteam^S0ONCALL> or <!subteam^S1|@ops>'
    expect(message({ text })).toMatchObject({
      text: 'see #C0OPEN and #named, ask @S0ONCALL or @ops',
      named: ['C0OPEN', 'S0ONCALL'],
    })
  })

  it('of programs hold what stands in blocks and attachments', () => {
    const blocks = [{ type: 'header', text: { type: 'plain_text', text: 'Down' } }]
    const attachments = [{ title: 'checkout', fields: [{ title: 'Region', value: 'eu-1' }], fallback: 'no' }]
    expect(message({ bot_id: 'B0OTHER', text: 'short', blocks, attachments })?.text).toBe(
      '## Down\n\ncheckout\nRegion: eu-1',
    )
  })

  it('sent to the channel as well, or as /me, count', () => {
    for (const subtype of ['thread_broadcast', 'me_message']) expect(message({ subtype })).toBeDefined()
  })
})

describe('changes', () => {
  const said = { user: 'U0ANN', text: 'old', ts }
  const changed = (before: object, after: object): Partial<Event> => ({
    subtype: 'message_changed',
    hidden: true,
    ts: '1790000009.000100',
    previous_message: { ...said, ...before },
    message: { ...said, ...after },
  })
  const eventId = `slack:C0GENERAL:${ts}`

  it('of the words are edits', () => {
    const control = { kind: 'edited', platform: 'slack', eventId, text: 'new, @U0BEN', named: ['U0BEN'] }
    expect(read(changed({}, { text: 'new, <@U0BEN>' }))).toEqual({ kind: 'control', control })
    const edited = { user: 'U0ANN', ts: '1790000009.000000' }
    const now = { eventId, addressed: 'mention', text: 'new, @U0BEN', sentAt: 1790000009000 }
    expect(read(changed({}, { text: '<@U0PARLEY> new, <@U0BEN>', edited }))).toMatchObject({
      control: { ...control, now },
    })
  })

  it.each<[string, Partial<Event>]>([
    ['a preview', changed({}, { attachments: [{}] })],
    ['ours', changed({ user: 'U0PARLEY' }, { user: 'U0PARLEY', text: 'new' })],
    ['an app’s of what a person wrote', changed({}, { text: 'new', edited: { user: 'U0OTHER' } })],
    [
      'deletion of ours',
      { subtype: 'message_deleted', deleted_ts: ts, previous_message: { ...said, user: 'U0PARLEY' } },
    ],
  ])('are none of our business: %s', (_, event) => expect(read(event)).toBeUndefined())

  it('that take the message away are deletions', () => {
    const deleted = { kind: 'control', control: { kind: 'deleted', platform: 'slack', eventId } }
    expect(read({ subtype: 'message_deleted', hidden: true, deleted_ts: ts, previous_message: said })).toEqual(deleted)
    expect(read(changed({}, { subtype: 'tombstone', user: 'USLACKBOT' }))).toEqual(deleted)
  })
})

describe('whom a payload came for', () => {
  const event = { type: 'message', channel: 'C0', ts }
  const through = (more: object) => [{ team_id: 'T1', enterprise_id: 'E1', is_enterprise_install: false, ...more }]
  it.each<[string, Body, string[]]>([
    ['a workspace', { authorizations: through({}), team_id: 'T1' }, ['T1', 'T1', 'E1']],
    ['an organisation', { authorizations: through({ is_enterprise_install: true }), team_id: 'T1' }, ['E1', 'T1']],
    [
      'ours, in a shared channel',
      { authorizations: through({}), team_id: 'T9', context_team_id: 'T1' },
      ['T1', 'T1', 'T9', 'E1'],
    ],
    ['nobody any more', { authorizations: [], team_id: 'T1' }, ['T1', 'E1']],
  ])('an event: %s', (_, body, ids) => {
    expect(installationsOf({ type: 'event_callback', event, enterprise_id: 'E1', ...body })).toEqual(ids)
  })

  it.each<[string, Body, string[]]>([
    ['a workspace', { enterprise: { id: 'E1' } }, ['T1', 'T2']],
    ['an organisation', { enterprise: { id: 'E1' }, is_enterprise_install: true }, ['E1', 'T1', 'T2']],
  ])('an interaction: %s', (_, body, ids) => {
    const pressed = { type: 'block_actions', team: { id: 'T1' }, user: { id: 'U0', team_id: 'T2' } }
    expect(installationsOf({ ...pressed, ...body })).toEqual(ids)
  })

  it('a form of somebody of another workspace, which names where it was opened', () => {
    const view = { id: 'V1', app_installed_team_id: 'T1' }
    const sent = { type: 'view_submission', team: { id: 'T9' }, user: { id: 'U9', team_id: 'T9' }, view }
    expect(installationsOf(sent)).toEqual(['T1', 'T9', 'T9'])
    const meta = JSON.stringify({ offer: 'o1', channel: 'C0', replaces: false })
    const form = { ...view, callback_id: 'agent', private_metadata: meta, state: { values: {} } }
    const did = readDid({ ...sent, trigger_id: 't', view: form }, 'T1', { id: 'U0', name: 'parley' })
    expect(did?.reader).toEqual({ team: 'T1', home: 'T9', people: 'T9', user: 'U9', channel: 'C0' })
  })

  it('a slash command, which names its workspace and its organisation', () => {
    expect(installationsOf({ command: '/agent', team_id: 'T1', enterprise_id: 'E1' })).toEqual(['T1', 'E1'])
  })
})

describe('opening the conversation', () => {
  const opened = { type: 'app_home_opened', channel: 'D0ANN', user: 'U0ANN', tab: 'messages', event_ts: ts }

  it('is told with everything needed to greet', () => {
    expect(read(opened)).toEqual({
      kind: 'opened',
      channel: 'D0ANN',
      opening: {
        platform: 'slack',
        installation: 'T0PARLEY',
        within: ['slack:T0PARLEY:D0ANN', 'slack:T0PARLEY'],
        replyTo: 'slack:T0PARLEY:D0ANN',
        conversation: message({ channel: 'D0ANN' })!.conversation,
        author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN' },
        openedAt: 1_790_000_000_000,
      },
    })
  })

  it.each([{ tab: 'home' }, { tab: undefined }, { channel: 'C0GENERAL' }])('is not: %o', (event) => {
    expect(read({ ...opened, ...event } as Partial<Event>)).toBeUndefined()
  })
})

describe('the message shortcut', () => {
  const shortcut = (message: object, more: Partial<Body> = {}): Body => ({
    type: 'message_action',
    callback_id: 'ask_about',
    team: { id: 'T0PARLEY', domain: 'acme' },
    user: { id: 'U0ANN', team_id: 'T0PARLEY', name: 'ann' },
    channel: { id: 'C0GENERAL' },
    message: { ts, text: 'a &lt; b', user: 'U0BEN', ...message },
    ...more,
  })
  const asked = (body: Body) => {
    const inbound = readInbound(body, 'T0PARLEY', bot)
    return inbound?.kind === 'asked' ? inbound.asked : undefined
  }

  it('asks about a message, in private', () => {
    expect(asked(shortcut({}))).toEqual({
      platform: 'slack',
      installation: 'T0PARLEY',
      author: { uid: 'slack_T0PARLEY_U0ANN', id: 'U0ANN', name: 'ann' },
      talk: message({ channel: 'D0ANN' })!.talk,
      about: {
        eventId: `slack:C0GENERAL:${ts}`,
        author: { id: 'U0BEN' },
        text: 'a < b',
        link: 'https://acme.slack.com/archives/C0GENERAL/p1790000000000100',
      },
    })
  })

  it.each<[string, object, object]>([
    [
      'in a thread',
      { thread_ts: '1780000000.000200' },
      { link: expect.stringMatching(/\?thread_ts=1780000000\.000200&cid=C0GENERAL$/) },
    ],
    [
      'a bot’s',
      { user: undefined, bot_id: 'B0', bot_profile: { name: 'Build' } },
      { author: { id: 'B0', name: 'Build' } },
    ],
    ['of attachments', { text: '', attachments: [{ text: 'red' }, { fallback: 'green' }] }, { text: 'red\ngreen' }],
  ])('also %s', (_, message, about) => expect(asked(shortcut(message))?.about).toMatchObject(about))

  it('of another name is none of our business', () => {
    expect(readInbound(shortcut({}, { callback_id: 'other' }), 'T0PARLEY', bot)).toBeUndefined()
  })
})

describe('other events', () => {
  it('the stop button stops what is answered in the thread', () => {
    const place = message({ ts: '1790000003.000100', thread_ts: ts })!.within[0]
    const control = { kind: 'stopped', platform: 'slack', place, person: 'U0ANN' }
    expect(read({ type: 'agent_session_stopped', thread_ts: ts })).toEqual({ kind: 'control', control })
  })

  it('an app that was removed is uninstalled', () => {
    const uninstalled = {
      kind: 'control',
      control: { kind: 'uninstalled', platform: 'slack', installation: 'T0PARLEY' },
    }
    expect(read({ type: 'app_uninstalled' }, { authorizations: [] })).toEqual(uninstalled)
    expect(read({ type: 'tokens_revoked', tokens: { bot: ['U0PARLEY'] } })).toEqual(uninstalled)
    expect(read({ type: 'tokens_revoked', tokens: { bot: [] } })).toBeUndefined()
  })

  it('an organisation takes the app from all of its workspaces, naming none, or from some', () => {
    const authorizations = [{ enterprise_id: 'E0GRID', team_id: null, is_enterprise_install: true }]
    const told = (event: object): unknown =>
      readInbound({ type: 'event_callback', team_id: null, authorizations, event } as unknown as Body, 'E0GRID', bot)
    const uninstalled = { control: { kind: 'uninstalled', platform: 'slack', installation: 'E0GRID' } }
    expect(told({ type: 'app_uninstalled' })).toMatchObject(uninstalled)
    expect(told({ type: 'tokens_revoked', tokens: { bot: ['U0PARLEY'] } })).toMatchObject(uninstalled)
    expect(told({ type: 'team_access_revoked', team_ids: ['T0ACME', 'T0OTHER'] })).toEqual({
      kind: 'left',
      controls: ['slack:T0ACME', 'slack:T0OTHER'].map((place) => ({ kind: 'placeLeft', platform: 'slack', place })),
    })
  })

  it.each([{}, { type: 'event_callback' }, { type: 'view_submission' }, { type: 'block_actions' }] as Body[])(
    'are none of our business: %o',
    (body) => expect(readInbound(body, 'T0PARLEY', bot)).toBeUndefined(),
  )
  it('an unknown one neither', () => expect(read({ type: 'reaction_added' })).toBeUndefined())
})

describe('presses', () => {
  const pressed = (block_id: string, value: string): Body => ({
    type: 'block_actions',
    team: { id: 'T0PARLEY' },
    user: { id: 'U0BEN', team_id: 'T0OTHER', name: 'ben' },
    container: { channel_id: 'C0GENERAL', message_ts: ts, thread_ts: '1780000000.000200' },
    actions: [{ block_id, action_id: `q:${value}`, value, action_ts: '1790000005.000300' }],
  })

  it('name the option and the person', () => {
    expect(readInbound(pressed('q2:r_1-a', '26'), 'T0PARLEY', bot)).toEqual({
      kind: 'press',
      press: {
        eventId: `slack:press:T0PARLEY:U0BEN:${ts}:1790000005.000300`,
        platform: 'slack',
        installation: 'T0PARLEY',
        author: { uid: 'slack_T0OTHER_U0BEN', id: 'U0BEN' },
        place: 'slack:T0PARLEY:C0GENERAL:1780000000.000200',
        replyTo: 'slack:T0PARLEY:C0GENERAL:1780000000.000200:U0BEN@T0OTHER',
        replyId: 'r_1-a',
        index: 26,
      },
      near: { team: 'T0PARLEY', channel: 'C0GENERAL', thread: '1780000000.000200', user: 'U0BEN' },
    })
  })

  it('on a message without a thread are answered in one', () => {
    const body = pressed('q1:r', '0')
    body.container = { channel_id: 'D0BEN', message_ts: ts }
    expect(readInbound(body, 'T0PARLEY', bot)).toMatchObject({
      press: { replyTo: `slack:T0PARLEY:D0BEN:${ts}:U0BEN@T0OTHER` },
      near: { channel: 'D0BEN' },
    })
  })

  it.each([
    ['feedback', '1'],
    ['q1:r1', ''],
    ['q1:r1', 'yes'],
  ])('of anything else are none of our business: %s %s', (block, value) => {
    expect(readInbound(pressed(block, value), 'T0PARLEY', bot)).toBeUndefined()
  })
})

describe('text', () => {
  it.each([
    ['1 &lt; 2 &amp;&amp; 3 &gt; 2', '1 < 2 && 3 > 2'],
    ['&amp;lt;b&amp;gt; &quot;', '&lt;b&gt; &quot;'],
    ['<@U0PARLEY> hello', 'hello'],
    ['<@U0PARLEY|parley>, <@U0PARLEY>: hello', 'hello'],
    ['<@U0PARLEY>', ''],
    ['hey <@U0PARLEY>!', 'hey @parley!'],
    ['<@U0BEN|ben> and <@U0ANN>', '@ben and @U0ANN'],
    ['<#C0GENERAL|general> <#C0>', '#general #C0'],
    ['<https://example.com/?a=1&amp;b=2>', 'https://example.com/?a=1&b=2'],
    ['<https://example.com/|our &lt;site&gt;>', 'our <site> (https://example.com/)'],
    ['<http://example.com|example.com>', 'example.com'],
    ['<mailto:ann@example.com|ann@example.com> <tel:+12345|+12345>', 'ann@example.com +12345'],
    ['<mailto:ann@example.com|Ann>', 'Ann (ann@example.com)'],
    ['<!here> <!channel> <!everyone|everyone> <!here|@here>', '@here @channel @everyone @here'],
    ['<!subteam^S0|@team> <!subteam^S1>', '@team @S1'],
    ['<!date^1790000000^{date}|yesterday>', 'yesterday'],
    ['a < b', 'a < b'],
  ])('%s → %s', (raw, text) => expect(readText(raw, bot)).toBe(text))
})

describe('an organisation that installed the app for all of its workspaces', () => {
  const seenIn = (team: string, more: Partial<Body> = {}, event: Partial<Event> = {}) => {
    const authorizations = [{ team_id: team, enterprise_id: 'E0GRID', is_enterprise_install: true }]
    const told = envelope({ team, ...event }, { team_id: team, authorizations, ...more })
    const inbound = readInbound(told, 'E0GRID', bot)
    return inbound?.kind === 'message' ? inbound.message : undefined
  }

  it('has each of its people once, by whichever workspace they come', () => {
    expect(seenIn('T0ONE')!.author.uid).toBe('slack_E0GRID_U0ANN')
    expect(seenIn('T0TWO')!.author.uid).toBe('slack_E0GRID_U0ANN')
    expect(seenIn('T0TWO', {}, { team: 'E0GRID' })!.author.uid).toBe('slack_E0GRID_U0ANN')
    expect(seenIn('T0ONE')!.membership).toBeUndefined()
    const direct = { channel: 'D0ANN' }
    expect(seenIn('T0ONE', {}, direct)!.talk).toBe(seenIn('T0TWO', {}, direct)!.talk)
  })

  it('knows those of another one, in a channel that both share, as theirs', () => {
    const shared = { is_ext_shared_channel: true }
    const theirs = seenIn('T0ONE', shared, { user: 'U0DORA', user_team: 'T0THEIRS' })!
    expect(theirs).toMatchObject({ author: { uid: 'slack_T0THEIRS_U0DORA' }, membership: { stranger: true } })
    expect(seenIn('T0ONE', shared)!.author.uid).toBe('slack_E0GRID_U0ANN')
  })

  it('has them once when they press and use commands, too', () => {
    const enterprise = { id: 'E0GRID', name: 'Grid' }
    const pressed = {
      type: 'block_actions',
      enterprise,
      is_enterprise_install: true,
      team: { id: 'T0TWO' },
      user: { id: 'U0ANN', team_id: 'T0TWO' },
      container: { channel_id: 'C0GENERAL', message_ts: ts },
      actions: [{ block_id: 'q1:r1', action_id: 'q:0', value: '0', action_ts: ts }],
    }
    const press = readInbound(pressed, 'E0GRID', bot)
    expect(press).toMatchObject({ kind: 'press', press: { author: { uid: 'slack_E0GRID_U0ANN' } } })
    expect(press).toMatchObject({ press: { place: `slack:T0TWO:C0GENERAL:${ts}` } })
    const slash = {
      command: '/agent',
      team_id: 'T0TWO',
      enterprise_id: 'E0GRID',
      user_id: 'U0ANN',
      channel_id: 'C0GENERAL',
    }
    const did = readDid({ ...slash, text: 'role add <@U0BEN|ben> admin', trigger_id: 't' }, 'E0GRID', bot)
    expect(did).toMatchObject({
      reader: { team: 'T0TWO', people: 'E0GRID' },
      given: { text: 'role add @slack_E0GRID_U0BEN admin' },
    })
  })
})
