import { describe, expect, it } from 'vitest'
import { cardWords } from '../../../adapters/teams/card-words.ts'
import { readMessage } from '../../../adapters/teams/read-message.ts'

const APP = '7a11e500-0000-4000-8000-0000000000b0'
const at = {
  tenant: 't1',
  conversation: '19:support@thread.tacv2',
  kind: 'channel' as const,
  serviceUrl: 'https://smba.example.com/emea/',
  app: APP,
}
const user = (name: string) => ({ application: null, user: { id: `id-${name}`, displayName: name } })
const told = (more: object) => ({
  id: '1790000000002',
  replyToId: '1790000000001',
  messageType: 'message',
  createdDateTime: '2026-11-21T12:00:00.000Z',
  deletedDateTime: null,
  from: user('Ben'),
  body: { contentType: 'html', content: '<p>hello <at id="0">Ann</at></p>' },
  attachments: [],
  ...more,
})

describe('a message that Graph tells', () => {
  it('is one as Teams would have told it, with who wrote it and when', () => {
    expect(readMessage(told({}), at)).toEqual({
      eventId: 'teams:19:support@thread.tacv2:1790000000002',
      ref: 'teams:t1/19:support@thread.tacv2;messageid=1790000000001 channel https://smba.example.com/emea/ 1790000000002',
      author: { id: 'id-Ben', name: 'Ben', kind: 'person' },
      at: Date.UTC(2026, 10, 21, 12),
      text: 'hello @Ann',
      files: [],
    })
    const by = (id: string) => ({ user: null, application: { id, displayName: 'A bot' } })
    expect(readMessage(told({ from: by(APP) }), at)!.author.kind).toBe('you')
    expect(readMessage(told({ from: by('x') }), at)!.author.kind).toBe('program')
    expect(readMessage(told({ subject: 'Launch', replyToId: null }), at)!.text).toBe('**Launch**\n\nhello @Ann')
    expect(readMessage(told({ body: { contentType: 'text', content: 'a < b' } }), at)!.text).toBe('a < b')
  })

  it('is none where it was deleted, or Teams only tells that something happened', () => {
    const happened = { messageType: 'unknownFutureValue', from: null, body: { content: '<systemEventMessage/>' } }
    for (const one of [
      told({ deletedDateTime: '2026-11-21T12:00:00Z' }),
      told(happened),
      told({ from: null }),
      null,
      7,
    ])
      expect(readMessage(one, at)).toBeUndefined()
  })

  it('holds what stands in it: quotations, forwards, cards, files and pictures', () => {
    const quote = { messageId: '1790000000001', messagePreview: 'launch?', messageSender: user('Ann') }
    const forward = {
      originalMessageId: '1',
      originalMessageContent: '<p>The <b>build</b> failed</p>',
      originalSentDateTime: '2026-11-20T12:00:00Z',
      originalMessageSender: user('Eve'),
    }
    const card = { type: 'AdaptiveCard', body: [{ type: 'TextBlock', text: 'Disk full' }] }
    const image = 'https://graph.example.com/v1.0/teams/g/channels/c/messages/1/hostedContents/abc/$value'
    const attachments = [
      { id: '1', contentType: 'messageReference', content: JSON.stringify(quote) },
      { id: '2', contentType: 'forwardedMessageReference', content: JSON.stringify(forward) },
      { id: '3', contentType: 'application/vnd.microsoft.card.adaptive', content: JSON.stringify(card) },
      { id: '4', contentType: 'reference', contentUrl: 'https://a.sharepoint.com/x y/plan.pdf', name: 'plan.pdf' },
      { id: '5', contentType: 'messageReference', content: 'no JSON' },
    ]
    const content = `<p>see</p><img alt="chart" src="${image}"><img src="https://example.com/tracker.png">`
    expect(readMessage(told({ attachments, body: { contentType: 'html', content } }), at)).toMatchObject({
      text: 'see\n\nDisk full',
      files: [
        {
          ref: 'teams:shared t1 https://a.sharepoint.com/x%20y/plan.pdf',
          name: 'plan.pdf',
          mimetype: 'application/pdf',
        },
        { ref: `teams:hosted t1 ${image}`, name: 'chart' },
      ],
      quoted: [
        { eventId: 'teams:19:support@thread.tacv2:1790000000001', author: { name: 'Ann' }, text: 'launch?' },
        { author: { name: 'Eve', kind: 'person' }, at: Date.UTC(2026, 10, 20, 12), text: 'The build failed' },
      ],
    })
  })
})

it('the words of a card are those that people read on it', () => {
  const adaptive = {
    type: 'AdaptiveCard',
    body: [
      { type: 'TextBlock', text: '**Disk full**' },
      { type: 'RichTextBlock', inlines: ['on ', { type: 'TextRun', text: 'web-1' }] },
      { type: 'FactSet', facts: [{ title: 'Used', value: '98 %' }] },
      { type: 'ColumnSet', columns: [{ items: [{ type: 'TextBlock', text: 'since 12:00' }] }] },
      { type: 'Image', url: 'https://example.com/x.png', altText: 'a graph' },
      { type: 'Table', rows: [{ cells: [{ items: [{ text: 'a' }] }, { items: [{ text: 'b' }] }] }] },
      { type: 'TextBlock', text: 'not shown', isVisible: false },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open' }],
  }
  expect(cardWords(adaptive)).toBe('**Disk full**\non web-1\nUsed: 98 %\nsince 12:00\n[image: a graph]\n| a | b |')
  const connector = { title: 'Build', sections: [{ activityTitle: 'main', facts: [{ name: 'State', value: 'red' }] }] }
  expect(cardWords(connector)).toBe('Build\nmain\nState: red')
  let deep: object = { text: 'deepest' }
  for (let n = 0; n < 5000; n++) deep = { items: [deep] }
  expect(cardWords(deep)).toBe('')
  expect(cardWords({ text: 'x'.repeat(20_000) })).toHaveLength(8000)
})
