import type {
  ActOn,
  At,
  Choose,
  Consent,
  Edit,
  Fault,
  Feedback,
  Insert,
  Install,
  Press,
  React,
  RunCommand,
  Say,
  SearchFor,
  SearchResult,
  Submit,
} from '../../../stand-ins/teams/view.ts'
import { createPaneClient } from '../../shared/pane/client.ts'

export type TeamsClient = ReturnType<typeof createTeamsClient>

/** The simulated Teams' client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createTeamsClient() {
  const { post, patch, del, inTurn, ...pane } = createPaneClient<Fault>('teams')
  return {
    ...pane,
    say: (say: Say) => inTurn(() => post<{ id: string }>('messages', say)),
    run: (run: RunCommand) => inTurn(() => post<{ id: string }>('commands', run)),
    edit: (edit: Edit) => patch('messages', edit),
    remove: (at: At) => del('messages', at),
    undelete: (at: At) => post('undelete', at),
    press: (press: Press) => post('actions', press),
    look: (at: At) => post('looks', at),
    act: (act: ActOn) => post('message-actions', act),
    choose: (choose: Choose) => post('suggestions', choose),
    submit: (submit: Submit) => post('dialogs', submit),
    dismiss: (user: string) => del('dialogs', { user }),
    feedback: (feedback: Feedback) => post('feedback', feedback),
    consent: (consent: Consent) => post('consents', consent),
    signIn: (at: At) => post('signins', at),
    stop: (at: At) => post('stop', at),
    react: (react: React) => post('reactions', react),
    search: (what: SearchFor) => post<SearchResult>('searches', what),
    insert: (what: Insert) => inTurn(() => post<{ id: string }>('inserts', what)),
    install: (install: Install) => post('installs', install),
  }
}
