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
import { request } from '../../shared/api.ts'
import { locale } from '../../strings.ts'

const prefix = 'playground/discord/'
/** As Discord's clients call the language of this page. */
const discordLocale = locale === 'ja' ? 'ja' : 'en-US'

export interface Choice {
  name: string
  value: string | number
}

export type DiscordClient = ReturnType<typeof createDiscordClient>

/** The simulated Discord's client API. Every call rejects with an `ApiError` when the server refuses it. */
export function createDiscordClient() {
  let lastSay: Promise<unknown> = Promise.resolve()
  const post = <T>(path: string, body: unknown) => request<T>('POST', `${prefix}${path}`, body)
  return {
    /** Starts the platform if it is not running yet. Answers who to be at first. */
    open: () => post<{ user: string }>('open', {}),
    eventsUrl: (user: string) => `${prefix}events?user=${encodeURIComponent(user)}&locale=${discordLocale}`,
    fileUrl: (id: string) => `${prefix}files/${encodeURIComponent(id)}`,
    /** One at a time, so that messages sent in quick succession keep their order. */
    say: (say: Say): Promise<{ id: string }> => {
      const sent = lastSay.then(() => post<{ id: string }>('messages', say))
      lastSay = sent.catch(() => undefined)
      return sent
    },
    edit: (edit: Edit) => request('PATCH', `${prefix}messages`, edit),
    remove: (at: At) => request('DELETE', `${prefix}messages`, at),
    startThread: (start: StartThread) => post<{ id: string }>('threads', start),
    addServer: (user: string) => post<{ id: string }>('guilds', { user }),
    use: (use: Use) => post('components', use),
    run: (run: RunCommand) => post('commands', run),
    autocomplete: (typed: Autocomplete) => post<{ choices: Choice[] }>('autocomplete', typed),
    submit: (submit: Submit) => post('modals', submit),
    dismiss: (user: string) => request('DELETE', `${prefix}modals`, { user }),
    typing: (user: string, channel: string) => post('typing', { user, channel }),
    react: (react: React) => post('reactions', react),
    setFaults: (faults: Fault[]) => request('PUT', `${prefix}faults`, { faults }),
    gateway: (action: GatewayAction) => post('gateway', { action }),
  }
}
