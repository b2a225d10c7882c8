import { randomBytes } from 'node:crypto'
import { AppError } from '../lib/errors.ts'
import { defaultModel } from '../model/agent.ts'
import type { PlatformId } from '../model/message.ts'
import { firstAccount } from '../store/accounts.ts'
import { playgroundAccount } from '../store/apart.ts'
import type { Store } from '../store/index.ts'
import type { InstallationRow, InstallationStanding } from '../store/installations.ts'
import type { Accounts } from './accounts.ts'
import type { By } from './actor.ts'
import type { AgentAdmin } from './agents.ts'
import type { Audit, AuditEntry } from './audit.ts'
import type { Bundles } from './bundles/index.ts'
import { logLine } from './log-lines.ts'
import * as sentences from './sentences.ts'

export interface InstallationView {
  platform: PlatformId
  id: string
  /** As its people know it. */
  name: string
  account: string
  status: InstallationRow['status']
  /** Who decided that: a uid, `cli` or `parley.yaml`; null: nobody had to. */
  by: string | null
  decidedAt: number | null
  since: number
  removedAt: number | null
}

/** An account that is there, or one of the installation's own, which is made where it is not. */
export type Receiver = { account: string } | 'own'

/**
 * Which installations are served, and whose they are. Owners of the first account decide, and whoever is at the terminal; what
 * they decide stands in the first account's audit log.
 */
export interface Approvals {
  /** Those that wait first, then the newest first. Of another account than the first: those that were given to it. */
  list(of?: { account?: string; platform?: PlatformId }): Promise<InstallationView[]>
  /** 404 `installation_not_found`. */
  get(platform: PlatformId, id: string): Promise<InstallationView>
  /** How many wait, as the owners of an account are told: none but of the first. */
  waiting(account: string): Promise<number>
  /**
   * Serves it from now on, in that account, also one that is served in another. `seen` is what the decision was made upon: where
   * somebody else has decided since, 409 `changed_since`. 404 `account_not_found`. Resolves with the account.
   */
  approve(seen: InstallationView, to: Receiver, by: By): Promise<string>
  /** Nobody is answered there any more, until it is approved. 409 `changed_since`. */
  refuse(seen: InstallationView, by: By): Promise<void>
  /** Serves one that is not there yet as soon as it is. False where it is known already. */
  expect(platform: PlatformId, id: string, to: Receiver, by: By): Promise<boolean>
  /** What `installations: own-account` of parley.yaml does with one that waits. */
  giveOwnAccount(platform: PlatformId, id: string): Promise<void>
}

export interface ApprovalsParts {
  store: Store
  audit: Audit
  accounts: Pick<Accounts, 'create' | 'update'>
  agents: Pick<AgentAdmin, 'create'>
  bundles: Pick<Bundles, 'copy'>
  /** The folder of the agent that answers in an account that is new. */
  starter: string | undefined
}

/** What the policy of parley.yaml does by itself. */
const byPolicy = { author: 'parley.yaml', door: 'folder' } as const satisfies By

export function createApprovals({ store, audit, accounts, agents, bundles, starter }: ApprovalsParts): Approvals {
  const { places } = store

  async function get(platform: PlatformId, id: string): Promise<InstallationView> {
    const row = (await places.installations(platform)).find((one) => one.id === id)
    if (!row) throw sentences.installationNotFound(id)
    return viewOf(row)
  }

  /** One of its own is there, with an agent that answers, before anybody is sent to it. */
  async function accountFor(platform: PlatformId, id: string, name: string, to: Receiver, by: By): Promise<string> {
    const account = to === 'own' ? `${platform}-${id.replaceAll(/[^\w-]/g, '')}` : to.account
    const known = await store.accounts.get(account)
    if (to !== 'own') {
      // What is tried in the playground is nobody's business elsewhere.
      if (!known || account === playgroundAccount) throw sentences.accountNotFound()
      return account
    }
    const { nonce: _, ...who } = by
    if (!known) {
      await accounts.create({ uid: account, name: name.slice(0, 100) }, who).catch((error: unknown) => {
        // Another process was faster.
        if ((error as AppError).code !== 'account_already_exists') throw error
      })
    }
    if (!known?.default_agent) await begin(account, who)
    return account
  }

  async function begin(account: string, who: By): Promise<void> {
    const [made] = await store.agents.list(account)
    const agent = made?.id ?? `agent-${randomBytes(4).toString('hex')}`
    if (!made && !(await copied(agent, account))) {
      await agents.create({ agent: { ...plain, id: agent } }, { ...who, account })
    }
    await accounts.update(account, { defaultAgent: agent }, who)
  }

  async function copied(agent: string, account: string): Promise<boolean> {
    if (starter === undefined) return false
    try {
      return await bundles.copy(starter, agent, account)
    } catch (error) {
      // A slip of the pen in that folder is told at the start; it keeps nobody waiting here.
      if (error instanceof AppError) return false
      throw error
    }
  }

  async function decide(seen: InstallationView, to: InstallationStanding, by: By, entry: AuditEntry): Promise<void> {
    const { platform, id, status, account } = seen
    const step = places.decideStep({ platform, id, status, account }, to, by.author)
    const told = await places.changedSteps({ platform, id, ...to }, to.status === 'approved' ? 'approved' : 'refused')
    if (!(await audit.commit({ ...by, account: firstAccount }, entry, [step, ...told])))
      throw sentences.decidedAlready()
  }

  async function approve(seen: InstallationView, to: Receiver, by: By): Promise<string> {
    const { platform, id, name } = seen
    const account = await accountFor(platform, id, name, to, by)
    const entry = {
      action: 'installation.approve',
      summary: logLine('installation.approve/there', { installation: toldOf(seen), account }),
    }
    await decide(seen, { account, status: 'approved' }, by, entry)
    return account
  }

  return {
    get,
    approve,

    async list({ account = firstAccount, platform } = {}) {
      const views = (await places.installations(platform)).map(viewOf)
      const isTheirs = ({ account: of }: InstallationView) =>
        account === firstAccount ? of !== playgroundAccount : of === account
      const own = views.filter(isTheirs)
      return own.toSorted((a, b) => rank(a) - rank(b) || b.since - a.since)
    },

    async waiting(account) {
      if (account !== firstAccount) return 0
      return (await places.installations()).filter(isWaiting).length
    },

    async refuse(seen, by) {
      const to: InstallationStanding = { account: seen.account, status: 'refused' }
      await decide(seen, to, by, { action: 'installation.refuse', summary: toldOf(seen) })
    },

    async expect(platform, id, to, by) {
      const account = await accountFor(platform, id, id, to, by)
      const summary = logLine('installation.approve/expected', { platform, id, account })
      const expected = places.expectStep({ platform, id, account, status: 'approved', decided_by: by.author })
      const actor = { ...by, account: firstAccount }
      return (await audit.commit(actor, { action: 'installation.approve', summary }, [expected])) !== undefined
    },

    async giveOwnAccount(platform, id) {
      const seen = await get(platform, id)
      if (seen.status === 'waiting') await approve(seen, 'own', byPolicy)
    },
  }
}

/** What answers where there is no folder to copy: its owner makes more of it. */
const plain = {
  ...{ displayName: 'Parley', description: '', photoUrl: '', providerName: '', scope: 'private' },
  llmSettings: { llm: defaultModel },
}

const isWaiting = ({ status, removed_at }: InstallationRow): boolean => status === 'waiting' && removed_at === null
const rank = ({ status, removedAt }: InstallationView): number => (status === 'waiting' && removedAt === null ? 0 : 1)
const toldOf = ({ platform, id, name, status, account }: InstallationView): string =>
  `${platform} ${id}${name === id ? '' : ` (${name})`}: ${status === 'approved' ? `account ${account}` : status}`

function viewOf(row: InstallationRow): InstallationView {
  const { platform, id, name, account, status, decided_by, decided_at, created_at, removed_at } = row
  return {
    platform: platform,
    id,
    name,
    account,
    status,
    by: decided_by,
    decidedAt: decided_at,
    since: created_at,
    removedAt: removed_at,
  }
}
