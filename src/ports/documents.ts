/** Reads what people upload. */
export interface Documents {
  /**
   * A file as Markdown-like text: headings as `#` lines, paragraphs apart by an empty line, tables one row a line. Throws an
   * `AppError` that says what is wrong with a file that cannot be read.
   */
  read(file: { name: string; bytes: Uint8Array }): Promise<{ mimetype: string; text: string }>
}
