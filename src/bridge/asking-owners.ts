import { ownersQuestion } from '../admin/commands/approvals.ts'
import type { Admin } from '../admin/index.ts'
import { readOrderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import type { OwnerNotes } from './owners.ts'

export interface AskingOwnersParts {
  store: Pick<Store, 'toolApprovals' | 'roles' | 'personLinks'>
  admin: Pick<Admin, 'offers'>
  owners: OwnerNotes
}

/** Of those that nobody has told of. */
const atOnce = 100

/**
 * Asks owners, each alone, about calls that they have to agree to: whoever wants one may be where no owner is. The row says who is told,
 * so that no process asks twice, and that one which dies meanwhile is taken over from.
 */
export function createAskingOwners({ store, admin, owners }: AskingOwnersParts) {
  async function ask(row: ToolApprovalRow): Promise<void> {
    const { account, agent, uid } = readOrderKey(row.key)
    const held = await store.roles.of(account, uid)
    const uids = await store.personLinks.uidsOf(account, uid)
    // Whoever is one decides where it stands; of several uids perhaps not the one that is one is there.
    if (uids.length > 1 || !held.some(({ role }) => role === 'owner')) {
      await owners.tell(account, (person) => ownersQuestion(admin, { account, agent, asker: uid, person, call: row }))
    }
    await store.toolApprovals.told(row.id)
  }
  return async (): Promise<void> => {
    for (const row of await store.toolApprovals.untold(atOnce)) {
      if (await store.toolApprovals.claimTelling(row)) await ask(row)
    }
  }
}
