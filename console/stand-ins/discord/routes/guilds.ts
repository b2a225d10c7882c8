import { isRecord } from '../../shared/json.ts'
import { object, readForm, required, snowflake } from '../form.ts'
import { channelJson, guildJson, memberJson, roleJson, userJson } from '../json.ts'
import { isThread, type Json, type Member } from '../records.ts'
import { channelOf, guildOf, ownGuilds } from '../refs.ts'
import { refuse } from '../refusal.ts'
import type { Routes } from '../route.ts'
import type { World } from '../world.ts'

/** Servers, channels and people. */
export function guildRoutes({ world }: { world: World }): Routes {
  const own = world.app.id
  const fullMember = (member: Member): Json => ({
    ...memberJson(member),
    user: userJson(world.users.get(member.user)!),
  })
  const application = (): Json => ({
    id: own,
    name: world.app.name,
    icon: null,
    description: '',
    type: null,
    bot: userJson(world.bot),
    summary: '',
    bot_public: true,
    bot_require_code_grant: false,
    verify_key: '0'.repeat(64),
    flags: world.app.intents.includes('messageContent') ? 1 << 19 : 0,
    hook: true,
    is_monetized: false,
    is_verified: false,
    is_discoverable: false,
    integration_types_config: { 0: {}, ...(world.app.isForPeople && { 1: {} }) },
    owner: userJson(world.bot),
    team: null,
  })

  return {
    'GET /users/@me': () => ({
      json: { ...userJson(world.bot), email: null, verified: true, mfa_enabled: true, locale: 'en-US' },
    }),
    'GET /users/@me/guilds': () => ({
      json: ownGuilds(world).map(({ id, name, owner, roles, members }) => ({
        id,
        name,
        icon: null,
        banner: null,
        owner: owner === own,
        permissions: String(
          [id, ...(members.get(own)?.roles ?? [])].reduce(
            (sum, role) => sum | (roles.get(role)?.permissions ?? 0n),
            0n,
          ),
        ),
        features: [],
      })),
    }),
    'POST /users/@me/channels': ({ body }) => {
      const { recipient_id } = readForm(object({ recipient_id: required(snowflake) }), body)
      const user = world.users.get(recipient_id) ?? refuse(10013)
      if (user.bot) refuse(50007)
      return { json: channelJson(world, world.direct(user.id)) }
    },
    'GET /users/{user}': ({ params }) => ({ json: userJson(world.users.get(params['user']!) ?? refuse(10013)) }),
    'GET /applications/@me': () => ({ json: application() }),
    'GET /oauth2/applications/@me': () => ({ json: application() }),
    'GET /channels/{channel}': ({ params }) => ({ json: channelJson(world, channelOf(world, params['channel']!)) }),
    'GET /guilds/{guild}': ({ params }) => ({ json: guildJson(guildOf(world, params['guild']!)) }),
    'GET /guilds/{guild}/roles': ({ params }) => ({
      json: [...guildOf(world, params['guild']!).roles.values()].map(roleJson),
    }),
    'GET /guilds/{guild}/channels': ({ params }) => {
      const { id } = guildOf(world, params['guild']!)
      const channels = [...world.channels.values()].filter((channel) => channel.guild === id && !isThread(channel))
      return { json: channels.map((channel) => channelJson(world, channel)) }
    },
    'GET /guilds/{guild}/members': ({ params, query }) => {
      // Everybody's names are behind the same switch as the events about them.
      if (!world.app.intents.includes('guildMembers')) refuse(50001)
      const limit = Math.min(1000, Number(query.get('limit') ?? 1))
      return { json: [...guildOf(world, params['guild']!).members.values()].slice(0, limit).map(fullMember) }
    },
    'GET /guilds/{guild}/members/{user}': ({ params }) => {
      const guild = guildOf(world, params['guild']!)
      return { json: fullMember(guild.members.get(params['user']!) ?? refuse(10007)) }
    },
    'PATCH /guilds/{guild}/members/@me': ({ params, body }) => {
      const guild = guildOf(world, params['guild']!)
      const nick = isRecord(body) ? body['nick'] : undefined
      world.changeMember(guild, own, { nick: typeof nick === 'string' && nick ? nick : null })
      return { json: fullMember(guild.members.get(own)!) }
    },
    'DELETE /users/@me/guilds/{guild}': ({ params }) => {
      world.removeGuild(guildOf(world, params['guild']!))
      return {}
    },
  }
}
