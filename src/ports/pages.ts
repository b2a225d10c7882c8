/** Reads public pages of the Web. */
export interface Pages {
  /**
   * What is written on a page, without what frames it; `unread` says why not, in a few English words that go on "the page could not
   * be read:". Private, loopback and link-local addresses are refused, those that a redirect leads to as well. Throws the signal's
   * reason once aborted.
   */
  read(url: string, person: string, signal: AbortSignal): Promise<Page | { unread: string }>
}

export interface Page {
  /** Where it was found in the end. */
  url: string
  title: string
  mimetype: string
  text: string
}
