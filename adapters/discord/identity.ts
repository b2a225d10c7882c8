import type { Reply } from './reply.ts'
import type { Web } from './request.ts'
import type { Self } from './text.ts'

/** The app may read all messages, as verified apps and small ones are told. */
const MESSAGE_CONTENT = (1 << 18) | (1 << 19)

export interface Identity {
  self: Self
  /** Whether the privileged intent for the words of messages is switched on. */
  readsMessages: boolean
  /** Whether people can install the app for themselves, as far as the app's own settings go. */
  isForPeople: boolean
}

interface Application {
  id: string
  flags?: number
  /** By for whom it can be installed: 0, a server; 1, a person. */
  integration_types_config?: object | null
}

/** Who a bot token makes us. */
export async function identify(web: Web, signal?: AbortSignal): Promise<Identity | Reply> {
  const call = web.begin(signal)
  const [user, application] = await Promise.all([
    call({ method: 'GET', path: 'users/@me', vital: true }),
    call({ method: 'GET', path: 'applications/@me', vital: true }),
  ])
  if (!('ok' in user)) return user
  if (!('ok' in application)) return application
  const { id, username } = user.ok as { id: string; username: string }
  const { id: own, flags = 0, integration_types_config: types } = application.ok as Application
  const self = { id, name: username, application: own }
  return { self, readsMessages: (flags & MESSAGE_CONTENT) !== 0, isForPeople: '1' in (types ?? {}) }
}
