import type { Bot } from './inbound.ts'
import type { Reply, Web } from './web.ts'

export interface Identity extends Bot {
  /** The workspace, or the organisation that installed the app for all of its workspaces. */
  installation: string
}

/** Who the token makes us. Slack is asked until it has answered once. */
export function createIdentify(web: Web): (signal?: AbortSignal) => Promise<Identity | Reply> {
  let identity: Identity | undefined
  return async (signal) => {
    if (identity) return identity
    const reply = await web.call('auth.test', {}, signal)
    if (!('ok' in reply)) return reply
    const { user_id, user, team_id, enterprise_id, is_enterprise_install } = reply.ok
    const installation = String((is_enterprise_install && enterprise_id) || team_id)
    identity = { id: String(user_id), name: String(user), installation }
    return identity
  }
}
