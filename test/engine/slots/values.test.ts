import { expect, it } from 'vitest'
import { findText } from '../../../src/engine/scenario/regex.ts'
import { fillSlots } from '../../../src/engine/slots/index.ts'
import { isQuestion, isRefused, ordinalOf, placesOf } from '../../../src/engine/slots/phrases.ts'
import { shownValue } from '../../../src/engine/slots/shown.ts'
import { yesOrNo } from '../../../src/engine/slots/yes-no.ts'
import { type Slot, slotSchema } from '../../../src/model/slot.ts'

const now = Date.parse('2026-11-22T06:30:00Z')

/** What is answered to the question of a slot, and the value it then has; nothing behind the bar: none. */
const table = `
number | 3 | 3
number | about 1,500.50 of them | 1500.5
number | minus four | -4
number | two hundred and fifty | 250
number | a dozen | 12
number | 5k | 5000
number | two and a half | 2.5
number | half a million | 500000
number | two hundred and forty-five | 245
number | forty-two fifty |
number | one fifty |
number | the first one |
number | just one | 1
number | 五つ | 5
number | みっつ | 3
number | 1.5万 | 15000
number | 二〇二六 | 2026
number | 1万5千 | 15000
number | ３人です | 3
number | no idea |
number | 4人、いや5人 | 5
number | 4 people, no, 5 | 5
number | 5人じゃなくて6人 | 6
number | 3人か4人 |
number | 5、6人 |
number | 3 or 4 |
number | 三点五 | 3.5
number | 三点 | 3
number | 二十点五 | 20.5
number | マイナス5 | -5
money | マイナス100円 | -100 JPY
money | 40ドル50セント | 40.5 USD
money | half a grand | 500
money | forty-two fifty |
money | £40, no wait, £50 | 50 GBP
money | 40ポンド、いや50ポンド | 50 GBP
money | $40 | 40 USD
money | 40 dollars and 50 cents | 40.5 USD
money | USD 40 | 40 USD
money | 40 bucks | 40 USD
money | €12.50 | 12.5 EUR
money | 12,50 € | 12.5 EUR
money | £5k | 5000 GBP
money | two thousand yen | 2000 JPY
money | 二千円 | 2000 JPY
money | 3億2千万円 | 320000000 JPY
money | ５,０００円です | 5000 JPY
money | 2万ドル | 20000 USD
money | 40 | 40
money | やっぱり3箱 |
money | 3箱ください |
money | 椅子を3脚 |
money | ３個 |
money | 五つ |
money | 三人です |
money | no, three chairs |
money | make it 3 boxes |
money | 3 new boxes |
money | 12 people |
money | 20% |
money | make it 45 please | 45
money | 40 this time | 40
money | 40 to Ben | 40
money | 40送ってください | 40
money | 40で | 40
money | 3箱で40 | 40
money | 弐千円 | 2000 JPY
money | 金壱萬伍千円 | 15000 JPY
money | 参拾万円です | 300000 JPY
money | 陸千円 |
money | 数千円 |
money | 二、三千円 |
money | 2、3千円 |
money | 2,3千円 |
money | 二三千円 |
money | 2〜3千円 |
money | 千円か二千円 |
money | 二千円と三百円 |
money | 二千三百円 | 2300 JPY
money | 五百円玉2枚 |
money | 500円×2 |
money | 500円2枚 |
money | 1人5000円 | 5000 JPY
money | 4名、5000円です | 5000 JPY
money | two or three thousand yen |
money | 20 or 30 dollars |
money | 20-30 dollars |
money | $20 to $30 |
money | $20-30 |
money | 2 x $20 |
money | $20 for the cab, $30 for lunch |
money | $20 for 2 tickets | 20 USD
number | 参加します |
number | 参拾 | 30
date | 火曜か水曜 |
date | 火曜の午後か水曜 |
date | 24か25日 |
date | Tuesday or Wednesday |
date | Tuesday, or maybe Wednesday |
date | Tuesday | 2026-11-24
date | 月曜じゃなくて火曜 | 2026-11-24
date | 2,3日後 |
date | 2名 |
date | 3人で行きます |
date | 5個 |
date | 夜中の2時 |
date | 10時ごろ |
date | 月曜日以外 |
date | 平日がいいです |
date | 来月の第 |
date | at 5 |
date | I have 3 kids |
date | two of us |
date | 3 people |
date | next week |
date | any day but Monday |
date | last week of December |
date | the fifth Monday of next month |
date | 5 | 2026-12-05
date | the 5 please | 2026-12-05
date | 5でお願いします | 2026-12-05
date | 来月の第2火曜日 | 2026-12-08
date | 来週の水曜日じゃなくて木曜日 | 2026-11-26
date | Wednesday next week | 2026-11-25
date | next week on Friday | 2026-11-27
date | the 3rd of next month | 2026-12-03
date | end of next month | 2026-12-31
date | first Monday of next month | 2026-12-07
datetime | 平日の10時 |
datetime | 月曜日以外の10時 |
datetime | 毎週月曜の10時 |
datetime | any day but Monday at 3pm |
datetime | last week of December at 3pm |
datetime | next week at 3pm |
datetime | 5 to 6 tomorrow |
datetime | tomorrow between 2 and 4 pm |
datetime | 金曜の25時 | 2026-11-28T01:00+09:00
datetime | 今夜12時 | 2026-11-23T00:00+09:00
datetime | tomorrow at seven thirty | 2026-11-23T07:30+09:00
datetime | 火曜の10時、月曜以外なら | 2026-11-24T10:00+09:00
time | 3名 |
time | about 3 | 15:00
time | 3 kids |
time | 3時か4時 |
time | 3、4時 |
time | at 3 or 4 |
datetime | 明日の3時か4時 |
datetime | あした15時から17時 |
datetime | 明日の3時から5時まで |
datetime | 明日3時〜5時 |
datetime | 明日3時～5時 |
datetime | 明日の15-17時 | 2026-11-23
datetime | 明日の3時から5時の間で |
datetime | 明日の朝9時から夕方5時まで |
datetime | 月曜の10時から火曜の12時 |
datetime | 明日の3時から | 2026-11-23T15:00+09:00
datetime | 明日の3時から2時間 | 2026-11-23T15:00+09:00
datetime | 明日の3時から2名で | 2026-11-23T15:00+09:00
datetime | 明日の3時からお願いします | 2026-11-23T15:00+09:00
datetime | tomorrow from 3pm to 5pm |
datetime | tomorrow 3-5pm | 2026-11-23
datetime | 3pm until 5pm tomorrow |
datetime | tomorrow from 3pm | 2026-11-23T15:00+09:00
datetime | tomorrow 15:00-17:00 |
datetime | 月末の金曜の朝9時 | 2026-11-27T09:00+09:00
datetime | 来月末の金曜の朝9時 | 2026-12-25T09:00+09:00
datetime | 来週末の10時 |
datetime | 来週末の土曜の10時 | 2026-11-28T10:00+09:00
datetime | Saturday this weekend at 10 | 2026-11-28T10:00+09:00
time | 15時から17時 |
time | 3時〜5時 |
time | 15:00-17:00 |
time | 3から5時 |
time | from 3pm to 5pm |
date | 月曜から金曜 |
date | 12/1〜12/3 |
date | 12月1日から3日まで |
date | Monday to Friday |
date | 月曜から火曜に変更 | 2026-11-24
date | move it from Monday to Tuesday | 2026-11-24
date | 来週末 |
date | 週末 |
date | 週末の日曜 | 2026-11-22
date | 今週末の土曜日 | 2026-11-28
date | 来月の上旬 |
date | 来月の初め |
date | this weekend |
date | next weekend, please |
date | 月末 | 2026-11-30
date | 月末の金曜 | 2026-11-27
duration | 2 hours and a half | PT2H30M
duration | 1h30 | PT1H30M
duration | half an hour | PT30M
duration | 90 minutes | PT1H30M
duration | three days | P3D
duration | a couple of weeks | P14D
duration | 1:30 | PT1H30M
duration | 2時間半 | PT2H30M
duration | 一週間 | P7D
duration | 90分 | PT1H30M
duration | 3ヶ月 | P3M
email | it is ann@example.com, thanks | ann@example.com
email | メールはann@example.comです | ann@example.com
email | ann at example |
url | see https://example.com/a?b=1. | https://example.com/a?b=1
url | www.example.com | https://www.example.com
phone | 03-1234-5678 | +81312345678
phone | 電話は０９０−１２３４−５６７８です | +819012345678
phone | +44 20 7946 0958 | +442079460958
phone | 2026-11-24 |
phone | order 4711 |
yesno | yes please | yes
yesno | nope, thanks | no
yesno | sure | yes
yesno | no problem |
yesno | はい、お願いします | yes
yesno | いいえ | no
yesno | いや、違います | no
yesno | 大丈夫です |
name | Ben | Ben
name | it's Ann Miller | Ann Miller
name | my name is ann lee | Ann Lee
name | 山田花子です | 山田花子
name | ベンさんにお願いします | ベン
name | 佐藤様 | 佐藤
name | 佐藤様です | 佐藤
name | 佐藤様にお願いします | 佐藤
name | 佐藤くん | 佐藤
name | お母さん | お母さん
name | お父さんです | お父さん
name | お客様 | お客様
name | I don't know |
name | who are you? |
name | わかりません |
name | 教えたくない |
name | それは言えません |
name | 後で |
name | 前と同じ |
name | なんで |
name | やっぱり少し考えさせて |
name | えーっと、田中です | 田中
name | あの、田中ですけど | 田中
name | 田中太郎と申しますが | 田中太郎
name | はなこ | はなこ
name | no, Carl | Carl
name | sorry, Carl | Carl
name | No, Thursday |
name | Ben, I think | Ben
name | it's for Ben | Ben
name | this is for Ann Lee, please | Ann Lee
name | skip |
name | the same as last time |
name | same as before |
name | that looks strange to me |
name | let me think about it |
name | not sure |
name | to ben miller | Ben Miller
name | The Beatles | The Beatles
name | Noah | Noah
name | Will | Will
name | no idea |
name | yes |
choice | red | red
choice | it's red | red
choice | the second | green
choice | 二番目 | green
choice | gren please | green
choice | crimson | red
choice | not red, green | green
choice | red or green |
choice | I hate red |
choice | anything but red |
choice | anything but red, so green | green
choice | any colour but the red one |
choice | give me a second |
choice | one second please |
choice | at last |
choice | at first I thought of it |
choice | 赤以外 |
choice | the second one please | green
choice | the last | blue
choice | 赤じゃなくて緑 | green
choice | the last one | blue
pattern | it is AB-1234, I think | AB-1234
pattern | none |
text | it is broken | it is broken
text | what is this? |
time | half past three | 15:30
time | 3 | 15:00
time | 夜8時 | 20:00
`

const base: Record<string, object> = {
  choice: { values: { red: ['crimson', '赤'], green: ['緑'], blue: ['青'] } },
  pattern: { pattern: '[A-Z]{2}-\\d{4}' },
  phone: { country: 'JP' },
}

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((part) => part.trim()))

it.each(rows)('%s: “%s” is “%s”', async (type, said, expected) => {
  const slot: Slot = slotSchema.parse({ type, ...base[type!] })
  const [found] = await fillSlots(said!, [{ name: 'it', slot, isAsked: true }], {
    now,
    timeZone: 'Asia/Tokyo',
    language: 'en',
    findRegex: findText,
  })
  expect([found?.value, found?.currency].filter(Boolean).join(' ')).toBe(expected)
})

const at3 = '2027-01-20T15:00+09:00'
/** What a slot holds, what is said of it, and what it holds then; nothing behind the bar: it is asked for again. */
const moving = `
datetime | ${at3} | 1日遅らせて | 2027-01-21T15:00+09:00
datetime | ${at3} | 1日早めてください | 2027-01-19T15:00+09:00
datetime | ${at3} | 一日後ろにずらして | 2027-01-21T15:00+09:00
datetime | ${at3} | 2時間後ろにずらして | 2027-01-20T17:00+09:00
datetime | ${at3} | 1時間遅らせて | 2027-01-20T16:00+09:00
datetime | ${at3} | １時間半早めて | 2027-01-20T13:30+09:00
datetime | ${at3} | 30分早めて | 2027-01-20T14:30+09:00
datetime | ${at3} | もう30分早くしてください | 2027-01-20T14:30+09:00
datetime | ${at3} | 10時間遅らせて | 2027-01-21T01:00+09:00
datetime | ${at3} | 1週間延期して | 2027-01-27T15:00+09:00
datetime | ${at3} | 1か月先に延ばして | 2027-02-20T15:00+09:00
datetime | ${at3} | 2日前倒しで | 2027-01-18T15:00+09:00
datetime | ${at3} | 翌日に変更 | 2027-01-21T15:00+09:00
datetime | ${at3} | 翌日に | 2027-01-21T15:00+09:00
datetime | ${at3} | 次の日にして | 2027-01-21T15:00+09:00
datetime | ${at3} | 前日に | 2027-01-19T15:00+09:00
datetime | ${at3} | 翌々日の10時に | 2027-01-22T10:00+09:00
datetime | ${at3} | 1日遅らせて10時に | 2027-01-21T10:00+09:00
datetime | ${at3} | 15時を1時間遅らせて | 2027-01-20T16:00+09:00
datetime | ${at3} | 1時間ずらして |
datetime | ${at3} | 21日を1日遅らせて |
datetime | ${at3} | move it one day later | 2027-01-21T15:00+09:00
datetime | ${at3} | an hour later | 2027-01-20T16:00+09:00
datetime | ${at3} | two hours earlier please | 2027-01-20T13:00+09:00
datetime | ${at3} | push it back by 30 minutes | 2027-01-20T15:30+09:00
datetime | ${at3} | can you move it up half an hour | 2027-01-20T14:30+09:00
datetime | ${at3} | postpone it by a week | 2027-01-27T15:00+09:00
datetime | ${at3} | the next day | 2027-01-21T15:00+09:00
datetime | ${at3} | the following day at 10 | 2027-01-21T10:00+09:00
datetime | ${at3} | the day before | 2027-01-19T15:00+09:00
datetime | ${at3} | move it forward by 2 hours |
datetime | ${at3} | the day after tomorrow | 2026-11-24T15:00+09:00
datetime | ${at3} | 来週の金曜9時 | 2026-11-27T09:00+09:00
date | 2027-01-20 | 1日遅らせて | 2027-01-21
date | 2027-01-20 | 2週間早めて | 2027-01-06
date | 2027-01-20 | three days later | 2027-01-23
date | 2027-01-31 | 1か月遅らせて | 2027-02-28
time | 15:00 | 1時間遅らせて | 16:00
time | 15:00 | half an hour earlier | 14:30
time | 15:00 | 10時間遅らせて |
datetime | | 1日遅らせて |
datetime | | 1時間遅らせて |
datetime | | an hour later |
datetime | | move it one day later |
date | | 一日後ろにずらして |
date | | 翌々日 | 2026-11-24
date | | 次の日 | 2026-11-23
`
it.each(
  moving
    .trim()
    .split('\n')
    .map((row) => row.split('|').map((part) => part.trim())),
)('%s: of “%s”, “%s” makes “%s”', async (type, held, said, expected) => {
  const slot: Slot = slotSchema.parse({ type })
  const wanted = [{ name: 'it', slot, isAsked: held === '', ...(held && { held }) }]
  const setting = { now, timeZone: 'Asia/Tokyo', language: 'en', findRegex: findText } as const
  const [found] = await fillSlots(said!, wanted, setting)
  expect(found?.value ?? '').toBe(expected)
})

it.each([
  ['初めてですか？', '初めてです', 'yes'],
  ['初めてですか？', 'はじめてです', 'yes'],
  ['初めてですか？', '初めて', 'yes'],
  ['初めてですか？', '初めての診察です', 'yes'],
  ['診察は初めてですか？', '初めてです。', 'yes'],
  ['初めてですか？', '初診です', 'yes'],
  ['初めてですか？', '初めてじゃないです', 'no'],
  ['初めてですか？', '2回目です', 'no'],
  ['初めてですか？', '二度目', 'no'],
  ['初めてですか？', 'ううん', 'no'],
  ['初めてですか？', 'うーん', undefined],
  ['初めてですか？', '初めてかもしれません', undefined],
  ['初めてですか？', '初めてですか？', undefined],
  ['参加しますか？', '参加します', 'yes'],
  ['参加しますか？', '参加しません', 'no'],
  ['お急ぎですか？', '2回目です', undefined],
  ['Is it your first visit?', "it's my first visit", 'yes'],
  ['Is it your first visit?', 'my first', undefined],
  ['Is it your first visit?', 'it is my first', 'yes'],
  ['Is it your first visit?', 'it is not my first visit', 'no'],
  ['Is it your first visit?', "it's my second", 'no'],
] as const)('asked 「%s」, 「%s」 is %s', async (ask, said, expected) => {
  const slot: Slot = slotSchema.parse({ type: 'yesno', ask, label: ask.includes('初') ? '初診' : 'x' })
  const setting = { now, timeZone: 'Asia/Tokyo', language: 'ja', findRegex: findText } as const
  const [found] = await fillSlots(said, [{ name: 'it', slot, isAsked: true }], setting)
  expect(found?.value).toBe(expected)
})

it('moves the one of several that is meant, and none where that is not clear', async () => {
  const slot = (label: string) => slotSchema.parse({ type: 'date', label })
  const setting = { now, timeZone: 'Asia/Tokyo', language: 'ja', findRegex: findText } as const
  const from = { name: 'from', slot: slot('到着'), isAsked: false, held: '2027-01-20' }
  const until = { name: 'until', slot: slot('出発'), isAsked: false, held: '2027-01-22' }
  const { held: _, ...open } = { ...until, isAsked: true }
  const read = async (said: string, last: typeof open = until) =>
    (await fillSlots(said, [from, last], setting)).map(({ name, value }) => [name, value])
  expect(await read('出発を1日遅らせて')).toEqual([['until', '2027-01-23']])
  expect(await read('到着を1日早めて')).toEqual([['from', '2027-01-19']])
  expect(await read('1日遅らせて')).toEqual([])
  expect(await read('翌日', open)).toEqual([['until', '2027-01-21']])
})

it('fills several at once, each span once', async () => {
  const slot = (written: object) => slotSchema.parse(written)
  const wanted = [
    { name: 'from', slot: slot({ type: 'date' }), isAsked: false },
    { name: 'until', slot: slot({ type: 'date' }), isAsked: false },
    { name: 'guests', slot: slot({ type: 'number' }), isAsked: false },
    { name: 'mail', slot: slot({ type: 'email' }), isAsked: false },
  ]
  const read = async (said: string) => {
    const filled = await fillSlots(said, wanted, { now, timeZone: 'Asia/Tokyo', language: 'en', findRegex: findText })
    return Object.fromEntries(filled.map(({ name, value }) => [name, value]))
  }
  const stay = { from: '2026-11-23', until: '2026-11-27', guests: '4' }
  expect(await read('a room from Monday until Friday for 4 people')).toEqual(stay)
  expect(await read('until Friday from Monday, 4 of us, ann@example.com')).toEqual({ ...stay, mail: 'ann@example.com' })
  expect(await read('月曜から金曜まで4人で')).toEqual(stay)
})

it.each([
  ['田中さんに送金', '田中'],
  ['佐藤様に送金', '佐藤'],
  ['佐藤君に送金', '佐藤'],
  ['彼氏に送金', '彼氏'],
  ['お母さんに送金', 'お母さん'],
  ['お客様に送金', 'お客様'],
  ['宛先はカール', 'カール'],
  ['宛先を山田さんに', '山田'],
  ['宛先は明日決めます', undefined],
  ['send 40 to my sister Dora next Friday', 'Dora'],
  ['send 40 to Ben, no wait, 50 to Carl', 'Carl'],
  ['recipient: Carl', 'Carl'],
  ['and the recipient Carl', 'Carl'],
  ['the Recipient should be Ann Lee', 'Ann Lee'],
  ['the recipient is wrong', undefined],
])('reads the name in 「%s」 as 「%s」', async (said, name) => {
  const setting = { now, timeZone: 'Asia/Tokyo', language: 'ja', findRegex: findText } as const
  const [found] = await fillSlots(
    said,
    [{ name: 'to', slot: slotSchema.parse({ type: 'name', label: { en: 'recipient', ja: '宛先' } }), isAsked: false }],
    setting,
  )
  expect(found?.value).toBe(name)
})

it('takes several of a kind', async () => {
  const slot = slotSchema.parse({ type: 'name', list: true })
  const setting = { now, timeZone: 'Asia/Tokyo', language: 'en', findRegex: findText } as const
  const [found] = await fillSlots('Ann, Ben and Carl', [{ name: 'who', slot, isAsked: true }], setting)
  expect(found!.value).toBe('["Ann","Ben","Carl"]')
  expect(shownValue(slot, found!, 'en')).toBe('Ann, Ben, and Carl')
})

it.each([
  ["I don't want to cancel", 'cancel', true],
  ['please cancel', 'cancel', false],
  ["don't forget to cancel", 'cancel', false],
  ['no, cancel', 'cancel', false],
  ['do not cancel it', 'cancel', true],
  ['キャンセルしたくない', 'キャンセル', true],
  ['キャンセルしないで', 'キャンセル', true],
  ['キャンセルして', 'キャンセル', false],
  ["it doesn't work since yesterday", 'yesterday', false],
])('“%s” refuses “%s”: %s', (text, phrase, refused) => {
  expect(placesOf(phrase, text).map((span) => isRefused(text, span))).toEqual([refused])
})

it('knows places, questions, and what says neither yes nor no', () => {
  expect(['the third', 'number two', '#1', '最後', '3番', 'last'].map((it) => ordinalOf(it, 3)?.place)).toEqual([
    2, 1, 0, 2, 2, 2,
  ])
  expect(['why?', 'how much is it', 'いくらですか', '教えてください', 'red', 'I wonder'].map(isQuestion)).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
  ])
  expect(['maybe', 'perhaps', 'いいです', 'どうかな'].map(yesOrNo)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})
