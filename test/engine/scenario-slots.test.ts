import { describe, expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

const transfer = `
version: 1
id: transfer
title: A transfer
timeZone: Asia/Tokyo
start:
  - match: { partial: [send, transfer, 送金, 振り込み] }
slots:
  amount: { type: money, min: 1, max: 500, currency: USD, label: { en: amount, ja: 金額 }, ask: { en: "How much?", ja: いくらですか？ }, why: The bank needs it. }
  to: { type: name, label: { en: recipient, ja: 宛先 }, ask: { en: To whom?, ja: どなたにですか？ } }
  when: { type: date, future: true, label: { en: day, ja: 日付 }, ask: { en: "When?", ja: いつですか？ } }
keep: [to]
first: details
nodes:
  details: { fill: [amount, to, when], goto: sure }
  sure: { confirm: { yes: done, no: stopped } }
  done: { say: "Sent #{amount} to #{to}.", end: completed }
  stopped: { say: Nothing was sent., end: cancelled }
`

describe('slots', () => {
  const talk = async (lines: string[], written: object = { scenarios: [transfer] }) => {
    const world = await createWorld(written)
    const said: string[] = []
    for (const line of lines) said.push((await world.say(line)).text)
    return { said, world }
  }

  it('fills them from the first sentence, and asks only for what is missing', async () => {
    const { said, world } = await talk(['send 40 to Ben', 'tomorrow', 'yes'])
    expect(said).toEqual([
      'When?',
      'Is this right?\n- amount: $40\n- recipient: Ben\n- day: Sun, Nov 22, 2026',
      'Sent $40 to Ben.',
    ])
    expect(await world.state()).toEqual({ to: 'Ben' })
  })

  it('asks for each, and is corrected in passing', async () => {
    const { said } = await talk([
      'transfer money',
      '40',
      'no, I meant 50',
      'Ben',
      'to Carl instead',
      'next Friday',
      'actually make it $60',
      'Change day',
      'Monday',
      'Yes',
    ])
    expect(said).toEqual([
      'How much?',
      'To whom?',
      'All right, amount: $50.\n\nTo whom?',
      'When?',
      'All right, recipient: Carl.\n\nWhen?',
      'Is this right?\n- amount: $50\n- recipient: Carl\n- day: Fri, Nov 27, 2026',
      'All right, amount: $60.\n\nIs this right?\n- amount: $60\n- recipient: Carl\n- day: Fri, Nov 27, 2026',
      'When?',
      'Is this right?\n- amount: $60\n- recipient: Carl\n- day: Mon, Nov 23, 2026',
      'Sent $60 to Carl.',
    ])
  })

  it('says why a value will not do, and answers something else in between', async () => {
    const { said } = await talk(
      ['send money to Ben', '9000', 'what is the fee?', 'fourty', 'yesterday', 'why do you ask?', 'hello?', 'tomorrow'],
      {
        scenarios: [transfer],
        rules: [{ when: ['what is the fee?'], say: 'There is none.' }],
      },
    )
    expect(said).toEqual([
      'How much?',
      'That must be at most $500.\n\nHow much?',
      'There is none.\n\nHow much?',
      'When?',
      'That is in the past. Please name a time to come.\n\nWhen?',
      'I need it for “A transfer”. Say “cancel” if you would rather not.\n\nWhen?',
      'I need a day, such as “next Tuesday” or “24 December”.\n\nWhen?',
      'Is this right?\n- amount: $40\n- recipient: Ben\n- day: Sun, Nov 22, 2026',
    ])
  })

  it('does so in Japanese', async () => {
    const { said } = await talk(['ベンさんに40ドル送金して', '来週の火曜', 'いや、50ドルで', 'はい'])
    expect(said).toEqual([
      'いつですか？',
      'こちらでよろしいですか？\n- 金額: $40\n- 宛先: ベン\n- 日付: 2026年11月24日(火)',
      '承知しました。金額: $50\n\nこちらでよろしいですか？\n- 金額: $50\n- 宛先: ベン\n- 日付: 2026年11月24日(火)',
      'Sent $50 to ベン.',
    ])
  })

  it('asks which day of a week is meant, and whether what may be either is yes or no', async () => {
    const written = transfer.replace('future: true,', 'future: true, invalid: これからの日付をお願いします。,')
    const { said } = await talk(['ベンさんに40ドル送金して', '来週', '来週の火曜', '大丈夫です', 'はい'], {
      scenarios: [written],
    })
    const sure = 'こちらでよろしいですか？\n- 金額: $40\n- 宛先: ベン\n- 日付: 2026年11月24日(火)'
    expect(said).toEqual([
      'いつですか？',
      'その中のどの日かを教えてください。\n\nいつですか？',
      sure,
      `「はい」と「いいえ」のどちらでしょうか？\n\n${sure}`,
      'Sent $40 to ベン.',
    ])
  })
})
