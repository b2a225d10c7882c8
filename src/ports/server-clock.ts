/** Is told what time it is at a platform, which judges how old a message is. */
export interface ServerClock {
  /** An answer of the platform to what was asked at `askedAt` (ms since the epoch, by this machine) said this in its `Date`. */
  heard(date: string | string[] | undefined, askedAt: number): void
}
