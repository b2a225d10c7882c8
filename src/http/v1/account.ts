import { z } from 'zod'
import type { KeyView } from '../../admin/keys.ts'
import { deedIn, summaryIn } from '../../admin/log-lines.ts'
import { AppError } from '../../lib/errors.ts'
import { type Scope, scopeSchema } from '../../model/scope.ts'
import { sentences } from '../words/index.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { cursorOf, pageIn, pageOf, pageQuery, placeIn } from './pages.ts'

export const keySchema = z.object({
  id: z.string(),
  kind: z.enum(['management', 'conversation', 'agent']),
  agent: z.string().nullable(),
  name: z.string(),
  hint: z.string().describe('The last four characters.'),
  scopes: z.array(scopeSchema).nullable().describe('Null: all.'),
  expiresAt: moment.nullable(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  revokedAt: moment.nullable(),
})
const newKey = z
  .strictObject({
    kind: z.enum(['management', 'conversation', 'agent']),
    agent: z.string().optional().describe('Of a key of one agent.'),
    name: z.string().min(1).max(100).default('API'),
    scopes: z.array(scopeSchema).min(1).optional().describe('Of a management key: what it may do, and no more.'),
    expiresAt: z.iso.datetime({ offset: true }).optional().describe('From then on it opens nothing.'),
  })
  .refine(({ kind, agent }) => (kind === 'agent') === (agent !== undefined), {
    path: ['agent'],
    message: 'goes with `kind: agent`, and only with it',
  })
  .refine(({ kind, scopes }) => kind === 'management' || scopes === undefined, {
    path: ['scopes'],
    message: 'are of management keys; the others open conversations alone',
  })
export const accountSchema = z.object({
  uid: z.string(),
  name: z.string(),
  plan: z.string(),
  email: z.string().nullable(),
  apiEnabled: z.boolean(),
  defaultAgent: z.string().nullable(),
  createdAt: moment,
})
const auditSchema = z.object({
  n: z.int(),
  at: moment,
  actor: z.string(),
  door: z.string(),
  action: z.string(),
  deed: z.string().describe('The action in words.'),
  agent: z.string().nullable(),
  summary: z.string().describe('As it is kept, which is what the hash is of: in English.'),
  told: z.string().describe('The same in the language, as far as it is not somebody’s own words.'),
  hash: z.string(),
})

type AnyCall = Pick<Call<unknown, unknown, unknown>, 'house' | 'by' | 'scopes'>

/** The key that calls, where one does. */
async function ownKey({ admin }: AnyCall['house'], { account, author }: AnyCall['by']): Promise<KeyView | undefined> {
  const id = /^key:(.+)$/.exec(author)?.[1]
  return id === undefined ? undefined : (await admin.keys.list(account)).find((one) => one.id === id)
}

/** Nobody gives what they have not got; without scopes a key may do all. */
const isWithin = (own: readonly Scope[], scopes: readonly Scope[] | null | undefined): boolean =>
  scopes?.every((one) => own.includes(one)) ?? false

const beyond = () => new AppError('out_of_scope', sentences.request.beyondKey, { status: 403 })

/** A key with few scopes cannot take from whoever holds a stronger one. */
async function refuseStronger({ house, by, scopes: own }: AnyCall, id: string): Promise<void> {
  if (!own) return
  const key = (await house.admin.keys.list(by.account)).find((one) => one.id === id)
  if (key && !(key.kind === 'management' && isWithin(own, key.scopes))) throw beyond()
}

export const accountOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/account', id: 'getAccount', tag: 'Account', scope: 'account:read' },
    summary: 'The account of the key.',
    answer: accountSchema,
    async run({ house, by }) {
      const account = await house.admin.accounts.get(by.account)
      return { ...account, createdAt: isoOf(account.createdAt) }
    },
  }),
  operation({
    ...{ method: 'PATCH', url: '/v1/account', id: 'updateAccount', tag: 'Account', scope: 'account:write' },
    summary: 'Change the account: its name, its API, who answers where nobody is bound.',
    body: z.strictObject({
      name: z.string().optional(),
      email: z.string().nullable().optional(),
      apiEnabled: z.boolean().optional(),
      defaultAgent: z.string().optional(),
    }),
    answer: accountSchema,
    async run({ house, by, body }) {
      const account = await house.admin.accounts.update(by.account, body, by)
      return { ...account, createdAt: isoOf(account.createdAt) }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/keys', id: 'listKeys', tag: 'Keys', scope: 'keys:read' },
    summary: 'List the keys of the account; none is shown.',
    query: pageQuery,
    answer: pageOf(keySchema),
    async run({ house, by, query }) {
      const { items, next } = pageIn(await house.admin.keys.list(by.account), ({ id }) => id, query)
      const told = items.map(({ createdAt, lastUsedAt, revokedAt, expiresAt, scopes, ...key }) => ({
        ...key,
        scopes: scopes === null ? null : [...scopes],
        expiresAt: isoOrNull(expiresAt),
        createdAt: isoOf(createdAt),
        lastUsedAt: isoOrNull(lastUsedAt),
        revokedAt: isoOrNull(revokedAt),
      }))
      return { items: told, next }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/keys', id: 'issueKey', tag: 'Keys', scope: 'keys:write', status: 201 },
    summary: 'Issue a key.',
    body: newKey,
    answer: z.object({ id: z.string(), key: z.string().describe('Shown this once.') }),
    async run({ house, by, body, scopes: own }) {
      const { kind, agent, name, scopes } = body
      const expiresAt = body.expiresAt === undefined ? undefined : Date.parse(body.expiresAt)
      if (own && (kind !== 'management' || !isWithin(own, scopes))) throw beyond()
      const { expiresAt: end = null } = (await ownKey(house, by)) ?? {}
      if (end !== null && (expiresAt === undefined || expiresAt > end)) {
        const message = `must be ${isoOf(end)} at the latest: this key ends then, and issues none that lives longer`
        throw new AppError('invalid_request', sentences.request.notUnderstood, {
          faults: [{ path: 'expiresAt', message }],
        })
      }
      const of = kind === 'agent' ? { kind, agent: agent! } : { kind }
      return house.admin.keys.issue({ account: by.account, name, ...of, scopes, expiresAt }, by)
    },
  }),
  operation({
    ...{ method: 'PATCH', url: '/v1/keys/{key}', id: 'renameKey', tag: 'Keys', scope: 'keys:write' },
    summary: 'Rename a key.',
    path: z.object({ key: z.string().describe('Its id.') }),
    body: z.strictObject({ name: z.string().min(1).max(100) }),
    async run(call) {
      await refuseStronger(call, call.path.key)
      await call.house.admin.keys.rename(call.by.account, call.path.key, call.body.name, call.by)
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/keys/{key}', id: 'revokeKey', tag: 'Keys', scope: 'keys:write' },
    summary: 'Revoke a key. It opens nothing from now on.',
    path: z.object({ key: z.string().describe('Its id.') }),
    async run(call) {
      await refuseStronger(call, call.path.key)
      await call.house.admin.keys.revoke(call.by.account, call.path.key, call.by)
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/audit', id: 'listAudit', tag: 'Audit', scope: 'audit:read' },
    summary: 'Who changed what, newest first.',
    query: pageQuery.extend({
      agent: z.string().optional(),
      language: z.enum(['en', 'ja']).default('en').describe('Of `deed` and `told`.'),
    }),
    answer: pageOf(auditSchema),
    async run({ house, by, query: { agent, limit, cursor, language } }) {
      const before = placeIn(cursor, 'number')
      const which = { limit: limit + 1, ...(agent !== undefined && { agent }), ...(before !== undefined && { before }) }
      const rows = await house.admin.audit.list(by.account, which)
      const items = rows.slice(0, limit).map(({ n, at, actor, door, action, agent, summary, hash }) => ({
        ...{ n, at: isoOf(at), actor, door, action, agent, summary, hash },
        ...{ deed: deedIn(language, action), told: summaryIn(language, { action, summary }) },
      }))
      return { items, next: rows.length > limit ? cursorOf(items.at(-1)!.n) : null }
    },
  }),
  operation({
    ...{ method: 'POST', url: '/v1/audit/verify', id: 'verifyAudit', tag: 'Audit', scope: 'audit:read' },
    summary: 'Check that nobody has changed the log of changes.',
    answer: z.object({ rows: z.int(), head: z.string(), broken: z.object({ n: z.int(), why: z.string() }).nullable() }),
    async run({ house, by }) {
      const [one] = await house.admin.audit.verify(by.account)
      return { rows: one?.rows ?? 0, head: one?.head ?? '', broken: one?.broken ?? null }
    },
  }),
]
