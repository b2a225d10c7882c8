import { randomBytes } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import { refuse } from './refusal.ts'
import type { Seat } from './seat.ts'
import type { SlackApp } from './slack-app.ts'

/** What a token is good for. `seats`: one workspace's, or all of an organisation's. */
export type Grant = { kind: 'bot'; seats: Seat[] } | { kind: 'app'; app: SlackApp } | { kind: 'config' }

/** Who approves an installation, and where. */
export interface Approval {
  team: string
  /** The organisation installs it for all of its workspaces. */
  orgWide?: boolean
  deny?: boolean
}

export interface Installs {
  grant(token: string): Grant | undefined
  /** Installs an app without asking anybody; the bot token. */
  install(seats: Seat[], orgWide?: boolean, token?: string): string
  /** What follows when a person opens the address that the app sent them to: the address Slack sends them on to. */
  authorize(address: string, approval: Approval): string
  /** `oauth.v2.access`. Throws a Refusal. */
  access(args: Record<string, unknown>): Record<string, unknown>
  /** `tooling.tokens.rotate`. Throws a Refusal. */
  rotate(args: Record<string, unknown>): Record<string, unknown>
  /** Twelve hours have passed. */
  expireConfig(): void
  /** The app leaves; its tokens end and it is told so. */
  uninstall(seats: Seat[]): void
}

const CODE_MS = 600_000
/** Documented: 12 hours. */
const TOKEN_S = 43_200
const PERMISSION = /^[a-z_.]+(?::[a-z_.]+)?$/

interface Code {
  app: SlackApp
  seats: Seat[]
  orgWide: boolean
  redirectUri: string | undefined
  until: number
  used: boolean
}

export function createInstalls(parts: {
  now: () => number
  apps: () => SlackApp[]
  seatsOf: (app: SlackApp) => Seat[]
}) {
  const { now, apps, seatsOf } = parts
  const bots = new Map<string, { seats: Seat[]; gone?: string; until?: number }>()
  /** Each is taken once. */
  const refreshes = new Map<string, { app: SlackApp; seats: Seat[]; orgWide: boolean }>()
  const codes = new Map<string, Code>()
  let config = { token: CONFIG_TOKEN, refresh: CONFIG_REFRESH, isOver: false }

  /** A token, and with rotation what it is exchanged for before it ends. */
  function given(app: SlackApp, seats: Seat[], orgWide: boolean): Record<string, unknown> {
    const { team, bot } = seats[0]!.workspace
    const fresh = randomBytes(8).toString('hex')
    const token = installs.install(seats, orgWide, `${app.tokenRotation ? 'xoxe.xoxb-1' : 'xoxb'}-${fresh}`)
    const common = {
      app_id: app.id,
      scope: app.scopes.join(','),
      token_type: 'bot',
      access_token: token,
      bot_user_id: bot.id,
      team: orgWide ? null : { id: team.id, name: team.name },
      enterprise: team.enterprise ?? null,
      is_enterprise_install: orgWide,
    }
    if (!app.tokenRotation) return common
    bots.get(token)!.until = now() + TOKEN_S * 1000
    const refresh = `xoxe-1-${fresh}`
    refreshes.set(refresh, { app, seats, orgWide })
    return { ...common, refresh_token: refresh, expires_in: TOKEN_S }
  }

  const installs: Installs = {
    grant(token) {
      const app = apps().find(({ appToken }) => appToken === token)
      if (app) return { kind: 'app', app }
      if (token === config.token) return config.isOver ? refuse('token_expired') : { kind: 'config' }
      const bot = bots.get(token)
      if (bot?.gone) return refuse(bot.gone)
      if (bot?.until !== undefined && bot.until <= now()) return refuse('token_expired')
      return bot && { kind: 'bot', seats: bot.seats }
    },
    install(seats, orgWide = false, token = `xoxb-${randomBytes(8).toString('hex')}`) {
      for (const seat of seats) seat.installed = orgWide ? 'organisation' : 'workspace'
      seats[0]!.app.installed()
      bots.set(token, { seats })
      return token
    },
    authorize(address, { team, orgWide = false, deny = false }) {
      const { pathname, searchParams: query } = new URL(address)
      if (pathname !== '/oauth/v2/authorize') throw new Mistake(`${pathname} is not where apps are installed`)
      const app = apps().find(({ clientId }) => clientId === query.get('client_id'))
      if (!app) throw new Mistake('Invalid client_id parameter')
      const scopes = (query.get('scope') ?? '').split(',')
      for (const scope of scopes) {
        if (!PERMISSION.test(scope) || !app.scopes.includes(scope))
          throw new Mistake(`Invalid permissions requested: ${scope}`)
      }
      const redirectUri = query.get('redirect_uri') ?? undefined
      const registered = app.redirectUrls.find((url) => redirectUri === undefined || redirectUri.startsWith(url))
      if (!registered) throw new Mistake('redirect_uri did not match any configured URIs')
      const back = new URL(redirectUri ?? registered)
      if (query.has('state')) back.searchParams.set('state', query.get('state')!)
      if (deny) {
        back.searchParams.set('error', 'access_denied')
        return back.href
      }
      const home = seatsOf(app).find(({ workspace }) => workspace.team.id === team)
      if (!home) throw new Mistake(`There is no workspace ${team}`, 404)
      const { enterprise } = home.workspace.team
      if (orgWide && !enterprise) throw new Mistake(`${team} belongs to no organisation`)
      const isMeant = (seat: Seat): boolean =>
        orgWide ? seat.workspace.team.enterprise?.id === enterprise!.id : seat === home
      const code = randomBytes(12).toString('hex')
      const seats = seatsOf(app).filter(isMeant)
      codes.set(code, { app, seats, orgWide, redirectUri, until: now() + CODE_MS, used: false })
      back.searchParams.set('code', code)
      return back.href
    },
    access({ client_id, client_secret, code, redirect_uri, grant_type, refresh_token, ...rest }) {
      if (Object.keys(rest).length > 0) refuse('invalid_arguments')
      const app = apps().find(({ clientId }) => clientId === client_id) ?? refuse('invalid_client_id')
      if (app.clientSecret !== client_secret) refuse('bad_client_secret')
      if (grant_type === 'refresh_token') {
        const held = refreshes.get(String(refresh_token))
        if (held?.app !== app || held.seats.every(({ installed }) => installed === 'no'))
          return refuse('invalid_refresh_token')
        refreshes.delete(String(refresh_token))
        return given(app, held.seats, held.orgWide)
      }
      if (grant_type !== undefined || refresh_token !== undefined) refuse('invalid_grant_type')
      const known = codes.get(String(code))
      if (!known || known.app !== app || known.until <= now()) return refuse('invalid_code')
      if (known.used) refuse('code_already_used')
      if (known.redirectUri !== redirect_uri) refuse('bad_redirect_uri')
      known.used = true
      const { seats, orgWide } = known
      const authed_user = { id: [...seats[0]!.workspace.users.values()].find(({ is_bot }) => !is_bot)?.id }
      return { ...given(app, seats, orgWide), authed_user }
    },
    rotate({ refresh_token, ...rest }) {
      if (Object.keys(rest).length > 0) refuse('invalid_arguments')
      // Each is taken once.
      if (refresh_token !== config.refresh) refuse('invalid_refresh_token')
      const fresh = randomBytes(8).toString('hex')
      config = { token: `xoxe.xoxp-${fresh}`, refresh: `xoxe-${fresh}`, isOver: false }
      const iat = Math.floor(now() / 1000)
      return {
        token: config.token,
        refresh_token: config.refresh,
        team_id: 'T0PARLEY',
        user_id: 'U0ANN',
        iat,
        exp: iat + TOKEN_S,
      }
    },
    expireConfig() {
      config = { ...config, isOver: true }
    },
    uninstall(seats) {
      const { workspace } = seats[0]!
      const oauth: string[] = []
      const said = [
        { type: 'tokens_revoked', tokens: { oauth, bot: [workspace.bot.id] }, event_ts: workspace.mint() },
        { type: 'app_uninstalled', event_ts: workspace.mint() },
      ]
      for (const event of said) seats[0]!.emit(event)
      for (const seat of seats) seat.installed = 'no'
      for (const bot of bots.values()) if (bot.seats.some((seat) => seats.includes(seat))) bot.gone = 'account_inactive'
    },
  }
  return installs
}

/** An app configuration token, which may read the settings of every app. */
export const CONFIG_TOKEN = 'xoxe.xoxp-simulator'
/** What it is renewed with, once. */
export const CONFIG_REFRESH = 'xoxe-simulator'
