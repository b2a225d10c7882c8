import type {
  Close,
  Edit,
  Fault,
  Press,
  Remove,
  Say,
  Shortcut,
  Slash,
  Stop,
  Submit,
  Suggest,
  Upload,
} from '../../../stand-ins/slack/view.ts'
import { request } from '../../shared/api.ts'

const prefix = 'playground/slack/'

/** A press on a feedback button says which of the two it was. */
export type ValuedPress = Press & { value?: string }

export type SlackClient = ReturnType<typeof createSlackClient>

/** The simulated workspace's client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createSlackClient() {
  let lastSay: Promise<unknown> = Promise.resolve()
  return {
    /** Starts the workspace if it is not running yet. Answers who to be at first. */
    open: () => request<{ user: string }>('POST', `${prefix}open`, {}),
    eventsUrl: (user: string) => `${prefix}events?user=${encodeURIComponent(user)}`,
    fileUrl: (id: string) => `${prefix}files/${encodeURIComponent(id)}`,
    /** One at a time, so that messages sent in quick succession keep their order. */
    say: (say: Say): Promise<{ ts: string }> => {
      const sent = lastSay.then(() => request<{ ts: string }>('POST', `${prefix}messages`, say))
      lastSay = sent.catch(() => undefined)
      return sent
    },
    edit: (edit: Edit) => request('PATCH', `${prefix}messages`, edit),
    remove: (remove: Remove) => request('DELETE', `${prefix}messages`, remove),
    press: (press: ValuedPress) => request('POST', `${prefix}actions`, press),
    command: (command: Slash) => request('POST', `${prefix}commands`, command),
    submit: (submit: Submit) => request<{ errors?: Record<string, string> }>('POST', `${prefix}submit`, submit),
    suggest: (suggest: Suggest) => request<{ options: Record<string, unknown>[] }>('POST', `${prefix}suggest`, suggest),
    upload: (upload: Upload) => request<{ id: string }>('POST', `${prefix}upload`, upload),
    close: (close: Close) => request('POST', `${prefix}close`, close),
    stop: (stop: Stop) => request('POST', `${prefix}stop`, stop),
    shortcut: (shortcut: Shortcut) => request('POST', `${prefix}shortcuts`, shortcut),
    setFaults: (faults: Fault[]) => request('PUT', `${prefix}faults`, { faults }),
    reconnect: () => request('POST', `${prefix}reconnect`, {}),
  }
}
