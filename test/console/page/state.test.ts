import { describe, expect, test } from 'vitest'
import type { LocalEvent, State } from '../../../console/page/playground/slack/state.ts'
import { initialState, placeKey, reduce } from '../../../console/page/playground/slack/state.ts'
import type { ClientEvent, Message, User } from '../../../console/stand-ins/slack/view.ts'

const ann: User = { id: 'U0ANN', name: 'ann', real_name: 'Ann', is_bot: false }
const ben: User = { id: 'U0BEN', name: 'ben', real_name: 'Ben', is_bot: false }
const bot: User = { id: 'U0BOT', name: 'parley', real_name: 'Parley', is_bot: true }

function message(ts: string, more: Partial<Message> = {}): Message {
  return { channel: 'C1', ts, user: ben.id, text: `at ${ts}`, streaming: false, edited: false, ...more }
}

function snapshot(messages: Message[], me = ann): ClientEvent {
  return {
    type: 'snapshot',
    commands: [],
    views: [],
    team: { id: 'T1', name: 'Team' },
    me,
    bot,
    users: [ann, ben, bot],
    channels: [{ id: 'C1', kind: 'channel', name: 'general' }],
    messages,
    faults: [],
    hitFaults: [],
    connected: true,
  }
}

function replay(...events: (ClientEvent | LocalEvent)[]) {
  const state = events.reduce<State>(reduce, initialState)
  return state.workspace!
}

const tsOf = (messages: Message[] | undefined) => messages?.map(({ ts }) => ts)

describe('messages', () => {
  test('are kept by channel in the order of their ts, whatever the order they come in', () => {
    const { messages } = replay(snapshot([message('2.0'), message('1.0'), message('1.0', { channel: 'C2' })]), {
      type: 'message',
      message: message('1.5'),
    })
    expect(tsOf(messages['C1'])).toEqual(['1.0', '1.5', '2.0'])
    expect(tsOf(messages['C2'])).toEqual(['1.0'])
  })

  test('a message told twice is there once', () => {
    const event = { type: 'message', message: message('1.0') } as const
    expect(replay(snapshot([]), event, event).messages['C1']).toHaveLength(1)
  })

  test('change and go', () => {
    const changed = message('1.0', { text: 'new', edited: true })
    const workspace = replay(snapshot([message('1.0'), message('2.0')]), { type: 'message_changed', message: changed })
    expect(workspace.messages['C1']?.[0]).toBe(changed)
    const gone = replay(snapshot([message('1.0')]), { type: 'message_deleted', channel: 'C1', ts: '1.0' })
    expect(gone.messages['C1']).toEqual([])
  })

  test('what only another person sees is left out', () => {
    const event = (to: string): ClientEvent => ({ type: 'message', message: message('1.0', { ephemeral_to: to }) })
    expect(replay(snapshot([]), event(ben.id)).messages['C1']).toBeUndefined()
    expect(replay(snapshot([]), event(ann.id)).messages['C1']).toHaveLength(1)
  })

  test('nothing happens before the first snapshot', () => {
    expect(reduce(initialState, { type: 'message', message: message('1.0') })).toBe(initialState)
  })
})

describe('activity', () => {
  const at = { channel: 'C1', thread_ts: '1.0' }
  const key = placeKey('C1', '1.0')

  test('a status shows until it is cleared', () => {
    const status = { type: 'status', ...at, status: 'is thinking…' } as const
    expect(replay(snapshot([]), status).statuses).toEqual({ [key]: 'is thinking…' })
    expect(replay(snapshot([]), status, { ...status, status: '' }).statuses).toEqual({})
  })

  test('a session can be stopped only while it is processing', () => {
    const session = { type: 'session', ...at, status: 'processing' } as const
    expect(replay(snapshot([]), session).processing).toEqual({ [key]: true })
    expect(replay(snapshot([]), session, { ...session, status: 'suspended' }).processing).toEqual({})
  })

  test('a snapshot starts them anew', () => {
    const workspace = replay(snapshot([]), { type: 'status', ...at, status: 'is thinking…' }, snapshot([]))
    expect(workspace.statuses).toEqual({})
  })
})

describe('pressed buttons', () => {
  const pressed: LocalEvent = { type: 'pressed', channel: 'C1', ts: '1.0', action: 'b/a' }

  test.each<ClientEvent | LocalEvent>([
    { type: 'message_changed', message: message('1.0') },
    { type: 'message_deleted', channel: 'C1', ts: '1.0' },
    { type: 'released', channel: 'C1', ts: '1.0' },
  ])('are pending until $type', (event) => {
    expect(replay(snapshot([message('1.0')]), pressed).pressed).toEqual({ [placeKey('C1', '1.0')]: 'b/a' })
    expect(replay(snapshot([message('1.0')]), pressed, event).pressed).toEqual({})
  })

  test('another message changing does not free them', () => {
    const changed: ClientEvent = { type: 'message_changed', message: message('2.0') }
    expect(Object.keys(replay(snapshot([message('1.0')]), pressed, changed).pressed)).toHaveLength(1)
  })
})

describe('unread', () => {
  const said = (ts: string, user = ben.id): ClientEvent => ({ type: 'message', message: message(ts, { user }) })

  test('counts what others say where one does not look', () => {
    expect(replay(snapshot([message('1.0')]), said('2.0'), said('3.0'), said('4.0', ann.id)).unread).toEqual({ C1: 2 })
  })

  test('is none in the channel on screen, and ends when it is opened', () => {
    expect(replay(snapshot([]), { type: 'viewed', channel: 'C1' }, said('2.0')).unread['C1']).toBe(0)
    expect(replay(snapshot([]), said('2.0'), { type: 'viewed', channel: 'C1' }).unread['C1']).toBe(0)
  })

  test('outlives a lost connection but not a change of person', () => {
    expect(replay(snapshot([]), said('2.0'), snapshot([])).unread).toEqual({ C1: 1 })
    expect(replay(snapshot([]), said('2.0'), snapshot([], ben)).unread).toEqual({})
  })
})

test('a lost connection keeps what was there', () => {
  const state = [snapshot([message('1.0')]), { type: 'link', link: 'reconnecting' } as const].reduce(
    reduce,
    initialState,
  )
  expect(state.link).toBe('reconnecting')
  expect(state.workspace?.messages['C1']).toHaveLength(1)
})
