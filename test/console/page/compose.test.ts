import { describe, expect, test } from 'vitest'
import { commandIn, decodeText, mentions } from '../../../console/page/playground/slack/compose.ts'
import { mentionAt } from '../../../console/page/shared/mention-at.ts'
import type { Channel, User } from '../../../console/stand-ins/slack/view.ts'

const bot: User = { id: 'U0BOT', name: 'parley', real_name: 'Parley', is_bot: true }
const channel: Channel = { id: 'C1', kind: 'channel', name: 'general' }

test.each([
  ['<@U0BOT> a &amp; b &lt;c&gt;', '@Parley a & b <c>'],
  ['<#C1|general> <#C9|old> <@U9|zoe>', '#general #old @zoe'],
  ['<https://example.com/?a=1&amp;b=2>', 'https://example.com/?a=1&b=2'],
  ['<!here> &amp;lt;', '@here &lt;'],
])('%s is edited as %s', (stored, typed) => {
  expect(decodeText(stored, { users: [bot], channels: [channel] })).toBe(typed)
})

test.each([
  ['@Parley hi', true],
  ['hi, @parley!', true],
  ['@parleys', false],
  ['ann@parley', false],
  ['Parley', false],
])('%s mentions the bot: %s', (typed, expected) => {
  expect(mentions(typed, bot)).toBe(expected)
})

describe('the name being typed', () => {
  test.each([
    ['hi @pa', 6, '@pa'],
    ['hi @pa there', 6, '@pa'],
    ['@', 1, '@'],
    ['ann@example', 11, undefined],
    ['hi @pa ', 7, undefined],
  ])('in %j at %i', (text, caret, expected) => {
    expect(mentionAt(text, caret)).toBe(expected)
  })
})

test.each([
  ['/agent list all', { command: '/agent', text: 'list all' }],
  ['/agent', { command: '/agent', text: '' }],
  ['/etc/hosts is a file', undefined],
  ['say /agent', undefined],
])('the command in %s', (typed, expected) => {
  expect(commandIn(typed)).toEqual(expected)
})
