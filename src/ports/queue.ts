/**
 * Wakes workers. A ring carries no data: what is to be done stands in the inbox, so a lost ring costs time, never a message.
 */
export interface Queue {
  /**
   * Asks that `key` be drained, now or at `notBefore` (ms since the epoch). A ring while the key is drained is kept. Of
   * several for one key the earliest is kept: a drain sees all there is to do, and rings for what must wait longer.
   */
  ring(key: string, notBefore?: number): Promise<void>
  /** Starts draining: never the same key twice at once, different keys side by side up to `concurrency`. A drain that
   *  rejects is reported to `onError` and tried again after a pause, which no ring shortens. */
  work(drain: (key: string) => Promise<void>, options: WorkOptions): void
  /** Takes no more rings and resolves when the running drains have ended. */
  close(): Promise<void>
}

export interface WorkOptions {
  concurrency: number
  /** The pause after a key's first failure. It doubles with each further one, up to a minute; a success ends that. */
  retryMs: number
  onError(key: string, error: unknown): void
}
