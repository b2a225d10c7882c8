import type { Log } from '../lib/log.ts'
import type { Admission, ChatLimits } from '../model/limits.ts'
import type { PlatformId } from '../model/message.ts'
import type { Queue } from '../ports/queue.ts'
import type { Store } from '../store/index.ts'
import type { Binding } from '../store/places.ts'
import type { Leases } from '../turns/lease.ts'
import type { LookUp } from '../turns/look-up.ts'
import type { RunningTurns } from '../turns/running.ts'
import type { Activities } from './activity.ts'
import type { ChannelOf } from './context.ts'
import type { Handovers } from './handover/index.ts'
import type { ListeningPlaces } from './listening.ts'
import type { TellAlone } from './private-notes.ts'
import type { RaidWatch } from './raid.ts'
import type { SpelledAt } from './spelling.ts'
import type { ToolApprovals } from './tool-approvals.ts'

/** What is needed to take in what platforms tell. */
export interface IntakeParts {
  store: Store
  queue: Pick<Queue, 'ring'>
  running: Pick<RunningTurns, 'cancel' | 'stopAll'>
  /** Taken with the message that is to be answered under it. */
  leases: Pick<Leases, 'ahead'>
  /** Tells places who listens there. */
  listening: Pick<ListeningPlaces, 'owe'>
  channelOf: ChannelOf
  /** How commands are used somewhere. */
  spelledAt: SpelledAt
  tellAlone: TellAlone
  /** Says that a message was received. */
  activities: Pick<Activities, 'received'>
  /** Shows what a turn's messages owe, such as which quick reply was chosen; not waited for. */
  pay(turnId: string): void
  /** Decisions about calls of tools. */
  approvals: Pick<ToolApprovals, 'mayDecide' | 'pressed' | 'withdrawn'>
  /** Conversations that are handed to people. */
  handovers: Handovers
  /** Looks something up in an agent's knowledge. */
  lookUp: LookUp
  /** How the agent behaves in channels that are bound to nothing. */
  channelMode: Binding['mode']
  /** Older messages are those of a downtime: nobody expects their answer any more. */
  staleAfterMs: number
  /** Where people reach our pages, as the operator has said it. */
  publicUrl?: string | undefined
  /** How far this machine's clock is ahead of a platform's, in milliseconds, as far as that has told. */
  aheadOf(platform: PlatformId): number
  /** How much anybody may write. */
  limits: ChatLimits
  /** Who may write at all, and where. */
  admit: Admission
  /** Sees when far more is written in a server than before. */
  raids: RaidWatch
  /** Called with the account in which something happened that others may be told of. */
  onEvents?: (account: string) => void
  now: () => number
  log: Log
}

/** How long ago that was, in milliseconds, by the platform's clock, which told the time. */
export const ageOf = (
  { now, aheadOf }: Pick<IntakeParts, 'now' | 'aheadOf'>,
  platform: PlatformId,
  at: number,
): number => now() - aheadOf(platform) - at
