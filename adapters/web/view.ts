/** What a page is told, and what it tells: the contract between the adapter and `console/widget`. */

export interface ShownFile {
  id: string
  name: string
  mimetype: string
  size: number
}

export interface Buttons {
  id: string
  options: string[]
  /** Which was pressed; -1: none, and none can be any more. */
  chosen?: number
}

/** What stands in the conversation; `note`: what the visitor is told beside it, e.g. why they are not answered. */
export interface Said {
  from: 'visitor' | 'agent' | 'note'
  /** Markdown of the agent and of notes, and plain text of the visitor. */
  text: string
  /** Of the visitor: what it is called where it is answered. */
  event?: string
  /** Of the visitor, or of the agent. */
  files?: ShownFile[]
  buttons?: Buttons
  image?: string
  link?: string
  /** Asks whether the answer was good: under which id, and what the two answers are called. */
  feedback?: { id: string; good: string; bad: string }
  /** A model wrote it. */
  ai?: true
  sources?: { n: number; title: string; excerpt?: string; url?: string }[]
  /** What a note shows as a file. */
  attachment?: { name: string; text: string }
}

/** What the agent does meanwhile. */
export interface Doing {
  from: 'status'
  doing: 'received' | 'waiting' | 'thinking' | 'searching' | 'writing' | 'idle'
}

/** The data of an event; its id is `rev`. What has an id that is known replaces that. */
export type Told = { id: string; n: number; at: number } & (Said | Doing | { from: 'gone' })

/** Told at the beginning of a stream: what stands before it is not kept any more. */
export interface Begun {
  oldest: number
}

export interface Sending {
  /** Drawn by the page: what was sent twice under one id is said once. */
  id: string
  text: string
  /** Of files that were sent before. */
  files?: string[]
  timeZone?: string
}

export interface TokenAnswer {
  token: string
  /** RFC 3339. */
  expiresAt: string
  /** Of visitors without a name: who they are the next time. */
  proof?: string
}
