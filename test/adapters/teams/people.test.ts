import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createAccess } from '../../../adapters/teams/access.ts'
import type { Kept } from '../../../adapters/teams/credentials.ts'
import { CLOUDS, type CloudName } from '../../../adapters/teams/endpoints.ts'
import { createPeople } from '../../../adapters/teams/people.ts'
import { createKey, signed } from '../../../console/stand-ins/teams/identity/jwt.ts'
import { createTeamsSimulator, type TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'
import { selfSigned } from '../../support/certificate.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { ANN } from './harness.ts'

const server = { url: 'https://tracker.example.com/mcp', scope: 'api://tracker/.default' }
const soon = () => AbortSignal.timeout(60_000)

/** Ann as Microsoft's token store knows her, which she has signed in with by a device of hers. */
async function open(
  registered: NonNullable<TeamsSimulatorOptions['app']> = {},
  credential: Kept | undefined = undefined,
  cloud: CloudName = 'Public',
) {
  const simulator = createTeamsSimulator({
    app: {
      connections: [{ name: 'people' }],
      delegated: [{ audience: 'api://tracker', scopes: ['issues.write'], consented: true }],
      ...{ cloud, ...registered },
    },
  })
  await simulator.start()
  onTestFinished(() => simulator.stop())
  const { appId, tenantId, appPassword, loginUrl, tokenStoreUrl } = simulator
  const kept = credential ?? { kind: 'secret', value: appPassword }
  const appType = kept.kind === 'machine' ? 'UserAssignedMSI' : 'SingleTenant'
  const app = { appId, tenantId, credential: kept, appType } as const
  const machine = { endpoint: simulator.identityUrl }
  const parts = { app, cloud: CLOUDS[cloud], loginUrl, machine, now: Date.now }
  const access = createAccess(parts)
  const servers = ['https://tracker.example.com']
  const people = createPeople({ connection: 'people', servers, url: tokenStoreUrl, app, access, now: Date.now })
  const ann = { tenant: tenantId, user: ANN }
  const exchanged = (signal = soon()) =>
    people.tokens.exchanged({ ...ann, token: simulator.deviceToken(ANN) }, server, signal)
  return { simulator, people, ann, exchanged }
}

const { certificate, key } = selfSigned(300)
const fileWith = (text: string): string => {
  const file = join(tempFolder(), 'kept')
  writeFileSync(file, text)
  return file
}
const identity = {
  ...{ issuer: 'https://login.microsoftonline.com/example/v2.0', subject: 'system:serviceaccount:parley:parley' },
  ...{ client: '7a11e500-0000-4000-8000-0000000000d1', key: createKey() },
}
const trusted = () =>
  signed(
    {
      ...{ iss: identity.issuer, sub: identity.subject, aud: 'api://AzureADTokenExchange' },
      exp: Math.floor(Date.now() / 1000) + 3600,
    },
    identity.key,
  )

it.each<[string, () => Kept, NonNullable<TeamsSimulatorOptions['app']>]>([
  ['a secret', () => ({ kind: 'secret', value: 'a-secret-only-this-simulator-knows' }), {}],
  [
    'a certificate',
    () => ({ kind: 'certificate', file: fileWith(certificate + key) }),
    { certificates: [certificate] },
  ],
  ['a federated token', () => ({ kind: 'federated', file: fileWith(trusted()) }), { federated: [identity] }],
  ['a managed identity', () => ({ kind: 'identity', client: identity.client }), { federated: [identity] }],
])('an app that shows %s gets tokens in the names of people', async (_, credential, registered) => {
  const { simulator, exchanged, people } = await open(registered, credential())
  const granted = await exchanged()
  expect(simulator.holder(granted!.token, 'api://tracker')).toBe('ann@example.com')
  expect(granted!.expiresAt).toBeGreaterThan(Date.now())
  expect(granted!.kept).not.toContain(granted!.token)
  const next = await people.tokens.refresh(granted!.kept, soon())
  expect(simulator.holder(next!.token, 'api://tracker')).toBe('ann@example.com')
})

it('an app that is a managed identity gets none, and says so; without a scope its people are signed in all the same', async () => {
  const { simulator, people, ann, exchanged } = await open({ isMachine: true }, { kind: 'machine' })
  await expect(exchanged()).rejects.toMatchObject({ why: 'failed', message: /UserAssignedMSI/ })
  const granted = await people.tokens.held(ann, { url: server.url }, soon())
  expect(simulator.holder(granted!.token, `api://botid-${simulator.appId}`)).toBe('ann@example.com')
})

it.each(['GCCHigh', 'DoD', 'China'] as const)('people are signed in in the cloud %s', async (cloud) => {
  const { exchanged } = await open({}, undefined, cloud)
  expect(await exchanged()).toHaveProperty('token')
})

it('asks once more with a new token where the token store does not take the app’s', async () => {
  const { simulator, exchanged } = await open()
  await exchanged()
  simulator.revokeTokens()
  expect(await exchanged()).toHaveProperty('token')
})

it.each(['GET user token', 'POST exchange', 'GET sign-in resource', 'DELETE user token', 'POST token'] as const)(
  'who waits for %s is not held up longer than they have time',
  async (route) => {
    const { simulator, people, ann, exchanged } = await open()
    const kept = (await exchanged())!.kept
    simulator.faults.set([{ kind: 'hang', route }])
    const late = new AbortController()
    simulator.onCall((call) => {
      // It has arrived, and nothing is answered.
      if (call.route === route) setImmediate(() => late.abort())
    })
    const asked = {
      'GET user token': () => people.tokens.held(ann, server, late.signal),
      'POST exchange': () => exchanged(late.signal),
      'GET sign-in resource': () => people.store.resource({}, late.signal),
      'DELETE user token': () => people.tokens.revoke(kept, late.signal),
      'POST token': () => exchanged(late.signal),
    }
    await expect(asked[route]()).rejects.toMatchObject({ why: 'away' })
  },
)

it('no token is given for a server that the operator has not named, also where it was named before', async () => {
  const { people, ann, exchanged } = await open()
  const elsewhere = { url: 'https://elsewhere.example.com/mcp' }
  const kept = JSON.parse((await exchanged())!.kept)
  await expect(people.tokens.held(ann, elsewhere, soon())).rejects.toMatchObject({ why: 'unsuitable' })
  expect(await people.tokens.refresh(JSON.stringify({ ...kept, ...elsewhere }), soon())).toBeUndefined()
})

it('where Entra lets the app act for people no more leave is over; where the app itself is refused it is not', async () => {
  const delegated = { audience: 'api://tracker', scopes: ['issues.write'], consented: true }
  const app = { delegated: [delegated] }
  const { simulator, people, exchanged } = await open(app)
  const { kept } = (await exchanged())!
  delegated.consented = false
  expect(await people.tokens.refresh(kept, soon())).toBeUndefined()
  const body = JSON.stringify({ error: 'invalid_client', error_description: 'AADSTS7000222: It has expired.' })
  simulator.faults.set([{ kind: 'refuse', route: 'POST token', status: 401, body }])
  await expect(people.tokens.refresh(kept, soon())).rejects.toMatchObject({ why: 'failed', code: 'AADSTS7000222' })
})
