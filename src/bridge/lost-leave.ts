import { lostLeaveNote } from '../admin/commands/connections.ts'
import type { LostLeave } from '../admin/tool-tokens.ts'
import type { Log } from '../lib/log.ts'
import type { OwnerNotes } from './owners.ts'

/** Tells the owners that an agent may use a server no more: once, by whoever has found it out. Nobody waits for it. */
export function createLostLeave({ owners, log }: { owners: OwnerNotes; log: Log }) {
  return ({ account, agent, server }: LostLeave): void => {
    owners
      .owe(account, async () => lostLeaveNote(agent, server))
      .catch((err) => log.warn({ err, agent, server }, 'owners could not be told that an agent has its leave no more'))
  }
}
