import { expect, it } from 'vitest'
import { findText } from '../../../src/engine/scenario/regex.ts'
import { fillSlots } from '../../../src/engine/slots/index.ts'
import { slotSchema } from '../../../src/model/slot.ts'

const now = Date.parse('2026-11-22T06:30:00Z')

const family = {
  adults: { type: 'number', min: 1, cues: ['大人', 'adults'], ask: '大人は何人ですか？' },
  kids: { type: 'number', cues: ['子供', 'こども', 'children', 'child', 'kids'] },
}
const stay = {
  nights: { type: 'number', cues: ['泊'] },
  guests: { type: 'number', label: { en: 'guests', ja: '人数' }, cues: ['名'] },
  check_in: { type: 'date', label: { en: 'arrival', ja: 'チェックイン' } },
  check_out: { type: 'date', label: { en: 'departure', ja: 'チェックアウト' } },
}
const party = {
  people: { type: 'number', label: { en: 'people', ja: '人数' } },
  kids: { type: 'number', label: { en: 'children', ja: '子供' }, cues: ['子供', 'child', 'kids'] },
}
const worlds = { family, stay, party } as const

/** Which slots there are, which is asked for, what they hold, what is said, and what is then heard. */
const table = `
family | | | 予約したい。明日の3時、大人2人と子供1人 | adults 2, kids 1
family | adults | | 大人２人と子供１人 | adults 2, kids 1
family | adults | | 大人二人、子供一人 | adults 2, kids 1
family | adults | | 大人2人子供1人 | adults 2, kids 1
family | adults | | 大人は2名、こどもは1名です | adults 2, kids 1
family | adults | | 子供が3人、大人が2人 | adults 2, kids 3
family | adults | | 大人：2、子供：1 | adults 2, kids 1
family | adults | | 2人の大人と1人の子供 | adults 2, kids 1
family | adults | | 3人 | adults 3
family | adults | | 大人ふたりです | adults 2
family | adults | | 子供は2人 | kids 2
family | kids | adults 2 | いや、大人3人で | adults 3
family | kids | adults 2 | 大人を4人に | adults 4
family | kids | adults 2 | 大人はやっぱり3人です | adults 3
family | kids | adults 2 | 大人4人、いや5人 | adults 5
family | kids | adults 2 | 大人2か3人 |
family | kids | adults 2 | 大人2人、子供2か3人 | adults 2
family | kids | adults 2 | 子供3人、いや2人 | kids 2
family | kids | adults 2 | 1人 | kids 1
family | adults | | 2 adults and 1 child | adults 2, kids 1
family | adults | | 2 adults, 1 child | adults 2, kids 1
family | adults | | 2 adults 1 child | adults 2, kids 1
family | adults | | two adults and three children | adults 2, kids 3
family | adults | | adults: 2, children: 1 | adults 2, kids 1
family | adults | | adults 2 children 1 | adults 2, kids 1
family | adults | | 1 adult and 2 kids | adults 1, kids 2
family | kids | adults 2 | no, 3 adults | adults 3
family | kids | adults 2 | make it 4 adults | adults 4
family | kids | adults 2 | adults should be 3 | adults 3
family | kids | adults 2 | 2 or 3 kids |
family | kids | adults 2 | 4 adults, no, 5 | adults 5
family | kids | adults 2 | なし | kids 0
family | kids | adults 2 | ゼロ | kids 0
family | kids | adults 2 | ゼロです。 | kids 0
family | kids | adults 2 | 子供はいません | kids 0
family | kids | adults 2 | お子さんはいません | kids 0
family | kids | adults 2 | いない | kids 0
family | kids | adults 2 | いません | kids 0
family | kids | adults 2 | 一人もいません | kids 0
family | kids | adults 2 | 誰もいないです | kids 0
family | kids | adults 2 | いいえ、いません | kids 0
family | kids | adults 2 | 特になし | kids 0
family | kids | adults 2 | ないです | kids 0
family | kids | adults 2 | ありません | kids 0
family | kids | adults 2 | いいえ、ありません | kids 0
family | kids | adults 2 | 時間がありません |
family | kids | adults 2 | 問題ありません |
family | kids | adults 2 | 変更はありません |
family | kids | adults 2 | I don't have any | kids 0
family | kids | adults 2 | I don't have any time |
family | adults | | 大人だけ3人 | adults 3
family | adults | | 大人は二名、子供一名でお願いします | adults 2, kids 1
family | adults | | adults - 2, kids - 1 | adults 2, kids 1
family | kids | adults 2 | 決めていません |
family | kids | adults 2 | わかりません |
family | kids | adults 2 | 時間がない |
family | kids | adults 2 | none | kids 0
family | kids | adults 2 | zero | kids 0
family | kids | adults 2 | no children | kids 0
family | kids | adults 2 | No kids, thanks | kids 0
family | kids | adults 2 | we have no children | kids 0
family | kids | adults 2 | there are none | kids 0
family | kids | adults 2 | no idea |
family | kids | adults 2 | no thanks |
family | kids | adults 2 | no worries |
family | kids | adults 2 | no |
family | adults | | 大人2人、子供なし | adults 2, kids 0
family | adults | | 大人2人、子供はいません | adults 2, kids 0
family | adults | | 2 adults, no children | adults 2, kids 0
family | adults | | 2 adults without kids | adults 2, kids 0
family | adults | | 子供なし | kids 0
family | | | two adults and a child | adults 2, kids 1
family | adults | | an adult and a small child | adults 1, kids 1
family | kids | adults 2 | a child | kids 1
family | kids | adults 2 | just a kid | kids 1
family | adults | | 2 adults without a child | adults 2
family | | | I would like a table for an adult |
family | adults | | 全部で5人、うち子供2人 | kids 2
family | adults | | 5 people, including 2 children | kids 2
family | adults | | 全部で5人 | adults 5
party | people | | 全部で5人、うち子供2人 | people 5, kids 2
party | kids | | 全部で5人、うち子供2人 | people 5, kids 2
party | | | 合計5名、子供は2名です | people 5, kids 2
party | people | | 5人で、そのうち2人が子供です | people 5, kids 2
party | people | | 子供2人を含む5人 | people 5, kids 2
party | people | | 子供2人、全部で5人 | people 5, kids 2
party | people | | five in total, two of them children | people 5, kids 2
party | people | | 5, of which 2 are kids | people 5, kids 2
party | | | a table for five, two of them kids | people 5, kids 2
party | | | we are 5, 2 of us are children | people 5, kids 2
stay | nights | | 3泊2名で | nights 3, guests 2
stay | nights | | 人数は4人、2泊 | nights 2, guests 4
stay | nights | | 4 guests | guests 4
stay | nights | | 2 nights for 4 guests | nights 2, guests 4
stay | nights | | チェックインは月曜、チェックアウトは金曜 | check_in 2026-11-23, check_out 2026-11-27
stay | nights | | departure Friday, arrival Monday | check_in 2026-11-23, check_out 2026-11-27
stay | check_in | check_out 2026-11-27 | チェックアウトは土曜に | check_out 2026-11-28
stay | nights | | 月曜から金曜まで3泊 | nights 3, check_in 2026-11-23, check_out 2026-11-27
`

const rows = table
  .trim()
  .split('\n')
  .map((row) => row.split('|').map((part) => part.trim()))

it.each(rows)('%s, asked for “%s”, known “%s”: 「%s」 is “%s”', async (of, asked, held, said, expected) => {
  const known = Object.fromEntries([held!].filter(Boolean).map((one) => one.split(' ')))
  const wanted = Object.entries(worlds[of as keyof typeof worlds]).map(([name, slot]) => ({
    name,
    slot: slotSchema.parse(slot),
    isAsked: name === asked,
    held: known[name],
  }))
  const language = /[^\x20-\x7e]/.test(said!) ? 'ja' : 'en'
  const filled = await fillSlots(said!, wanted, { now, timeZone: 'Asia/Tokyo', language, findRegex: findText })
  expect(filled.map(({ name, value }) => `${name} ${value}`).join(', ')).toBe(expected)
})
