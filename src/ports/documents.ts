/** Reads what people upload. */
export interface Documents {
  /**
   * A file as Markdown-like text: headings as `#` lines, paragraphs apart by an empty line, tables one row a line. Pages of a PDF are
   * headed `# p. 3`. Throws an `AppError` that says what is wrong with a file that cannot be read, the signal's reason once aborted.
   */
  read(file: DocumentFile, signal?: AbortSignal): Promise<ReadDocument>
}

export interface DocumentFile {
  name: string
  bytes: Uint8Array
  /** Whom it is read for: several take turns. */
  person?: string
  /** It is a page of the Web, of which only what it is about is wanted, without what frames it. */
  isPage?: true
}

export interface ReadDocument {
  mimetype: string
  text: string
  /** What a page calls itself. */
  title?: string
  /** What stands in the file and not in the text, each in a few English words: `the hidden sheet Costs`. */
  leftOut?: string[]
}
