import { createSlackSimulator } from '../../stand-ins/slack/index.ts'
import type { Person, Place, Plan } from '../plan.ts'
import { asked, changing, peopleOf, roomsOf, type Stage, tenantsOf } from './stage.ts'

export const slackTeam = (tenant: number): string => `T0PROVE${tenant}`

/** The app is down for a second or two, again and again; Slack waits longer between its repetitions than anybody would here. */
const retryDelaysMs = Array.from({ length: 60 }, () => 500)

export function createSlackStage(plan: Plan) {
  const simulator = createSlackSimulator({ limits: { enforceRates: false, retryDelaysMs } })
  const workspaces = tenantsOf(plan).map((tenant) =>
    simulator.addTeam({
      id: slackTeam(tenant),
      name: `Workspace ${tenant}`,
      users: peopleOf(plan, 'slack', tenant).map(({ id, n }, at) => ({
        ...{ id, name: `person${n}`, real_name: `Person ${n}`, is_bot: false },
        ...(at === 0 && { is_owner: true }),
      })),
      channels: roomsOf(plan, 'slack', tenant).map(({ id, kind, people }) =>
        kind === 'public'
          ? { id, kind: 'channel', name: 'hall' }
          : { id, kind: 'group', name: 'vault', members: [...people.map((one) => one.id), `U${tenant + 1}PARLEY`] },
      ),
    }),
  )
  const stage: Stage = {
    environment: () => ({
      SLACK_CLIENT_ID: simulator.clientId,
      SLACK_CLIENT_SECRET: simulator.clientSecret,
      SLACK_SIGNING_SECRET: simulator.signingSecret,
      SLACK_API_URL: `${simulator.url}/api/`,
    }),
    lead: (url) => simulator.sendEventsTo(`${url}/slack/events`),
    start: simulator.start,
    stop: simulator.stop,
    say(said) {
      const { person, place } = said
      const text = place.kind === 'direct' ? asked(said) : `@Parley ${asked(said)}`
      workspaces[place.tenant]!.say({ user: person.id, channel: place.id, text })
    },
    acknowledged: simulator.delivered,
    shown: ({ tenant, id }, as) =>
      workspaces[tenant]!.messages(id, as ? { as: as.id } : {})
        .filter(({ user }) => as || user.endsWith('PARLEY'))
        .map((one) => ({ content: JSON.stringify(one), isWhole: !one.streaming })),
    onChange: (when, hook) => simulator[when === 'arrives' ? 'onCall' : 'onDone'](changing(/^chat\./, hook)),
  }
  return {
    ...stage,

    /** The app is added to a tenant's workspace. */
    async install(url: string, tenant: number): Promise<void> {
      const begun = await fetch(`${url}/slack/install`, { redirect: 'manual' })
      const back = new URL(simulator.authorize(begun.headers.get('location')!, { team: slackTeam(tenant) }))
      const cookie = begun.headers.get('set-cookie')!.split(';')[0]!
      await fetch(`${url}${back.pathname}${back.search}`, { headers: { cookie } })
    },

    /** A command, and what its person sees then that they did not before, forms too. */
    async command({ id: user, tenant }: Person, { id: channel }: Place, text: string): Promise<string> {
      const { messages, views, command } = workspaces[tenant]!
      const seen = () =>
        [...messages(channel, { as: user }), ...views.filter((view) => view.user === user)].map((one) =>
          JSON.stringify(one),
        )
      const before = new Set(seen())
      await command({ user, channel, command: '/agent', text })
      return seen()
        .filter((one) => !before.has(one))
        .join('\n')
    },
  }
}
