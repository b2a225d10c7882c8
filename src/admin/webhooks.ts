import { randomBytes } from 'node:crypto'
import type { Fault } from '../errors.ts'
import { mask } from '../model/management.ts'
import type { Webhook } from '../model/webhook.ts'
import { type Secrets, secretContext } from '../ports/secrets.ts'
import type { Store } from '../store/index.ts'
import { headerFault } from '../webhook-headers.ts'
import { webhookUrlFault } from '../webhook-url.ts'

/**
 * What a schema cannot see. Their secrets are kept by name, so names are unique within an agent; a masked value needs one that
 * is kept; and what is sent must be sendable.
 */
export function webhookFaults(given: readonly Webhook[], kept: readonly Webhook[]): Fault[] {
  const seen = new Set<string>()
  return given.flatMap((webhook, i) => {
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
    for (const [j, header] of (webhook.authHeaders ?? []).entries()) {
      if (header.value !== mask || keptValue(webhook, j, kept) !== undefined) continue
      const message = 'is masked, but there is no header of this name in a webhook of this name to keep'
      faults.push({ path: `webhooks[${i}].authHeaders[${j}].value`, message })
    }
    return faults
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

/** What becomes of the signing secrets when an agent's webhooks change: new names get one, those that are gone lose theirs. */
export function createWebhookSecrets({ store, secrets }: { store: Store; secrets: Secrets }) {
  const rows = store.webhookSecrets
  const missing = (from: readonly Webhook[], of: readonly Webhook[]) =>
    of.filter(({ name }) => !from.some((other) => other.name === name))

  return (agent: string, given: readonly Webhook[], kept: readonly Webhook[]) => {
    const issued = missing(kept, given).map(({ name }) => ({ name, secret: newSecret() }))
    return {
      issued,
      steps: [
        ...missing(given, kept).map(({ name }) => rows.dropStep(agent, name)),
        ...issued.map(({ name, secret }) => rows.addStep(agent, name, secrets.seal(secret, secretContext(agent)))),
      ],
    }
  }
}

/** 256 bits, in the form of the Standard Webhooks specification. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`
}

/** The stored value of the same header: the second of two headers of one name keeps the second value. */
function keptValue(webhook: Webhook, index: number, kept: readonly Webhook[]): string | undefined {
  const name = (header: { key: string }) => header.key.toLowerCase()
  const headers = webhook.authHeaders ?? []
  const key = name(headers[index]!)
  const nth = headers.slice(0, index).filter((header) => name(header) === key).length
  const before = kept.find((other) => other.name === webhook.name)?.authHeaders ?? []
  return before.filter((header) => name(header) === key)[nth]?.value
}
