import { Cron } from 'croner'

/** A timer that comes again has at least so long between two times. */
export const shortestPeriodMs = 5 * 60_000

/**
 * Whether it names a time zone of the IANA database. Abbreviations and offsets are none: they know no summer time, although many programs
 * take them.
 */
export function isZone(name: string): boolean {
  if (name !== 'UTC' && !/^[A-Za-z_]+(?:\/[A-Za-z0-9_+-]+){1,2}$/.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** The next time after a moment; undefined where there is none. Of a time that a change of clocks leaves out, when the clock goes on. */
export function nextOf(rule: string, zone: string, after: number): number | undefined {
  return cron(rule, zone).nextRun(new Date(after))?.getTime()
}

/** The next times after a moment, so many of them at most. */
export function timesOf(rule: string, zone: string, after: number, most: number): number[] {
  return cron(rule, zone)
    .nextRuns(most, new Date(after))
    .map((time) => time.getTime())
}

/** Why it is no rule of five fields; undefined: it is one. */
export function ruleFault(rule: string, now: number): 'unreadable' | 'never' | 'too_often' | undefined {
  try {
    const times = cron(rule, 'UTC').nextRuns(60, new Date(now))
    if (times.length === 0) return 'never'
    const isTooOften = times.some((time, i) => i > 0 && time.getTime() - times[i - 1]!.getTime() < shortestPeriodMs)
    return isTooOften ? 'too_often' : undefined
  } catch {
    return 'unreadable'
  }
}

/** Minutes that an hour or a day is made of evenly. */
const periods = [5, 6, 10, 12, 15, 20, 30, 60, 120, 180, 240, 360, 480, 720, 1440]

/** The shortest of them that is no shorter; a day at most. */
export const periodOf = (minutes: number): number => periods.find((one) => one >= minutes) ?? periods.at(-1)!

/** A rule that comes every so many minutes, as `periodOf` has them, by the clock of UTC: first when a whole period has passed. */
export function evenly(minutes: number, from: number): string {
  const period = periodOf(minutes)
  const begins = new Date(Math.ceil(from / 60_000) * 60_000)
  const [minute, hour, hours] = [begins.getUTCMinutes(), begins.getUTCHours(), period / 60]
  if (hours < 1) return `${minute % period}-59/${period} * * * *`
  return hours < 24 ? `${minute} ${hour % hours}-23/${hours} * * *` : `${minute} ${hour} * * *`
}

/** Six fields would be read with seconds, and are meant otherwise. */
const cron = (rule: string, zone: string): Cron => new Cron(rule, { timezone: zone, mode: '5-part', paused: true })

/** What the clock on a wall shows: `2026-11-24T09:00`. */
export function wallTime(at: number, zone: string): string {
  const fields = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, hourCycle: 'h23', ...fields })
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return `${parts['year']}-${parts['month']}-${parts['day']}T${parts['hour']}:${parts['minute']}`
}

export interface CatchUp {
  /** The time that is made up for now; undefined: it is too late for all of them. */
  fire: number | undefined
  /** So many before it are left out. */
  missed: number
  /** When it comes next. */
  next: number | undefined
}

/** Nobody wants to read the plan for the morning in the evening. */
const latestMs = 6 * 3_600_000
/** Of those that were missed more need not be counted. */
const mostCounted = 1000

/**
 * What becomes of a timer that comes again, once it is due: of the times that have passed only the newest is made up for, and that
 * only as long as it is nearer than the next one, and for six hours at most.
 */
export function catchUp(rule: string, zone: string, due: number, now: number): CatchUp {
  let newest = due
  let missed = 0
  let next = nextOf(rule, zone, due)
  while (next !== undefined && next <= now) {
    newest = next
    // After a long time it goes on from now, without counting.
    const from: number = ++missed >= mostCounted ? Math.max(newest, now - latestMs) : newest
    next = nextOf(rule, zone, from)
  }
  const period = next === undefined ? latestMs * 2 : next - newest
  const isTimely = now - newest <= Math.min(period / 2, latestMs)
  return { fire: isTimely ? newest : undefined, missed: isTimely ? missed : missed + 1, next }
}
