import { createTeamsSimulator } from '../../console/stand-ins/teams/index.ts'
import { personalChat } from '../../console/stand-ins/teams/settings.ts'
import { type Bench, within } from './support/bench.ts'
import { startParley } from './support/parley.ts'

const forgedPerSecond = 200
const realPerSecond = 20
const seconds = 10
const user = '29:ann'
const people = [
  { id: user, name: 'Ann', aadObjectId: '00000000-0000-4000-8000-000000000001', email: 'ann@example.com' },
]

/** How many real activities are heard, and how soon, each with a token that was not seen before, beside forged signatures. */
export const teamsDoor: Bench = async (scope) => {
  let shift = 0
  const now = () => Date.now() + shift
  const teams = createTeamsSimulator({ people, now, limits: { enforceRates: false, records: 100_000 } })
  await teams.start()
  scope.defer(() => teams.stop())
  const parley = await startParley(scope, {
    env: {
      TEAMS_APP_ID: teams.appId,
      TEAMS_APP_PASSWORD: teams.appPassword,
      TEAMS_TENANT_ID: teams.tenantId,
      TEAMS_APP_TYPE: 'SingleTenant',
      TEAMS_LOGIN_URL: teams.loginUrl,
      TEAMS_OPENID_URL: teams.openIdMetadataUrl,
    },
  })
  teams.connect(`${parley.url}/api/messages`)
  teams.say({ user, conversation: personalChat(user), text: 'hello' })
  await within(60_000, 'the first message', teams.idle())
  // Of a kind that is taken and not answered: only the door is measured.
  const activity = { ...teams.deliveries.at(-1)!.activity, type: 'messageReaction' }

  const real: { status: number; ms: number }[] = []
  const sent: Promise<unknown>[] = []
  let forgedTaken = 0
  const begun = performance.now()
  const every = forgedPerSecond / realPerSecond
  for (let n = 0; n < forgedPerSecond * seconds; n++) {
    const due = begun + (n * 1000) / forgedPerSecond
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
    teams.sendBadTokens('wrong_key')
    const forgery = teams.deliver({ ...activity, id: `forged-${n}` })
    sent.push(
      forgery.then(({ status }) => {
        if (status < 400) forgedTaken++
      }),
    )
    if (n % every !== 0) continue
    shift += 1000
    const at = performance.now()
    const delivery = teams.deliver({ ...activity, id: `real-${n}` })
    sent.push(delivery.then(({ status }) => real.push({ status, ms: performance.now() - at })))
  }
  await within(60_000, 'the answers', Promise.all(sent))
  if (forgedTaken > 0) throw new Error(`${forgedTaken} forged activities were taken`)
  const ms = real.map((one) => one.ms).toSorted((a, b) => a - b)
  const at = (share: number) => ms[Math.min(ms.length - 1, Math.floor(share * ms.length))]!
  const metric = `${realPerSecond} real activities/s beside ${forgedPerSecond} forged/s`
  const heard = (real.filter(({ status }) => status === 200).length / real.length) * 100
  return [
    { metric: `${metric}, heard`, ours: heard, baseline: null, unit: '%', goal: { atLeast: 100 } },
    { metric: `${metric}, median`, ours: at(0.5), baseline: null, unit: 'ms' },
    { metric: `${metric}, 99th percentile`, ours: at(0.99), baseline: null, unit: 'ms', goal: { atMost: 1000 } },
    { metric: `${metric}, slowest`, ours: ms.at(-1)!, baseline: null, unit: 'ms' },
  ]
}
