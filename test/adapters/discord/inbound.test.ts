import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readInteraction } from '../../../adapters/discord/called.ts'
import { readEdit, readMessage } from '../../../adapters/discord/inbound.ts'
import type { Interaction, Message } from '../../../adapters/discord/payloads.ts'
import { idAt, messageRef, readMessageRef, readPlace, replyPlace, timeOf } from '../../../adapters/discord/places.ts'
import { readText } from '../../../adapters/discord/text.ts'

const self = { id: '1200000000000000001', name: 'Parley', application: '1200000000000000001' }
const ann = { id: '1200000000000000011', username: 'ann', global_name: 'Ann' }
const ben = { id: '1200000000000000012', username: 'ben' }
const known = {
  self,
  isOwnRole: (id: string) => id === '1300000000000000044',
  parentOf: (id: string) => (id === '1300000000000000009' ? '1300000000000000001' : undefined),
  isForAdults: (id: string) => id === '1300000000000000066',
  isForum: () => false,
  autoThread: false,
}
const guild = '1200000000000000100'

const said = (more: Partial<Message> = {}): Message => ({
  id: '1400000000000000001',
  channel_id: '1300000000000000001',
  guild_id: guild,
  author: ann,
  content: 'hello',
  ...more,
})

describe('a message', () => {
  it('tells who its author is here, and for whom the channel is', () => {
    const member = { joined_at: '2026-11-20T10:00:00.000000+00:00', pending: true, roles: ['1200000000000000301'] }
    expect(readMessage(said({ channel_id: '1300000000000000066', member }), known)).toMatchObject({
      membership: {
        createdAt: timeOf(ann.id),
        joinedAt: Date.parse('2026-11-20T10:00:00Z'),
        pending: true,
        roles: member.roles,
      },
      ageRestricted: true,
    })
  })

  it('in a channel begins a conversation that a thread on it would go on with', () => {
    expect(readMessage(said({ content: `<@${self.id}>, what is up?`, mentions: [self] }), known)).toEqual({
      eventId: 'discord:1400000000000000001',
      ref: expect.stringContaining('1400000000000000001'),
      platform: 'discord',
      installation: guild,
      within: [
        `discord:${guild}:1300000000000000001:1400000000000000001`,
        `discord:${guild}:1300000000000000001`,
        `discord:${guild}`,
      ],
      replyTo: `discord:${guild}:1300000000000000001>1400000000000000001`,
      announceTo: `discord:${guild}:1300000000000000001`,
      thread: `discord:${guild}:1300000000000000001:1400000000000000001`,
      talk: `discord:${guild}:1300000000000000001`,
      conversation: `discord:${guild}:1300000000000000001:1400000000000000001`,
      addressed: 'mention',
      author: { uid: `discord_${ann.id}`, id: ann.id, name: 'Ann' },
      membership: { createdAt: timeOf(ann.id) },
      text: 'what is up?',
      named: [],
      files: [],
      sentAt: timeOf('1400000000000000001'),
    })
  })

  it('in a thread belongs to it', () => {
    const thread = `discord:${guild}:1300000000000000001:1300000000000000009`
    expect(readMessage(said({ channel_id: '1300000000000000009' }), known)).toMatchObject({
      within: [thread, `discord:${guild}:1300000000000000001`, `discord:${guild}`],
      replyTo: thread,
      conversation: thread,
      root: 'discord:1300000000000000009',
    })
  })

  it('in private belongs to the person', () => {
    const { guild_id: _, ...direct } = said()
    expect(readMessage(direct, known)).toMatchObject({
      addressed: 'direct',
      installation: `@${self.application}`,
      conversation: `discord:@${self.application}:@${ann.id}`,
      replyTo: `discord:@${self.application}:1300000000000000001`,
    })
  })

  it.each([
    ['its mention', { mentions: [self] }, 'mention'],
    ['a reply to it without a ping', { referenced_message: said({ author: self }) }, 'mention'],
    ['a mention of somebody else', { content: `<@${ben.id}> hello`, mentions: [ben] }, 'other'],
    ['a reply to somebody else', { type: 19, referenced_message: said({ author: ben }) }, 'other'],
    ['a role', { mention_roles: ['1500000000000000000'] }, 'other'],
    ['everybody', { mention_everyone: true }, 'other'],
    ['nobody', {}, 'none'],
  ])('speaks to: %s', (_, more, addressed) => {
    expect(readMessage(said(more as Partial<Message>), known)?.addressed).toBe(addressed)
  })

  it.each([
    ['ourselves', { author: self }],
    ['Discord itself', { type: 7 }],
    ['nobody that is told', { author: undefined }],
    ['somebody whose words we may not read', { content: '' }],
  ])('is not heard from: %s', (_, more) => {
    expect(readMessage(said(more as Partial<Message>), known)).toBeUndefined()
  })

  it.each([
    ['a bot', { author: { ...ben, bot: true } }, { ids: [ben.id] }],
    ['a webhook', { webhook_id: '1500000000000000000' }, { ids: [ann.id, '1500000000000000000'], webhook: true }],
    [
      'an application’s webhook',
      { webhook_id: '1500000000000000000', application_id: '1500000000000000009' },
      { ids: [ann.id, '1500000000000000000', '1500000000000000009'], webhook: true },
    ],
  ])('of %s is known as a program’s', (_, more, program) => {
    expect(readMessage(said(more as Partial<Message>), known)?.program).toEqual(program)
  })

  it('that calls the role of the app calls the app', () => {
    const [own, other] = ['1300000000000000044', '1300000000000000045']
    const calling = (role: string) =>
      readMessage(said({ content: `<@&${role}> hello`, mention_roles: [role], guild_id: '1300000000000000100' }), known)
    expect(calling(own)).toMatchObject({ addressed: 'mention', text: 'hello' })
    expect(calling(other)).toMatchObject({ addressed: 'other' })
  })

  it('quotes what it forwards, and brings its files', () => {
    const attachments = [
      { url: 'https://cdn.discordapp.com/a.png?x=1', filename: 'a.png', content_type: 'image/png', size: 3 },
    ]
    const message = said({
      content: 'look',
      message_reference: { type: 1, message_id: '1', channel_id: '2' },
      message_snapshots: [{ message: { content: 'one\ntwo', attachments } }],
    })
    expect(readMessage(message, known)).toMatchObject({
      text: 'look',
      quoted: [{ author: { kind: 'person' }, text: 'one\ntwo' }],
      files: [{ ref: 'discord:https://cdn.discordapp.com/a.png?x=1', name: 'a.png', mimetype: 'image/png', size: 3 }],
    })
    expect(readMessage(message, known)).not.toHaveProperty('repliesTo')
  })

  it.each<[what: string, more: object, text: string]>([
    ['a sticker', { content: '', sticker_items: [{ id: '1', name: 'Wave', format_type: 1 }] }, ':Wave:'],
    ['words and a sticker without a name', { sticker_items: [{ id: '1' }, null] }, 'hello'],
    [
      'a poll',
      {
        content: '',
        poll: {
          question: { text: 'Which day?' },
          answers: [
            { answer_id: 1, poll_media: { text: 'Monday' } },
            { answer_id: 2, poll_media: { emoji: { name: '🎉' } } },
          ],
        },
      },
      'Which day?\n- Monday',
    ],
    ['words and a poll that is over', { poll: null }, 'hello'],
  ])('is told in words where it shows something else: %s', (_, more, text) => {
    expect(readMessage(said(more as Partial<Message>), known)).toMatchObject({ text })
  })

  it('is edited by its person, and by nothing else', () => {
    const edited_timestamp = '2026-11-21T00:00:00.000Z'
    expect(readEdit(said({ edited_timestamp }), known)).toMatchObject({ kind: 'edited', text: 'hello' })
    expect(readEdit(said(), known)).toBeUndefined()
    expect(readEdit(said({ edited_timestamp, author: self }), known)).toBeUndefined()
    expect(readEdit(said({ edited_timestamp, content: '' }), known)).toBeUndefined()
  })
})

describe('text', () => {
  it.each([
    ['<@1200000000000000011> and <@!1200000000000000012>', '@Annie and @ben'],
    ['ask <@1200000000000000001>', 'ask @Parley'],
    ['<@1200000000000000099>', '@1200000000000000099'],
    ['in <#1300000000000000001> by <@&1500000000000000000>', 'in #1300000000000000001 by @1500000000000000000'],
    ['<:wave:1500000000000000000> <a:party:1500000000000000000>', ':wave: :party:'],
    ['</ask:1500000000000000000>', '/ask'],
    ['at <t:1800000000:R>', 'at 2027-01-15T08:00:00Z'],
    ['at <t:99999999999999:R>', 'at <t:99999999999999:R>'],
    ['<@1200000000000000001> <@!1200000000000000001>, hello', 'hello'],
    ['1 < 2 & <b>', '1 < 2 & <b>'],
  ])('%s', (content, text) => {
    const mentions = [{ ...ann, member: { nick: 'Annie' } }, ben]
    expect(readText({ content, mentions }, self)).toBe(text)
  })

  it('that holds no markup stays as it is', () => {
    const plain = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('<'))
    fc.assert(fc.property(plain, (content) => readText({ content }, self) === content))
  })
})

describe('an interaction', () => {
  const used = (more: Partial<Interaction>): Interaction => ({
    id: '1400000000000000007',
    type: 2,
    token: 'aW50.to-ken_~x',
    guild_id: guild,
    channel: { id: '1300000000000000001', type: 0 },
    member: { user: ann, nick: 'Annie' },
    locale: 'ja',
    ...more,
  })

  it('/ask is a message to the agent, answered through it', () => {
    const called = readInteraction(
      used({ data: { name: 'ask', type: 1, options: [{ name: 'question', value: 'Why?' }] } }),
      self,
    )
    expect(called).toMatchObject({
      kind: 'message',
      alone: false,
      message: { addressed: 'mention', text: 'Why?', author: { name: 'Annie', locale: 'ja' } },
    })
    const { replyTo } = (called as Extract<typeof called, { kind: 'message' }>).message
    expect(readPlace(replyTo)).toEqual({
      installation: guild,
      channel: '1300000000000000001',
      through: { interaction: '1400000000000000007', token: 'aW50.to-ken_~x', deferred: true, alone: false },
    })
  })

  it('in a thread is one of it', () => {
    const channel = { id: '1300000000000000009', type: 11, parent_id: '1300000000000000001' }
    expect(readInteraction(used({ channel, data: { name: 'ask', type: 1 } }), self)).toMatchObject({
      message: { conversation: `discord:${guild}:1300000000000000001:1300000000000000009` },
    })
  })

  it('of an older version is unknown or too old, never silence', () => {
    expect(readInteraction(used({ data: { name: 'gone', type: 1 } }), self)).toEqual({ kind: 'unknown' })
    expect(readInteraction(used({ type: 5, data: { custom_id: 'gone' } }), self)).toEqual({ kind: 'unknown' })
    const press = readInteraction(used({ type: 3, data: { custom_id: 'what is this' }, message: said() }), self)
    expect(press).toMatchObject({ kind: 'press', press: { replyId: '', index: -1 } })
  })

  it('that lacks what it needs is nothing', () => {
    expect(readInteraction(used({}), self)).toBeUndefined()
    expect(readInteraction({ id: '1', type: 2, token: 't' }, self)).toBeUndefined()
  })
})

describe('places', () => {
  const id = fc.bigInt({ min: 10n ** 16n, max: 10n ** 19n }).map(String)
  const token = fc.string({ unit: fc.constantFrom(...'abcXYZ019-_.~='), minLength: 1, maxLength: 80 })
  const through = fc.record({ interaction: id, token, deferred: fc.boolean(), alone: fc.boolean() })
  const base = fc.record({
    installation: fc.oneof(
      id,
      id.map((one) => `@${one}`),
    ),
    channel: id,
  })

  it('and messages are read as they were written', () => {
    fc.assert(
      fc.property(base, id, through, (spot, other, through) => {
        for (const more of [
          {},
          { thread: other },
          { replyTo: other },
          { thread: other, startsThread: true as const },
          { through },
          { thread: other, through },
        ]) {
          expect(readPlace(replyPlace({ ...spot, ...more }))).toEqual({ ...spot, ...more })
        }
        const { interaction, token } = through
        for (const more of [{}, { through: { interaction, token } }]) {
          const posted = { ...spot, message: other, ...more }
          expect(readMessageRef(messageRef(posted))).toEqual(posted)
        }
      }),
    )
  })

  it('have ids that hold their time', () => {
    expect(timeOf(idAt(1_800_000_000_123))).toBe(1_800_000_000_123)
  })

  it('of another platform are refused, without being repeated', () => {
    expect(() => readPlace('slack:T0:C0' as never)).toThrow(/^Not a place in Discord that can be written to$/)
  })
})
