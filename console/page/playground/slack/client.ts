import type {
  Close,
  Edit,
  Fault,
  Press,
  PressIn,
  Remove,
  Say,
  Shortcut,
  Slash,
  Stop,
  Submit,
  Suggest,
  Upload,
} from '../../../stand-ins/slack/view.ts'
import { createPaneClient } from '../../shared/pane/client.ts'

/** A press on a feedback button says which of the two it was. */
export type ValuedPress = Press & { value?: string }

export type SlackClient = ReturnType<typeof createSlackClient>

/** The simulated workspace's client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createSlackClient() {
  const { post, patch, del, inTurn, ...pane } = createPaneClient<Fault>('slack')
  return {
    ...pane,
    say: (say: Say) => inTurn(() => post<{ ts: string }>('messages', say)),
    edit: (edit: Edit) => patch('messages', edit),
    remove: (remove: Remove) => del('messages', remove),
    press: (press: ValuedPress) => post('actions', press),
    pressIn: (press: PressIn) => post('view-actions', press),
    command: (command: Slash) => post('commands', command),
    submit: (submit: Submit) => post<{ errors?: Record<string, string> }>('submit', submit),
    suggest: (suggest: Suggest) => post<{ options: Record<string, unknown>[] }>('suggest', suggest),
    upload: (upload: Upload) => post<{ id: string }>('upload', upload),
    close: (close: Close) => post('close', close),
    stop: (stop: Stop) => post('stop', stop),
    shortcut: (shortcut: Shortcut) => post('shortcuts', shortcut),
    reconnect: () => post('reconnect', {}),
  }
}
