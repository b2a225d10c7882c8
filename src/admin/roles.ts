import type { Right } from '../model/command.ts'
import type { Store } from '../store/index.ts'
import type { Held } from '../store/roles.ts'
import type { Actor } from './actor.ts'
import type { Audit } from './audit.ts'
import { logLine } from './log-lines.ts'
import * as sentences from './sentences.ts'

export type Role = Held['role']

/** What somebody is, all their roles taken together. A member is none of it. */
export interface Standing {
  owner: boolean
  /** An owner is admin of all. */
  adminOf: 'all' | readonly string[]
  blocked: boolean
}

export interface RoleView {
  person: string
  role: Role
  /** Admin of this agent only. */
  agent: string | null
  /** Who gave it. */
  by: string
  at: number
}

/** What somebody was and has become. It can be kept as JSON, and taken back. */
export interface RoleChange {
  before: readonly Held[]
  after: readonly Held[]
}

/** Who may do what in an account, by uid. Everybody is a member until they are something else. */
export interface Roles {
  /** Kept until a role changes: every command asks. */
  of(account: string, person: string): Promise<Standing>
  /** Owners, admins and who is blocked, in the order they became it. */
  list(account: string): Promise<RoleView[]>
  hasOwner(account: string): Promise<boolean>
  /** Makes whoever acts the owner of an account that has none. False where it has one. A change of its own, with its own nonce. */
  seed(actor: Actor): Promise<boolean>
  /**
   * What somebody is from now on, in place of everything they were; but who becomes admin of one more agent stays admin of the
   * others. Who is that already stays it, and nothing is written. `agent` only goes with `admin`. 404 `agent_not_found`, 403 `forbidden`, 409 `last_owner`, `changed_since`.
   */
  set(person: string, role: Role | 'member', agent: string | undefined, actor: Actor): Promise<RoleChange>
  /** Takes all roles away, or that of one agent. 409 `last_owner`. */
  remove(person: string, agent: string | undefined, actor: Actor): Promise<RoleChange>
  /** Takes a change back, while they are still what it made them: else 409 `changed_since`. */
  restore(person: string, change: RoleChange, actor: Actor): Promise<RoleChange>
}

/** Whoever is at the terminal of the server. */
export const operator: Standing = { owner: true, adminOf: 'all', blocked: false }

/** Without an agent, the right of its admins is that of whoever is admin of any. `mine`: it is about themselves. */
export function may(standing: Standing, right: Right, about: { agent?: string | undefined; mine?: boolean }): boolean {
  const { owner, adminOf, blocked } = standing
  const { agent, mine = false } = about
  if (blocked) return false
  const isAdmin = adminOf === 'all' || (agent === undefined ? adminOf.length > 0 : adminOf.includes(agent))
  switch (right) {
    case 'anyone':
      return true
    case 'self':
      return mine || isAdmin
    case 'admin':
      return isAdmin
    case 'admins':
      return adminOf === 'all'
    case 'owner':
      return owner
  }
}

export function createRoles({ store, audit }: { store: Store; audit: Audit }): Roles {
  const rows = store.roles

  async function heldBy(account: string, person: string): Promise<Held[]> {
    return (await rows.of(account, person)).map(({ role, agent }) => ({ role, agent }))
  }

  async function ownAgent(agent: string, account: string): Promise<void> {
    const live = await store.agents.live(agent)
    if (!live) throw sentences.agentNotFound()
    if (live.account !== account) throw sentences.forbidden()
  }

  async function hasOwner(account: string): Promise<boolean> {
    return (await rows.list(account)).some(({ role }) => role === 'owner')
  }

  /** From what somebody is to what `toBe` makes of that. */
  async function change(
    person: string,
    actor: Actor,
    { action, agent }: { action: 'role.set' | 'role.remove' | 'role.restore'; agent?: string | undefined },
    toBe: (from: readonly Held[]) => readonly Held[],
  ): Promise<RoleChange> {
    const { account, author } = actor
    for (;;) {
      const from = await heldBy(account, person)
      const to = toBe(from)
      if (isSame(from, to)) return { before: from, after: to }
      const summary = logLine(action, { person, was: told(from), is: told(to) })
      const steps = rows.changeSteps({ account, person, from, to, by: author })
      if (await audit.commit(actor, { action, agent, summary }, steps)) return { before: from, after: to }
      if (!isSame(from, await heldBy(account, person))) continue
      throw sentences.lastOwner()
    }
  }

  return {
    hasOwner,

    async of(account, person) {
      return standingOf(await rows.of(account, person))
    },

    async list(account) {
      return (await rows.list(account)).map(({ person, role, agent, given_by, given_at }) => ({
        person,
        role,
        agent: agent === '' ? null : agent,
        by: given_by,
        at: given_at,
      }))
    },

    async seed(actor) {
      const { account, author } = actor
      if (await hasOwner(account)) return false
      const entry = { action: 'role.first', summary: logLine('role.first', { person: author }) }
      return (await audit.commit(actor, entry, rows.firstOwnerSteps(account, author))) !== undefined
    },

    async set(person, role, agent, actor) {
      if (role !== 'admin' || agent === undefined) {
        return change(person, actor, { action: 'role.set' }, () => (role === 'member' ? [] : [{ role, agent: '' }]))
      }
      await ownAgent(agent, actor.account)
      return change(person, actor, { action: 'role.set', agent }, (from) => [
        ...from.filter((one) => one.agent !== '' && one.agent !== agent),
        { role, agent },
      ])
    },

    remove: (person, agent, actor) =>
      change(person, actor, { action: 'role.remove', agent }, (from) =>
        agent === undefined ? [] : from.filter((one) => one.agent !== agent),
      ),

    async restore(person, { before, after }, actor) {
      for (const { agent } of before) if (agent !== '') await ownAgent(agent, actor.account)
      return change(person, actor, { action: 'role.restore' }, (from) => {
        if (!isSame(from, after)) throw sentences.changedSince()
        return before
      })
    },
  }
}

function standingOf(held: readonly Held[]): Standing {
  const is = (role: Role) => held.some((one) => one.role === role && one.agent === '')
  const blocked = is('blocked')
  const owner = !blocked && is('owner')
  const agents = held.flatMap(({ agent }) => (agent === '' ? [] : [agent]))
  return { owner, adminOf: owner || (!blocked && is('admin')) ? 'all' : blocked ? [] : agents, blocked }
}

function told(held: readonly Held[]): string {
  if (held.length === 0) return 'member'
  return held.map(({ role, agent }) => (agent === '' ? role : `${role} of ${agent}`)).join(', ')
}

function isSame(some: readonly Held[], others: readonly Held[]): boolean {
  const lines = (held: readonly Held[]) =>
    held
      .map(({ role, agent }) => `${role} ${agent}`)
      .sort()
      .join('\n')
  return lines(some) === lines(others)
}
