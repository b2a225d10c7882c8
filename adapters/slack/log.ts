import type { Logger, LogLevel } from '@slack/bolt'

export interface Log {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Bolt's words in our log. Its debug lines hold what people write, so they end here; its errors are ours to judge. */
export function boltLogger(log: Log): Logger {
  const say = (words: unknown[]): string =>
    words.map((word) => (word instanceof Error ? word.message : String(word))).join(' ')
  return {
    debug() {},
    info: (...words) => log.debug({}, say(words)),
    warn: (...words) => log.warn({}, say(words)),
    error: (...words) => log.warn({}, say(words)),
    setLevel() {},
    getLevel: () => 'info' as LogLevel,
    setName() {},
  }
}
