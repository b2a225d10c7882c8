import { expect, it } from 'vitest'
import { createWorld } from './scenario-world.ts'

const ending = (say: string) => ({ first: 'begin', nodes: { begin: { say, end: 'completed' } } })
const scenarios = [
  {
    version: 1,
    id: 'transfer',
    start: [
      { match: { partial: ['send money', '送金したい'] } },
      { match: { regex: '(?i)\\b(?:send|pay)\\b.*(?:\\d|\\bto\\b)' } },
      { match: { regex: '送金' } },
      { match: { rule: ['I want to send money', 'I need to send some money'] } },
    ],
    ...ending('Transfer.'),
  },
  {
    version: 1,
    id: 'appointment',
    start: [{ match: { partial: ['appointment', '予約したい'] } }, { match: { regex: '予約' } }],
    ...ending('Appointment.'),
  },
]

it.each([
  ["don't send money to Ben", false],
  ['please do not send 40 to Ben', false],
  ['I never send money', false],
  ['I do not want an appointment', false],
  ['cancel my appointment', false],
  ["I don't need the appointment any more", false],
  ['ベンに送金しないで', false],
  ['送金したくないです', false],
  ['予約を取り消したい', false],
  ['予約のキャンセル', false],
  ['send money to Ben', true],
  ["I don't know how to send money", true],
  ["why don't you send money to Ben", true],
  ["I don't have an appointment", true],
  ['I have never had an appointment', true],
  ["don't worry, just send money to Ben", true],
  ["not now. I'd like an appointment", true],
  ['ベンに送金して', true],
  ['送金できません', true],
  ['予約したいです', true],
  ['予約はできませんか', true],
] as const)('“%s” begins what it names: %s', async (said, begins) => {
  const { text } = await (await createWorld({ scenarios })).say(said)
  expect(/^(?:Transfer|Appointment)\.$/.test(text)).toBe(begins)
})
