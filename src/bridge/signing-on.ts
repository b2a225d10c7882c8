import type { ToolGrantAdmin } from '../admin/tool-grants.ts'
import type { Inbox } from '../ports/channel.ts'
import type { Store } from '../store/index.ts'
import { askedLeave } from './connect-links.ts'
import type { ToolApprovals } from './tool-approvals.ts'

interface SigningOnParts {
  store: Pick<Store, 'agents' | 'toolApprovals'>
  grants: Pick<ToolGrantAdmin, 'awaits' | 'signedOn'>
  approvals: Pick<ToolApprovals, 'connected'>
}

/** People whom their platform signs in, and the calls that wait for that. */
export function createSigningOn({ store, grants, approvals }: SigningOnParts): Pick<Inbox, 'signingOn' | 'signedOn'> {
  async function leaveOf(approval: string) {
    const row = await store.toolApprovals.byId(approval)
    return row?.asks === 'connect' ? (await askedLeave(store, row))?.of : undefined
  }

  return {
    async signingOn(on) {
      const of = await leaveOf(on.approval)
      if (of) await grants.awaits(of, on)
    },

    async signedOn(on) {
      const of = on.approval === undefined ? undefined : await leaveOf(on.approval)
      if (on.approval !== undefined && !of) return 'over'
      const done = await grants.signedOn(of, on)
      if (typeof done === 'string') return done
      // Whoever presses once more, should this be the last that is heard of it, finds leave given.
      await approvals.connected({ ...done, by: on.author.uid, isGiven: true })
      return 'given'
    },
  }
}
