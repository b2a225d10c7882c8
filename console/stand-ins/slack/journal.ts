import type { JournalFile } from '../shared/journal-file.ts'
import type { SessionStatus } from './activities.ts'
import type { Envelope } from './envelope.ts'
import type { Clip, Post } from './post.ts'
import type { ResponseUrl } from './response-url.ts'
import type { OpenView } from './views.ts'

/** One line of the journal. What a line replaces is found by its key; nothing in it needs the lines before. */
export type Entry =
  | { put: Post }
  | { append: { channel: string; ts: string; text: string; bytes: number } }
  | { removed: { channel: string; ts: string } }
  | {
      file: {
        id: string
        name: string
        alt_txt?: string | undefined
        mimetype: string
        user: string
        created: number
        clip?: Clip | undefined
        base64: string
      }
    }
  | { session: { channel: string; thread_ts: string; status: SessionStatus; title?: string } }
  | { responseUrl: ResponseUrl }
  | { view: OpenView }
  | { viewClosed: string }
  | { event: Envelope }
  | { settled: string }

export type Journal = JournalFile<Entry>

export const noJournal: Journal = { write: () => {}, close: () => {} }
