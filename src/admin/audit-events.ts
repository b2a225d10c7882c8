import type { EventType } from '../model/event.ts'
import type { AuditRow } from '../store/audit.ts'
import type { Store } from '../store/index.ts'
import type { Step } from '../store/statement.ts'

/** What changes by somebody's word is in the log: some of it is an event of its own besides. */
const kinds: readonly (readonly [RegExp, EventType])[] = [
  [/^installation\./, 'installation.changed'],
  [/^tool\.(?:approved|denied|changed|expired)$/, 'approval.decided'],
  [/^handover\./, 'turn.handed_over'],
]

/** What other programs hear of a row of the log, in its batch. Who did it, and to whom, stands in the log alone. */
export async function auditEventSteps(store: Store, row: AuditRow): Promise<Step[]> {
  const { account, n, action, agent, door } = row
  const types = [
    ...kinds.filter(([pattern]) => pattern.test(action)).map(([, type]) => type),
    'audit.recorded' as const,
  ]
  const data = { action, agent, door, audit: n }
  const all = await Promise.all(types.map((type) => store.events.steps({ account, type, key: '', data })))
  return all.flat()
}
