import { describe, expect, it } from 'vitest'
import { dateOf, rowsOf } from '../../../../console/page/playground/discord/conversation.ts'
import { initialValues, inputsOf, isFilled } from '../../../../console/page/playground/discord/modal.ts'
import type { LocalEvent, State, Workspace } from '../../../../console/page/playground/discord/state.ts'
import { initialState, reduce } from '../../../../console/page/playground/discord/state.ts'
import type { ClientEvent, Component, Message, User } from '../../../../console/stand-ins/discord/view.ts'

const GENERAL = '1200000000000000101'
const user = (id: string, name: string, bot = false): User => ({ id, username: name.toLowerCase(), name, bot })
const ann = user('1200000000000000011', 'Ann')
const parley = user('1200000000000000001', 'Parley', true)

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id: String(1_573_000_000_000_000_000n + BigInt(id)),
  channel: GENERAL,
  type: 0,
  author: parley,
  content: `${id}`,
  components: [],
  embeds: [],
  attachments: [],
  edited: false,
  loading: false,
  ephemeral: false,
  mentions: [],
  mention_everyone: false,
  reactions: [],
  ...more,
})

const snapshot: ClientEvent = {
  type: 'snapshot',
  guilds: [{ id: '1200000000000000100', name: 'Parley HQ' }],
  me: ann,
  bot: parley,
  users: [ann, parley],
  roles: [],
  channels: [{ id: GENERAL, kind: 'text', name: 'general', writable: true }],
  messages: [message(1)],
  commands: [],
  modal: null,
  faults: [],
  hitFaults: [],
  connected: true,
}

function replay(...events: (ClientEvent | LocalEvent)[]): Workspace {
  return [snapshot, ...events].reduce<State>(reduce, initialState).workspace!
}
const contents = (workspace: Workspace): string[] => (workspace.messages[GENERAL] ?? []).map(({ content }) => content)

describe('what the page knows', () => {
  it('keeps messages in order, and each once', () => {
    const late = { type: 'message', message: message(2) } as const
    expect(contents(replay({ type: 'message', message: message(3) }, late, late))).toEqual(['1', '2', '3'])
  })

  it('changes and deletes them; replies to a deleted one show that', () => {
    const reply = message(2, { reply: { id: message(1).id, author: parley, content: '1' } })
    const workspace = replay(
      { type: 'message', message: reply },
      { type: 'message_changed', message: message(2, { ...reply, content: 'two' }) },
      { type: 'messages_deleted', channel: GENERAL, ids: [message(1).id] },
    )
    expect(workspace.messages[GENERAL]).toMatchObject([{ content: 'two', reply: { id: message(1).id } }])
    expect(workspace.messages[GENERAL]![0]!.reply).not.toHaveProperty('content')
  })

  it('counts what came while another channel was on screen', () => {
    const news = { type: 'message', message: message(2) } as const
    expect(replay(news).unread).toEqual({ [GENERAL]: 1 })
    expect(replay({ type: 'viewed', channel: GENERAL }, news).unread).toEqual({ [GENERAL]: 0 })
  })

  it('ends typing with the word that was typed', () => {
    const typing = { type: 'typing_until', channel: GENERAL, user: parley.id, until: 5 } as const
    expect(replay(typing).typing[GENERAL]).toEqual({ [parley.id]: 5 })
    expect(replay(typing, { type: 'message', message: message(2) }).typing[GENERAL]).toEqual({})
  })

  it('frees a pressed button when there is an answer, or none', () => {
    const at = { id: 'i', channel: GENERAL, message: message(1).id }
    const pressed = { type: 'pressed', message: message(1).id, component: 'yes' } as const
    const pending = { type: 'interaction', ...at, state: 'pending' } as const
    expect(replay(pressed, pending).pressed).toEqual({ [message(1).id]: 'yes' })
    expect(replay(pressed, pending, { ...pending, state: 'answered' })).toMatchObject({ pressed: {}, attempts: [] })
    const failed = replay(pressed, pending, { ...pending, state: 'failed' })
    expect(failed).toMatchObject({ pressed: {}, attempts: [{ failed: true }] })
  })

  it('shows the last command that had no answer, until it is put away', () => {
    const failed = (id: string) =>
      ({ type: 'interaction', id, channel: GENERAL, name: 'ask', state: 'failed' }) as const
    expect(replay(failed('a'), failed('b')).attempts.map(({ id }) => id)).toEqual(['b'])
    expect(replay(failed('a'), { type: 'forgotten', attempt: 'a' }).attempts).toEqual([])
  })
})

describe('rows', () => {
  it('group what one author says in a row, but not replies and commands', () => {
    const messages = [
      message(1),
      message(2),
      message(3, { type: 19, reply: { id: message(1).id } }),
      message(4),
      message(5, { author: ann }),
    ]
    const rows = rowsOf(messages).flatMap((row) => (row.type === 'message' ? [row.grouped] : []))
    expect(rows).toEqual([false, true, false, true, false])
  })

  it('begin with the day that the ids tell', () => {
    expect(rowsOf([message(1)])[0]).toEqual({ type: 'day', at: dateOf(message(1).id) })
    expect(dateOf('175928847299117063').toISOString()).toBe('2016-04-30T11:18:25.796Z')
  })
})

describe('a form', () => {
  const name: Component = { type: 4, id: 2, custom_id: 'name', min_length: 2 }
  const mode: Component = { type: 3, id: 4, custom_id: 'mode', options: [{ label: 'A', value: 'a', default: true }] }
  const fields: Component[] = [
    { type: 18, id: 1, label: 'Name', component: name },
    { type: 18, id: 3, label: 'Mode', component: mode },
    { type: 1, id: 5, components: [{ type: 4, id: 6, custom_id: 'notes', required: false }] },
  ]

  it('opens with what is preset and can be sent once it is filled in', () => {
    const values = initialValues(fields)
    expect(values).toEqual({ name: '', mode: ['a'], notes: '' })
    expect(inputsOf(fields).map((input) => isFilled(input, values))).toEqual([false, true, true])
    expect(isFilled(name, { name: 'A' })).toBe(false)
    expect(isFilled(name, { name: 'Ada' })).toBe(true)
  })
})
