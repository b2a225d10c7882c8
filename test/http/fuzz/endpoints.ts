import type { OpenApi } from '../../../src/http/openapi/document.ts'
import { type Dice, fitting, garbage } from './generate.ts'

/** One request, as it is sent. */
export interface Sent {
  path: string
  headers: Record<string, string>
  body: string | Buffer | null
}

export interface Keys {
  conversation: string
  management: string
}

/** Stands in everything that is nobody else's business; it must not come back. */
export const secret = 'SECRET-4711'

type Make = (d: Dice, document: OpenApi, keys: Keys) => Sent

/** Agents that there are to be deleted: `made_0` and so on. */
export const made = 2000

const json = { 'content-type': 'application/json' }

/** Right, or nearly so, or anything. */
function body(
  d: Dice,
  document: OpenApi,
  name: string,
  change: (value: Record<string, unknown>) => void,
): Sent['body'] {
  const kind = d.below(20)
  if (kind === 0) return garbage(d)
  const { schemas } = document.components
  const value = fitting(schemas[name]!, schemas, d, kind > 8)
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) change(value as Record<string, unknown>)
  return JSON.stringify(value) ?? 'null'
}

const typed = (d: Dice): Record<string, string> =>
  d.once(40)
    ? { 'content-type': d.pick(['text/plain', 'application/json; charset=utf-8', 'application/xml', '']) }
    : json

function account(d: Dice): string {
  return d.once(15) ? encodeURIComponent(d.pick(['second', '..', 'a b', '%', '名前', 'x'.repeat(2000)])) : 'default'
}

function agent(d: Dice): string {
  if (d.once(60)) return d.pick(['%zz', '%', '%c3%28'])
  const odd = ['a', 'no body', '__proto__', '-x', 'x'.repeat(65), 'x'.repeat(2000), 'a/b', '🐟']
  return d.once(4)
    ? encodeURIComponent(d.pick(odd))
    : d.pick(['guide', 'nobody', 'theirs', `made_${d.below(made)}`, `made_${d.below(made)}`])
}

function key(d: Dice, { management, conversation }: Keys): Record<string, string> {
  if (!d.once(12)) return { 'x-api-key': management }
  return d.pick<Record<string, string>>([
    {},
    { 'x-api-key': '' },
    { 'x-api-key': secret },
    { 'x-api-key': conversation },
  ])
}

/** Webhooks of valid requests carry secrets. */
function withSecrets({ webhooks }: Record<string, unknown>): void {
  if (!Array.isArray(webhooks)) return
  for (const webhook of webhooks) {
    if (typeof webhook !== 'object' || webhook === null) continue
    for (const header of Array.isArray(webhook.authHeaders) ? webhook.authHeaders : []) {
      if (typeof header === 'object' && header !== null && 'value' in header) header.value = secret
    }
  }
}

const managed =
  (name: string): Make =>
  (d, document, keys) => ({
    path: `/admin/${account(d)}/agent`,
    headers: { ...key(d, keys), ...typed(d) },
    body: body(d, document, name, (value) => {
      withSecrets(value)
      const inner = value['agent']
      if (typeof inner !== 'object' || inner === null) return
      // Most of the days that fit are more than the deployment keeps anything.
      if ('keepDays' in inner && d.below(10) > 0) Object.assign(inner, { keepDays: 1 + d.below(30) })
      // The most of them shall reach an agent that there is, or make one of a few.
      if (name === 'UpdateAgent' && d.below(3) > 0) Object.assign(inner, { id: d.pick(['guide', 'theirs', 'made_1']) })
      if (name === 'CreateAgent') Object.assign(inner, { id: d.once(2) ? `made_${d.below(made)}` : undefined })
    }),
  })

const one: Make = (d, _document, keys) => ({
  path: `/admin/${account(d)}/agent/${agent(d)}`,
  headers: key(d, keys),
  body: null,
})

/** How each operation of the document is tried. */
export const endpoints: Record<string, Make> = {
  converse: (d, document, keys) => ({
    path: '/api',
    headers: { ...typed(d), ...(d.once(4) && { accept: 'text/event-stream' }) },
    body: body(d, document, 'ConversationRequest', (value) => {
      if (d.below(15) > 0) value['api_key'] = keys.conversation
      else if (d.once(2)) value['api_key'] = secret
      if (d.below(10) > 0) value['agent_id'] = d.pick(['guide', 'guide', 'still', 'story'])
      if (d.below(3) > 0) value['uid'] = `user_${d.below(200)}`
      if (typeof value['third_party_token'] === 'string') value['third_party_token'] = secret
      if (d.once(30)) value['base64_image'] = d.pick(['iVBORw0KGgoAAAA=', '$$$', 'data:image/png;base64,iVBORw0KGgo='])
    }),
  }),
  createAgent: managed('CreateAgent'),
  updateAgent: managed('UpdateAgent'),
  deleteAgent: one,
  getAgent: one,
  listAgents: (d, _document, keys) => ({ path: `/admin/${account(d)}/agent`, headers: key(d, keys), body: null }),
  forgetPerson: (d, _document, keys) => {
    const person = encodeURIComponent(d.pick(['ann', 'user_1', '日本', '../x', '%', 'x'.repeat(500)]))
    const agent = d.once(3) ? `?agent=${encodeURIComponent(d.pick(['guide', '', 'a/b', '%']))}` : ''
    return { path: `/admin/${account(d)}/people/${person}/forget${agent}`, headers: key(d, keys), body: null }
  },
  getUsage: (d, _document, keys) => {
    const parts = ['from', 'to', 'agent', 'by', 'until'].filter(() => d.once(3))
    const value = () =>
      d.pick(['2026-11-01', '2026-11-30', '2026-02-30', 'day', 'agent,door', 'hour', '', '%', 'x'.repeat(500)])
    const query = parts.map((name) => `${name}=${encodeURIComponent(value())}`).join('&')
    return { path: `/admin/${account(d)}/usage?${query}`, headers: key(d, keys), body: null }
  },
}
