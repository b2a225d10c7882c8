import { locale } from './strings.ts'

/**
 * How a page writes when something is: everywhere alike, in the notation of its language, `2026/11/28 16:37` or
 * `Nov 28, 2026, 4:37 PM`.
 */
const date =
  locale === 'ja'
    ? ({ year: 'numeric', month: '2-digit', day: '2-digit' } as const)
    : ({ year: 'numeric', month: 'short', day: 'numeric' } as const)
const time = { hour: 'numeric', minute: '2-digit' } as const
const { format: whole } = new Intl.DateTimeFormat(locale, { ...date, ...time })
const { format: dayOnly } = new Intl.DateTimeFormat(locale, { ...date, timeZone: 'UTC' })
const { format: withoutYear } = new Intl.DateTimeFormat(locale, { ...date, year: undefined, timeZone: 'UTC' })

/** A moment, as the server tells it, by the reader's own clock. */
export const moment = (at: number | string): string => whole(new Date(at))

/** The same by the clock of a zone, for what comes again on some days of the week. */
export const momentIn = (timeZone: string) => {
  const { format } = new Intl.DateTimeFormat(locale, { ...date, ...time, weekday: 'short', timeZone })
  return (at: number | string): string => format(new Date(at))
}

/** A day of UTC, which the server tells as `2026-11-28`. */
export const dayText = (day: string): string => dayOnly(new Date(day))

/** The same where the year goes without saying, as on an axis. */
export const dayOfYear = (at: number): string => withoutYear(new Date(at))
