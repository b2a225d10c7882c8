import { createDiscordSimulator } from '../../stand-ins/discord/index.ts'
import type { Person, Place, Plan } from '../plan.ts'
import { asked, changing, peopleOf, roomsOf, type Stage, tenantsOf } from './stage.ts'

export const discordGuild = (tenant: number): string => `15${String(tenant).padStart(17, '0')}`

const view = ['viewChannel'] as const

export function createDiscordStage(plan: Plan) {
  const simulator = createDiscordSimulator({
    limits: { enforceRates: false, identifyWindowMs: 0 },
    people: peopleOf(plan, 'discord').map(({ id, n }) => ({ id, username: `person${n}`, global_name: `Person ${n}` })),
    guilds: [],
  })
  for (const tenant of tenantsOf(plan)) {
    const members = peopleOf(plan, 'discord', tenant).map(({ id }) => id)
    if (members.length === 0) continue
    const id = discordGuild(tenant)
    const channels = roomsOf(plan, 'discord', tenant).map(({ id: channel, kind, people }) => ({
      ...{ id: channel, name: kind === 'public' ? 'hall' : 'vault' },
      ...(kind === 'private' && {
        overwrites: [
          { id, kind: 'role' as const, deny: view },
          ...[...people.map((one) => one.id), simulator.applicationId].map((one) => ({
            ...{ id: one, kind: 'member' as const, allow: view },
          })),
        ],
      }),
    }))
    simulator.addGuild({ id, name: `Server ${tenant}`, members, channels })
  }
  const idOf = ({ kind, id, people: [person] }: Place): string =>
    kind === 'direct' ? simulator.direct(person!.id) : id
  const stage: Stage = {
    environment: () => ({ DISCORD_BOT_TOKEN: simulator.token, DISCORD_API_URL: `${simulator.url}/api` }),
    // It is the server that connects itself.
    lead: () => {},
    start: simulator.start,
    stop: simulator.stop,
    say(said) {
      const { person, place } = said
      const content = place.kind === 'direct' ? asked(said) : `<@${simulator.applicationId}> ${asked(said)}`
      simulator.say({ user: person.id, channel: idOf(place), content })
    },
    // Who comes back reads what it missed.
    acknowledged: async () => {},
    shown: (place, as) =>
      simulator
        .messages(idOf(place), as ? { as: as.id } : {})
        .filter(({ author }) => as || author.bot)
        .map((one) => ({ content: JSON.stringify(one), isWhole: true })),
    onChange: (when, hook) =>
      simulator[when === 'arrives' ? 'onCall' : 'onDone'](changing(/^(?:POST|PATCH|PUT)$/, hook)),
  }
  return {
    ...stage,
    isConnected: () => simulator.gateway.sessions.size > 0,

    /** What the name of an agent is completed with. */
    async completed({ id: user }: Person, place: Place): Promise<string> {
      const typing = { user, channel: idOf(place), name: 'parley reset', options: {}, focused: 'agent' }
      return JSON.stringify(await simulator.autocomplete(typing))
    },
  }
}
