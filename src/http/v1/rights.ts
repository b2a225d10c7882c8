import { may, type Standing } from '../../admin/roles.ts'
import type { Right } from '../../model/command.ts'
import type { Scope } from '../../model/scope.ts'
import { agentIdIn } from '../../store/apart.ts'
import type { Operation } from './operation.ts'

/** What somebody has to be for what a key needs a scope for: the right that the same has among the commands of chat. */
const rights: Readonly<Record<Scope, Right>> = {
  'agents:read': 'admin',
  'agents:write': 'admin',
  'knowledge:read': 'admin',
  'knowledge:write': 'admin',
  'turns:read': 'admin',
  'turns:write': 'admin',
  'visitors:read': 'admin',
  'visitors:write': 'admin',
  'messages:read': 'admin',
  'messages:write': 'admin',
  'usage:read': 'admins',
  'usage:write': 'admins',
  'places:read': 'admins',
  'places:write': 'owner',
  'people:read': 'admins',
  'people:write': 'owner',
  'keys:read': 'admins',
  'keys:write': 'owner',
  'account:read': 'admins',
  'account:write': 'owner',
  'audit:read': 'admins',
  'audit:write': 'owner',
}

/**
 * Whether somebody of this standing may call it: for what is of one agent an admin of that one, for what is of all an admin of all,
 * unless the operation itself tells each only of theirs.
 */
export function mayCall({ scope, narrows }: Operation, standing: Standing, account: string, agent?: string): boolean {
  const right = rights[scope]
  if (right !== 'admin') return may(standing, right, {})
  if (agent !== undefined) return may(standing, 'admin', { agent: agentIdIn(account, agent) })
  return may(standing, narrows ? 'admin' : 'admins', {})
}
