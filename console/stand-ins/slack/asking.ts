import { randomUUID } from 'node:crypto'
import { Mistake } from '../shared/mistake.ts'
import type { DeliveryDesk } from './delivery.ts'
import type { Acknowledgement, Envelope, RetryReason } from './envelope.ts'
import { Refusal } from './refusal.ts'
import type { Triggers } from './triggers.ts'
import type { User } from './view.ts'
import type { Workspace } from './workspace.ts'

/** What interactions have in common: each is told to the app once, which has 3 seconds to acknowledge it. */
export interface Asking {
  /** What it was acknowledged with. Throws a Mistake, with `fails` as its words, when it was not. */
  ask(
    kind: Envelope['kind'],
    type: string,
    payload: Record<string, unknown>,
    fails?: (reason: RetryReason) => string,
  ): Promise<unknown>
  /** Does what the app answered; what Slack refuses of it is a failure to the person. */
  obey<T>(run: () => T): T
  /** Who does it, and where. */
  about(user: User): Record<string, unknown>
}

export function createAsking(parts: {
  workspace: Workspace
  desk: DeliveryDesk
  triggers: Triggers
  now: () => number
  orgWide: () => boolean
}): Asking {
  const { workspace, desk, triggers, now, orgWide } = parts
  const { team, app } = workspace
  return {
    async ask(kind, type, payload, fails = failure) {
      const ack: Acknowledgement = await desk.attempt({ id: randomUUID(), kind, type, payload, createdAt: now() })
      if (ack.ok) return ack.body
      throw new Mistake(fails(ack.reason), 502)
    },
    obey(run) {
      try {
        return run()
      } catch (error) {
        if (error instanceof Refusal) {
          throw new Mistake(`The app answered what Slack refuses: ${error.message}`, 502)
        }
        throw error
      }
    },
    about: (user) => ({
      user: { id: user.id, username: user.name, name: user.name, team_id: user.team ?? team.id },
      // Of somebody of another workspace (Slack Connect) it names theirs.
      team: user.team ? { id: user.team, domain: user.team.toLowerCase() } : { id: team.id, domain: team.domain },
      api_app_id: app.id,
      token: 'simulator-verification-token',
      trigger_id: triggers.open(user.id),
      enterprise: user.team ? null : (team.enterprise ?? null),
      is_enterprise_install: orgWide(),
    }),
  }
}

function failure(reason: RetryReason): string {
  return `The app ${reason === 'http_timeout' ? 'did not answer in time' : `could not be reached (${reason})`}`
}
