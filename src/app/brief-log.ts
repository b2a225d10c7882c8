import type { Log } from '../lib/log.ts'
import { isUnavailable } from '../store/unavailable.ts'

/**
 * The same log, which says of a database that is away why, and not where in the program that was met: in an outage each message
 * that comes meets it, and what should never be would be lost among a thousand stacks of what is known.
 */
export function brief(log: Log): Log {
  const briefly = (level: 'warn' | 'error'): Log['warn'] => {
    const write = log[level].bind(log) as (...given: unknown[]) => void
    return (...given: unknown[]) => {
      const [fields, ...words] = given
      const { err, ...rest } = (typeof fields === 'object' ? (fields ?? {}) : {}) as { err?: Error }
      if (isUnavailable(err)) write({ ...rest, reason: err!.message }, ...words)
      else write(...given)
    }
  }
  return { debug: log.debug.bind(log), info: log.info.bind(log), warn: briefly('warn'), error: briefly('error') }
}
