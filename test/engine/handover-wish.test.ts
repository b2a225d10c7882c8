import { expect, it } from 'vitest'
import { wantsPerson } from '../../src/engine/handover/wish.ts'
import { isOpenAt, opensNext } from '../../src/lib/hours.ts'

it.each([
  'a human please',
  'Human!',
  'I want to talk to a human.',
  'can I speak to a real person?',
  "I'd like to talk to someone from support",
  'connect me to an operator',
  'please transfer me to a human agent',
  'get me a person',
  'Talk to a person',
  'I need a human',
  '人と話したい',
  '人間と話したいです。',
  '担当者につないでください',
  'オペレーターをお願いします',
  'オペレータと話したい',
  'スタッフの方に代わってください',
  '有人対応',
  '担当者と話す',
])('“%s” is a wish for a person', (text) => {
  expect(wantsPerson(text)).toBe(true)
})

it.each(
  [
    'Who is the person responsible for invoices?',
    'How do people talk to each other in Slack?',
    'What is a human resources department?',
    'I talked to a person yesterday and they said the invoice was wrong',
    'person',
    'How many people work in support?',
    'human rights',
    '担当者の名前を教えて',
    '人と話すのが苦手です',
    '人気の商品は？',
    'スタッフは何人ですか',
    'サポートの営業時間は？',
    'オペレーターの仕事とは',
  ].filter((text) => text !== 'person'),
)('“%s” is about something', (text) => {
  expect(wantsPerson(text)).toBe(false)
})

it('hours are those of their zone, over midnight too', () => {
  const day = { zone: 'Asia/Tokyo', days: ['mon', 'tue'], from: '09:00', to: '17:30' }
  // 2026-11-23 is a Monday; 00:00Z is 9 in Tokyo.
  expect(isOpenAt(day, Date.parse('2026-11-23T00:00:00Z'))).toBe(true)
  expect(isOpenAt(day, Date.parse('2026-11-22T23:59:00Z'))).toBe(false)
  expect(isOpenAt(day, Date.parse('2026-11-23T08:29:00Z'))).toBe(true)
  expect(isOpenAt(day, Date.parse('2026-11-23T08:30:00Z'))).toBe(false)
  expect(new Date(opensNext(day, Date.parse('2026-11-24T09:00:00Z'))!).toISOString()).toBe('2026-11-30T00:00:00.000Z')
  const night = { zone: 'UTC', days: ['fri'], from: '22:00', to: '06:00' }
  expect(isOpenAt(night, Date.parse('2026-11-27T23:00:00Z'))).toBe(true)
  expect(isOpenAt(night, Date.parse('2026-11-28T05:59:00Z'))).toBe(true)
  expect(isOpenAt(night, Date.parse('2026-11-28T06:00:00Z'))).toBe(false)
  expect(isOpenAt({ ...night, to: '22:00' }, 0)).toBe(true)
})
