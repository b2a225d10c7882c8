import { describe, expect, it } from 'vitest'
import { readInbound, tenantOf } from '../../../adapters/teams/inbound.ts'
import { activitySchema } from '../../../adapters/teams/payloads.ts'
import { readText } from '../../../adapters/teams/text.ts'
import type { InboundMessage } from '../../../src/model/message.ts'

const TENANT = '7a11e500-0000-4000-8000-00000000001d'
const ANNS = '7a11e500-0000-4000-8000-0000000000a1'
const BOT = '28:7a11e500-0000-4000-8000-0000000000b0'
const SERVICE = 'https://smba.example.com/emea/'
const CHANNEL = '19:support@thread.tacv2'

function activity(more: object = {}, conversation: object = {}) {
  return activitySchema.parse({
    type: 'message',
    id: '1790000000001',
    timestamp: '2026-11-21T12:00:00.000Z',
    serviceUrl: SERVICE,
    channelId: 'msteams',
    from: { id: '29:1ann', name: 'Ann', aadObjectId: ANNS },
    recipient: { id: BOT, name: 'Parley' },
    conversation: { id: 'a:1ann', conversationType: 'personal', tenantId: TENANT, ...conversation },
    channelData: { tenant: { id: TENANT } },
    text: 'hello',
    ...more,
  })
}
const inThread = (id: string) => ({ id, conversationType: 'channel' })
const mention = (id: string, name: string) => ({
  type: 'mention' as const,
  mentioned: { id, name },
  text: `<at>${name}</at>`,
})

function message(more: object = {}, conversation: object = {}): InboundMessage {
  const inbound = readInbound(activity(more, conversation), TENANT)
  if (inbound?.kind !== 'message') throw new Error(`expected a message, got ${inbound?.kind}`)
  return inbound.message
}

describe('a message', () => {
  it('in a personal chat is for the agent, of the person whom Microsoft Entra knows', () => {
    expect(message({ locale: 'ja-JP' })).toEqual({
      eventId: 'teams:a:1ann:1790000000001',
      ref: expect.stringContaining('1790000000001'),
      platform: 'teams',
      installation: TENANT,
      within: [`teams:${TENANT}/a:1ann`, `teams:${TENANT}`],
      replyTo: `teams:${TENANT}/a:1ann personal ${SERVICE}`,
      talk: `teams:${TENANT}/@${ANNS}`,
      conversation: `teams:${TENANT}/a:1ann`,
      addressed: 'direct',
      author: { uid: `teams_${TENANT}_${ANNS}`, id: ANNS, name: 'Ann', locale: 'ja-JP' },
      text: 'hello',
      named: [],
      files: [],
      sentAt: Date.UTC(2026, 10, 21, 12),
    })
    expect(message({ from: { id: '29:1guest' } }).author).toEqual({ uid: `teams_${TENANT}_29:1guest`, id: '29:1guest' })
  })

  it('in a channel begins a thread, or goes on with one', () => {
    const thread = `teams:${TENANT}/${CHANNEL};messageid=1790000000001`
    for (const id of [CHANNEL, `${CHANNEL};messageid=1790000000001`]) {
      expect(message({}, inThread(id))).toMatchObject({
        eventId: `teams:${CHANNEL}:1790000000001`,
        within: [thread, `teams:${TENANT}/${CHANNEL}`, `teams:${TENANT}`],
        replyTo: `${thread} channel ${SERVICE}`,
        thread,
        conversation: thread,
        talk: `teams:${TENANT}/${CHANNEL}`,
        addressed: 'none',
      })
    }
    const root = `teams:${TENANT}/${CHANNEL};messageid=1780000000000`
    const reply = message({}, inThread(`${CHANNEL};messageid=1780000000000`))
    expect(reply).toMatchObject({ thread: root, talk: root, root: `teams:${CHANNEL}:1780000000000` })
  })

  it('that quotes another one replies to it, and says only what was added', () => {
    const html = (inner: string) => ({
      contentType: 'text/html',
      content: `<blockquote itemscope="" itemtype="http://schema.skype.com/Reply" itemid="1780000000000">
<strong itemprop="mri" itemid="8:orgid:x">Ben</strong><span itemprop="time" itemid="1780000000000"></span>
<p itemprop="preview">${inner}</p></blockquote><p>Why (really)?</p>`,
    })
    const reply = `teams:${TENANT}/a:1ann personal ${SERVICE} 1780000000000`
    const attachments = [html('Is <b>1 &lt; 2</b>?')]
    for (const text of ['Why (really)?', 'Is 1 < 2?\nWhy (really)?', 'Is 1 < 2?\r\n\r\nWhy (really)?']) {
      const said = readInbound(activity({ text, attachments }), TENANT)
      expect(said).toMatchObject({
        message: {
          text: 'Why (really)?',
          repliesTo: reply,
          quoted: [{ author: { name: 'Ben', kind: 'person' }, text: 'Is 1 < 2?' }],
          files: [],
        },
      })
    }
    expect(message({ attachments: [html('<script>')] })).toMatchObject({ repliesTo: reply })
  })

  it('tells what it quotes also where newer clients tell that beside it, and where nothing but the quotation is HTML', () => {
    const quotedReply = { messageId: '1780000000000', senderId: BOT, senderName: 'Ben', preview: 'One. Two' }
    const told = (more: object) => message({ text: 'One. Two\n\nWhy?', ...more })
    for (const entity of [
      { type: 'quotedReply', quotedReply },
      { type: 'quotedReply', ...quotedReply },
    ])
      expect(told({ entities: [entity] })).toMatchObject({
        text: 'Why?',
        repliesTo: `teams:${TENANT}/a:1ann personal ${SERVICE} 1780000000000`,
        quoted: [{ eventId: 'teams:a:1ann:1780000000000', author: { name: 'Ben', kind: 'you' }, text: 'One. Two' }],
      })
    const gone = { type: 'quotedReply', quotedReply: { ...quotedReply, isReplyDeleted: true } }
    expect(told({ entities: [gone] })).toMatchObject({ repliesTo: expect.anything() })
    expect(told({ entities: [gone] })).not.toHaveProperty('quoted')
    const twin = `<blockquote itemtype="http://schema.skype.com/Reply" itemid="1780000000000"><p itemprop="copy">One. Two</p></blockquote>`
    const attachments = [{ contentType: 'text/html', content: twin }]
    expect(told({ attachments }).text).toBe('Why?')
    expect(message({ text: 'One. Two is right', attachments }).text).toBe('One. Two is right')
  })

  it('that forwards another one says what was added, and is told with what was forwarded', () => {
    const forward = '<blockquote itemtype="http://schema.skype.com/Forward"><p>The build failed</p></blockquote>'
    for (const [text, content] of [
      ['what is this?\r\n\r\nThe build failed', `<p>what is this?</p>${forward}`],
      ['The build failed', forward],
    ]) {
      const said = message({ text, attachments: [{ contentType: 'text/html', content }] })
      expect(said.text).toBe(content === forward ? '' : 'what is this?')
      expect(said.quoted).toEqual([
        { author: { name: 'somebody', kind: 'person' }, text: 'The build failed', files: [] },
      ])
      expect(said).not.toHaveProperty('repliesTo')
    }
  })

  it('says what its formatting says: addresses, and whom it mentions', () => {
    const content =
      '<p>please read <a href="https://intranet.example.com/vpn">here</a>, <span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">Parley</span>&nbsp;and <span itemtype="http://schema.skype.com/Mention" itemid="1">Ben</span></p>'
    const entities = [mention(BOT, 'Parley'), mention('29:1ben', 'Ben')]
    const said = message({
      text: 'please read here, <at>Parley</at> and <at>Ben</at>',
      entities,
      attachments: [{ contentType: 'text/html', content }],
    })
    expect(said.text).toBe('please read [here](https://intranet.example.com/vpn), and @Ben')
  })

  it('in a group chat belongs to the one conversation that there is', () => {
    const place = `teams:${TENANT}/19:lunch@thread.v2`
    expect(message({}, { id: '19:lunch@thread.v2', conversationType: 'groupChat' })).toMatchObject({
      within: [place, `teams:${TENANT}`],
      thread: place,
      conversation: place,
      talk: place,
    })
  })

  it('in a place of which Teams does not say what it is may be heard by others', () => {
    const untold = { conversationType: undefined }
    expect(message({}, untold)).toMatchObject({ addressed: 'none', thread: expect.anything() })
    expect(message({}, { ...untold, id: '19:lunch@thread.v2' }).replyTo).toContain(' group ')
    const channelData = { tenant: { id: TENANT }, team: { id: '19:general@thread.tacv2' } }
    expect(message({ channelData }, { ...untold, id: CHANNEL }).replyTo).toContain(' channel ')
  })

  it('is for whom it names', () => {
    const where = inThread(CHANNEL)
    const ours = mention(BOT, 'Parley')
    const bens = mention('29:1ben', 'Ben')
    expect(message({ entities: [ours, bens] }, where).addressed).toBe('mention')
    expect(message({ entities: [bens] }, where).addressed).toBe('other')
    expect(message({ entities: [{ type: 'clientInfo' }, 7, null] }, where).addressed).toBe('none')
  })

  it('brings pictures and files, once each', () => {
    const attachments = [
      { contentType: 'image/*', contentUrl: `${SERVICE}v3/attachments/1/views/original` },
      { contentType: 'text/html', content: '<img src="x">' },
      {
        contentType: 'application/vnd.microsoft.teams.file.download.info',
        name: 'voice.m4a',
        content: { downloadUrl: 'https://a.sharepoint.com/f', fileType: 'm4a' },
      },
      { contentType: 'image/png', contentUrl: 'javascript:alert(1)' },
      { contentType: 'application/vnd.microsoft.card.adaptive', content: {} },
    ]
    expect(message({ attachments, text: undefined })).toMatchObject({
      text: '',
      files: [
        {
          name: 'image',
          mimetype: 'image/*',
          ref: `teams:picture ${SERVICE} ${SERVICE}v3/attachments/1/views/original`,
        },
        { name: 'voice.m4a', mimetype: 'audio/mp4', ref: `teams:file ${SERVICE} https://a.sharepoint.com/f` },
      ],
    })
  })

  it('of the bot itself, or of a place of an unknown kind, is none', () => {
    expect(readInbound(activity({ from: { id: BOT } }), TENANT)).toBeUndefined()
    expect(readInbound(activity({}, { conversationType: 'meetingStage' }), TENANT)).toBeUndefined()
    expect(readInbound(activity({}, { id: 'a:1 b' }), TENANT)).toBeUndefined()
    expect(readInbound(activity({ id: undefined }), TENANT)).toBeUndefined()
  })
})

describe('what is said', () => {
  const ours = mention(BOT, 'Parley')
  const bens = mention('29:1ben', 'Ben')
  it.each([
    ['<at>Parley</at> hello', 'hello'],
    ['<at>Parley</at>, hello', 'hello'],
    ['<at>Parley</at>\u00a0hello <at>Parley</at>', 'hello'],
    ['hello <at>Parley</at>, how are you?', 'hello how are you?'],
    ['<at>Parley</at> <at>Parley</at> ask <at>Ben</at>!', 'ask @Ben!'],
    ['a <at>Stranger</at> b', 'a @Stranger b'],
    ['1 < 2 & <b>', '1 < 2 & <b>'],
    ['<at>Parley</at>', ''],
    ['<attention>', '<attention>'],
  ])('%s', (text, said) => {
    expect(readText(text, [ours, bens], BOT)).toBe(said)
  })
})

describe('what is pressed', () => {
  const press = (value: unknown, more: object = {}, conversation: object = {}) =>
    readInbound(activity({ value, text: undefined, replyToId: '1780000000000', ...more }, conversation), TENANT)

  it('is the option whose button it is, in the thread of its message', () => {
    expect(press({ k: 'q', id: 't_1-a', i: 1 })).toMatchObject({
      kind: 'press',
      press: { replyId: 't_1-a', index: 1, author: { id: ANNS }, place: `teams:${TENANT}/a:1ann` },
      near: { user: '29:1ann' },
    })
    expect(press({ k: 'q', id: 't', q: '7' })).toMatchObject({ press: { index: 7 } })
    expect(press({ k: 'q', id: 't', i: 0 }, {}, inThread(`${CHANNEL};messageid=1770000000000`))).toMatchObject({
      press: { place: `teams:${TENANT}/${CHANNEL};messageid=1770000000000` },
    })
  })

  it('is told by invokes as well', () => {
    const data = { k: 'q', id: 't', i: 2 }
    for (const name of ['suggestedAction/submit', 'suggestedActions/submit']) {
      expect(press(data, { type: 'invoke', name })).toMatchObject({ press: { index: 2 } })
    }
  })

  it('is nothing where it is not what a button of ours says', () => {
    for (const value of [
      { k: 'q' },
      { k: 'q', id: 't' },
      { k: 'q', id: 't', i: -1 },
      { k: 'q', id: 't', i: 1.5 },
      { k: 'q', id: 't', i: '' },
      { k: 'q', id: 'a b', i: 1 },
      { k: 'q', id: 5, i: 1 },
    ]) {
      expect(press(value)).toBeUndefined()
    }
  })
})

describe('whatever else is told', () => {
  it('is what somebody thinks of an answer, known by its message', () => {
    const value = { actionName: 'feedback', actionValue: { reaction: 'dislike', feedback: '{"feedbackText":"no"}' } }
    const invoke = { type: 'invoke', name: 'message/submitAction', value, replyToId: '1780000000000' }
    expect(readInbound(activity(invoke), TENANT)).toMatchObject({
      kind: 'vote',
      vote: { good: false, message: `teams:${TENANT}/a:1ann personal ${SERVICE} 1780000000000` },
    })
    const odd = { ...invoke, value: { actionName: 'feedback', actionValue: { reaction: 'shrug' } } }
    expect(readInbound(activity(odd), TENANT)).toBeUndefined()
  })

  it('is that a message was edited or deleted, but not that it came back', () => {
    const told = (type: string, eventType: string) =>
      readInbound(activity({ type, channelData: { eventType } }), TENANT)
    expect(told('messageUpdate', 'editMessage')).toMatchObject({
      control: { kind: 'edited', eventId: 'teams:a:1ann:1790000000001', text: 'hello' },
    })
    expect(told('messageDelete', 'softDeleteMessage')).toMatchObject({ control: { kind: 'deleted' } })
    expect(told('messageUpdate', 'undeleteMessage')).toBeUndefined()
  })

  it('is that somebody met the bot, in person', () => {
    const added = { type: 'conversationUpdate', membersAdded: [{ id: '29:1ann' }, { id: BOT }] }
    const installed = { type: 'installationUpdate', action: 'add' }
    for (const told of [added, installed]) {
      expect(readInbound(activity(told), TENANT)).toMatchObject({
        kind: 'opened',
        opening: { conversation: `teams:${TENANT}/a:1ann`, author: { id: ANNS } },
      })
    }
    expect(readInbound(activity({ ...added, membersAdded: [{ id: '29:1ben' }] }), TENANT)).toBeUndefined()
    // One person who removes the app does not take it from the whole organisation.
    const left = { kind: 'placeLeft', place: `teams:${TENANT}/a:1ann` }
    expect(readInbound(activity({ ...installed, action: 'remove' }), TENANT)).toMatchObject({ control: left })
    expect(readInbound(activity({ type: 'messageReaction' }), TENANT)).toBeUndefined()
  })

  it('is that somebody brought it to a team or a group chat, and not that the app has a new version there', () => {
    const added = { type: 'conversationUpdate', membersAdded: [{ id: BOT }] }
    const installed = { type: 'installationUpdate', action: 'add' }
    const place = `teams:${TENANT}/${CHANNEL}`
    for (const told of [added, installed]) {
      expect(readInbound(activity(told, inThread(CHANNEL)), TENANT)).toMatchObject({
        kind: 'invited',
        invitation: { conversation: place, replyTo: `${place} channel ${SERVICE}`, author: { id: ANNS } },
      })
      const lunch = { id: '19:lunch@thread.v2', conversationType: 'groupChat' }
      expect(readInbound(activity(told, lunch), TENANT)).toMatchObject({
        kind: 'invited',
        invitation: { conversation: `teams:${TENANT}/19:lunch@thread.v2` },
      })
    }
    const upgraded = activity({ ...installed, action: 'add-upgrade' }, inThread(CHANNEL))
    expect(readInbound(upgraded, TENANT)).toBeUndefined()
  })

  it('is that people are in a team or group chat no more, as far as they can be told apart', () => {
    const leaving = (...membersRemoved: object[]) =>
      readInbound(activity({ type: 'conversationUpdate', membersRemoved }, inThread(CHANNEL)), TENANT)
    const ben = { id: '29:1ben', aadObjectId: 'AAAA-BEN' }
    const uids = [`teams_${TENANT}_aaaa-ben`]
    const control = { kind: 'peopleLeft', platform: 'teams', place: `teams:${TENANT}/${CHANNEL}`, uids }
    expect(leaving(ben, { id: '29:1guest' })).toEqual({ kind: 'control', control })
    expect(leaving({ id: '29:1guest' })).toBeUndefined()
    expect(leaving(ben, { id: BOT })).toMatchObject({ control: { kind: 'placeLeft' } })
  })

  it('is of the one tenant that it names', () => {
    expect(tenantOf(activity())).toBe(TENANT)
    expect(tenantOf(activity({ channelData: undefined }))).toBe(TENANT)
    expect(tenantOf(activity({ channelData: { tenant: { id: 'other' } } }))).toBeUndefined()
    expect(tenantOf(activity({ channelData: {} }, { tenantId: undefined }))).toBeUndefined()
    expect(tenantOf(activity({ channelData: {} }, { tenantId: '' }))).toBeUndefined()
  })
})
