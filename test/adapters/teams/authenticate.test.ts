import { expect, it, onTestFinished, vi } from 'vitest'
import { createAuthenticate } from '../../../adapters/teams/authenticate.ts'
import { createBotbuilderVerifier } from '../../../adapters/teams/botbuilder.ts'
import { CLOUDS } from '../../../adapters/teams/endpoints.ts'
import { createInboundTokens } from '../../../console/stand-ins/teams/identity/inbound-tokens.ts'
import { authenticateContract } from '../../contracts/authenticate.ts'

const limitMs = 5000
const issuer = CLOUDS.Public.api
const rest = { tenantId: '7a11e500-0000-4000-8000-000000000001', issuer, loginUrl: CLOUDS.Public.loginUrl }

authenticateContract('with botbuilder', ({ appId, openIdUrl, now }) =>
  createAuthenticate({
    appId,
    issuer,
    openIdUrl,
    limitMs,
    now,
    verifier: createBotbuilderVerifier({ appId, openIdUrl, ...rest }),
  }),
)

// What is left when botbuilder goes: our own checks alone keep the contract.
authenticateContract('without it', (parts) =>
  createAuthenticate({ ...parts, issuer, limitMs, verifier: { verify: async () => 'ok' } }),
)

it('botbuilder has the last word, and the console is as it was', async () => {
  const before = console.error
  const appId = '7a11e500-0000-4000-8000-00000000b07f'
  const { header } = createInboundTokens({ appId, now: Date.now }).next('https://smba.example.com/')
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  // Nobody is there to say which keys there are.
  const verifier = createBotbuilderVerifier({ appId, openIdUrl: 'http://127.0.0.1:9/', ...rest })
  expect(await verifier.verify('https://smba.example.com/', 'Bearer not.a.token')).toBe('denied')
  expect(await verifier.verify('https://smba.example.com/', header!)).not.toBe('ok')
  said.mockRestore()
  expect(console.error).toBe(before)
})
