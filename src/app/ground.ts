import type { Config } from '../config/index.ts'
import type { Log, LogForm } from '../lib/log.ts'
import type { Platform } from '../ports/platform.ts'
import type { Foundation } from './foundation.ts'

/** What everything else is built on. */
export interface Ground {
  config: Config
  foundation: Foundation
  /** All there are, configured or not. */
  platforms: readonly Platform[]
  log: Log
  /** A log that somebody brought may be kept: it is written for programs. */
  logForm: LogForm
  now: () => number
  /** Aborted when all of it is over. */
  signal: AbortSignal
}
