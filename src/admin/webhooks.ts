import { randomBytes } from 'node:crypto'
import type { Fault } from '../lib/errors.ts'
import { headerFault } from '../lib/webhook-headers.ts'
import { isSameServer, serverOf, webhookUrlFault } from '../lib/webhook-url.ts'
import { mask } from '../model/management.ts'
import type { Scenario } from '../model/scenario.ts'
import type { Webhook } from '../model/webhook.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'
import type { StoredDraft } from '../store/drafts.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'
import { triggerFaults } from './trigger-faults.ts'

/**
 * What a schema cannot see. Their secrets are kept by name, so names are unique within an agent; a masked value needs one that
 * is kept; and what is sent must be sendable.
 */
export function webhookFaults(
  given: readonly Webhook[],
  kept: readonly Webhook[],
  scenarios: readonly Scenario[] = [],
): Fault[] {
  const seen = new Set<string>()
  const ofEach = given.flatMap((webhook, i) => {
    const faults: Fault[] = []
    if (seen.has(webhook.name)) faults.push({ path: `webhooks[${i}].name`, message: 'is the name of another webhook' })
    seen.add(webhook.name)
    const urlFault = webhookUrlFault(webhook.url)
    if (urlFault) faults.push({ path: `webhooks[${i}].url`, message: urlFault })
    for (const list of ['headers', 'authHeaders'] as const) {
      for (const [j, { key, value }] of (webhook[list] ?? []).entries()) {
        const fault = headerFault(key, value === mask ? '' : value)
        if (fault) faults.push({ path: `webhooks[${i}].${list}[${j}].${fault.at}`, message: fault.message })
      }
    }
    faults.push(
      ...maskedFaults(webhook, kept).map(({ path, message }) => ({ path: `webhooks[${i}].${path}`, message })),
    )
    return faults
  })
  return [...ofEach, ...triggerFaults(given, kept, scenarios)]
}

function maskedFaults(webhook: Webhook, kept: readonly Webhook[]): Fault[] {
  const before = kept.find((other) => other.name === webhook.name)
  return (webhook.authHeaders ?? []).flatMap(({ key, value }, j) => {
    if (value !== mask || keptValue(webhook, j, kept) !== undefined) return []
    const message =
      before && keptHeader(webhook, j, before) !== undefined
        ? keptElsewhere(key, before.url)
        : 'is masked, but there is no header of this name in a webhook of this name to keep'
    return [{ path: `authHeaders[${j}].value`, message }]
  })
}

/** As they are stored: the values of `authHeaders` encrypted, masked ones as they were. */
export function sealWebhooks(
  given: readonly Webhook[],
  kept: readonly Webhook[],
  agent: string,
  secrets: Secrets,
): Webhook[] {
  return given.map((webhook) => ({
    ...webhook,
    ...(webhook.authHeaders && {
      authHeaders: webhook.authHeaders.map(({ key, value }, j) => ({
        key,
        value: value === mask ? keptValue(webhook, j, kept)! : secrets.seal(value, secretContext(agent)),
      })),
    }),
  }))
}

export function maskWebhooks(webhooks: readonly Webhook[]): Webhook[] {
  return webhooks.map((webhook) => ({
    ...webhook,
    ...(webhook.authHeaders && { authHeaders: webhook.authHeaders.map(({ key }) => ({ key, value: mask })) }),
  }))
}

export interface IssuedSecret {
  name: string
  secret: string
}

export interface WebhookSecretParts {
  store: Store
  secrets: Secrets
  now: () => number
}

/**
 * What becomes of the signing secrets when the webhooks of what is live change: new names get one, those that are gone lose
 * theirs, unless the agent's draft has them. The steps are void if the draft has moved on meanwhile.
 */
export function createWebhookSecrets(parts: WebhookSecretParts) {
  const { store, secrets, now } = parts
  const rows = store.webhookSecrets

  return async (
    agent: string,
    given: readonly Webhook[],
    kept: readonly Webhook[],
  ): Promise<{ issued: IssuedSecret[]; steps: Step[] }> => {
    const issued = missing(kept, given).map((name) => ({ name, secret: newSecret() }))
    const draft = await store.drafts.of(agent)
    const gone = missing(given, kept)
    const dropped = gone.filter((name) => !draftedNames(draft).includes(name))
    return {
      issued,
      steps: [
        ...(gone.length > 0 ? [store.drafts.isAtStep(agent, draft?.revision)] : []),
        ...dropped.map((name) => rows.dropStep(agent, name)),
        ...issued.map(({ name, secret }) =>
          rows.addStep(agent, name, secrets.seal(secret, secretContext(agent)), now()),
        ),
      ],
    }
  }
}

/** The names of a draft's webhooks, and of what it was before its last change. */
export function draftedNames(draft: StoredDraft | undefined): string[] {
  const documents = [draft?.document, draft?.former?.content?.document]
  return documents.flatMap((document) => document?.webhooks.map(({ name }) => name) ?? [])
}

function missing(from: readonly Webhook[], of: readonly Webhook[]): string[] {
  return of.flatMap(({ name }) => (from.some((other) => other.name === name) ? [] : [name]))
}

/** 256 bits, in the form of the Standard Webhooks specification. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** Said of a secret that would be sent where nobody meant it to go. */
export const keptElsewhere = (header: string, url: string): string =>
  `is masked, but the ${header} that is kept is for ${serverOf(url) ?? 'another server'} alone: write its value again`

/** The stored value of the same header. A secret goes where it was meant to go, and nowhere else. */
function keptValue(webhook: Webhook, index: number, kept: readonly Webhook[]): string | undefined {
  const before = kept.find((other) => other.name === webhook.name)
  return before && isSameServer(webhook.url, before.url) ? keptHeader(webhook, index, before) : undefined
}

/** The second of two headers of one name keeps the second value. */
function keptHeader(webhook: Webhook, index: number, before: Webhook): string | undefined {
  const name = (header: { key: string }) => header.key.toLowerCase()
  const headers = webhook.authHeaders ?? []
  const key = name(headers[index]!)
  const nth = headers.slice(0, index).filter((header) => name(header) === key).length
  return before.authHeaders?.filter((header) => name(header) === key)[nth]?.value
}
