import { flag, optional, required, string } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'

export function workspaceMethods({ workspace, socketMode }: MethodParts): Record<string, Method> {
  const { team, bot, app } = workspace
  return {
    'auth.test': method({}, () => ({
      url: `https://${team.domain}.example.com/`,
      team: team.name,
      user: bot.name,
      team_id: team.id,
      user_id: bot.id,
      bot_id: app.botId,
      is_enterprise_install: false,
    })),

    'apps.connections.open': method({}, () => ({ url: socketMode.ticket() }), 'app'),

    'team.info': method({ team: optional(string) }, (args) => {
      if (args.team !== undefined && args.team !== team.id) refuse('team_not_found')
      return { team: { ...team, url: `https://${team.domain}.example.com/` } }
    }),

    'users.info': method({ user: required(string), include_locale: optional(flag) }, (args) => {
      const user = workspace.users.get(args.user)
      if (!user) return refuse('user_not_found')
      const { id, name, real_name, is_bot } = user
      const profile = { real_name, display_name: real_name, team: team.id }
      const locale = args.include_locale && { locale: 'en-US', tz: 'Europe/London', tz_offset: 0 }
      return {
        user: { id, team_id: team.id, name, real_name, is_bot, deleted: false, is_app_user: false, profile, ...locale },
      }
    }),
  }
}
