import type {
  At,
  Choose,
  Edit,
  Fault,
  Feedback,
  Install,
  Press,
  React,
  RunCommand,
  Say,
  Submit,
} from '../../../stand-ins/teams/view.ts'
import { request } from '../../shared/api.ts'

const prefix = 'playground/teams/'

export type TeamsClient = ReturnType<typeof createTeamsClient>

/** The simulated Teams' client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createTeamsClient() {
  let lastSay: Promise<unknown> = Promise.resolve()
  const post = <T>(path: string, body: unknown) => request<T>('POST', `${prefix}${path}`, body)
  /** One at a time, so that messages sent in quick succession keep their order. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const sent = lastSay.then(work)
    lastSay = sent.catch(() => undefined)
    return sent
  }
  return {
    /** Starts the platform if it is not running yet. Answers who to be at first. */
    open: () => post<{ user: string }>('open', {}),
    eventsUrl: (user: string) => `${prefix}events?user=${encodeURIComponent(user)}`,
    fileUrl: (id: string) => `${prefix}files/${encodeURIComponent(id)}`,
    say: (say: Say) => inTurn(() => post<{ id: string }>('messages', say)),
    run: (run: RunCommand) => inTurn(() => post<{ id: string }>('commands', run)),
    edit: (edit: Edit) => request('PATCH', `${prefix}messages`, edit),
    remove: (at: At) => request('DELETE', `${prefix}messages`, at),
    undelete: (at: At) => post('undelete', at),
    press: (press: Press) => post('actions', press),
    choose: (choose: Choose) => post('suggestions', choose),
    submit: (submit: Submit) => post('dialogs', submit),
    dismiss: (user: string) => request('DELETE', `${prefix}dialogs`, { user }),
    feedback: (feedback: Feedback) => post('feedback', feedback),
    stop: (at: At) => post('stop', at),
    react: (react: React) => post('reactions', react),
    install: (install: Install) => post('installs', install),
    setFaults: (faults: Fault[]) => request('PUT', `${prefix}faults`, { faults }),
  }
}
