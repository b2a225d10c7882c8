import type { Control } from '../model/message.ts'
import type { Database } from '../store/database.ts'

/** Why a turn is not wanted any more. */
export type Why = 'deleted' | 'stopped'
export type Stopped = Extract<Control, { kind: 'stopped' }>

/** What processes tell each other of turns. */
export interface Notice {
  /** Of the event whose turn nobody wants any more; its row is marked already. */
  cancelled: { eventId: string; why: Why }
  /** Somebody pressed Stop; which turn that means, those who run it know. */
  stopped: Stopped
  /** A row of that key is next, and only that process can run it. */
  yours: { key: string; holder: string }
  /** The caller of a turn that is followed wants no more of it; its row is marked already. */
  unwanted: { turn: string }
  /** Somebody follows it in another process than the one that makes it. */
  followed: { turn: string }
  /** Somebody wants no more of a turn of which nothing is written down: whoever has it, and finds it theirs, says so. */
  cancelTurn: { turn: string; by: Canceller; asker: string }
  turnCancelled: { turn: string; asker: string }
}

/** Who wants no more of a turn: the key that asked for it, or whoever administers its agent. */
export type Canceller =
  | { account: string; key: string; agent: string | null }
  | { account: string; adminOf: 'all' | readonly string[] }

export type Hearers = { [Kind in keyof Notice]?: (notice: Notice[Kind]) => void } & {
  /** Something may have been told that was not heard. */
  missed(): void
}

export type Notices = ReturnType<typeof createNotices>

/** Best effort: whatever must not be missed stands in the store too. */
export function createNotices(db: Pick<Database, 'tell' | 'hear'>) {
  return {
    tell: (notice: Partial<Notice>): Promise<void> => db.tell('turns', JSON.stringify(notice)),
    /** Returns what ends it. */
    hear(hearers: Hearers): () => void {
      return db.hear('turns', (text) => {
        if (text === undefined) return hearers.missed()
        const notice: Partial<Notice> = JSON.parse(text)
        if (notice.cancelled) hearers.cancelled?.(notice.cancelled)
        if (notice.stopped) hearers.stopped?.(notice.stopped)
        if (notice.yours) hearers.yours?.(notice.yours)
        if (notice.unwanted) hearers.unwanted?.(notice.unwanted)
        if (notice.followed) hearers.followed?.(notice.followed)
        if (notice.cancelTurn) hearers.cancelTurn?.(notice.cancelTurn)
        if (notice.turnCancelled) hearers.turnCancelled?.(notice.turnCancelled)
      })
    },
  }
}
