/** A file or pasted text an agent knows. */
export interface KnowledgeSource {
  id: string
  agent: string
  /** The file's name, or the title of a pasted text. Unique within an agent. */
  name: string
  /** Of the bytes it was made from, hex: the same file twice changes nothing. */
  sha256: string
  mimetype: string
  bytes: number
  passages: number
  createdAt: number
}

/** A piece of a source that can be found and quoted on its own. */
export interface Passage {
  /** The headings above it, e.g. `Opening hours › Holidays`; may be empty. */
  title: string
  text: string
}

/** A passage as people read it who look something up. */
export interface FoundPassage {
  /** Its source, and the headings above it. */
  source: string
  /** Of it the sentence that has most to do with what was looked for, as plain words; may be empty. */
  excerpt: string
  /** Markdown. */
  text: string
  /** Where people read its source. */
  url?: string
}

/** A passage that fits a question. */
export interface Hit extends Passage {
  /** The passage's own id. */
  id: number
  /** The source's name. */
  source: string
  /** 0 to 1. */
  score: number
}
