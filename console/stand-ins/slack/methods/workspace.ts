import { flag, optional, required, string } from '../args.ts'
import { type Method, type MethodParts, method } from '../method.ts'
import { refuse } from '../refusal.ts'

export function workspaceMethods({ workspace, orgWide }: MethodParts): Record<string, Method> {
  const { team, bot, app } = workspace
  return {
    'auth.test': method({}, () => ({
      url: `https://${team.domain}.example.com/`,
      team: team.name,
      user: bot.name,
      team_id: team.id,
      user_id: bot.id,
      bot_id: app.botId,
      ...(team.enterprise && { enterprise_id: team.enterprise.id }),
      is_enterprise_install: orgWide(),
    })),

    'bots.info': method({ bot: optional(string) }, (args) => {
      if (args.bot !== undefined && args.bot !== app.botId) refuse('bot_not_found')
      return { bot: { id: app.botId, app_id: app.id, user_id: bot.id, name: bot.real_name, deleted: false } }
    }),

    'team.info': method({ team: optional(string) }, (args) => {
      if (args.team !== undefined && args.team !== team.id) refuse('team_not_found')
      return { team: { ...team, url: `https://${team.domain}.example.com/` } }
    }),

    'usergroups.list': method({}, () => ({ usergroups: workspace.groups.map(({ users: _, ...group }) => group) })),

    'usergroups.users.list': method({ usergroup: required(string) }, (args) => {
      const group = workspace.groups.find(({ id }) => id === args.usergroup)
      return { users: (group ?? refuse('no_such_subteam')).users ?? [] }
    }),

    'users.info': method({ user: required(string), include_locale: optional(flag) }, (args) => {
      const user = workspace.users.get(args.user)
      if (!user) return refuse('user_not_found')
      const { id, name, real_name, is_bot, is_owner = false, is_admin = is_owner } = user
      const home = user.team ?? team.id
      const profile = { real_name, display_name: real_name, team: home }
      const rights = { is_admin, is_owner, is_primary_owner: false }
      const locale = args.include_locale && { locale: user.locale ?? 'en-US', tz: 'Europe/London', tz_offset: 0 }
      return {
        user: {
          id,
          team_id: home,
          name,
          real_name,
          is_bot,
          ...rights,
          deleted: false,
          is_app_user: false,
          is_restricted: user.guest === true,
          is_ultra_restricted: false,
          ...(user.team !== undefined && { is_stranger: true }),
          profile,
          ...locale,
        },
      }
    }),
  }
}
