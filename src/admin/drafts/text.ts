import { stringify } from 'yaml'
import type { AgentDocument } from '../../model/agent.ts'
import { mask } from '../../model/management.ts'
import type { Webhook } from '../../model/webhook.ts'
import { difference } from '../bundles/difference.ts'
import { bundleFiles } from '../bundles/write.ts'
import { maskTools, withHeaders } from '../tools.ts'
import { maskWebhooks } from '../webhooks.ts'

const maxValue = 300

export function maskDocument(document: AgentDocument): AgentDocument {
  const tools = maskTools(document.tools)
  return { ...document, ...(tools && { tools }), webhooks: maskWebhooks(document.webhooks) }
}

/** What has to change in `before` to become `after`, as a patch of their files. A secret that changed is said to be another one. */
export function patchOf(before: AgentDocument, after: AgentDocument): Promise<string> {
  const webhooks = after.webhooks.map((webhook) => changedMasked(webhook, before.webhooks))
  const tools = withHeaders(after.tools, (server, header) => {
    const former = before.tools?.servers?.[server]?.headers
    const isKept = !former || former.some(({ value }) => value === header.value)
    return isKept ? mask : `${mask} (new)`
  })
  return difference(bundleFiles(maskDocument(before)), bundleFiles({ ...after, webhooks, ...(tools && { tools }) }))
}

function changedMasked(webhook: Webhook, kept: readonly Webhook[]): Webhook {
  if (!webhook.authHeaders) return webhook
  const before = kept.find(({ name }) => name === webhook.name)?.authHeaders
  // Those that were kept are the very ciphertext they were.
  const isKept = (value: string) => !before || before.some((header) => header.value === value)
  return {
    ...webhook,
    authHeaders: webhook.authHeaders.map(({ key, value }) => ({ key, value: isKept(value) ? mask : `${mask} (new)` })),
  }
}

/** A value of a masked document, short enough to stand in a list. */
export function valueText(value: unknown): string {
  if (value === undefined) return '–'
  const text = typeof value === 'string' ? value : stringify(value).trim()
  return text.length > maxValue ? `${text.slice(0, maxValue)}…` : text
}
