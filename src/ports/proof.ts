/** What was tried in one round of `parley prove`, and what was not as it should be. The same seed tries the same again. */
export interface Round {
  seed: number
  tenants: number
  people: number
  messages: number
  kills: number
  /** Kills that came while answers were on their way. */
  amid: number
  /** Answers that stand twice in Teams, or after their beginning, because the server died before it was told that they stand there. */
  again: number
  /** Texts that were looked through for words of others. */
  looks: number
  /** To the model, looked through as well. */
  requests: number
  /** People. */
  forgotten: number
  /** Of theirs that went. */
  rows: number
  /** Of theirs, looked for in so many bytes. */
  texts: number
  bytes: number
  seconds: number
  faults: readonly string[]
}

/** Plays a round. Rejects where it could not be tried at all. */
export type Prove = (seed: number) => Promise<Round>
