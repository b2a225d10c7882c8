import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Kept } from '../../../adapters/teams/credentials.ts'
import type { TeamsOptions } from '../../../adapters/teams/index.ts'
import { createKey, signed } from '../../../console/stand-ins/teams/identity/jwt.ts'
import type { TeamsSimulatorOptions } from '../../../console/stand-ins/teams/index.ts'
import { inboxWith } from '../../support/adapter-parts.ts'
import { selfSigned } from '../../support/certificate.ts'
import { tempFolder } from '../../support/temp-folder.ts'
import { createHarness } from './harness.ts'

type Registered = NonNullable<TeamsSimulatorOptions['app']>

const identity = {
  ...{ issuer: 'https://login.microsoftonline.com/example/v2.0', subject: 'system:serviceaccount:parley:parley' },
  ...{ client: '7a11e500-0000-4000-8000-0000000000d1', key: createKey() },
}
const assertion = (more: object = {}) => {
  const exp = Math.floor(Date.now() / 1000) + 3600
  const names = { iss: identity.issuer, sub: identity.subject, aud: 'api://AzureADTokenExchange' }
  return signed({ ...names, exp, ...more }, identity.key)
}
const folder = tempFolder(afterAll)
const fileWith = (text: string): string => {
  const file = join(folder, randomUUID())
  writeFileSync(file, text)
  return file
}

/** The adapter with an app that shows this, before Microsoft that knows what is registered. */
async function open(credential: Kept, registered: Registered, more: Partial<TeamsOptions> = {}) {
  const harness = await createHarness({ simulator: { app: registered }, teams: { app: undefined as never } })
  onTestFinished(() => harness.close())
  const { simulator, another } = harness
  const { appId, tenantId } = simulator
  const appType = credential.kind === 'machine' ? 'UserAssignedMSI' : 'SingleTenant'
  const app = { appId, tenantId, credential, appType } as const
  const machine = { endpoint: simulator.identityUrl }
  return { simulator, teams: await another({ app, machine, ...more }) }
}

/** Whether what Teams tells it is taken, and what it says is. */
async function works({ simulator, teams }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const heard: string[] = []
  const inbox = inboxWith({
    async message({ text, replyTo }) {
      heard.push(text)
      const posted = await teams
        .channel(simulator.tenantId)!
        .post(replyTo, { text: 'Hello' }, 'k', AbortSignal.timeout(9000))
      expect(posted).toHaveProperty('ok')
      return 'taken'
    },
  })
  await teams.start(inbox)
  simulator.say({ user: '29:1ann', conversation: 'a:1ann', text: 'Hi' })
  await simulator.idle()
  expect(heard).toEqual(['Hi'])
}

const { certificate, key } = selfSigned(300)

it.each<[string, Kept, Registered]>([
  ['a secret in a file', { kind: 'secretFile', file: fileWith('from-a-vault\n') }, { password: 'from-a-vault' }],
  ['a certificate', { kind: 'certificate', file: fileWith(certificate + key) }, { certificates: [certificate] }],
  ['a token that Kubernetes gives', { kind: 'federated', file: fileWith(assertion()) }, { federated: [identity] }],
  ['a managed identity that the app trusts', { kind: 'identity', client: identity.client }, { federated: [identity] }],
  ['a managed identity that is the app', { kind: 'machine' }, { isMachine: true }],
])('an app answers that shows %s', async (_, credential, registered) => {
  await works(await open(credential, registered))
})

it.each(['GCCHigh', 'DoD', 'China'] as const)('an app answers in the cloud %s, and in no other', async (cloud) => {
  const secret: Kept = { kind: 'secret', value: 'a-secret-only-this-simulator-knows' }
  await works(await open(secret, { cloud }, { cloud }))
  const abroad = await open(secret, { cloud })
  await expect(abroad.teams.start(inboxWith())).rejects.toMatchObject({ code: 'teams_app_refused' })
})

describe('what is kept in a file', () => {
  it('is read for each token: a new certificate needs no restart', async () => {
    const next = selfSigned(300)
    const file = fileWith(certificate + key)
    const registered = [certificate]
    const opened = await open({ kind: 'certificate', file }, { certificates: registered })
    await works(opened)
    registered.splice(0, 1, next.certificate)
    writeFileSync(file, next.key + next.certificate)
    const { simulator, teams } = opened
    simulator.revokeTokens()
    simulator.say({ user: '29:1ann', conversation: 'a:1ann', text: 'Again' })
    await simulator.idle()
    expect(simulator.messages('a:1ann').filter(({ author }) => author.bot)).toHaveLength(2)
    expect(teams.degraded?.()).toEqual([])
  })

  it.each<[string, Kept, RegExp]>([
    [
      'nothing',
      { kind: 'secretFile', file: '/nowhere/secret' },
      /TEAMS_APP_PASSWORD_FILE: .* cannot be read \(ENOENT\)/,
    ],
    ['an empty token', { kind: 'federated', file: fileWith(' ') }, /TEAMS_FEDERATED_TOKEN_FILE: .* is empty/],
    [
      'a certificate alone',
      { kind: 'certificate', file: fileWith(certificate) },
      /must hold a certificate and its private key/,
    ],
    [
      'the key of another one',
      { kind: 'certificate', file: fileWith(certificate + selfSigned(1).key) },
      /a private key that is not that of its certificate/,
    ],
  ])('is said to be wrong: %s', async (_, credential, words) => {
    const { teams } = await open(credential, { certificates: [certificate] })
    await expect(teams.start(inboxWith())).rejects.toMatchObject({ message: expect.stringMatching(words) })
  })

  it.each<[string, Kept, Registered, string]>([
    [
      'a certificate that is not registered',
      { kind: 'certificate', file: fileWith(certificate + key) },
      {},
      'AADSTS700027',
    ],
    [
      'a token of somebody else',
      { kind: 'federated', file: fileWith(assertion({ sub: 'x' })) },
      { federated: [identity] },
      'AADSTS700213',
    ],
    [
      'one that is over',
      { kind: 'federated', file: fileWith(assertion({ exp: 1 })) },
      { federated: [identity] },
      'AADSTS700024',
    ],
  ])('is refused by Microsoft, which is said: %s', async (_, credential, registered, code) => {
    const { teams } = await open(credential, registered)
    await expect(teams.start(inboxWith())).rejects.toMatchObject({ message: expect.stringContaining(code) })
  })

  it('asks again when the machine is not ready, and says when it has no such identity', async () => {
    const { simulator, teams } = await open({ kind: 'identity', client: identity.client }, { federated: [identity] })
    simulator.faults.set([{ kind: 'error', route: 'GET identity', times: 1 }])
    await expect(teams.start(inboxWith())).rejects.toMatchObject({ code: 'teams_unreachable' })
    await teams.start(inboxWith())
    const other = await open({ kind: 'identity', client: identity.issuer }, { federated: [identity] })
    await expect(other.teams.start(inboxWith())).rejects.toMatchObject({
      message: expect.stringMatching(/TEAMS_MANAGED_IDENTITY: this machine gives no token .*400/),
    })
  })
})

it('warns before what it shows ends, and says how it is renewed', async () => {
  const soon = selfSigned(10)
  const file = fileWith(soon.certificate + soon.key)
  const opened = await open({ kind: 'certificate', file }, { certificates: [soon.certificate] })
  await works(opened)
  expect(opened.teams.degraded?.()).toEqual([
    expect.stringMatching(/^the certificate of the app ends on .*, in 9 days\..*read again/),
  ])
  const expiresAt = Date.now() - 1000
  const secret: Kept = { kind: 'secret', value: 'a-secret-only-this-simulator-knows', expiresAt }
  const { teams } = await open(secret, {})
  expect(teams.degraded?.()).toEqual([
    expect.stringMatching(/^the client secret of the app ended on .*TEAMS_APP_PASSWORD_EXPIRES$/),
  ])
})
