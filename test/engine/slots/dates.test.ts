import { describe, expect, it } from 'vitest'
import { findWhens, whenAs } from '../../../src/engine/slots/dates.ts'
import { readable, type Setting } from '../../../src/engine/slots/found.ts'

/** A Sunday, 15:30 in Tokyo. */
const now = Date.parse('2026-11-22T06:30:00Z')

/** What is said, and the days and times in it; nothing behind the bar: it holds none. */
const english = `
half past three tomorrow | 2026-11-23 15:30
tomorrow at quarter to five | 2026-11-23 16:45
the 5th at half past nine | 2026-12-05 09:30
a week from Friday | 2026-12-04
Christmas | 2026-12-25
Christmas Eve at 6pm | 2026-12-24 18:00
two weeks from Monday | 2026-12-07
the day after tomorrow at noon | 2026-11-24 12:00
next Tuesday at 3 | 2026-11-24 15:00
the first of December | 2026-12-01
twenty past four on Thursday | 2026-11-26 16:20
ten to six | 17:50
midnight | 00:00
in a fortnight | 2026-12-06
end of the month | 2026-11-30
end of next month | 2026-12-31
the 3rd of next month | 2026-12-03
the cat sat down |
mar 4 people |
I may come |
give me a second |
the second one please |
room 12 |
half a pizza |
version 2.5 |
it costs 3.50 |
pay 40 now |
two people |
3 o'clock tomorrow | 2026-11-23 15:00
at 8 tomorrow | 2026-11-23 08:00
at 8 in the evening tomorrow | 2026-11-23 20:00
tomorrow at 8 p.m. | 2026-11-23 20:00
tomorrow evening at 8pm | 2026-11-23 20:00
in two hours | 2026-11-22 17:30
in half an hour | 2026-11-22 16:00
in an hour and a half | 2026-11-22 17:00
two hours from now | 2026-11-22 17:30
in 45 minutes | 2026-11-22 16:15
in three days | 2026-11-25
in 2 weeks | 2026-12-06
in a month | 2026-12-22
three days from now | 2026-11-25
today | 2026-11-22
tomorrow | 2026-11-23
yesterday | 2026-11-21
tonight at 9 | 2026-11-22 21:00
since this morning | 2026-11-22
at eight this evening | 2026-11-22 20:00
this afternoon at 3 | 2026-11-22 15:00
the day before yesterday | 2026-11-20
Monday | 2026-11-23
on Monday at 10:30 | 2026-11-23 10:30
Mon at 10am | 2026-11-23 10:00
Sunday | 2026-11-29
this Friday | 2026-11-27
Wednesday week | 2026-12-02
next week Wednesday | 2026-11-25
this weekend | 2026-11-28
March 4 | 2027-03-04
4 March 2027 | 2027-03-04
March 4th, 2027 at 14:00 | 2027-03-04 14:00
Dec 24 | 2026-12-24
December 24 at 7:15 pm | 2026-12-24 19:15
24 December | 2026-12-24
2026-11-24 | 2026-11-24
2026-11-24 15:00 | 2026-11-24 15:00
12/24 | 2026-12-24
12/24/2026 | 2026-12-24
3pm | 15:00
3:45pm | 15:45
15:00 | 15:00
07:05 | 07:05
at 3 | 15:00
at 11 | 11:00
half nine | 09:30
12am | 00:00
12pm | 12:00
noon tomorrow | 2026-11-23 12:00
quarter past 1 | 13:15
five past seven in the morning | 07:05
eleven o'clock | 11:00
three thirty pm | 15:30
by 5 on Friday | 2026-11-27 17:00
around 4 tomorrow | 2026-11-23 16:00
Friday, 4pm | 2026-11-27 16:00
4pm Friday | 2026-11-27 16:00
4 pm on the 30th | 2026-11-30 16:00
on 30th | 2026-11-30
New Year's Eve | 2026-12-31
New Year's Day | 2027-01-01
Valentine's Day | 2027-02-14
Halloween | 2027-10-31
Send it on Tuesday please | 2026-11-24
could I come in next Thursday at half past two? | 2026-11-26 14:30
from Monday to Friday | 2026-11-23 & 2026-11-27
Monday or Tuesday | 2026-11-23 & 2026-11-24
no, I meant Wednesday | 2026-11-25
not Monday, Tuesday | 2026-11-23 & 2026-11-24
at 3 for 4 people | 15:00
send 40 to Ben tomorrow | 2026-11-23
my sister Sue | 
last Friday | 2026-11-20
February 29 | 2028-02-29
tomorrow at 3:15 | 2026-11-23 15:15
tomorrow at 7:15 | 2026-11-23 07:15
tomorrow at 03:15 | 2026-11-23 03:15
tomorrow at 3:15 am | 2026-11-23 03:15
from 3:15 to 15:00 | 03:15 & 15:00
tonight at 9:30 | 2026-11-22 21:30
first Monday of next month | 2026-12-07
the second Tuesday of December at 3pm | 2026-12-08 15:00
last Friday of the month | 2026-11-27
the first Tuesday of November | 2027-11-02
tomorrow at seven thirty | 2026-11-23 07:30
at twelve fifteen | 12:15
at four oh five on Friday | 2026-11-27 16:05
tmrw at 5 | 2026-11-23 17:00
ten to six tomorrow | 2026-11-23 17:50
`

const japanese = `
再来週の水曜 | 2026-12-02
来週の水曜日 | 2026-11-25
十五時三十分 | 15:30
夜8時 | 20:00
あさって | 2026-11-24
2時間後 | 2026-11-22 17:30
3日後 | 2026-11-25
三月三日 | 2027-03-03
24日 | 2026-11-24
来月 |
今月末 | 2026-11-30
正午 | 12:00
明日の3時 | 2026-11-23 15:00
明日の朝8時半 | 2026-11-23 08:30
しあさっての午後3時 | 2026-11-25 15:00
明々後日 | 2026-11-25
今週の水曜 | 2026-11-18
今度の土曜日の10時 | 2026-11-28 10:00
来月の5日 | 2026-12-05
来月5日 | 2026-12-05
来月末 | 2026-12-31
再来月の1日 | 2027-01-01
令和8年12月24日 | 2026-12-24
令和九年一月一日 | 2027-01-01
二〇二六年十二月二十四日 | 2026-12-24
2週間後 | 2026-12-06
一週間後 | 2026-11-29
2週間後の水曜 | 2026-12-02
1か月後 | 2026-12-22
三ヶ月後 | 2027-02-22
千葉に行きたい |
一番大きいもの |
二人です |
土地を買う |
三日間 |
月曜から金曜まで | 2026-11-23 & 2026-11-27
来週の月曜から金曜まで | 2026-11-23 & 2026-11-27
3時から5時まで | 15:00 & 17:00
今日 | 2026-11-22
本日 | 2026-11-22
明日 | 2026-11-23
あした | 2026-11-23
あすの午後 | 2026-11-23
昨日 | 2026-11-21
昨夜から | 2026-11-21
今朝から | 2026-11-22
一昨日 | 2026-11-20
明後日 | 2026-11-24
月曜日 | 2026-11-23
日曜 | 2026-11-29
金曜の夜7時 | 2026-11-27 19:00
金曜日19時 | 2026-11-27 19:00
次の火曜 | 2026-11-24
来週金曜 | 2026-11-27
今週の金曜 | 2026-11-20
来週末 | 2026-11-28
今週末 | 2026-11-28
週末 | 2026-11-28
12月24日 | 2026-12-24
１２月２４日 | 2026-12-24
12月24日(木) | 2026-12-24
12月24日（木）15時 | 2026-12-24 15:00
1月5日 | 2027-01-05
十二月二十四日の午後六時半 | 2026-12-24 18:30
12/24 | 2026-12-24
１２／２４ | 2026-12-24
2026/12/24 | 2026-12-24
2026-12-24 | 2026-12-24
2026年12月24日 | 2026-12-24
2026年12月24日 14:30 | 2026-12-24 14:30
来年の1月10日 | 2027-01-10
今年の12月31日 | 2026-12-31
3時 | 15:00
3時半 | 15:30
午前3時 | 03:00
午後3時 | 15:00
午後3時15分 | 15:15
15時 | 15:00
15:45 | 15:45
朝9時 | 09:00
夕方5時 | 17:00
夕方の6時 | 18:00
お昼の1時 | 13:00
お昼 | 12:00
深夜1時 | 01:00
10時ごろ | 10:00
今夜8時 | 2026-11-22 20:00
明晩9時 | 2026-11-23 21:00
30分後 | 2026-11-22 16:00
1時間半後 | 2026-11-22 17:00
クリスマス | 2026-12-25
元日 | 2027-01-01
大晦日 | 2026-12-31
年末 | 2026-12-31
月末 | 2026-11-30
12月末 | 2026-12-31
明日の15時に予約したいです | 2026-11-23 15:00
来週の火曜日の午前10時でお願いします | 2026-11-24 10:00
いや、水曜で | 2026-11-25
月曜じゃなくて火曜 | 2026-11-23 & 2026-11-24
2月29日 | 2028-02-29
キャンセル料はいくら |
明日の3時15分 | 2026-11-23 15:15
明日の2時45分 | 2026-11-23 14:45
明日の6時15分 | 2026-11-23 18:15
明日の7時15分 | 2026-11-23 07:15
明日の三時十五分 | 2026-11-23 15:15
明日の3:15 | 2026-11-23 15:15
明日の03:15 | 2026-11-23 03:15
明日の午前3時15分 | 2026-11-23 03:15
3時15分から15時まで | 03:15 & 15:00
明日の3時15分前 | 2026-11-23 14:45
明日の午後3時15分前 | 2026-11-23 14:45
明日の15時15分前 | 2026-11-23 14:45
明日の3時15分前後 | 2026-11-23 15:15
明日のお昼過ぎ3時 | 2026-11-23 15:00
昼前の11時 | 11:00
来月の第2火曜日 | 2026-12-08
第三金曜日 | 2026-12-18
12月の第1月曜日の10時 | 2026-12-07 10:00
来月の最終金曜日 | 2026-12-25
今夜12時 | 2026-11-23 00:00
夜の12時 | 00:00
明日の夜12時 | 2026-11-24 00:00
今夜0時 | 2026-11-23 00:00
今夜2時 | 2026-11-23 02:00
夜中の2時 | 02:00
金曜の夜中の2時 | 2026-11-28 02:00
金曜の25時 | 2026-11-28 01:00
今日の24時 | 2026-11-23 00:00
お昼の12時半 | 12:30
夜5時 | 17:00
来週の水曜日じゃなくて木曜日の10時 | 2026-11-26 10:00
再来週の水曜ではなく、金曜 | 2026-12-04
来週の今日の3時 | 2026-11-29 15:00
次の次の月曜 | 2026-11-30
明日の2時間後 | 2026-11-23
はつか | 2026-12-20
来月のついたち | 2026-12-01
ようか | 2026-12-08
予約しようか |
みっか後 |
半年後 | 2027-05-22
明日ごご3時 | 2026-11-23 15:00
来週の金曜9時 | 2026-11-27 09:00
来週金曜日9時半 | 2026-11-27 09:30
来週の金9時 | 2026-11-27 09:00
来週の日曜9時 | 2026-11-29 09:00
再来週の月曜9時 | 2026-11-30 09:00
さ来週の月曜10時 | 2026-11-30 10:00
さ来週の月曜十時 | 2026-11-30 10:00
今度の土曜10時 | 2026-11-28 10:00
次の次の月曜9時 | 2026-11-30 09:00
来週の月曜10:30 | 2026-11-23 10:30
次の日 | 2026-11-23
次の日の10時 | 2026-11-23 10:00
次の日曜の10時 | 2026-11-29 10:00
次の日曜10時 | 2026-11-29 10:00
翌日の10時 | 2026-11-23 10:00
翌々日の10時 | 2026-11-24 10:00
翌朝8時 | 2026-11-23 08:00
来週日本に行く |
`

const rows = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((row) => {
      const [said = '', expected = ''] = row.split('|').map((part) => part.trim())
      return { said, expected }
    })

async function read(said: string, setting: Setting): Promise<string> {
  const whens = await findWhens(readable(said), setting)
  return whens
    .map((when) => {
      const [day] = whenAs('date', [when], setting)
      const [time] = whenAs('time', [when], setting)
      return [day?.value, time?.value].filter(Boolean).join(' ')
    })
    .join(' & ')
}

describe('days and times', () => {
  it.each(rows(english))('reads “$said” as “$expected”', async ({ said, expected }) => {
    expect(await read(said, { now, timeZone: 'Asia/Tokyo', language: 'en' })).toBe(expected)
  })

  it.each(rows(japanese))('reads 「$said」 as “$expected”', async ({ said, expected }) => {
    expect(await read(said, { now, timeZone: 'Asia/Tokyo', language: 'ja' })).toBe(expected)
  })

  it.each([english, japanese])('has a hundred expressions a language', (table) => {
    expect(rows(table).length).toBeGreaterThanOrEqual(100)
  })

  it('writes the day before the month for those who do', async () => {
    const setting = { now, timeZone: 'Asia/Tokyo', language: 'en' } as const
    expect([await read('3/4', setting), await read('3/4', { ...setting, locale: 'en-GB' })]).toEqual([
      '2027-03-04',
      '2027-04-03',
    ])
  })

  it('tells a moment by the zone, also across a change of its clocks', async () => {
    const setting = { now: Date.parse('2026-03-06T20:00:00Z'), timeZone: 'America/New_York', language: 'en' } as const
    const moments = async (said: string) => whenAs('datetime', await findWhens(said, setting), setting)
    expect((await moments('tomorrow at 3pm'))[0]!.value).toBe('2026-03-07T15:00-05:00')
    expect((await moments('March 8 at 3pm'))[0]!.value).toBe('2026-03-08T15:00-04:00')
  })

  it('takes a time alone as the next one', async () => {
    const setting = { now, timeZone: 'Asia/Tokyo', language: 'en' } as const
    const moments = async (said: string) => whenAs('datetime', await findWhens(said, setting), setting)
    expect((await moments('at 4'))[0]!.value).toBe('2026-11-22T16:00+09:00')
    expect((await moments('15:00'))[0]!.value).toBe('2026-11-23T15:00+09:00')
  })

  it('is quick with what would make a reader of dates slow', async () => {
    const started = performance.now()
    await read('2 days '.repeat(500), { now, timeZone: 'UTC', language: 'en' })
    // Where each part were tried with each other one it took minutes.
    expect(performance.now() - started).toBeLessThan(20_000)
  })
})
