import { json, type RawArgs } from './args.ts'
import type { Installs } from './installs.ts'
import type { Answer } from './method.ts'
import { refuse } from './refusal.ts'
import type { Seat } from './seat.ts'
import type { SlackApp } from './slack-app.ts'

const MANIFESTS: ReadonlySet<string> = new Set(['apps.manifest.export', 'apps.manifest.update'])

/** What each token may do, and where. */
export function createAuthority(parts: {
  installs: Installs
  apps: readonly SlackApp[]
  seatsOf: (app: SlackApp) => readonly Seat[]
  /** Whether there is such a method for bots. */
  knows: (method: string) => boolean
}) {
  const { installs, apps, seatsOf, knows } = parts

  /** Makes a call: its answer, or after how many seconds it may come again. Throws a Refusal. */
  function perform(method: string, token: string | undefined, args: RawArgs): Answer | number {
    if (method === 'oauth.v2.access') return installs.access(args)
    if (method === 'tooling.tokens.rotate') return installs.rotate(args)
    const isOfApps = method === 'apps.connections.open' || MANIFESTS.has(method)
    if (!isOfApps && !knows(method)) refuse('unknown_method')
    if (!token) refuse('not_authed')
    const held = holder(token!)
    if (held) return byExecution(held, method, args)
    const grant = installs.grant(token!) ?? refuse('invalid_auth')
    if (method === 'apps.connections.open') {
      if (grant.kind !== 'app') return refuse('not_allowed_token_type')
      return grant.app.wait() ?? { url: grant.app.socketMode.ticket() }
    }
    if (MANIFESTS.has(method)) {
      if (grant.kind !== 'config') return refuse('not_allowed_token_type')
      const asked = apps.find(({ id }) => id === args['app_id']) ?? refuse('app_not_found')
      if (method === 'apps.manifest.export') return { manifest: asked.manifest() }
      return { app_id: asked.id, permissions_updated: asked.update(json(args['manifest'], 'manifest')) }
    }
    if (grant.kind !== 'bot') return refuse('not_allowed_token_type')
    // The SDK sends the team along with every call.
    const { team_id, ...rest } = args
    if (team_id !== undefined && !grant.seats.some((seat) => seat.workspace.team.id === team_id))
      refuse('team_not_found')
    const seat = seatFor(grant.seats, args)
    return seat.wait(method, rest) ?? seat.run(method, rest)
  }

  /** A workspace in which a workflow runs to which the token was given. Throws a Refusal where that is over. */
  function holder(token: string) {
    for (const app of apps) {
      for (const seat of seatsOf(app)) {
        const execution = seat.steps.holder(token)
        if (execution) return { seat, execution }
      }
    }
    return undefined
  }

  /** Stricter than Slack: it is good for the end of its own execution, and for nothing else. */
  function byExecution(
    { seat, execution }: NonNullable<ReturnType<typeof holder>>,
    method: string,
    { team_id, ...args }: RawArgs,
  ) {
    if (!method.startsWith('functions.')) return refuse('not_allowed_token_type')
    if (team_id !== undefined && team_id !== seat.workspace.team.id) return refuse('team_not_found')
    if (args['function_execution_id'] !== execution.id) return refuse('access_denied')
    return seat.wait(method, args) ?? seat.run(method, args)
  }

  function scopesOf(token: string | undefined): readonly string[] {
    try {
      const grant = token === undefined ? undefined : installs.grant(token)
      return grant?.kind === 'bot' ? grant.seats[0]!.app.scopes : []
    } catch {
      return []
    }
  }

  function readers(token: string): Seat[] {
    return scopesOf(token).includes('files:read') ? (installs.grant(token) as { seats: Seat[] }).seats : []
  }

  return { perform, scopesOf, readers }
}

/** An organisation's token works in all of its workspaces; the channel says which is meant. */
function seatFor(seats: Seat[], args: RawArgs): Seat {
  const place = String(args['channel'] ?? args['channel_id'] ?? '')
  const named = (seat: Seat): boolean => seat.workspace.channel(place) !== undefined
  const execution = String(args['function_execution_id'] ?? '')
  const runs = seats.find(({ steps }) => steps.find(execution) !== undefined)
  return runs ?? seats.find(named) ?? seats.find(({ workspace }) => workspace.team.id === args['team_id']) ?? seats[0]!
}
