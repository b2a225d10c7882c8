import { styleText } from 'node:util'
import type { Logger } from 'pino'
import { pino } from 'pino'

export type Log = Pick<Logger, 'debug' | 'info' | 'warn' | 'error'>

/** What the lines are written for: a program that reads them, or somebody who watches. */
export type LogForm = 'json' | 'terminal'

export const formOf = (stream: { isTTY?: boolean }): LogForm => (stream.isTTY ? 'terminal' : 'json')

/**
 * Lines on standard error, so that standard output stays for people: JSON, or what reads well where that is a terminal. Never give it an
 * utterance, a key or a token.
 */
export function createLog(level: string, form: LogForm = 'json'): Logger {
  const destination = gathered(pino.destination({ dest: 2, sync: true }))
  if (form === 'json') return pino({ level, base: null }, destination)
  return pino({ level, base: null }, { write: (line: string) => destination.write(readable(line)) })
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

const warning = 40
const error = 50

/**
 * A line of JSON as whoever watches reads it: the time of day, what happened, and the rest of it, dimmed. Forty lines in place of
 * the thirteen packages of pino-pretty, whose order and words we would set anyhow.
 */
export function readable(line: string): string {
  const { level, time, msg = '', err, ...more } = JSON.parse(line) as Record<string, unknown> & { level: number }
  const paint = level >= error ? ('red' as const) : level >= warning ? ('yellow' as const) : undefined
  const mark = level >= error ? '✖ ' : level >= warning ? '⚠ ' : ''
  const said = `${mark}${String(msg)}`
  const rest = Object.entries(more).map(([name, value]) => `${name} ${shown(name, value)}`)
  const clock = new Date(Number(time)).toLocaleTimeString('sv')
  const { stack, message } = (err ?? {}) as { stack?: string; message?: string }
  const words = [painted('dim', clock), paint ? painted(paint, said) : said]
  if (rest.length > 0) words.push(painted('dim', rest.join(' · ')))
  // Where in the code it came from is told of what should never be; what was to be expected is told in a line.
  const cause = message ?? shown('err', err)
  if (err !== undefined && level < error) words.push(painted('dim', cause.replace(/\s*\n\s*/g, ' ')))
  else if (err !== undefined) words.push(painted('dim', `\n  ${(stack ?? cause).replaceAll('\n', '\n  ')}`))
  return `${words.join('  ')}\n`
}

/** In colours, unless NO_COLOR is set or the stream knows none. */
const painted = (style: 'dim' | 'red' | 'yellow', text: string): string =>
  styleText(style, text, { stream: process.stderr })

function shown(name: string, value: unknown): string {
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return name === 'ms' ? `${String(value)} ms` : String(value)
}
