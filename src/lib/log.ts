import type { Logger } from 'pino'
import { pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** JSON lines on standard error, so that standard output stays for people. Never give it an utterance, a key or a token. */
export function createLog(level: string): Logger {
  return pino({ level, base: null }, gathered(pino.destination({ dest: 2, sync: true })))
}

/** The lines of one turn of the event loop are written together: a server that is busy would else write for every request. */
function gathered(destination: { write(text: string): unknown }) {
  let lines = ''
  let hasListener = false
  const flush = () => {
    const text = lines
    lines = ''
    if (text !== '') destination.write(text)
  }
  return {
    write(line: string): void {
      if (lines === '') setImmediate(flush)
      if (!hasListener) process.on('exit', flush)
      hasListener = true
      lines += line
    },
  }
}
