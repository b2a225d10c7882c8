import { locale, strings } from '../strings.ts'

const clock = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' })
const whole = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' })
const medium = new Intl.DateTimeFormat(locale, { dateStyle: 'medium' })
const mediumWithTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const day = new Intl.DateTimeFormat(locale, { weekday: 'long', month: 'long', day: 'numeric' })

export function timeOfDay(date: Date): string {
  return clock.format(date)
}

/** A date that stands in a text, in the reader's own zone. */
export function dateText(date: Date, hasTime: boolean): string {
  return (hasTime ? mediumWithTime : medium).format(date)
}

export function fullTime(date: Date): string {
  return whole.format(date)
}

export function dayName(date: Date, now = new Date()): string {
  const yesterday = new Date(now)
  yesterday.setDate(now.getDate() - 1)
  if (date.toDateString() === now.toDateString()) return strings.today
  return date.toDateString() === yesterday.toDateString() ? strings.yesterday : day.format(date)
}
