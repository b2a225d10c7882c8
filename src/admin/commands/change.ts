import { AppError } from '../../lib/errors.ts'
import type { Step } from '../../store/statement.ts'
import type { AuditEntry } from '../audit.ts'
import type { CommandUse } from './call.ts'
import { places } from './words/index.ts'

/** Changes what has no room of its own, together with the row that tells of it. */
export async function change(call: CommandUse, entry: AuditEntry, steps: readonly Step[]): Promise<void> {
  const row = await call.parts.admin.audit.commit(call.actor, entry, steps)
  if (!row) throw new AppError('changed_since', places.changedSince, { status: 409 })
}
