import { describe, expect, it, onTestFinished } from 'vitest'
import type { TeamsSettings } from '../../../adapters/teams/settings.ts'
import { createTeamsSimulator, type TeamsSimulator } from '../../../console/stand-ins/teams/index.ts'
import { createApp } from '../../../src/app/index.ts'
import type { Environment } from '../../../src/config/index.ts'
import { loadConfig } from '../../support/config.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN, DIRECT, GROUP, ofOurs } from './harness.ts'

const id = '7a11e500-0000-4000-8000-00000000001d'
const whole = {
  TEAMS_APP_ID: id,
  TEAMS_APP_PASSWORD: 'a-secret',
  TEAMS_TENANT_ID: id,
  TEAMS_APP_TYPE: 'SingleTenant',
}

function faultsOf(env: Environment): string[] {
  try {
    loadConfig(env)
    return []
  } catch (error) {
    return (error as { faults: { path: string; message: string }[] }).faults.map(
      ({ path, message }) => `${path} ${message}`,
    )
  }
}

/** Parley as the environment says, with Teams before it. */
async function started() {
  const simulator = createTeamsSimulator({ limits: { enforceRates: false } })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const parley = await createApp(
    loadConfig({
      PORT: '0',
      PARLEY_DATA: tempFolder(),
      LOG_LEVEL: 'silent',
      ...whole,
      TEAMS_APP_ID: simulator.appId,
      TEAMS_APP_PASSWORD: simulator.appPassword,
      TEAMS_TENANT_ID: simulator.tenantId,
      TEAMS_LOGIN_URL: simulator.loginUrl,
      TEAMS_OPENID_URL: simulator.openIdMetadataUrl,
    }),
  )
  onTestFinished(() => parley.close())
  simulator.connect(`${parley.url}/api/messages`)
  return { simulator, parley }
}

it('answers in Teams from the shared server, as the environment says', async () => {
  const { simulator, parley } = await started()
  const readiness = async () => (await fetch(`${parley.url}/readyz`)).json()
  await expect.poll(readiness).toEqual({ status: 'ready', checks: { database: true }, degraded: [] })
  simulator.say({ user: ANN, conversation: DIRECT, text: 'Hello' })
  await expect.poll(() => ofOurs(simulator).filter(({ stream }) => !stream)).toHaveLength(1)
})

describe('an answer that Teams could not take at once', () => {
  const lost = { kind: 'refuse', route: 'POST activities', code: 'ServiceError', retryAfter: 0 } as const
  const mention = (simulator: TeamsSimulator) => ({
    text: `${simulator.mention(simulator.botId)} Hello`,
    mentions: [simulator.botId],
  })

  it.each([
    ['in a group, 504', GROUP, [{ ...lost, status: 504, times: 1 }]],
    ['in a personal chat, 502', DIRECT, [{ ...lost, status: 502, times: 1 }]],
    ['in a personal chat, a page of HTML', DIRECT, [{ ...lost, status: 503, body: '<h1>Sorry</h1>', times: 1 }]],
  ])('is there once: %s', async (_, conversation, faults) => {
    const { simulator } = await started()
    simulator.faults.set(faults)
    simulator.say({ user: ANN, conversation, ...(conversation === GROUP ? mention(simulator) : { text: 'Hello' }) })
    const done = () => ofOurs(simulator).filter(({ stream }) => !stream)
    await expect.poll(done).toHaveLength(1)
    await simulator.idle()
    expect(ofOurs(simulator)).toHaveLength(1)
    expect(simulator.faults.list).toEqual([])
  })
})

const teamsOf = (env: Environment) => loadConfig(env).platforms['teams'] as TeamsSettings | undefined

it('needs to know the app, its secret, its tenant and its type, and says all that is missing at once', () => {
  expect(faultsOf(whole)).toEqual([])
  expect(teamsOf(whole)).toEqual({
    app: { appId: id, credential: { kind: 'secret', value: 'a-secret' }, tenantId: id, appType: 'SingleTenant' },
    owners: [],
    allowedTenants: [],
  })
  expect(teamsOf({})).toBeUndefined()
  expect(faultsOf({ TEAMS_APP_ID: id })).toEqual([
    'TEAMS_APP_ID needs TEAMS_APP_PASSWORD, TEAMS_TENANT_ID, and TEAMS_APP_TYPE too',
  ])
  expect(faultsOf({ TEAMS_ALLOWED_TENANTS: '*' })).toHaveLength(1)
  expect(
    faultsOf({
      ...whole,
      TEAMS_APP_ID: 'parley',
      TEAMS_APP_PASSWORD: id,
      TEAMS_APP_TYPE: 'Singletenant',
      TEAMS_ALLOWED_TENANTS: `${id}, everybody`,
    }).map((fault) => fault.slice(0, 70)),
  ).toEqual([
    'TEAMS_APP_ID must be an id like 00000000-0000-0000-0000-000000000000',
    'TEAMS_APP_PASSWORD must be the value of a client secret, which is show',
    'TEAMS_APP_TYPE must be one of SingleTenant, MultiTenant, UserAssignedM',
    'TEAMS_ALLOWED_TENANTS must be ids of tenants with commas between them,',
  ])
  expect(faultsOf({ ...whole, TEAMS_TENANTID: id })).toMatchObject([
    expect.stringMatching(/did you mean TEAMS_TENANT_ID/),
  ])
  const shown = { TEAMS_CERTIFICATE_FILE: 'app.pem', TEAMS_MANAGED_IDENTITY: id }
  expect(faultsOf({ ...whole, ...shown })).toEqual([
    'TEAMS_APP_PASSWORD and TEAMS_CERTIFICATE_FILE and TEAMS_MANAGED_IDENTITY are different proofs of the app: set one of them',
  ])
  const machine = { ...whole, TEAMS_APP_PASSWORD: '', TEAMS_APP_TYPE: 'UserAssignedMSI' }
  expect(teamsOf(machine)?.app).toMatchObject({ credential: { kind: 'machine' } })
  expect(faultsOf({ ...machine, TEAMS_CERTIFICATE_FILE: 'app.pem' })).toEqual([
    expect.stringMatching(/^TEAMS_CERTIFICATE_FILE must not be set where TEAMS_APP_TYPE is UserAssignedMSI/),
  ])
  expect(teamsOf({ ...whole, TEAMS_APP_PASSWORD_EXPIRES: '2027-01-31', TEAMS_CLOUD: 'DoD' })).toMatchObject({
    app: { credential: { expiresAt: Date.UTC(2027, 0, 31) } },
    cloud: 'DoD',
  })
  expect(faultsOf({ ...whole, TEAMS_APP_PASSWORD_EXPIRES: 'soon' })).toHaveLength(1)
  expect(teamsOf({ ...whole, TEAMS_ALLOWED_TENANTS: `${id}, *` })?.allowedTenants).toEqual([id, '*'])
  // Ids are the same in whatever case they are written.
  const shouted = { TEAMS_APP_ID: id.toUpperCase(), TEAMS_TENANT_ID: id.toUpperCase() }
  const { app, allowedTenants } = teamsOf({ ...whole, ...shouted, TEAMS_ALLOWED_TENANTS: id.toUpperCase() })!
  expect([app?.appId, app?.tenantId, allowedTenants]).toEqual([id, id, [id]])
})

it('asks nobody who they are on this machine alone, and never beside an app', () => {
  expect(teamsOf({ TEAMS_AUTH: 'none' })).toEqual({ owners: [], allowedTenants: [] })
  expect(faultsOf({ TEAMS_AUTH: 'none', HOST: '0.0.0.0' })).toMatchObject([
    expect.stringMatching(/^TEAMS_AUTH must not be none when HOST/),
  ])
  expect(faultsOf({ ...whole, TEAMS_AUTH: 'none' })).toMatchObject([expect.stringMatching(/^TEAMS_AUTH asks nobody/)])
})
