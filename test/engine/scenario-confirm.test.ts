import { describe, expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

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
first: details
nodes:
  details: { fill: [amount, to], goto: sure }
  sure: { confirm: { yes: code, no: stopped } }
  code: { say: "Your code?", collect: { state: code, goto: done } }
  done: { say: "Sent #{amount} to #{to}.", end: completed }
  stopped: { say: Nothing was sent., end: cancelled }
`
const rules = [{ when: ['what are the fees?', '手数料はいくらですか'], say: 'Nothing at all.' }]

async function answersTo(lines: readonly string[], begins: string): Promise<string[]> {
  const world = await createWorld({ scenarios: [transfer], rules })
  const texts: string[] = []
  for (const [i, line] of lines.entries()) {
    await world.say(begins, { conversation: `dm-${i}` })
    texts.push((await world.say(line, { conversation: `dm-${i}` })).text)
  }
  return texts
}

describe('what is asked to be confirmed', () => {
  it('goes on by no refusal, and by nothing that is put off: whoever says so is asked again', async () => {
    const said = [
      'ok wait',
      'do it later',
      'sure? no',
      'I am not sure',
      'I would like to stop',
      'I would rather cancel',
    ]
    said.push('right person wrong amount', 'I will think about it', 'yes but not now', 'wrong? no', 'Yes?')
    const sure = 'Is this right?\n- amount: $40\n- recipient: Ben'
    expect(await answersTo(said, 'send 40 to Ben')).toEqual(said.map(() => `Do you mean yes or no?\n\n${sure}`))
  })

  it('does so in Japanese', async () => {
    const said = ['それでよくない', 'はいじゃないです', 'OKじゃない', '了解してない', 'それでは困ります', 'はい、後で']
    said.push('うん、違う', 'いいえ、そうです', 'はい？')
    const sure = 'こちらでよろしいですか？\n- 金額: $40\n- 宛先: ベン'
    expect(await answersTo(said, 'ベンさんに40ドル送金')).toEqual(
      said.map(() => `「はい」と「いいえ」のどちらでしょうか？\n\n${sure}`),
    )
    const refused = ['お願いしません', '合っていません', '確定しないで', '違います']
    expect(await answersTo(refused, 'ベンさんに40ドル送金')).toEqual(refused.map(() => 'Nothing was sent.'))
    const agreed = ['はい', '間違いないです', '問題ありません', 'それでお願いします']
    expect(await answersTo(agreed, 'ベンさんに40ドル送金')).toEqual(agreed.map(() => 'Your code?'))
  })

  it('keeps a yes with a question behind it, and answers that, too', async () => {
    const asked = ['Yes. And what are the fees?', 'yes, what are the fees?', 'ok, what are the fees?']
    asked.push('はい。手数料はいくらですか', 'yes, but what are the fees?')
    const texts = await answersTo(asked, 'send 40 to Ben')
    const sure = 'Nothing at all.\n\nIs this right?\n- amount: $40\n- recipient: Ben'
    expect(texts).toEqual([
      'Nothing at all.\n\nYour code?',
      'Nothing at all.\n\nYour code?',
      sure,
      'Nothing at all.\n\nYour code?',
      sure,
    ])
  })
})
