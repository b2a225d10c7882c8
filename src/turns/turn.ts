import type { InboxRow } from '../store/inbox.ts'
import type { TurnRow } from '../store/turns.ts'
import type { Lease } from './lease.ts'
import type { Asker, Show } from './show.ts'

/** A turn that is being run. */
export interface Turn {
  readonly id: string
  readonly row: InboxRow
  readonly lease: Lease
  readonly asker: Asker
  readonly show: Show
  /** What an attempt before a crash or a lost lease left behind. */
  readonly earlier: TurnRow | undefined
  /** Aborted when no more text is wanted: `stopped` keeps what there is. */
  readonly thinking: AbortSignal
  /** Aborted when the turn must end here, shown or not; `thinking` is then too. */
  readonly ending: AbortSignal
}
