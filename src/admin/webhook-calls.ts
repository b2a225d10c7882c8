import { AppError } from '../lib/errors.ts'
import type { Webhook } from '../model/webhook.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import type { CallSummary } from '../store/outbox-log.ts'
import type { Actor } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import { newSecret } from './webhooks.ts'
import { errors } from './words/index.ts'

/** A webhook as its admins see it: what is configured, masked, and how its calls after turns went. */
export interface WebhookView {
  webhook: Webhook
  /** Calls that are still to be delivered, and those that were given up. */
  open: number
  dead: number
  /** Of the last call that was attempted; null: none is known. */
  lastOutcome: string | null
  lastAt: number | null
}

/** A call after a turn. Nothing of what was said is in it. */
export interface CallView {
  id: string
  webhook: string
  status: CallSummary['status']
  attempts: number
  outcome: string | null
  createdAt: number
  settledAt: number | null
  nextAt: number | null
  /** It can be sent again; what carried a caller's token cannot. */
  canResend: boolean
}

/** Throws as `AgentAdmin` does for agents that are unknown or another account's. */
export interface WebhookAdmin {
  list(agent: string, actor: Actor): Promise<WebhookView[]>
  /** Newest first. */
  log(agent: string, options: { dead: boolean; limit: number }, actor: Actor): Promise<CallView[]>
  /** Makes a dead call due. */
  resend(call: string, actor: Actor): Promise<void>
  /** Makes all dead calls of an agent due, save those that carried a token; returns how many of each. */
  resendDead(agent: string, actor: Actor): Promise<{ resent: number; left: number }>
  /** A new signing secret, shown this once, also of a webhook that only the draft has. The one before signs too for a day. */
  rotateSecret(agent: string, name: string, actor: Actor): Promise<string>
  /** As it is stored, to be called. */
  find(agent: string, name: string, actor: Actor): Promise<Webhook>
}

export interface WebhookAdminParts {
  store: Store
  secrets: Secrets
  agents: AgentAdmin
  audit: Audit
  now: () => number
}

export function createWebhookAdmin({ store, secrets, agents, audit, now }: WebhookAdminParts): WebhookAdmin {
  const calls = store.outboxLog

  async function find(agent: string, name: string, actor: Actor): Promise<Webhook> {
    await agents.get(agent, actor)
    const webhook = (await store.agents.live(agent))?.document.webhooks.find((one) => one.name === name)
    if (!webhook) throw webhookNotFound()
    return webhook
  }

  return {
    async list(agent, actor) {
      const { document } = await agents.get(agent, actor)
      const summaries = new Map((await calls.summaries(agent)).map((summary) => [summary.webhook, summary]))
      return document.webhooks.map((webhook) => {
        const { open = 0, dead = 0, outcome = null, settled_at = null } = summaries.get(webhook.name) ?? {}
        return { webhook, open, dead, lastOutcome: outcome, lastAt: settled_at }
      })
    },

    async log(agent, options, actor) {
      await agents.get(agent, actor)
      return (await calls.log(agent, options)).map(viewOf)
    },

    async resend(id, actor) {
      const call = await calls.byId(id)
      if (!call) throw callNotFound()
      await agents.get(call.agent, actor)
      if (call.status !== 'dead') throw callNotDead()
      if (call.wants_token) throw tokenGone()
      const entry = {
        action: 'webhook.resend',
        agent: call.agent,
        summary: logLine('webhook.resend/one', { webhook: call.webhook }),
      }
      // Void: it has just been made due by somebody else.
      await audit.commit(actor, entry, [calls.resendStep({ id })])
    },

    async resendDead(agent, actor) {
      await agents.get(agent, actor)
      const { able, left } = await calls.dead(agent)
      if (able === 0) return { resent: 0, left }
      const entry = { action: 'webhook.resend', agent, summary: logLine('webhook.resend/dead', { n: able }) }
      const done = await audit.commit(actor, entry, [calls.resendStep({ agent })])
      return { resent: done ? able : 0, left }
    },

    async rotateSecret(agent, name, actor) {
      await agents.get(agent, actor)
      const secret = newSecret()
      const sealed = secrets.seal(secret, secretContext(agent))
      const entry = { action: 'webhook.rotate', agent, summary: logLine('webhook.rotate', { webhook: name }) }
      const rotated = await audit.commit(actor, entry, [store.webhookSecrets.rotateStep(agent, name, sealed, now())])
      if (!rotated) throw webhookNotFound()
      return secret
    },

    find,
  }
}

function viewOf(call: CallSummary): CallView {
  const { id, webhook, status, attempt, outcome, created_at, settled_at, next_at, wants_token } = call
  return {
    id,
    webhook,
    status,
    attempts: attempt,
    outcome,
    createdAt: created_at,
    settledAt: settled_at,
    nextAt: status === 'open' ? next_at : null,
    canResend: status === 'dead' && wants_token === 0,
  }
}

export const webhookNotFound = () => new AppError('webhook_not_found', errors.webhookNotFound, { status: 404 })

const callNotFound = () => new AppError('webhook_call_not_found', errors.callNotFound, { status: 404 })

const callNotDead = () => new AppError('webhook_call_not_dead', errors.callNotDead, { status: 409 })

const tokenGone = () => new AppError('third_party_token_gone', errors.tokenGone, { status: 409 })
