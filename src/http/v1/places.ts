import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { scopes } from '../../model/scope.ts'
import { firstAccount } from '../../store/accounts.ts'
import { agentIdIn } from '../../store/apart.ts'
import { sentences } from '../words/index.ts'
import { isoOf, isoOrNull, moment } from './faults.ts'
import { type Call, operation } from './operation.ts'
import { pageIn, pageOf, pageQuery } from './pages.ts'

const roleSchema = z.object({
  person: z.string(),
  role: z.enum(['owner', 'admin', 'blocked']),
  agent: z.string().nullable().describe('Admin of this agent only.'),
  by: z.string(),
  at: moment,
})
const installationSchema = z.object({
  platform: z.string(),
  id: z.string(),
  name: z.string(),
  account: z.string(),
  status: z.string(),
  by: z.string().nullable(),
  decidedAt: moment.nullable(),
  since: moment,
  removedAt: moment.nullable(),
})
const tag = 'Places'

type RoleCall = Pick<Call<{ person: string }, unknown, unknown>, 'house' | 'by' | 'scopes' | 'path'>

/** An owner issues keys that may do all, so no key makes one that may not do all itself; nor does it take from those above it. */
async function refuseBeyond({ house, by, scopes: own, path }: RoleCall, role?: string): Promise<void> {
  if (!own || scopes.every((one) => own.includes(one))) return
  const rules = (one: string | undefined) => one === 'owner' || one === 'admin'
  const held = (await house.admin.roles.list(by.account)).filter(({ person }) => person === path.person)
  if (!rules(role) && !held.some((one) => rules(one.role))) return
  throw new AppError('out_of_scope', sentences.request.beyondRole, { status: 403 })
}

export const placeOperations = [
  operation({
    ...{ method: 'GET', url: '/v1/installations', id: 'listInstallations', tag, scope: 'places:read' },
    summary: 'Where the app is installed, and whether it is served there.',
    query: pageQuery,
    answer: pageOf(installationSchema),
    async run({ house, by, query }) {
      const all = await house.admin.approvals.list({ account: by.account })
      const { items, next } = pageIn(all, ({ platform, id }) => `${platform} ${id}`, query)
      const told = items.map(({ decidedAt, since, removedAt, ...one }) => ({
        ...one,
        decidedAt: isoOrNull(decidedAt),
        since: isoOf(since),
        removedAt: isoOrNull(removedAt),
      }))
      return { items: told, next }
    },
  }),
  operation({
    ...{ method: 'PUT', url: '/v1/installations/{platform}/{installation}', id: 'decideInstallation', tag },
    ...{ scope: 'places:write' },
    summary: 'Serve an installation from now on, or nobody there any more. Of the operator’s own account alone.',
    path: z.object({ platform: z.string().max(64), installation: z.string().max(256) }),
    body: z.strictObject({ status: z.enum(['approved', 'refused']) }),
    answer: z.object({ status: z.string(), account: z.string() }),
    async run({ house, by, path, body }) {
      // Owners of the first account decide.
      if (by.account !== firstAccount) throw new AppError('forbidden', sentences.notOperator, { status: 403 })
      const { approvals } = house.admin
      const seen = await approvals.get(path.platform, path.installation)
      if (body.status === 'refused') await approvals.refuse(seen, by)
      else await approvals.approve(seen, { account: by.account }, by)
      const { status, account } = await approvals.get(path.platform, path.installation)
      return { status, account }
    },
  }),
  operation({
    ...{ method: 'GET', url: '/v1/roles', id: 'listRoles', tag: 'People', scope: 'people:read' },
    summary: 'Owners, admins and who is blocked.',
    answer: z.object({ roles: z.array(roleSchema) }),
    async run({ house, by }) {
      const roles = await house.admin.roles.list(by.account)
      return { roles: roles.map(({ at, ...one }) => ({ ...one, at: isoOf(at) })) }
    },
  }),
  operation({
    ...{ method: 'PUT', url: '/v1/roles/{person}', id: 'setRole', tag: 'People', scope: 'people:write' },
    summary: 'Say what somebody is from now on. Owners and admins are a matter of keys without scopes, or with all.',
    path: z.object({ person: z.string().max(256) }),
    body: z.strictObject({ role: z.enum(['owner', 'admin', 'blocked', 'member']), agent: z.string().optional() }),
    answer: z.object({ roles: z.array(z.object({ role: z.string(), agent: z.string().nullable() })) }),
    async run(call) {
      const { house, by, path, body } = call
      await refuseBeyond(call, body.role)
      const { after } = await house.admin.roles.set(path.person, body.role, body.agent, by)
      return { roles: after.map(({ role, agent }) => ({ role, agent })) }
    },
  }),
  operation({
    ...{ method: 'DELETE', url: '/v1/roles/{person}', id: 'removeRole', tag: 'People', scope: 'people:write' },
    summary: 'Take away what somebody is, or that they are admin of one agent.',
    path: z.object({ person: z.string().max(256) }),
    query: z.strictObject({ agent: z.string().optional() }),
    async run(call) {
      const { house, by, path, query } = call
      await refuseBeyond(call)
      await house.admin.roles.remove(path.person, query.agent && agentIdIn(by.account, query.agent), by)
    },
  }),
]
