import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { faultsOf } from '../lib/faults.ts'
import type { Store } from '../store/index.ts'
import type { AccountTable } from '../store/tables.ts'
import type { By } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import type { PlanBook } from './plans.ts'
import * as sentences from './sentences.ts'

/** A tenant: its agents, keys and usage are its own. */
export interface AccountView {
  uid: string
  name: string
  plan: string
  /** Where found passages are sent. */
  email: string | null
  /** The API integration: conversation keys work only while it is on. */
  apiEnabled: boolean
  defaultAgent: string | null
  createdAt: number
}

export interface Accounts {
  /** The oldest first. */
  list(): Promise<AccountView[]>
  /** 404 `account_not_found`. */
  get(uid: string): Promise<AccountView>
  /**
   * `{uid?, name, plan?, email?}`; without a uid it gets one, without a plan it is on `default`. 400 `invalid_request`,
   * `plan_not_found`, `account_already_exists`.
   */
  create(input: unknown, by: By): Promise<AccountView>
  /**
   * Any of `{name, plan, email, apiEnabled, defaultAgent}`; an `email` of null takes it away. The same errors, 404
   * `account_not_found`, and for an agent that is not the account's own 404 `agent_not_found`, 403 `forbidden`.
   */
  update(uid: string, input: unknown, by: By): Promise<AccountView>
}

// It stands in paths, and before a slash in the keys of people.
const uidSchema = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
    'must be 1 to 64 characters of A-Z, a-z, 0-9, _ and -, beginning with a letter or digit',
  )
const fields = {
  name: z.string().min(1).max(100),
  plan: z.string(),
  email: z.email('must be an e-mail address').max(254).nullable(),
}
const newSchema = z.strictObject({
  uid: uidSchema.optional(),
  name: fields.name,
  plan: fields.plan.default('default'),
  email: fields.email.default(null),
})
const changeSchema = z.strictObject({
  name: fields.name.exactOptional(),
  plan: fields.plan.exactOptional(),
  email: fields.email.exactOptional(),
  apiEnabled: z.boolean().exactOptional(),
  defaultAgent: z.string().exactOptional(),
})

export function createAccounts({ store, plans, audit }: { store: Store; plans: PlanBook; audit: Audit }): Accounts {
  async function get(uid: string): Promise<AccountView> {
    const row = await store.accounts.get(uid)
    if (!row) throw sentences.accountNotFound()
    return viewOf(row)
  }

  function knownPlan(plan: string | undefined): void {
    if (plan !== undefined && !plans.names.includes(plan)) throw sentences.planNotFound(plans.names)
  }

  async function ownAgent(account: string, id: string): Promise<void> {
    const agent = await store.agents.live(id)
    // An agent of others is none: nobody finds out whose there are.
    if (agent?.account !== account) throw sentences.agentNotFound()
  }

  return {
    get,

    async list() {
      return (await store.accounts.list()).map(viewOf)
    },

    async create(input, by) {
      const { uid = randomUUID(), name, plan, email } = read(newSchema, input)
      knownPlan(plan)
      const entry = { action: 'account.create', summary: logLine('account.create', { plan }) }
      const added = store.accounts.addStep({ id: uid, name, plan, email })
      if (!(await audit.commit({ ...by, account: uid }, entry, [added]))) throw sentences.accountAlreadyExists()
      return get(uid)
    },

    async update(uid, input, by) {
      const { apiEnabled, defaultAgent, ...change } = read(changeSchema, input)
      knownPlan(change.plan)
      await get(uid)
      if (defaultAgent !== undefined) await ownAgent(uid, defaultAgent)
      const changes = {
        ...change,
        ...(apiEnabled !== undefined && { api_enabled: apiEnabled ? 1 : 0 }),
        ...(defaultAgent !== undefined && { default_agent: defaultAgent }),
      }
      if (Object.keys(changes).length > 0) {
        const entry = { action: 'account.update', summary: toldOf(read(changeSchema, input)) }
        await audit.commit({ ...by, account: uid }, entry, [store.accounts.updateStep(uid, changes)])
      }
      return get(uid)
    },
  }
}

function read<T>(schema: z.ZodType<T>, input: unknown): T {
  const parsed = schema.safeParse(input)
  if (!parsed.success) throw sentences.invalidRequest(faultsOf(schema, input, parsed.error.issues))
  return parsed.data
}

/** An address is nobody else's business. */
function toldOf({ email, ...change }: z.infer<typeof changeSchema>): string {
  const lines = Object.entries(change).map(([name, value]) =>
    name === 'plan' ? logLine('account.update/plan', { plan: `${value}` }) : `${name}: ${value}`,
  )
  return [
    ...lines,
    ...(email === undefined ? [] : [logLine(email === null ? 'account.update/no-email' : 'account.update/email')]),
  ].join('\n')
}

function viewOf(row: AccountTable): AccountView {
  const { id, name, plan, email, api_enabled, default_agent, created_at } = row
  return {
    uid: id,
    name,
    plan,
    email,
    apiEnabled: api_enabled === 1,
    defaultAgent: default_agent,
    createdAt: created_at,
  }
}
