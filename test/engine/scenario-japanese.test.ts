import { describe, expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

const booking = `
version: 1
id: booking
title: 予約
timeZone: Asia/Tokyo
start:
  - match: { partial: [予約, book] }
slots:
  when: { type: datetime, future: true, label: 日時, ask: いつがよろしいですか？ }
  adults: { type: number, min: 1, cues: [大人], label: { ja: 大人, en: adults }, ask: 大人は何人ですか？ }
  kids: { type: number, cues: [子供, こども], label: { ja: 子供, en: children }, ask: 子供は何人ですか？ }
first: details
nodes:
  details: { fill: [when, adults, kids], goto: sure }
  sure: { confirm: { yes: done, no: stopped } }
  done: { say: "大人#{adults}人、子供#{kids}人です。", end: completed }
  stopped: { say: やめました。, end: cancelled }
`

const stay = `
version: 1
id: stay
title: 宿泊
timeZone: Asia/Tokyo
start:
  - match: { partial: [泊まり] }
slots:
  from: { type: date, cues: [から], label: 到着, ask: いつからですか？ }
  until: { type: date, cues: [まで], label: 出発, ask: いつまでですか？ }
first: details
nodes:
  details: { fill: [from, until], goto: done }
  done: { say: "#{from}から#{until}まで", end: completed }
`

describe('a booking in Japanese', () => {
  const talk = async (...lines: string[]) => {
    const world = await createWorld({ scenarios: [booking, stay] })
    const said: string[] = []
    for (const line of lines) said.push((await world.say(line, { locale: 'ja' })).text)
    return said
  }
  const summary = (when: string, adults: number, kids: number) =>
    `こちらでよろしいですか？\n- 日時: ${when}\n- 大人: ${adults}\n- 子供: ${kids}`
  const at3 = '2026年11月22日(日) 15:00'

  it('gives each number to the noun before it', async () => {
    expect(await talk('予約したい。明日の3時、大人2人と子供1人')).toEqual([summary(at3, 2, 1)])
    expect(await talk('明日の3時に予約', '大人２人と子供１人')).toEqual(['大人は何人ですか？', summary(at3, 2, 1)])
  })

  it('changes the slot that a correction names, and asks on for the other', async () => {
    expect(
      await talk('明日の3時に予約', '2人', 'いや、大人3人で', '大人を4人に', '1人', 'いや、子供は2人です', 'はい'),
    ).toEqual([
      '大人は何人ですか？',
      '子供は何人ですか？',
      '承知しました。大人: 3\n\n子供は何人ですか？',
      '承知しました。大人: 4\n\n子供は何人ですか？',
      summary(at3, 4, 1),
      `承知しました。子供: 2\n\n${summary(at3, 4, 2)}`,
      '大人4人、子供2人です。',
    ])
  })

  it.each(['なし', 'ゼロ', '子供はいません', 'いない', 'none', 'no children'])(
    'hears that there are none in 「%s」',
    async (none) => {
      expect((await talk('明日の3時に予約', '2人', none)).at(-1)).toBe(summary(at3, 2, 0))
    },
  )

  it('says what the least is where none is too few', async () => {
    expect((await talk('明日の3時に予約', 'ゼロ')).at(-1)).toBe('1以上でお願いします。\n\n大人は何人ですか？')
  })

  it.each(['あした15時から17時', '明日の3時から5時まで', '明日3時〜5時', 'tomorrow from 3pm to 5pm'])(
    'asks for one time where 「%s」 is said',
    async (range) => {
      const [, asked, heard] = await talk('予約', range, '明日の3時')
      expect(asked).toBe(
        'いくつか挙げていただいたようです。1つだけ、期間であれば始まりだけを教えてください。\n\nいつがよろしいですか？',
      )
      expect(heard).toBe('大人は何人ですか？')
    },
  )

  it('takes a range where one slot is for each end', async () => {
    expect(await talk('月曜から金曜まで泊まりたい')).toEqual(['2026年11月23日(月)から2026年11月27日(金)まで'])
    expect((await talk('泊まりたい', '月曜から金曜まで')).at(-1)).toBe('2026年11月23日(月)から2026年11月27日(金)まで')
  })

  it('hears another day while only the time is asked for', async () => {
    const [, time, heard, count] = await talk('予約', '明日', '月末の金曜の朝9時', '2人')
    expect([time, heard, count]).toEqual(['何時がよろしいですか？', '大人は何人ですか？', '子供は何人ですか？'])
    expect((await talk('予約', '明日', '月末の金曜の朝9時', '2人', '1人')).at(-1)).toBe(
      summary('2026年11月27日(金) 09:00', 2, 1),
    )
  })

  it.each(['来週末', '週末', '来月の上旬'])('asks which day of 「%s」 is meant', async (part) => {
    expect((await talk('予約', part)).at(-1)).toBe('その中のどの日かを教えてください。\n\nいつがよろしいですか？')
  })
})
