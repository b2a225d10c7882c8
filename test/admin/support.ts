import { onTestFinished } from 'vitest'
import { platforms as registered } from '../../adapters/registry.ts'
import type { Actor } from '../../src/admin/actor.ts'
import { createAdmin, createSecrets } from '../../src/admin/index.ts'
import { createDocuments } from '../../src/drivers/documents/index.ts'
import { AppError } from '../../src/lib/errors.ts'
import type { Plan } from '../../src/model/plan.ts'
import type { ModelInfo } from '../../src/ports/llm.ts'
import type { PlatformFacts } from '../../src/ports/platform.ts'
import { firstAccount } from '../../src/store/accounts.ts'
import { createStore } from '../../src/store/index.ts'
import { createSearch } from '../../src/store/search.ts'
import { openDatabase } from '../support/database.ts'
import { tempFolder } from '../support/temp-folder.ts'

const noLimits: Plan = { agents: null, scenarios: null, webhooks: null, conversationsPerMonth: null, requests: null }

export interface House {
  plan?: Partial<Plan>
  models?: (id: string) => ModelInfo | undefined
  /** A folder that exists already; its database is opened again. */
  folder?: string
  env?: Record<string, string>
  /** The agent folder that accounts begin with which are made for an installation. */
  starter?: string
  /** Which there are; without it those of the registry. */
  platforms?: readonly PlatformFacts[]
}

/** An admin over a database of its own, with two accounts: the first one and `other`. Time passes only while it sleeps. */
export async function openHouse({
  plan,
  models,
  folder = tempFolder(),
  env = {},
  starter,
  platforms = registered,
}: House = {}) {
  const clock = { now: 1_763_700_000_000, slept: [] as number[] }
  const now = () => clock.now
  const db = await openDatabase(folder)
  onTestFinished(() => db.close())
  const store = createStore(db, now)
  await store.accounts.ensureFirst()
  const other = { ...(await store.accounts.get(firstAccount))!, id: 'other' }
  await db.query
    .insertInto('account')
    .values(other)
    .onConflict((c) => c.doNothing())
    .execute()
  const secrets = createSecrets({ dataFolder: folder })
  const admin = createAdmin({
    store,
    secrets,
    documents: createDocuments(),
    search: createSearch(db),
    plans: { default: { ...noLimits, ...plan } },
    ...(models && { models }),
    ...(starter !== undefined && { starter }),
    exceedsTokens: async (text, max) => text.split(' ').length > max,
    platforms,
    env,
    now,
    async sleep(ms) {
      clock.slept.push(ms)
      clock.now += ms
    },
  })
  return { folder, clock, db, store, secrets, admin }
}

export const ann: Actor = { account: firstAccount, author: 'console:ann', door: 'console' }
export const ben: Actor = { account: 'other', author: 'console:ben', door: 'console' }

export const guide = {
  displayName: 'Guide',
  description: 'A guide',
  photoUrl: 'https://example.com/guide.png',
  providerName: 'Example',
  scope: 'private',
}

export function webhook(name: string, more: object = {}) {
  return { name, method: 'POST', url: 'https://example.com/hook', trigger: { triggerType: 0, condition: 0 }, ...more }
}

/** The `AppError` a promise is refused with. */
export async function refusal(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => new Error('was not refused'),
    (thrown: unknown) => thrown,
  )
  if (error instanceof AppError) return error
  throw error
}
