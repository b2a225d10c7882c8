/**
 * Wakes workers, in one process or in several that share their rings. A ring carries no data: what is to be done stands in the
 * inbox, so a lost ring costs time, never a message. Whoever owns what is to be done rings for it again now and then.
 */
export interface Queue {
  /**
   * Asks that `key` be drained, now or at `notBefore` (ms since the epoch). A ring while the key is drained is kept. Of
   * several for one key the earliest is kept: a drain sees all there is to do, and rings for what must wait longer. Never
   * rejects, and resolves within about a second: where rings cannot be kept at the moment, this one is lost.
   */
  ring(key: string, notBefore?: number): Promise<void>
  /**
   * Starts draining: different keys side by side up to `concurrency`, the same key never twice at once. Of that only this
   * process can be sure: when one is stopped for long, or what keeps the rings has forgotten them, two processes may drain a
   * key at once, and its lease decides. A drain that rejects is reported to `onError` and tried again after a pause, which no
   * ring shortens. What a process that died was draining is drained by another within 10 s.
   */
  work(drain: (key: string) => Promise<void>, options: WorkOptions): void
  /** Takes no more rings and resolves when the running drains have ended. What is left, by them too, is for other processes at once. */
  close(): Promise<void>
}

export interface WorkOptions {
  concurrency: number
  /** The pause after a key's first failure. It doubles with each further one, up to a minute; a success ends that. */
  retryMs: number
  onError(key: string, error: unknown): void
}
