import type {
  At,
  Autocomplete,
  Edit,
  Fault,
  GatewayAction,
  React,
  RunCommand,
  Say,
  StartThread,
  Submit,
  Use,
} from '../../../stand-ins/discord/view.ts'
import { createPaneClient } from '../../shared/pane/client.ts'

export interface Choice {
  name: string
  value: string | number
}

export type DiscordClient = ReturnType<typeof createDiscordClient>

/** The simulated Discord's client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createDiscordClient() {
  const { post, patch, del, inTurn, ...pane } = createPaneClient<Fault>('discord')
  return {
    ...pane,
    say: (say: Say) => inTurn(() => post<{ id: string }>('messages', say)),
    edit: (edit: Edit) => patch('messages', edit),
    remove: (at: At) => del('messages', at),
    startThread: (start: StartThread) => post<{ id: string }>('threads', start),
    addServer: (user: string) => post<{ id: string }>('guilds', { user }),
    use: (use: Use) => post('components', use),
    run: (run: RunCommand) => post('commands', run),
    autocomplete: (typed: Autocomplete) => post<{ choices: Choice[] }>('autocomplete', typed),
    submit: (submit: Submit) => post('modals', submit),
    dismiss: (user: string) => del('modals', { user }),
    typing: (user: string, channel: string) => post('typing', { user, channel }),
    react: (react: React) => post('reactions', react),
    gateway: (action: GatewayAction) => post('gateway', { action }),
  }
}
