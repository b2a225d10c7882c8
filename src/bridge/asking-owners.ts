import { ownersQuestion } from '../admin/commands/approvals.ts'
import type { Admin } from '../admin/index.ts'
import { readOrderKey } from '../model/key.ts'
import type { Store } from '../store/index.ts'
import type { ToolApprovalRow } from '../store/tool-approvals.ts'
import { pauseOfKey } from '../turns/gate.ts'
import type { OwnerNotes } from './owners.ts'
import type { ToolApprovals } from './tool-approvals.ts'

export interface AskingOwnersParts {
  store: Store
  approvals: Pick<ToolApprovals, 'askIn'>
  admin: Pick<Admin, 'offers'>
  owners: OwnerNotes
}

/** Of those that nobody has told of. */
const atOnce = 100

/**
 * Asks others about calls that they have to agree to: owners, each alone, since whoever wants one may be where no owner is; or the
 * people of a channel. The row says who is told,
 * so that no process asks twice, and that one which dies meanwhile is taken over from.
 */
export function createAskingOwners({ store, approvals, admin, owners }: AskingOwnersParts) {
  async function ask(row: ToolApprovalRow): Promise<void> {
    if (row.asks === 'ask channel') await approvals.askIn(row)
    else if (!(await askOwners(row))) return
    await store.toolApprovals.told(row.id)
  }

  /** False: all is paused meanwhile. */
  async function askOwners(row: ToolApprovalRow): Promise<boolean> {
    const { account, agent, uid } = readOrderKey(row.key)
    const held = await store.roles.of(account, uid)
    const uids = await store.personLinks.uidsOf(account, uid)
    // Whoever is one decides where it stands; of several uids perhaps not the one that is one is there.
    if (uids.length === 1 && held.some(({ role }) => role === 'owner')) return true
    return owners.tell(account, (person) => ownersQuestion(admin, { account, agent, asker: uid, person, call: row }))
  }

  return async (): Promise<void> => {
    for (const row of await store.toolApprovals.untold(atOnce)) {
      if (await pauseOfKey(store, row.key)) continue
      if (await store.toolApprovals.claimTelling(row)) await ask(row)
    }
  }
}
