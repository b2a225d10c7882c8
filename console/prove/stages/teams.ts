import { createTeamsSimulator } from '../../stand-ins/teams/index.ts'
import { TENANT } from '../../stand-ins/teams/settings.ts'
import type { Plan } from '../plan.ts'
import { asked, changing, peopleOf, roomsOf, type Stage } from './stage.ts'

/** The organisation, and how it calls a person. */
export const teamsTenant: string = TENANT.id
export const teamsObject = (person: number): string => `7a11e500-0000-4000-8000-${String(person).padStart(12, '0')}`

export function createTeamsStage(plan: Plan): Stage {
  const rooms = roomsOf(plan, 'teams', 0)
  const simulator = createTeamsSimulator({
    limits: { enforceRates: false },
    people: peopleOf(plan, 'teams').map(({ id, n }) => ({
      ...{ id, name: `Person ${n}`, email: `person${n}@example.com`, aadObjectId: teamsObject(n) },
    })),
    teams: [
      {
        ...{ id: rooms[0]!.id, name: 'Team', aadGroupId: '7a11e500-0000-4000-9000-000000000000' },
        channels: rooms.map(({ id, kind }) => ({ id, name: kind })),
      },
    ],
  })
  return {
    environment: () => ({
      TEAMS_APP_ID: simulator.appId,
      TEAMS_APP_PASSWORD: simulator.appPassword,
      TEAMS_TENANT_ID: simulator.tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_LOGIN_URL: simulator.loginUrl,
      TEAMS_OPENID_URL: simulator.openIdMetadataUrl,
      TEAMS_GRAPH_URL: simulator.graphUrl,
    }),
    lead: (url) => simulator.connect(`${url}/api/messages`),
    start: simulator.start,
    stop: simulator.stop,
    say(said) {
      const { person, place } = said
      const isDirect = place.kind === 'direct'
      const text = isDirect ? asked(said) : `<at>Parley</at> ${asked(said)}`
      const mentions = isDirect ? {} : { mentions: [simulator.botId] }
      simulator.say({ user: person.id, conversation: place.id, text, ...mentions })
    },
    acknowledged: simulator.idle,
    shown: ({ id }, as) =>
      simulator
        .messages(id, as ? { as: as.id } : {})
        .filter(({ author }) => as || author.bot)
        .map((one) => ({ content: JSON.stringify(one), isWhole: one.stream === undefined })),
    onChange: (when, hook) => simulator[when === 'arrives' ? 'onCall' : 'onDone'](changing(/^(?:POST|PUT)$/, hook)),
  }
}
