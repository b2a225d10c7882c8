import type { JournalFile } from '../shared/journal-file.ts'
import type { Post, StoredFile } from './records.ts'
import type { BotManifest } from './settings.ts'

/** One line of the journal. What a line replaces is found by its key; nothing in it needs the lines before. */
export type Entry =
  | { post: Post }
  | { postRemoved: { place: string; id: string } }
  | { file: StoredFile }
  | { install: { place: string; on: boolean } }
  | { manifest: BotManifest }

export type Journal = JournalFile<Entry>

export const noJournal: Journal = { write: () => {}, close: () => {} }
