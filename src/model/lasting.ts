/**
 * What a summary of a conversation is made of, in this order; `about` is of the person, and goes with them from one conversation to
 * the next.
 */
export const summarySections = ['decisions', 'open', 'facts', 'people'] as const
export type SummarySection = (typeof summarySections)[number]
export type LastingSection = SummarySection | 'about'

/** A line that was kept. */
export interface LastingLine {
  id: number
  section: LastingSection
  text: string
  /** Of the chat messages it was made of. */
  sources: readonly string[]
}

export interface Lasting {
  /** Of this conversation, the oldest first. */
  summary: readonly LastingLine[]
  /** Of the person. */
  about: readonly LastingLine[]
  /** Up to when (ms since the epoch) the summary holds the conversation. */
  until: number
}

/** What an answer changes of it. */
export interface LastingChange {
  /** The summary now holds the conversation up to then. */
  until?: number
  /** Ids of lines that are true no more, or stand in others. */
  drop: number[]
  add: {
    section: LastingSection
    text: string
    /** Absent: it was made of the message that is answered. */
    sources?: readonly string[]
    /** When the newest of them was said. */
    at?: number
  }[]
}

/** Something of a conversation, with when it was said and the chat message it belongs to. */
export interface DatedItem {
  role: 'user' | 'assistant'
  text: string
  at: number
  event?: string
}
