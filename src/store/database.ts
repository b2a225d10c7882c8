import type { Kysely } from 'kysely'
import type { Statement, Step } from './statement.ts'
import type { Tables } from './tables.ts'

/**
 * The one way to the tables, the same on every dialect. Everything that must happen together is one `batch`: there are no
 * open transactions that other work could fall into, and a dialect may send a batch in one round trip.
 */
export interface Database {
  readonly dialect: 'sqlite' | 'postgres'
  /** Where what is committed goes into a log beside the database first. */
  readonly checkpoints?: Checkpoints
  /** What is wrong with how its server is set up, a sentence each: for whoever runs it. */
  readonly warnings: readonly string[]
  /** Leases run by the clock of the database, which all processes share, and not by their own. */
  readonly keepsTime: boolean
  /** Builds queries and runs single ones; for transactions give built queries to `batch` through `stepOf`. */
  readonly query: Kysely<Tables>
  get<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row | undefined>
  all<Params extends object, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>
  /** The number of rows changed. */
  run<Params extends object>(statement: Statement<Params, unknown>, params: Params): Promise<number>
  /**
   * All steps or none. False, and nothing done, when a guard changed no row. `isPatient`: nobody waits for it, so it may share a
   * commit with whatever is written next, if that comes within milliseconds.
   */
  batch(steps: readonly Step[], options?: { isPatient?: boolean }): Promise<boolean>
  /**
   * A number that is another one when accounts, keys, agents, installations, bindings or roles may have changed since it was
   * read, whoever changed them: a command beside the server too. What was read of them is as good as new as long as it stays the same.
   */
  catalogue(): number
  /**
   * Tells every process on this database, this one too, at most 7,000 bytes. Whoever is not connected at the moment does not
   * hear it. Where a database is one process's alone there is nobody to tell, and nothing is heard.
   */
  tell(topic: Topic, text: string): Promise<void>
  /** `undefined`: something that was told may not have been heard. Returns what ends it. */
  hear(topic: Topic, hear: (text: string | undefined) => void): () => void
  close(): Promise<void>
}

/**
 * What an acknowledged write outlives: `power`, that the machine loses power at any moment; `process`, that this process is killed
 * at any moment, while a loss of power may take what was written in the last seconds.
 */
export type Durability = 'power' | 'process'

export interface Checkpoints {
  look(): LogState
  /** Copies the log into the database, as far as nobody is in the way. What is copied is safe from a loss of power. */
  copy(): Promise<LogState>
  /** The same, and cuts the log off, so that nothing is left in it. Pages are left where somebody was in the way. */
  empty(): LogState
}

/** How many pages are in the log, and how many of them are in the database too. Infinitely many while nobody can say, because they are being copied. */
export interface LogState {
  pages: number
  copied: number
}

/** `turns`: what concerns a turn wherever it runs. `rings`: there is something to drain. */
export type Topic = 'turns' | 'rings'
