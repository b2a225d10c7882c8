import { Client, type OAuthClientProvider, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { expect, it, onTestFinished } from 'vitest'
import { atTerminal } from '../../src/admin/actor.ts'
import { freePort } from '../../src/lib/free-port.ts'
import { browser, startOAuthServer } from '../support/oauth-server.ts'
import { problemOf, startServer } from './server.ts'

const callback = 'http://127.0.0.1:9/callback'

/** A client as the protocol has it, and a person who is led to where they say yes. */
function signingIn() {
  const held: Record<string, unknown> = {}
  let led: URL | undefined
  const provider: OAuthClientProvider = {
    redirectUrl: callback,
    clientMetadata: {
      client_name: 'test',
      redirect_uris: [callback],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    },
    clientInformation: () => held['client'] as never,
    saveClientInformation(client) {
      held['client'] = client
    },
    tokens: () => held['tokens'] as never,
    saveTokens(tokens) {
      held['tokens'] = tokens
    },
    // By which it knows that who it comes back from is whom it went to.
    discoveryState: () => held['discovery'] as never,
    saveDiscoveryState(discovery) {
      held['discovery'] = discovery
    },
    saveCodeVerifier(verifier) {
      held['verifier'] = verifier
    },
    codeVerifier: () => held['verifier'] as string,
    redirectToAuthorization(url) {
      led = url
    },
  }
  return {
    provider,
    token: () => (held['tokens'] as { access_token: string }).access_token,
    /** Where they come back to, with what they bring. */
    async agree(): Promise<URLSearchParams> {
      const { open } = browser()
      for (let at = led!.href; ; ) {
        const location = (await open(at)).headers.get('location')
        if (location === null) throw new Error(`nobody is led on from ${at}`)
        at = new URL(location, at).href
        if (at.startsWith(callback)) return new URL(at).searchParams
      }
    },
  }
}

async function started() {
  const issuer = await startOAuthServer({ jwt: true, scope: 'agents:ask other' })
  const port = await freePort()
  const server = await startServer({
    listen: { host: '127.0.0.1', port },
    mcpTokens: {
      publicUrl: `http://127.0.0.1:${port}`,
      issuers: [{ issuer: issuer.issuer, account: 'default', agent: 'guide' }],
    },
  })
  const transport = (authProvider: OAuthClientProvider) =>
    new StreamableHTTPClientTransport(new URL('/mcp', server.url), { authProvider })
  const signIn = async () => {
    const person = signingIn()
    const first = transport(person.provider)
    await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow()
    await first.finishAuth(await person.agree())
    return person
  }
  const list = (token: string) =>
    server.request(
      'POST',
      '/mcp',
      { jsonrpc: '2.0', id: 1, method: 'tools/list' },
      {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
      },
    )
  return { issuer, server, transport, signIn, list }
}

it('the official client finds whom to ask, signs in there, and asks with what it was given', async () => {
  const { server, issuer, transport, signIn, list } = await started()
  const person = await signIn()
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport(person.provider))
  onTestFinished(() => client.close())
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(['ask_guide'])
  const { content } = await client.callTool({ name: 'ask_guide', arguments: { question: 'hello' } })
  expect(content).toMatchObject([{ text: 'Hello there' }, { text: '- More' }])

  // What was signed by somebody else, or changed, opens nothing; nor does a good one, once the account's API is off.
  const token = person.token()
  const [head, body, signature] = token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, sub: 'ben' })).toString('base64url')
  const unsigned = Buffer.from('{"alg":"none"}').toString('base64url')
  for (const wrong of [`${head}.${changed}.${signature}`, `${unsigned}.${body}.`, 'a.b.c']) {
    const refused = await list(wrong)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
    expect(await problemOf(refused)).toMatchObject({ status: 401, code: 'invalid_api_key' })
  }
  expect((await list(token)).status).toBe(200)
  await server.admin.accounts.update('default', { apiEnabled: false }, atTerminal)
  expect(await problemOf(await list(token))).toMatchObject({ status: 401, code: 'api_disabled' })
  expect(issuer.seen.registered).toBe(1)
})

it('a token has to have the scope, and to be for this address; an issuer that is away is told of', async () => {
  const { issuer, signIn, list } = await started()
  issuer.state.granted = 'other'
  const refused = await list((await signIn()).token())
  expect(refused.headers.get('www-authenticate')).toMatch(
    /resource_metadata=".+", scope="agents:ask", error="insufficient_scope"/,
  )
  expect(await problemOf(refused)).toMatchObject({ status: 403, code: 'out_of_scope' })

  const [one, other] = [await started(), await started()]
  const elsewhere = (await other.signIn()).token()
  expect((await other.list(elsewhere)).status).toBe(200)
  expect((await one.list(elsewhere)).status).toBe(401)

  const third = await started()
  const early = (await third.signIn()).token()
  third.issuer.state.isAway = true
  expect(await problemOf(await third.list(early))).toMatchObject({ status: 503, code: 'issuer_unreachable' })
  third.issuer.state.isAway = false
  expect((await third.list(early)).status).toBe(200)
})

it('only says whom to ask where somebody is trusted', async () => {
  const { request } = await startServer()
  expect((await request('GET', '/.well-known/oauth-protected-resource/mcp')).status).toBe(404)
  const { server, issuer } = await started()
  const metadata = await server.request('GET', '/.well-known/oauth-protected-resource/mcp')
  expect(await metadata.json()).toEqual({
    resource: `${server.url}/mcp`,
    authorization_servers: [issuer.issuer],
    scopes_supported: ['agents:ask'],
    bearer_methods_supported: ['header'],
    resource_name: 'Parley',
  })
})
