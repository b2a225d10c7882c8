import type { Step } from '../store/statement.ts'
import type { Actor } from './actor.ts'
import type { Audit, AuditEntry } from './audit.ts'
import * as sentences from './sentences.ts'

/** Does the steps together with the row that tells of them. 409 `changed_since` where what they rest on is not so any more. */
export async function change(
  audit: Pick<Audit, 'commit'>,
  by: Actor,
  entry: AuditEntry,
  steps: readonly Step[],
): Promise<void> {
  if (!(await audit.commit(by, entry, steps))) throw sentences.changedSince()
}
