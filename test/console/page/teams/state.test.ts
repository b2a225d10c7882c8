import { describe, expect, it } from 'vitest'
import { rowsOf, threadsOf } from '../../../../console/page/playground/teams/conversation.ts'
import type { LocalEvent, State, Workspace } from '../../../../console/page/playground/teams/state.ts'
import { DIALOG, initialState, placeKey, reduce } from '../../../../console/page/playground/teams/state.ts'
import type { ClientEvent, Message, User } from '../../../../console/stand-ins/teams/view.ts'

const CHAT = 'a:1ann'
const GENERAL = '19:general@thread.tacv2'
const user = (id: string, name: string, bot = false): User => ({ id, name, bot })
const ann = user('29:1ann', 'Ann')
const parley = user('28:app', 'Parley', true)

const message = (id: number, more: Partial<Message> = {}): Message => ({
  id: String(1_790_000_000_000 + id),
  conversation: CHAT,
  author: parley,
  text: `${id}`,
  text_format: 'markdown',
  mentions: [],
  notified: [],
  attachments: [],
  attachment_layout: 'list',
  suggested_actions: [],
  ai_label: false,
  citations: [],
  edited: false,
  deleted: false,
  reactions: [],
  at: 1_790_000_000_000 + id,
  ...more,
})

const snapshot: ClientEvent = {
  type: 'snapshot',
  tenant: { id: 't', name: 'Example' },
  me: ann,
  bot: parley,
  users: [ann, parley],
  teams: [],
  conversations: [{ id: CHAT, kind: 'personal', name: 'Parley', user: ann.id, installed: true }],
  messages: [message(1)],
  commands: [],
  message_actions: [],
  searches: [],
  dialog: null,
  faults: [],
  hitFaults: [],
  connected: true,
}

function replay(...events: (ClientEvent | LocalEvent)[]): Workspace {
  return [snapshot, ...events].reduce<State>(reduce, initialState).workspace!
}
const texts = (workspace: Workspace): string[] => (workspace.messages[CHAT] ?? []).map(({ text }) => text)

describe('what the page knows of Teams', () => {
  it('keeps messages in order, and each once', () => {
    const late = { type: 'message', message: message(2) } as const
    expect(texts(replay({ type: 'message', message: message(3) }, late, late))).toEqual(['1', '2', '3'])
  })

  it('takes a change of a message it did not have, and a removal of one it never had', () => {
    const changed = { type: 'message_changed', message: message(2, { edited: true }) } as const
    expect(texts(replay(changed, { type: 'message_removed', conversation: CHAT, id: '7' }))).toEqual(['1', '2'])
  })

  it('counts what came while another conversation was on screen', () => {
    const news = { type: 'message', message: message(2) } as const
    expect(replay(news).unread).toEqual({ [CHAT]: 1 })
    expect(replay({ type: 'viewed', conversation: CHAT }, news).unread).toEqual({ [CHAT]: 0 })
  })

  it('ends typing with a message in the same thread, not in another one', () => {
    const at = { conversation: GENERAL, root: '5' }
    const typing = { type: 'typing_until', ...at, user: parley.id, until: 9 } as const
    const key = placeKey(GENERAL, '5')
    const elsewhere = { type: 'message', message: message(6, { conversation: GENERAL, root: '4' }) } as const
    expect(replay(typing, elsewhere).typing[key]).toEqual({ [parley.id]: 9 })
    expect(replay(typing, { type: 'message', message: message(7, at) }).typing[key]).toEqual({})
  })

  it('frees a pressed button when there is an answer, and says what went wrong until it is pressed again', () => {
    const at = message(1).id
    const pressed = { type: 'pressed', at, action: '{}' } as const
    const told = { type: 'interaction', id: 'i', conversation: CHAT, message: at, name: 'submit' } as const
    expect(replay(pressed, { ...told, state: 'pending' }).pressed).toEqual({ [at]: '{}' })
    expect(replay(pressed, { ...told, state: 'answered', say: 'Done' })).toMatchObject({
      pressed: {},
      said: { say: 'Done' },
    })
    const failed = { ...told, state: 'failed', say: 'No' } as const
    expect(replay(pressed, failed)).toMatchObject({ pressed: {}, failures: { [at]: { say: 'No' } } })
    expect(replay(pressed, failed, pressed).failures).toEqual({})
  })

  it('frees the buttons of a dialog that another one takes the place of', () => {
    const dialog = { id: 'd', title: 'Settings' }
    const pressed = { type: 'pressed', at: DIALOG, action: '{}' } as const
    expect(replay({ type: 'dialog', dialog: null }, pressed, { type: 'dialog', dialog })).toMatchObject({
      pressed: {},
      dialog,
    })
  })
})

describe('what a conversation shows', () => {
  it('groups what one author says in a row, apart from what only one person sees', () => {
    const messages = [message(1), message(2), message(3, { targeted_to: ann.id }), message(4, { author: ann })]
    const grouped = rowsOf(messages).flatMap((row) => (row.type === 'message' ? [row.grouped] : []))
    expect(grouped).toEqual([false, true, false, false])
  })

  it('has posts in the order in which they began, each with its replies, also without its root', () => {
    const [first, second] = [message(1), message(2)]
    const replies = [message(3, { root: first.id }), message(4, { root: message(0).id })]
    expect(threadsOf([first, second, ...replies])).toEqual([
      { id: message(0).id, replies: [replies[1]] },
      { id: first.id, root: first, replies: [replies[0]] },
      { id: second.id, root: second, replies: [] },
    ])
  })
})
