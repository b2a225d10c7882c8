import type { Logger } from 'pino'
import { pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** JSON lines on standard error, so that standard output stays for people. Never give it an utterance, a key or a token. */
export function createLog(level: string): Logger {
  return pino({ level, base: null }, pino.destination({ dest: 2, sync: true }))
}
