import type { Reply } from './reply.ts'
import type { Web } from './request.ts'
import type { Self } from './text.ts'

/** The app may read all messages, as verified apps and small ones are told. */
const MESSAGE_CONTENT = (1 << 18) | (1 << 19)

export interface Identity {
  self: Self
  /** Whether the privileged intent for the words of messages is switched on. */
  readsMessages: boolean
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
  const { id: own, flags = 0 } = application.ok as { id: string; flags?: number }
  return { self: { id, name: username, application: own }, readsMessages: (flags & MESSAGE_CONTENT) !== 0 }
}
