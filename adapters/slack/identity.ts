import type { Bot } from './told.ts'
import type { Reply, Web } from './web.ts'

export interface Identity {
  bot: Bot
  /** The workspace, or the organisation that installed the app for all of its workspaces. */
  installation: { id: string; name: string }
}

/** Who a bot token makes us. */
export async function identify(web: Web, signal?: AbortSignal): Promise<Identity | Reply> {
  const reply = await web.call('auth.test', {}, signal)
  if (!('ok' in reply)) return reply
  const { user_id, user, bot_id, team_id, team, enterprise_id, is_enterprise_install } = reply.ok
  const id = String((is_enterprise_install && enterprise_id) || team_id)
  const app = typeof bot_id === 'string' ? { app: bot_id } : {}
  return { bot: { id: String(user_id), name: String(user), ...app }, installation: { id, name: String(team) } }
}
