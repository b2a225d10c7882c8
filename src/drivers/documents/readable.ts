/** What was read of a file. */
export interface Readable {
  /** Markdown-like: see the port. */
  text: string
  /** What a page calls itself. */
  title?: string
  /** What stands in the file and not in the text, each in a few English words: `the hidden sheet Costs`. */
  leftOut?: string[]
}

/** Reads a file that is in another one, as a section below its name; undefined where it is none that can be read. */
export type ReadInside = (name: string, bytes: Uint8Array) => Promise<Readable | undefined>

/** No text that anybody wrote is longer, in UTF-16 units. */
const maxText = 8_000_000

/** What is read, cut where no person has written so much; nothing is said of what was left out if nothing was. */
export function readable(text: string, leftOut: readonly string[] = []): Readable {
  const isCut = text.length > maxText
  const all = [...leftOut, ...(isCut ? [`everything behind its first ${maxText} characters`] : [])]
  return { text: isCut ? text.slice(0, maxText).toWellFormed() : text, ...(all.length > 0 && { leftOut: all }) }
}
