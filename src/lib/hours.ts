import { nextOf } from './recurrence.ts'

interface Hours {
  zone: string
  days: readonly string[]
  from: string
  to: string
}

/** Cron of a time on these days. */
const ruleOf = (time: string, days: readonly string[]): string => {
  const [hour, minute] = time.split(':').map(Number)
  return `${minute} ${hour} * * ${days.join(',')}`
}

/** When it opens next, in milliseconds since the epoch. */
export const opensNext = ({ zone, days, from }: Hours, at: number): number | undefined =>
  nextOf(ruleOf(from, days), zone, at)

/** Whether it is open then: it closes before it opens again. A day whose end comes before its beginning goes on past midnight. */
export function isOpenAt({ zone, days, from, to }: Hours, at: number): boolean {
  if (from === to) return true
  const isOverMidnight = to < from
  const order = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']
  const ends = isOverMidnight ? days.map((day) => order[(order.indexOf(day) + 1) % 7]!) : days
  const [opens, closes] = [nextOf(ruleOf(from, days), zone, at), nextOf(ruleOf(to, ends), zone, at)]
  return closes !== undefined && (opens === undefined || closes < opens)
}
