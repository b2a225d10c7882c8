import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { platforms } from '../../adapters/registry.ts'
import { createIdentities } from '../../src/app/parts/identities.ts'
import { isLoopback } from '../../src/lib/variables.ts'
import type { ConsoleIssuer } from '../../src/ports/identities.ts'
import type { Platform, PlatformSignIn } from '../../src/ports/platform.ts'
import { client, type IssuerOptions, startIssuer } from '../support/oidc-issuer.ts'
import { tempFolder } from '../support/temp-folder.ts'
import { startServer } from './server.ts'

const proxied = 'https://parley.example.com'
const ann = 'slack_T0AB_U0ANN'
const ben = 'slack_T0AB_U0BEN'
const people = { 'ann@example.com': ann, 'ben@example.com': ben }

interface Options extends Partial<IssuerOptions> {
  publicUrl?: string
  /** The platform whose issuer it is taken for; without one its people are listed. */
  as?: Platform['id']
  claim?: string
}

/** A server behind a proxy that ends TLS, and an issuer that it sends people to. */
async function open({ as, claim = 'email', publicUrl = proxied, ...options }: Options = {}) {
  const issuer = await startIssuer({ redirectUris: [`${publicUrl}/console/oidc/house`], ...options })
  issuer.people['ann'] = { email: 'ann@example.com', email_verified: true, name: 'Ann' }
  issuer.people['ben'] = { email: 'ben@example.com', email_verified: true }
  const all = platforms.map((one) => (one.id === as ? { ...one, signIn: here(one.signIn!) } : one))
  const house: ConsoleIssuer = {
    ...{ id: 'house', name: 'The <House>', account: 'default', issuer: issuer.issuer, ...client },
    scope: all.find(({ id }) => id === as)?.signIn?.scope ?? 'openid email',
    people: as ? 'platform' : { claim, uids: people },
  }
  const clock = { at: Date.parse('2026-11-23T09:00:00Z') }
  const consolePage = tempFolder()
  mkdirSync(join(consolePage, 'assets'))
  writeFileSync(join(consolePage, 'index.html'), '<!doctype html><title>Parley</title>')
  const server = await startServer({
    ...{ consolePage, publicUrl, platforms: all, now: () => clock.at },
    issuers: [house, { ...house, id: 'other' }],
    identities: createIdentities({ now: () => clock.at }),
  })
  const { admin, account, request } = server
  await admin.roles.set(ann, 'owner', undefined, { account, author: 'cli', door: 'cli' })

  const { port } = new URL(server.url)
  const [session, mark] = publicUrl.startsWith('https:')
    ? ['__Host-parley', '__Host-parley-sign-in']
    : [`parley-console-${port}`, `parley-sign-in-${port}`]
  const own = { 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' }
  const ask = (method: string, path: string, cookie = '', body?: unknown) =>
    request(method, path, body, { ...own, ...(cookie && { cookie }) })
  /** Somebody presses the button: where they are sent, and what marks their browser. */
  async function press(to?: string, id = 'house') {
    const response = await ask('POST', `/console/api/ways/${id}`, '', to === undefined ? {} : { to })
    const { url } = (await response.json()) as { url: string }
    return { url, kept: cookiesOf(response)[mark!]!, response }
  }
  /** The browser comes back by whatever stands between. */
  const comeBack = (at: URL, kept?: string, headers: Record<string, string> = {}) =>
    fetch(`${server.url}${at.pathname}${at.search}`, {
      redirect: 'manual',
      headers: {
        'sec-fetch-site': 'cross-site',
        ...(kept && { cookie: `${mark}=${kept}` }),
        ...headers,
      },
    })
  async function signIn(to?: string) {
    const { url, kept } = await press(to)
    return comeBack(await issuer.back(url), kept)
  }
  const me = async (response: Response) => {
    const token = cookiesOf(response)[session!]
    return (await ask('GET', '/console/api/me', `${session}=${token}`)).json()
  }
  return { ...server, issuer, clock, ask, press, comeBack, signIn, me }
}

/** Whatever issuer the test has is the platform's. */
const here = (signIn: PlatformSignIn): PlatformSignIn => ({
  ...signIn,
  knows: (issuer) => (isLoopback(new URL(issuer).hostname) ? 'shared' : undefined),
})

const cookiesOf = (response: Response): Record<string, string> =>
  Object.fromEntries(response.headers.getSetCookie().map((one) => /^([^=]+)=([^;]*)/.exec(one)!.slice(1)))

/** Nobody was signed in, and was told why on a page that brings nothing along. */
async function refusedWith(response: Response, status: number): Promise<string> {
  expect([response.status, response.headers.get('location'), cookiesOf(response)['__Host-parley']]).toEqual([
    status,
    null,
    undefined,
  ])
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  const html = await response.text()
  expect(html).toContain('href="/console"')
  return html.replaceAll(/<style>.*<\/style>/gs, '').replaceAll(/<[^>]+>/g, '')
}

describe('whoever an issuer vouches for', () => {
  it('is in as by a link: the same session, role and log, and back where they wanted to be', async () => {
    const { press, issuer, comeBack, me, admin, account, ask, store, lines } = await open()
    expect(await (await ask('GET', '/console/api/ways')).json()).toEqual({
      items: [
        { id: 'house', name: 'The <House>' },
        { id: 'other', name: 'The <House>' },
      ],
    })
    // Until somebody presses it the issuer is asked for nothing.
    expect(issuer.seen.requests).toBe(0)
    const { url, response, kept } = await press('/console/usage?days=7')
    const asked = new URL(url).searchParams
    expect(asked.get('scope')).toBe('openid email')
    expect(asked.get('redirect_uri')).toBe(`${proxied}/console/oidc/house`)
    expect(asked.get('code_challenge_method')).toBe('S256')
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
    const marked = response.headers.getSetCookie()[0]!
    expect(marked).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/)
    // What the browser keeps tells nobody the verifier, nor anything else.
    expect(kept).not.toContain(Buffer.from(asked.get('state')!).toString('base64url').slice(0, 8))

    const back = await comeBack(await issuer.back(url), kept)
    expect([back.status, back.headers.get('location')]).toEqual([303, '/console/usage?days=7'])
    expect(back.headers.get('referrer-policy')).toBe('no-referrer')
    const set = back.headers.getSetCookie()
    expect(set[0]).toMatch(/^__Host-parley-sign-in=; .*Max-Age=0$/)
    expect(set[1]).toMatch(/^__Host-parley=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=604800$/)
    expect(await me(back)).toMatchObject({ account, person: ann, owner: true, adminOf: 'all' })
    expect(await admin.audit.list(account, { limit: 1 })).toMatchObject([
      {
        action: 'console.sign-in',
        actor: ann,
        door: 'console',
        summary: `${ann} signed in to the console by The <House>`,
      },
    ])

    // Of what the issuer said the uid alone is kept.
    const rows = await Promise.all([
      store.db.query.selectFrom('console_session').selectAll().execute(),
      store.db.query.selectFrom('audit').selectAll().execute(),
    ])
    expect(JSON.stringify([rows, lines])).not.toContain('ann@example.com')

    // The role is asked at each call, and revoking ends it, as with any session.
    const [session] = await admin.console.list(account)
    await admin.console.revoke(session!.id, { account, author: 'cli', door: 'cli' })
    expect(await me(back)).toMatchObject({ code: 'signed_out' })
  })

  it('needs no TLS where only this machine looks', async () => {
    const { signIn, me } = await open({ publicUrl: 'http://localhost:3000' })
    const back = await signIn()
    expect(back.headers.getSetCookie().join()).not.toMatch(/Secure|__Host/)
    expect(await me(back)).toMatchObject({ person: ann })
  })

  it.each(['client_secret_post', 'client_secret_basic'] as const)('where the issuer takes %s', async (takes) => {
    const { signIn } = await open({ takes })
    expect((await signIn()).headers.get('location')).toBe('/console')
  })

  it.each([
    ['slack', { 'https://slack.com/user_id': 'U0ANN', 'https://slack.com/team_id': 'T0AB' }, ann],
    [
      'slack',
      {
        'https://slack.com/user_id': 'U0ANN',
        'https://slack.com/team_id': 'T0AB',
        'https://slack.com/enterprise_id': 'E0AB',
      },
      'slack_E0AB_U0ANN',
    ],
    ['discord', {}, 'discord_1200000000000000011'],
    [
      'teams',
      { tid: '7a11e500-0000-4000-8000-00000000001d', oid: '7A11E500-0000-4000-8000-0000000000A1' },
      'teams_7a11e500-0000-4000-8000-00000000001d_7a11e500-0000-4000-8000-0000000000a1',
    ],
  ] as const)('is the person of %s that its tokens name (%j)', async (as, claims, uid) => {
    const { issuer, signIn, me, admin, account } = await open({ as })
    issuer.state.person = as === 'discord' ? '1200000000000000011' : 'ann'
    issuer.people[issuer.state.person] = claims
    // Entra tells its claims with the ID token.
    if (as === 'teams') issuer.state.tamper = (told) => ({ ...told, ...claims })
    const byHand = { account, author: 'cli', door: 'cli' } as const
    await admin.roles.set('discord_1', 'owner', undefined, byHand)
    await admin.roles.remove(ann, undefined, byHand)
    const name = { slack: 'slack_T0AB_U0ANN', discord: 'discord_1200000000000000011', teams: uid }[as]
    expect(await refusedWith(await signIn(), 403)).toContain(`you are ${name}.`)
    await admin.roles.set(uid, 'admin', 'guide', byHand)
    expect(await me(await signIn())).toMatchObject({ person: uid, owner: false, adminOf: ['guide'] })
  })

  it('is known by another claim where the settings say so', async () => {
    const { issuer, signIn, me } = await open({ claim: 'sub' })
    expect(await refusedWith(await signIn(), 403)).toContain('that you are ann.')
    issuer.state.person = 'ann@example.com'
    expect(await me(await signIn())).toMatchObject({ person: ann })
  })
})

describe('nobody gets in', () => {
  it('who is not listed, or has no role, or is blocked; and hears as whom they are known', async () => {
    const { issuer, signIn, admin, account } = await open()
    issuer.people['cat'] = { email: '__proto__', email_verified: true }
    for (const person of ['ben', 'cat']) {
      issuer.state.person = person
      const text = await refusedWith(await signIn(), 403)
      expect(text).toContain(`The &lt;House> says that you are ${issuer.people[person]!['email']}.`)
      expect(text).toContain('show this to an owner')
    }
    await admin.roles.set(ben, 'blocked', undefined, { account, author: 'cli', door: 'cli' })
    issuer.state.person = 'ben'
    await refusedWith(await signIn(), 403)
    expect(await admin.console.list(account)).toEqual([])
  })

  it('whose address the issuer has not verified, whoever’s it is', async () => {
    const { issuer, signIn } = await open()
    for (const email_verified of [false, undefined, 'true']) {
      issuer.people['ann'] = { email: 'ann@example.com', email_verified }
      expect(await refusedWith(await signIn(), 403)).toContain('Verify it there')
    }
    issuer.people['ann'] = { email_verified: true }
    expect(await refusedWith(await signIn(), 403)).toContain('did not tell who you are')
  })

  it('whom the platform’s token does not name', async () => {
    const { issuer, signIn } = await open({ as: 'slack' })
    issuer.people['ann'] = { 'https://slack.com/user_id': 'U0ANN', 'https://slack.com/team_id': '../cli' }
    expect(await refusedWith(await signIn(), 403)).toContain('did not tell who you are')
  })

  it('by a token with another nonce, for another client, of another issuer, too old, or signed by somebody else', async () => {
    const { issuer, signIn, lines } = await open()
    const untrue: Record<string, (claims: Record<string, unknown>) => Record<string, unknown>> = {
      nonce: (claims) => ({ ...claims, nonce: 'of another sign-in' }),
      'no nonce': ({ nonce: _, ...claims }) => claims,
      audience: (claims) => ({ ...claims, aud: 'another-client' }),
      issuer: (claims) => ({ ...claims, iss: 'https://example.com' }),
      age: (claims) => ({ ...claims, exp: 1_000_000_000 }),
    }
    for (const tamper of Object.values(untrue)) {
      issuer.state.tamper = tamper
      expect(await refusedWith(await signIn(), 403)).toContain('could not be relied on')
    }
    issuer.state.tamper = (claims) => claims
    expect((await signIn()).status).toBe(303)
    issuer.state.signsItself = false
    expect(await refusedWith(await signIn(), 403)).toContain('could not be relied on')
    // The operator reads why, and no word of a token.
    const told = lines.filter((line) => line.includes('could not sign in'))
    expect(told).toHaveLength(6)
    expect(told.join()).toContain('nonce')
    expect(told.join()).not.toContain('ann')
  })

  it('by a code that was used, or was somebody else’s', async () => {
    const { issuer, press, comeBack } = await open()
    const first = await press()
    const at = await issuer.back(first.url)
    expect((await comeBack(at, first.kept)).status).toBe(303)
    // Even with what the browser had before it was taken away.
    expect(await refusedWith(await comeBack(at, first.kept), 403)).toContain('could not be relied on')

    // Another's code, in a sign-in that was begun here: whoever sent it would have somebody act as them.
    const [mine, theirs] = [await press(), await press()]
    const injected = await issuer.back(theirs.url)
    injected.searchParams.set('state', new URL(mine.url).searchParams.get('state')!)
    await refusedWith(await comeBack(injected, mine.kept), 403)
  })

  it('with another state, in another browser, after ten minutes, or back from another issuer', async () => {
    const { issuer, press, comeBack, clock } = await open()
    const { url, kept } = await press()
    const before = issuer.seen.tokens
    const at = await issuer.back(url)
    const other = new URL(at)
    other.searchParams.set('state', 'x'.repeat(43))
    const elsewhere = new URL(at.href.replace('/oidc/house', '/oidc/other'))
    const stateless = new URL(at)
    stateless.searchParams.delete('state')
    const tries: [URL, string | undefined][] = [
      [other, kept],
      [stateless, kept],
      [at, undefined],
      [at, 'v1:anything'],
      [at, (await press()).kept],
      [elsewhere, kept],
    ]
    for (const [to, held] of tries) {
      expect(await refusedWith(await comeBack(to, held), 410)).toContain('not begun in this browser')
    }
    clock.at += 600_001
    await refusedWith(await comeBack(at, kept), 410)
    // The issuer was not asked for any of them.
    expect(issuer.seen.tokens).toBe(before)
  })

  it('who does not agree, or while the issuer is away; and hears so in their language', async () => {
    const { issuer, signIn, ask, press, comeBack } = await open()
    issuer.state.agrees = false
    const text = await refusedWith(await signIn(), 403)
    expect(text).toContain('says that you did not agree')
    expect(text).not.toContain('no<')
    issuer.state.agrees = true

    const { url, kept } = await press()
    const at = await issuer.back(url)
    issuer.state.isAway = 'token'
    const japanese = await comeBack(at, kept, { 'accept-language': 'ja' })
    expect(await refusedWith(japanese, 503)).toContain('The &lt;House> につながらないため')
    issuer.state.isAway = undefined
    expect((await signIn()).status).toBe(303)
    expect((await ask('POST', '/console/api/ways/nobody', '', {})).status).toBe(404)
  })

  it('before an issuer is there; from then on they do', async () => {
    const { issuer, ask, signIn } = await open()
    issuer.state.isAway = 'everything'
    const away = await ask('POST', '/console/api/ways/house', '', {})
    expect(away.status).toBe(503)
    expect(await away.json()).toMatchObject({ code: 'issuer_unreachable' })
    issuer.state.isAway = undefined
    expect((await signIn()).status).toBe(303)
  })

  it('is sent anywhere else by it, and no other page begins it', async () => {
    const { signIn, request } = await open()
    const elsewhere = [
      ...[
        '//example.com',
        'https://example.com/console',
        '/\\example.com',
        '/console/..//example.com',
        '/console.example',
      ],
      ...[
        '/v1/keys',
        '/console/api/leave',
        '/console/oidc/house',
        '/console/in',
        'javascript:alert(1)',
        'x'.repeat(600),
      ],
    ]
    for (const to of elsewhere) expect((await signIn(to)).headers.get('location')).toBe('/console')
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'x-parley-console': '1', 'sec-fetch-site': site }
      const response = await request('POST', '/console/api/ways/house', {}, headers)
      expect([response.status, response.headers.getSetCookie()]).toEqual([403, []])
    }
  })
})

it('guessing is slowed down', async () => {
  const { comeBack } = await open()
  const at = new URL(`${proxied}/console/oidc/house?code=x&state=y`)
  const statuses = []
  for (let n = 0; n < 21; n++) statuses.push((await comeBack(at)).status)
  expect(statuses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 410))
  expect(statuses[20]).toBe(429)
})

it('where nobody is configured there is no way, and no address to come back to', async () => {
  const consolePage = tempFolder()
  mkdirSync(join(consolePage, 'assets'))
  writeFileSync(join(consolePage, 'index.html'), '')
  const { request } = await startServer({ consolePage, publicUrl: proxied })
  const headers = { 'x-parley-console': '1', 'sec-fetch-site': 'same-origin' }
  expect(await (await request('GET', '/console/api/ways', undefined, headers)).json()).toEqual({ items: [] })
  expect((await request('GET', '/console/oidc/house?code=x')).status).toBe(404)
})
