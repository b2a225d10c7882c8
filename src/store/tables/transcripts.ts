/** What people see in conversations that are kept nowhere but here. */
export interface TranscriptTable {
  key: string
  id: string
  position: number
  rev: number
  /** As its adapter wrote it; empty: it was taken away. */
  body: string
  at: number
}

/** The last change of each. */
export interface TranscriptHeadTable {
  key: string
  rev: number
}

export interface TranscriptFileTable {
  key: string
  id: string
  name: string
  mimetype: string
  content: Uint8Array
  at: number
}
