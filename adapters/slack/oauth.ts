import { randomBytes } from 'node:crypto'
import type { Installations } from '../../src/ports/installations.ts'
import type { Log } from '../../src/ports/log.ts'
import type { Route, RouteRequest, RouteResponse } from '../../src/ports/route.ts'
import type { Secrets } from '../../src/ports/secrets.ts'
import { type AccessParts, ask, type Refresh, refreshOf } from './access.ts'
import { scopesFor, type Wants } from './manifest.ts'
import { page } from './page.ts'
import type { Bot } from './told.ts'

const INSTALL = '/slack/install'
const REDIRECT = '/slack/oauth_redirect'
const STATE_MS = 600_000
const COOKIE = 'parley_slack_state'
const CONTEXT = 'slack install'

/** What Slack gives whoever installs the app. */
export interface Grant {
  installation: { id: string; name: string }
  token: string
  botUser: Bot['id']
  /** Of an app with token rotation. */
  refresh?: Refresh
}

export interface OauthParts extends AccessParts {
  wants: Wants | undefined
  secrets: Secrets
  /** Resolves with whether anybody is answered there; rejects when it cannot be kept. */
  granted: (grant: Grant) => ReturnType<Installations['add']>
  log: Log
  now: () => number
}

/**
 * Two pages on the shared server: one that sends a person to Slack to install the app, one that Slack sends them back to. No
 * redirect address is named, so that Slack takes the one in the app's settings.
 */
export function createOauthRoutes(parts: OauthParts): Route[] {
  const { clientId, apiUrl, wants, granted, log } = parts
  const states = createStates(parts)
  const again = { to: INSTALL, text: 'Install it again' }

  function install({ headers }: RouteRequest): RouteResponse {
    const { state, nonce } = states.open()
    const url = new URL('../oauth/v2/authorize', apiUrl)
    url.search = new URLSearchParams({ client_id: clientId, scope: scopesFor(wants).join(','), state }).toString()
    const location = url.href
    return {
      status: 302,
      headers: { location, 'set-cookie': cookieOf(nonce, STATE_MS, headers), 'cache-control': 'no-store' },
      body: '',
    }
  }

  async function redirect({ url, headers }: RouteRequest): Promise<RouteResponse> {
    const query = new URL(url, 'http://localhost').searchParams
    const nonce = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]+)`).exec(String(headers['cookie'] ?? ''))?.[1]
    if (!states.use(query.get('state') ?? '', nonce)) {
      const say = 'This page was opened too late, a second time, or in another browser than the one that began.'
      return page(400, 'Parley was not installed', say, again)
    }
    const answer = await complete(query)
    // The browser forgets it, for another process does not know that it was used.
    return { ...answer, headers: { ...answer.headers, 'set-cookie': cookieOf('', 0, headers) } }
  }

  async function complete(query: URLSearchParams): Promise<RouteResponse> {
    const refused = query.get('error')
    if (refused === 'access_denied') return page(200, 'Parley was not installed', 'You cancelled it in Slack.', again)
    const code = query.get('code')
    if (refused || !code) {
      return page(400, 'Parley was not installed', `Slack said: ${refused ?? 'nothing'}.`, again)
    }
    const answer = await exchange(parts, code)
    if ('failed' in answer) {
      log.warn({ failed: answer.failed }, 'an installation in Slack was not completed')
      return page(502, 'Parley was not installed', answer.failed, again)
    }
    try {
      return installedPage(answer.grant.installation, await granted(answer.grant))
    } catch (err) {
      log.error({ err }, 'an installation in Slack could not be kept')
      return page(500, 'Parley was not installed', 'Something went wrong here. Please try again.', again)
    }
  }

  return [
    { method: 'GET', path: INSTALL, handle: async (asked) => install(asked) },
    { method: 'GET', path: REDIRECT, handle: redirect },
  ]
}

function installedPage({ id, name }: Grant['installation'], status: Awaited<ReturnType<OauthParts['granted']>>) {
  if (status === 'approved') {
    const say = `Parley is installed in ${name}. Write to it under Apps in Slack, or invite it to a channel and mention it.`
    return page(200, 'Parley is installed', say)
  }
  const say =
    status === 'waiting'
      ? `Parley is installed in ${name} and answers as soon as an owner of this Parley has approved it; they are told now. If you know who runs it, give them this id: ${id}. What is written before is not answered later.`
      : `Whoever runs this Parley has not approved it for ${name}, so nobody is answered there. If that is a mistake, give them this id: ${id}.`
  return page(200, status === 'waiting' ? 'Parley waits for approval' : 'Parley is not approved here', say)
}

function cookieOf(nonce: string, ageMs: number, headers: RouteRequest['headers']): string {
  const cookie = [`${COOKIE}=${nonce}`, 'Path=/slack', 'HttpOnly', 'SameSite=Lax', `Max-Age=${ageMs / 1000}`]
  // Browsers keep no secure cookie of a plain address, which only this machine's own should be.
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(String(headers['host'] ?? ''))
  return [...cookie, ...(isLocal ? [] : ['Secure'])].join('; ')
}

/**
 * What makes sure that whoever comes back from Slack is who went there, lately. They may come back to another process than they
 * left; one that has seen a state lets nobody in with it again.
 */
function createStates({ secrets, now }: Pick<OauthParts, 'secrets' | 'now'>) {
  const used = new Map<string, number>()

  return {
    open(): { state: string; nonce: string } {
      const nonce = randomBytes(24).toString('base64url')
      const state = secrets.seal(JSON.stringify({ nonce, until: now() + STATE_MS }), CONTEXT)
      return { state, nonce }
    },
    use(state: string, nonce: string | undefined): boolean {
      let read: { nonce: string; until: number }
      try {
        read = JSON.parse(secrets.open(state, CONTEXT))
      } catch {
        return false
      }
      for (const [old, until] of used) if (until <= now()) used.delete(old)
      const isFresh = read.until > now() && !used.has(read.nonce)
      if (!isFresh || nonce !== read.nonce) return false
      used.set(read.nonce, read.until)
      return true
    },
  }
}

async function exchange(parts: OauthParts, code: string): Promise<{ grant: Grant } | { failed: string }> {
  const access = await ask(parts, { code })
  if (!access) return { failed: 'Slack could not be reached. Please try again.' }
  if (access.ok !== true) return { failed: explain(access.error ?? 'unknown_error') }
  const { access_token, bot_user_id, token_type } = access
  const installation = access.is_enterprise_install ? access.enterprise : access.team
  if (!access_token || token_type !== 'bot' || !bot_user_id || !installation) {
    return { failed: 'Slack gave no bot token. The app needs a bot user, as `parley slack manifest` describes it.' }
  }
  const { id, name = id } = installation
  const refresh = refreshOf(access, parts.now())
  return {
    grant: { installation: { id, name }, token: access_token, botUser: bot_user_id, ...(refresh && { refresh }) },
  }
}

function explain(error: string): string {
  if (/^(?:invalid_client_id|bad_client_secret)$/.test(error)) {
    return `Slack refused Parley's own credentials (${error}). Whoever runs Parley: copy SLACK_CLIENT_ID and SLACK_CLIENT_SECRET from Basic Information of the app.`
  }
  return `Slack refused the code it gave (${error}). Please try again.`
}
