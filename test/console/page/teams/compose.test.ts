import { describe, expect, it } from 'vitest'
import {
  composedText,
  decodeMentions,
  encodeMentions,
  prompts,
  readCommand,
  slashCommands,
} from '../../../../console/page/playground/teams/compose.ts'
import { mentionAt } from '../../../../console/page/shared/mention-at.ts'
import type { Command, User } from '../../../../console/stand-ins/teams/view.ts'

const users: User[] = [
  { id: '28:app', name: 'Parley', bot: true },
  { id: '29:1ann', name: 'Ann', bot: false },
  { id: '29:1annlee', name: 'Ann Lee', bot: false },
]
const command = (title: string, more: Partial<Command> = {}): Command => ({
  title,
  description: title,
  triggers: ['slash', 'mention'],
  scopes: ['group', 'channel'],
  ...more,
})

describe('mentions', () => {
  it('become tags with the people they call, the longest name first', () => {
    expect(encodeMentions('@Parley ask @ann lee, not ann@example.com or @Anna', users)).toEqual({
      text: '<at>Parley</at> ask <at>Ann Lee</at>, not ann@example.com or @Anna',
      mentions: ['28:app', '29:1annlee'],
    })
    expect(decodeMentions('<at>Parley</at> ask <at>Ann Lee</at>')).toBe('@Parley ask @Ann Lee')
  })

  it('are looked for where the caret is', () => {
    expect(mentionAt('Hi @pa there', 6)).toBe('@pa')
    expect(mentionAt('ann@exa', 7)).toBeUndefined()
  })
})

describe('commands', () => {
  const commands = [command('agent'), command('agent help'), command('menu', { triggers: ['mention'] })]

  it('are offered by how and where they may be used', () => {
    expect(slashCommands(commands, 'group').map(({ title }) => title)).toEqual(['agent', 'agent help'])
    expect(slashCommands(commands, 'personal')).toEqual([])
    expect(prompts(commands, 'channel')).toHaveLength(3)
  })

  it('are known by their longest title, with what stands behind', () => {
    expect(readCommand('/agent help me', commands)).toEqual({ command: commands[1], rest: 'me' })
    expect(readCommand('/agent', commands)).toEqual({ command: commands[0], rest: '' })
    expect(readCommand('/agents', commands)).toBeUndefined()
  })
})

it('a suggested action that composes gives its words without markup', () => {
  const value = { type: 'Teams.chatMessage', data: { body: { content: '<div>Hi <at id="0">Ann</at><br>there</div>' } } }
  expect(composedText(value)).toBe('Hi @Ann\nthere')
  expect(composedText({})).toBe('')
})
