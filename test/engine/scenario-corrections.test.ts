import { describe, expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

const appointment = `
version: 1
id: appointment
title: An appointment
timeZone: Asia/Tokyo
start:
  - match: { partial: [appointment, 予約したい] }
slots:
  doctor: { type: choice, values: { Sato: [dr sato, 佐藤], Tanaka: [dr tanaka, 田中] }, label: { en: doctor, ja: 担当医 }, ask: "Which doctor?" }
  when: { type: datetime, future: true, needs: doctor, label: { en: time, ja: 日時 }, ask: "When?" }
  name: { type: name, label: { en: name, ja: お名前 }, ask: "Your name?" }
  first: { type: yesno, label: { en: first visit, ja: 初診 }, ask: "Your first visit?" }
first: what
nodes:
  what: { fill: [doctor, when, name, first], goto: sure }
  sure: { confirm: { yes: done, no: stopped } }
  done: { say: Booked., end: completed }
  stopped: { say: Nothing was booked., end: cancelled }
`

const transfer = `
version: 1
id: transfer
title: A transfer
timeZone: Asia/Tokyo
start:
  - match: { partial: [send, 送金] }
slots:
  amount: { type: money, currency: USD, label: { en: amount, ja: 金額 }, ask: "How much?" }
  to: { type: name, label: { en: recipient, ja: 宛先 }, ask: "To whom?" }
  when: { type: date, future: true, label: { en: day, ja: 日付 }, ask: "When?" }
first: details
nodes:
  details: { fill: [amount, to, when], goto: sure }
  sure: { confirm: { yes: done, no: stopped } }
  done: { say: Sent., end: completed }
  stopped: { say: Nothing was sent., end: cancelled }
`

async function talk(scenario: string, lines: readonly string[]): Promise<string[]> {
  const world = await createWorld({ scenarios: [scenario] })
  const said: string[] = []
  for (const line of lines) said.push((await world.say(line)).text)
  return said
}

describe('an answer to what was asked', () => {
  it('corrects nothing else, though it may be read as another value, too', async () => {
    expect(
      await talk(appointment, ['an appointment', 'Dr Sato', 'on Monday at 10', "it's Tanaka", 'no it is my second']),
    ).toEqual([
      'Which doctor?',
      'When?',
      'Your name?',
      'Your first visit?',
      'Is this right?\n- doctor: Sato\n- time: Mon, Nov 23, 2026, 10:00\n- name: Tanaka\n- first visit: no',
    ])
    expect((await talk(appointment, ['予約したい', '佐藤', '月曜の10時', '田中です', 'いいえ'])).at(-1)).toBe(
      'こちらでよろしいですか？\n- 担当医: 佐藤\n- 日時: 2026年11月23日(月) 10:00\n- お名前: 田中\n- 初診: いいえ',
    )
  })

  it('is what a correction within it says', async () => {
    expect((await talk(transfer, ['田中さんに40ドル送金', '来週の水曜日じゃなくて木曜日'])).at(-1)).toBe(
      'こちらでよろしいですか？\n- 金額: $40\n- 宛先: 田中\n- 日付: 2026年11月26日(木)',
    )
  })
})

describe('a correction', () => {
  const corrected = async (line: string) => (await talk(transfer, ['send 40 to Ben on Monday', line])).at(-1)!

  it.each(['not Ben, Carl', 'sorry, Carl', 'to Carl instead', 'no, I meant Carl'])(
    'changes a name by “%s”',
    async (line) => {
      expect(await corrected(line)).toContain('- recipient: Carl\n')
    },
  )

  it.each([
    'actually let me think about it',
    'wait, something is odd here',
    'no, that looks strange to me',
    'やっぱり少し考えさせて',
  ])('takes no name from “%s”', async (line) => {
    expect(await corrected(line)).toMatch(/- (?:recipient|宛先): Ben\n/)
  })

  it('hears another value beside the question that is asked', async () => {
    expect(await talk(transfer, ['send 40 to Ben', 'no, I meant 50', 'to Carl instead', 'Monday'])).toEqual([
      'When?',
      'All right, amount: $50.\n\nWhen?',
      'All right, recipient: Carl.\n\nWhen?',
      'Is this right?\n- amount: $50\n- recipient: Carl\n- day: Mon, Nov 23, 2026',
    ])
  })

  it('chooses nothing by a place that nobody sees, and takes “no” for no answer to another question', async () => {
    const lines = ['appointment with Dr Sato on Monday at 10', 'Ann', 'yes', 'no, Dr Tanaka', 'Thursday at 2']
    expect((await talk(appointment, lines)).at(-1)).toBe(
      'Is this right?\n- doctor: Tanaka\n- time: Thu, Nov 26, 2026, 14:00\n- name: Ann\n- first visit: yes',
    )
  })
})
